import django.db.models.deletion
from django.db import migrations, models


def everybody() -> list[str]:
    """Studies that are older than the field took whoever came."""
    return ["mturk", "prolific", "link"]


class Migration(migrations.Migration):
    dependencies = [
        ("studies", "0006_time_left_of_a_card"),
    ]

    operations = [
        migrations.AddField(
            model_name="study",
            name="recruiters",
            field=models.JSONField(
                blank=True,
                default=everybody,
                help_text="Whose people may come: mturk, prolific, link.",
            ),
        ),
        migrations.RemoveConstraint(
            model_name="recruiteridentity", name="one_participant_per_person"
        ),
        migrations.AddField(
            model_name="recruiteridentity",
            name="study",
            field=models.ForeignKey(
                db_index=False,
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="identities",
                to="studies.study",
            ),
        ),
        migrations.AlterField(
            model_name="recruiteridentity",
            name="external_id",
            field=models.CharField(blank=True, max_length=64),
        ),
        migrations.CreateModel(
            name="ErasedPerson",
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
                ("digest", models.CharField(max_length=64, unique=True)),
                ("expires_at", models.DateTimeField(db_index=True)),
                (
                    "study",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="erased_people",
                        to="studies.study",
                    ),
                ),
            ],
            options={"verbose_name_plural": "erased people"},
        ),
        migrations.CreateModel(
            name="ArrivalRecord",
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
                ("recruiter", models.CharField(max_length=16)),
                ("assignment", models.CharField(blank=True, max_length=64)),
                (
                    "proof",
                    models.CharField(
                        choices=[
                            ("first", "it made the session"),
                            ("assignment", "the assignment that came first"),
                            ("secret", "an id that nobody else knows"),
                            ("none", "nothing"),
                        ],
                        max_length=10,
                    ),
                ),
                ("at", models.DateTimeField()),
                (
                    "session",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="arrivals",
                        to="studies.teachingsession",
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(fields=["assignment"], name="arrival_assignment")
                ],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            ("proof__in", ["first", "assignment", "secret", "none"])
                        ),
                        name="arrival_proof",
                    )
                ],
            },
        ),
        migrations.AddField(
            model_name="accesstoken",
            name="arrival",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="tokens",
                to="studies.arrivalrecord",
            ),
        ),
    ]
