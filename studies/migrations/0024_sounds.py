import uuid

import django.db.models.deletion
from django.db import migrations, models

TYPES = ["audio/mpeg", "audio/ogg", "audio/wav", "audio/mp4"]


class Migration(migrations.Migration):
    dependencies = [
        ("studies", "0023_result_phase"),
    ]

    operations = [
        migrations.CreateModel(
            name="Sound",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=uuid.uuid4,
                        editable=False,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                ("content", models.BinaryField()),
                ("content_type", models.CharField(max_length=50)),
                ("size", models.PositiveIntegerField()),
                ("digest", models.CharField(max_length=64, unique=True)),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(content_type__in=TYPES), name="sound_type"
                    )
                ],
            },
        ),
        migrations.AddField(
            model_name="concept",
            name="sound",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                to="studies.sound",
            ),
        ),
    ]
