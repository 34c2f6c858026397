from django.db import migrations, models

import studies.models.study


class Migration(migrations.Migration):
    dependencies = [
        ("studies", "0018_what_pictures_are_made_of"),
    ]

    operations = [
        migrations.AlterField(
            model_name="study",
            name="recruiters",
            field=models.JSONField(
                blank=True,
                default=studies.models.study.usual_recruiters,
                help_text="Whose people may come: one or more of mturk, prolific, link.",
            ),
        ),
    ]
