"""Beginning a session: its settings frozen, its concepts drawn, its consent kept."""

from datetime import datetime
from uuid import uuid4

from django.db import transaction

from studies.models import (
    Arm,
    ArrivalRecord,
    ConsentRecord,
    ConsentText,
    Participant,
    SessionConcept,
    Study,
    TeachingSession,
)
from studies.models.log import LogKind
from studies.models.recruitment import Proof
from studies.models.session import Phase
from studies.models.study import Purpose
from studies.services.enrolment.consent import build_consent, hash_consent
from studies.services.enrolment.sampling import sample_concepts
from studies.services.hash_chain import first_hash
from studies.services.links.finishing import AS_FROM
from studies.services.seeds import new_session_seed
from studies.services.session.lock import LockedSession
from studies.services.session.settings import SessionSettings, freeze_settings
from studies.services.tokens import mint_token


@transaction.atomic
def begin_preview(
    *, study: Study, arm: Arm, settings: SessionSettings, source: str, now: datetime
) -> tuple[TeachingSession, str]:
    """A session of somebody who looks at their own study, and what opens it.

    They come as from the recruiter ``source``, and are none of its people.
    """
    participant = Participant.objects.create(created_at=now)
    session = create_session(
        study,
        participant,
        purpose=Purpose.PREVIEW,
        settings=settings,
        arm=arm,
        now=now,
    )
    arrival = ArrivalRecord.objects.create(
        session=session, recruiter=f"{AS_FROM}{source}", proof=Proof.FIRST, at=now
    )
    return session, mint_token(session, arrival=arrival, now=now)


def create_session(
    study: Study,
    participant: Participant,
    *,
    purpose: str,
    now: datetime,
    settings: SessionSettings | None = None,
    arm: Arm | None = None,
) -> TeachingSession:
    """A session of somebody who has just agreed to the words of ``study``."""
    public_id, settings = uuid4(), settings or freeze_settings(study)
    asks_first = bool(settings.questions_before)
    session = TeachingSession.objects.create(
        public_id=public_id,
        study=study,
        participant=participant,
        deck_version=study.deck_version,
        purpose=purpose,
        settings=settings.as_json(),
        arm=arm,
        seed=new_session_seed(study.seed, public_id),
        phase=Phase.QUESTIONS_BEFORE if asks_first else Phase.INSTRUCTIONS,
        consented_at=now,
        last_seen_at=now,
        log_head=first_hash(public_id),
    )
    _sample(session)
    _record_consent(session, now=now)
    return session


def _sample(session: TeachingSession) -> None:
    drawn = sample_concepts(session)
    SessionConcept.objects.bulk_create(
        SessionConcept(session=session, concept_id=concept_id, position=position)
        for position, concept_id in enumerate(drawn)
    )


def _record_consent(session: TeachingSession, *, now: datetime) -> None:
    study = session.study
    locked = LockedSession(session, now=now)
    ConsentRecord.objects.create(
        session=session,
        version=study.consent_version,
        text_hash=log_consent(locked, study),
        language=study.language_of_consent,
        minimum_age=study.minimum_age,
        given_at=now,
    )
    locked.save()


def log_consent(locked: LockedSession, study: Study, **by: int) -> str:
    """Keep the words, log that somebody agreed to them, and return their hash."""
    text, version = build_consent(study), study.consent_version
    kept = ConsentText.objects.get_or_create(
        text_hash=hash_consent(text), defaults={"text": text}
    )[0]
    locked.log(LogKind.CONSENTED, version=version, text=kept.text_hash, **by)
    return kept.text_hash
