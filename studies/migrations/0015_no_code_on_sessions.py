from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [
        ("studies", "0014_codes_as_rows"),
    ]

    operations = [
        migrations.RemoveField(
            model_name="teachingsession",
            name="completion_code",
        ),
    ]
