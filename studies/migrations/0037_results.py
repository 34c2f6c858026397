import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("studies", "0036_looks_at_outcomes"),
    ]

    operations = [
        migrations.AddField(
            model_name="study",
            name="equivalence_margin",
            field=models.FloatField(
                blank=True,
                help_text="A smaller difference, as a share, is as good as none.",
                null=True,
            ),
        ),
        migrations.AddField(
            model_name="study",
            name="n_planned_looks",
            field=models.PositiveSmallIntegerField(
                default=0, help_text="How often results are looked at before the end."
            ),
        ),
        migrations.AlterField(
            model_name="job",
            name="kind",
            field=models.CharField(
                choices=[
                    ("simulation", "simulated participants"),
                    ("analysis", "results"),
                ],
                max_length=16,
            ),
        ),
        migrations.CreateModel(
            name="ResultsReport",
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
                (
                    "purpose",
                    models.CharField(
                        choices=[
                            ("real", "Real"),
                            ("pilot", "Pilot"),
                            ("preview", "Preview"),
                            ("simulated", "Simulated"),
                            ("practice", "Practice"),
                        ],
                        max_length=10,
                    ),
                ),
                ("data_hash", models.CharField(max_length=64)),
                ("code_version", models.CharField(max_length=40)),
                ("report", models.JSONField()),
                ("computed_at", models.DateTimeField()),
                (
                    "study",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="reports",
                        to="studies.study",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=("study", "purpose", "data_hash", "code_version"),
                        name="one_report_of_the_same_data",
                    )
                ],
            },
        ),
    ]
