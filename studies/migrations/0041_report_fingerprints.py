from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("studies", "0040_results"),
    ]

    operations = [
        migrations.AddField(
            model_name="resultsreport",
            name="fingerprint",
            field=models.CharField(
                blank=True,
                default="",
                help_text="Counts and times of the data, to notice cheaply that they changed.",
                max_length=64,
            ),
        ),
    ]
