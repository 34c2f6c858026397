import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("studies", "0030_texts_of_consents"),
    ]

    operations = [
        migrations.CreateModel(
            name="Job",
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
                    "kind",
                    models.CharField(
                        choices=[("simulation", "simulated participants")],
                        max_length=16,
                    ),
                ),
                ("who", models.CharField(max_length=150)),
                ("options", models.JSONField(default=dict)),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("queued", "Queued"),
                            ("running", "Running"),
                            ("done", "Done"),
                            ("failed", "Failed"),
                            ("cancelled", "Cancelled"),
                        ],
                        default="queued",
                        max_length=10,
                    ),
                ),
                ("n_done", models.PositiveIntegerField(default=0)),
                ("n_total", models.PositiveIntegerField()),
                ("message", models.CharField(blank=True, max_length=300)),
                ("result", models.JSONField(blank=True, null=True)),
                ("asked_at", models.DateTimeField()),
                ("started_at", models.DateTimeField(blank=True, null=True)),
                ("heartbeat_at", models.DateTimeField(blank=True, null=True)),
                ("ended_at", models.DateTimeField(blank=True, null=True)),
                (
                    "task_id",
                    models.UUIDField(
                        blank=True, help_text="Its row in the queue.", null=True
                    ),
                ),
                ("run", models.UUIDField(blank=True, null=True)),
                (
                    "n_attempts",
                    models.PositiveSmallIntegerField(
                        default=0,
                        help_text="How often it was begun since it last came further.",
                    ),
                ),
                (
                    "study",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="jobs",
                        to="studies.study",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("state__in", ("queued", "running"))),
                        fields=("study", "kind"),
                        name="one_job_of_a_kind_at_a_time",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            (
                                "state__in",
                                ["queued", "running", "done", "failed", "cancelled"],
                            )
                        ),
                        name="job_state",
                    ),
                ],
            },
        ),
    ]
