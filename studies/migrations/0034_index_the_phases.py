from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("studies", "0033_alert_mails")]

    operations = [
        migrations.AddIndex(
            model_name="logentry",
            index=models.Index(
                condition=models.Q(("kind", "phase")),
                fields=["session", "number"],
                name="log_of_phases",
            ),
        ),
    ]
