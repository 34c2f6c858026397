from django.db import migrations, models

PHASES = [
    ("instructions", "Instructions"),
    ("prequiz", "Prequiz"),
    ("learning", "Learning"),
    ("postquiz", "Postquiz"),
    ("questionnaire", "Questionnaire"),
    ("result", "Result"),
    ("debrief", "Debrief"),
    ("completed", "Completed"),
    ("withdrawn", "Withdrawn"),
    ("screened_out", "Screened Out"),
]


class Migration(migrations.Migration):
    dependencies = [
        ("studies", "0022_no_switch_for_reviews"),
    ]

    operations = [
        migrations.RemoveConstraint(model_name="teachingsession", name="session_phase"),
        migrations.AlterField(
            model_name="response",
            name="phase",
            field=models.CharField(choices=PHASES, max_length=16),
        ),
        migrations.AlterField(
            model_name="teachingsession",
            name="phase",
            field=models.CharField(
                choices=PHASES, default="instructions", max_length=16
            ),
        ),
        migrations.AddConstraint(
            model_name="teachingsession",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    phase__in=[phase for phase, _ in PHASES],
                    stage__in=["introduction", "cards", "review"],
                ),
                name="session_phase",
            ),
        ),
    ]
