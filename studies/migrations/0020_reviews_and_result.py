from django.db import migrations, models

RESULT_HELP = (
    "What was known before and after, before the code. It shows every answer: not "
    "where a follow-up is planned."
)


class Migration(migrations.Migration):
    dependencies = [
        ("studies", "0019_links_alone"),
    ]

    operations = [
        migrations.AddField(
            model_name="study",
            name="review_seconds_after_right",
            field=models.FloatField(
                blank=True,
                help_text="After a right answer, if not as after others; 0 shows none.",
                null=True,
            ),
        ),
        # Studies that exist stay as they were designed; new ones show the result.
        migrations.AddField(
            model_name="study",
            name="shows_result",
            field=models.BooleanField(default=False, help_text=RESULT_HELP),
        ),
        migrations.AlterField(
            model_name="study",
            name="shows_result",
            field=models.BooleanField(default=True, help_text=RESULT_HELP),
        ),
    ]
