import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("studies", "0016_study_changes"),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name="arrivalrecord",
            name="arrival_proof",
        ),
        migrations.AddField(
            model_name="completioncode",
            name="arrival",
            field=models.ForeignKey(
                blank=True,
                help_text="The arrival without proof that it is of, if it is of one.",
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="codes",
                to="studies.arrivalrecord",
            ),
        ),
        migrations.AlterField(
            model_name="arrivalrecord",
            name="proof",
            field=models.CharField(
                choices=[
                    ("first", "it made the session"),
                    ("assignment", "the assignment that came first"),
                    ("secret", "an id that nobody else knows"),
                    ("none", "nothing"),
                    ("taken", "another worker brought its assignment"),
                ],
                max_length=10,
            ),
        ),
        migrations.AddConstraint(
            model_name="arrivalrecord",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("proof__in", ["first", "assignment", "secret", "none", "taken"])
                ),
                name="arrival_proof",
            ),
        ),
        migrations.AddConstraint(
            model_name="completioncode",
            constraint=models.UniqueConstraint(
                condition=models.Q(("arrival__isnull", True)),
                fields=("session",),
                name="one_code_of_the_person",
            ),
        ),
        migrations.AddConstraint(
            model_name="completioncode",
            constraint=models.UniqueConstraint(
                condition=models.Q(("arrival__isnull", False)),
                fields=("arrival",),
                name="one_code_per_arrival",
            ),
        ),
    ]
