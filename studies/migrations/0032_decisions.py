import django.db.models.deletion
from django.db import migrations, models


def _key() -> "models.BigAutoField[int, int]":
    return models.BigAutoField(
        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
    )


class Migration(migrations.Migration):
    dependencies = [("studies", "0031_jobs")]

    operations = [
        migrations.CreateModel(
            name="ExclusionDecision",
            fields=[
                ("id", _key()),
                ("at", models.DateTimeField()),
                ("who", models.CharField(max_length=150)),
                ("is_excluded", models.BooleanField()),
                ("reason", models.CharField(blank=True, max_length=300)),
                (
                    "after_unlocking",
                    models.BooleanField(
                        help_text="Whether somebody could have seen results by then."
                    ),
                ),
                (
                    "session",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="exclusions",
                        to="studies.teachingsession",
                    ),
                ),
            ],
            options={"ordering": ("pk",)},
        ),
        migrations.CreateModel(
            name="ParticipantNote",
            fields=[
                ("id", _key()),
                ("at", models.DateTimeField()),
                ("who", models.CharField(max_length=150)),
                ("text", models.TextField()),
                (
                    "session",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="notes",
                        to="studies.teachingsession",
                    ),
                ),
            ],
            options={"ordering": ("pk",)},
        ),
    ]
