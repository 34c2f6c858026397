import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("studies", "0032_decisions")]

    operations = [
        migrations.CreateModel(
            name="AlertMail",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True,
                        primary_key=True,
                        serialize=False,
                        verbose_name="ID",
                    ),
                ),
                ("alert", models.CharField(max_length=80)),
                ("day", models.DateField()),
                (
                    "study",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="alert_mails",
                        to="studies.study",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=("study", "day", "alert"),
                        name="one_mail_per_alert_and_day",
                    )
                ],
            },
        ),
    ]
