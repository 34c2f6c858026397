from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("studies", "0024_sounds"),
    ]

    operations = [
        migrations.AddField(
            model_name="concept",
            name="other_plurals",
            field=models.JSONField(blank=True, default=list),
        ),
        migrations.AddField(
            model_name="concept",
            name="look_alikes",
            field=models.JSONField(blank=True, default=list),
        ),
    ]
