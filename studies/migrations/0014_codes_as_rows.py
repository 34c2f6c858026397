import hashlib
from typing import Any

from django.db import migrations

BATCH = 500


def move_codes(apps: Any, schema_editor: Any) -> None:
    """Give each completed session's code a row of its own."""
    code_row = apps.get_model("studies", "CompletionCode")
    sessions = apps.get_model("studies", "TeachingSession").objects
    with_code = sessions.exclude(completion_code=None).order_by("pk")
    rows = with_code.values_list("pk", "completion_code", "completed_at")
    code_row.objects.bulk_create(
        (
            code_row(session_id=pk, outcome="completed", code=code, created_at=at)
            for pk, code, at in rows
        ),
        batch_size=BATCH,
    )


def move_codes_back(apps: Any, schema_editor: Any) -> None:
    sessions = apps.get_model("studies", "TeachingSession").objects
    codes = apps.get_model("studies", "CompletionCode").objects
    for row in codes.filter(outcome="completed").order_by("-pk"):
        sessions.filter(pk=row.session_id).update(completion_code=row.code)


def commit_to_seeds(apps: Any, schema_editor: Any) -> None:
    """Hash the seeds of the studies that were opened."""
    studies = apps.get_model("studies", "Study").objects
    for study in studies.exclude(state="draft"):
        study.seed_hash = hashlib.sha256(study.seed.encode()).hexdigest()
        study.save(update_fields=["seed_hash"])


class Migration(migrations.Migration):
    dependencies = [
        ("studies", "0013_endings"),
    ]

    operations = [
        migrations.RunPython(move_codes, move_codes_back, elidable=True),
        migrations.RunPython(commit_to_seeds, migrations.RunPython.noop, elidable=True),
    ]
