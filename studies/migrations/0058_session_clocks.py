from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("studies", "0057_fees_and_hand_payments"),
    ]

    operations = [
        migrations.AddField(
            model_name="teachingsession",
            name="seconds_ahead",
            field=models.FloatField(
                default=0,
                db_default=0,
                help_text=(
                    "Of the server's clock, which was set back while they were here."
                ),
            ),
        ),
    ]
