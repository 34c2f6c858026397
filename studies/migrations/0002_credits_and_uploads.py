import uuid

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("studies", "0001_initial"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name="concept",
            name="attribution",
            field=models.TextField(blank=True),
        ),
        migrations.AddField(
            model_name="concept",
            name="licence",
            field=models.CharField(blank=True, max_length=100),
        ),
        migrations.AddField(
            model_name="concept",
            name="source",
            field=models.CharField(blank=True, max_length=300),
        ),
        migrations.CreateModel(
            name="DeckUpload",
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
                ("table", models.BinaryField()),
                ("pictures", models.BinaryField(blank=True)),
                ("about", models.JSONField(default=dict)),
                ("created_at", models.DateTimeField()),
                (
                    "owner",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
    ]
