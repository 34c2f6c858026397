import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("studies", "0039_regradings_by_researchers"),
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
            model_name="auditentry",
            name="action",
            field=models.CharField(
                choices=[
                    ("created", "created the study"),
                    ("design_changed", "changed the design"),
                    ("state_changed", "changed the state"),
                    ("archived", "archived the study"),
                    ("brought_back", "brought the study back from the archive"),
                    ("launched", "launched the study"),
                    ("places_added", "added places"),
                    ("amended", "amended the words"),
                    ("tried", "tried the study"),
                    ("simulated", "sent simulated participants"),
                    ("excluded", "excluded a participant"),
                    ("included", "included a participant again"),
                    ("noted", "wrote a note"),
                    ("time_granted", "granted more time"),
                    ("screened_out", "screened a participant out"),
                    ("erased", "erased a participant"),
                    ("identity_seen", "looked at who somebody is"),
                    ("outcomes_seen", "looked at outcomes and arm of somebody"),
                    ("results_unlocked", "unlocked the results"),
                    ("results_seen", "looked at results"),
                    ("exported", "exported data"),
                    ("regraded", "graded the answers again"),
                    ("invited", "invited somebody"),
                    ("invitation_revoked", "took an invitation back"),
                    ("joined_team", "joined the team"),
                    ("role_changed", "changed a role"),
                    ("left_team", "removed somebody from the team"),
                ],
                max_length=20,
            ),
        ),
        migrations.AlterField(
            model_name="job",
            name="kind",
            field=models.CharField(
                choices=[
                    ("simulation", "simulated participants"),
                    ("power", "power of the design"),
                    ("regrading", "a second set of verdicts"),
                    ("export", "export"),
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
