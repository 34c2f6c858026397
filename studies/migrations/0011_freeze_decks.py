from typing import Any

from django.db import migrations


def freeze_decks(apps: Any, schema_editor: Any) -> None:
    """Give each session the deck its concepts are of, and how they were drawn."""
    sessions = apps.get_model("studies", "TeachingSession").objects
    for session in sessions.select_related("study").iterator(chunk_size=500):
        study = session.study
        drawn = session.concepts.select_related("concept").first()
        session.deck_version_id = (
            drawn.concept.deck_version_id if drawn else study.deck_version_id
        )
        drawing = {"sampling": study.sampling, "strata": study.strata}
        session.settings = {**drawing, **session.settings}
        session.save(update_fields=["deck_version", "settings"])


class Migration(migrations.Migration):
    dependencies = [
        ("studies", "0010_session_deck"),
    ]

    operations = [
        migrations.RunPython(freeze_decks, migrations.RunPython.noop, elidable=True),
    ]
