import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("studies", "0025_look_alikes"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="AuditEntry",
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
                ("at", models.DateTimeField()),
                ("who", models.CharField(max_length=150)),
                (
                    "action",
                    models.CharField(
                        choices=[
                            ("created", "created the study"),
                            ("design_changed", "changed the design"),
                            ("state_changed", "changed the state"),
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
                            ("results_unlocked", "unlocked the results"),
                            ("results_seen", "looked at results"),
                            ("exported", "exported data"),
                            ("invited", "invited somebody"),
                            ("invitation_revoked", "took an invitation back"),
                            ("joined_team", "joined the team"),
                            ("role_changed", "changed a role"),
                            ("left_team", "removed somebody from the team"),
                        ],
                        max_length=20,
                    ),
                ),
                ("detail", models.JSONField(default=dict)),
                (
                    "study",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="audit",
                        to="studies.study",
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "audit entries",
                "indexes": [
                    models.Index(fields=["study", "-at"], name="audit_of_study")
                ],
            },
        ),
        migrations.CreateModel(
            name="Membership",
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
                    "role",
                    models.CharField(
                        choices=[
                            ("owner", "Owner"),
                            ("editor", "Editor"),
                            ("analyst", "Analyst"),
                            ("viewer", "Viewer"),
                            ("payer", "Payer"),
                        ],
                        max_length=8,
                    ),
                ),
                (
                    "study",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="members",
                        to="studies.study",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="memberships",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=("study", "user"), name="one_role_per_person"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            (
                                "role__in",
                                ["owner", "editor", "analyst", "viewer", "payer"],
                            )
                        ),
                        name="member_role",
                    ),
                ],
            },
        ),
    ]
