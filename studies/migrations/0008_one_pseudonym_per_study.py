import hashlib
from typing import Any

from django.db import migrations
from django.db.models import F


def hash_nonces(apps: Any, schema_editor: Any) -> None:
    links = apps.get_model("studies", "RecruiterIdentity").objects
    for identity in links.filter(recruiter="link").iterator():
        nonce = identity.person_key.encode()
        identity.person_key = hashlib.sha256(nonce).hexdigest()
        identity.external_id = ""
        identity.save(update_fields=["person_key", "external_id"])


def split_participants(apps: Any, schema_editor: Any) -> None:
    """One participant per session, each with an identity of their own."""
    participants = apps.get_model("studies", "Participant").objects
    sessions = apps.get_model("studies", "TeachingSession").objects
    identities = apps.get_model("studies", "RecruiterIdentity").objects
    for participant in list(participants.all()):
        own = list(
            sessions.filter(participant=participant).order_by(
                F("erased_at").asc(nulls_first=True), "pk"
            )
        )
        identity = identities.filter(participant=participant).first()
        for session in own[1:]:
            session.participant = participants.create(created_at=session.consented_at)
            session.save(update_fields=["participant"])
        if identity is not None:
            # Which of several sessions its assignment belonged to, nobody knows.
            assignment = identity.assignment if len(own) == 1 else ""
            kept = [session for session in own if session.erased_at is None]
            _share(apps, identity, kept, assignment)


def _share(apps: Any, identity: Any, sessions: list[Any], assignment: str) -> None:
    identities = apps.get_model("studies", "RecruiterIdentity").objects
    arrivals = apps.get_model("studies", "ArrivalRecord").objects
    identity.delete()
    for session in sessions:
        identities.create(
            participant_id=session.participant_id,
            study_id=session.study_id,
            recruiter=identity.recruiter,
            person_key=identity.person_key,
            external_id=identity.external_id,
        )
        arrivals.create(
            session=session,
            recruiter=identity.recruiter,
            assignment=assignment,
            proof="first",
            at=session.consented_at,
        )


def open_demos_by_link_alone(apps: Any, schema_editor: Any) -> None:
    studies = apps.get_model("studies", "Study").objects
    studies.filter(is_demo=True).update(recruiters=["link"])


class Migration(migrations.Migration):
    dependencies = [
        ("studies", "0007_arrivals"),
    ]

    operations = [
        migrations.RunPython(hash_nonces, migrations.RunPython.noop, elidable=True),
        migrations.RunPython(
            split_participants, migrations.RunPython.noop, elidable=True
        ),
        migrations.RunPython(
            open_demos_by_link_alone, migrations.RunPython.noop, elidable=True
        ),
    ]
