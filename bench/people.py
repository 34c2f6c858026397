"""People by bulk rows: as much as they would leave behind, without playing it."""

from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any
from uuid import UUID

from django.db import transaction

from studies.models import (
    ArrivalRecord,
    BrowserEvent,
    CompletionCode,
    Concept,
    LogEntry,
    Participant,
    Place,
    RecruiterIdentity,
    Response,
    SessionConcept,
    Study,
    TeachingSession,
)
from studies.models.arms import PlaceState
from studies.models.log import EventKind, LogKind
from studies.models.recruitment import Proof
from studies.models.response import Outcome
from studies.models.session import CARD_PHASES, Phase
from studies.models.study import Purpose
from studies.services.hash_chain import chain_entry, first_hash
from studies.services.session.settings import freeze_settings

OPENED = datetime(2026, 3, 1, 8, 0, tzinfo=UTC)
ENTRIES_PER_CARD = 4
EVENTS_PER_CARD = 1
SECONDS_PER_CARD = 15
OUTCOMES = (*(Outcome.CORRECT,) * 5, *(Outcome.WRONG,) * 3, *Outcome)
EVENTS = (*(EventKind.FIRST_KEY,) * 8, EventKind.HIDDEN, EventKind.PASTE)


@transaction.atomic
def add_people(slug: str, n_people: int) -> str:
    """Add people who completed a study; returns the pseudonym of the first."""
    study = Study.objects.get(slug=slug)
    Study.objects.filter(pk=study.pk).update(is_demo=False)
    random = Random(study.sessions.count())
    sessions = _add_sessions(study, n_people, random)
    cards = _add_cards(study, sessions, random)
    _add_logs(sessions, cards)
    _add_events(cards, random)
    return sessions[0].participant.pseudonym


def _add_sessions(study: Study, n_people: int, random: Random) -> list[TeachingSession]:
    settings = freeze_settings(study).as_json()
    places = _add_places(study, n_people, random)
    people = Participant.objects.bulk_create(
        Participant(created_at=OPENED) for _ in range(n_people)
    )
    RecruiterIdentity.objects.bulk_create(
        RecruiterIdentity(
            participant=person,
            study=study,
            recruiter="mturk",
            person_key=person.pseudonym,
            external_id=person.pseudonym,
        )
        for person in people
    )
    sessions = TeachingSession.objects.bulk_create(
        TeachingSession(
            study=study,
            participant=person,
            settings=settings,
            **_times(OPENED + timedelta(minutes=random.randrange(20_000))),
            **_whereabouts(study, place, random),
        )
        for person, place in zip(people, places, strict=True)
    )
    _add_endings(sessions)
    return sessions


def _add_places(study: Study, n_people: int, random: Random) -> list[Place]:
    """As many places in permuted blocks of all arms, and some that stay empty."""
    arms = list(study.arms.all())
    first = study.places.count()
    places = []
    for block in range(-(-n_people // len(arms))):
        order = random.sample(arms, len(arms))
        places += [
            Place(
                study=study,
                arm=arm,
                purpose=Purpose.REAL,
                number=first + 1 + block * len(arms) + index,
                block=first + 1 + block,
                state=PlaceState.COMPLETED,
            )
            for index, arm in enumerate(order)
        ]
    return Place.objects.bulk_create(places)[:n_people]


def _times(consented_at: datetime) -> dict[str, datetime]:
    ended_at = consented_at + timedelta(minutes=20)
    return {
        "consented_at": consented_at,
        "allocated_at": consented_at + timedelta(minutes=4),
        "last_seen_at": ended_at,
        "completed_at": ended_at,
    }


def _whereabouts(study: Study, place: Place, random: Random) -> dict[str, Any]:
    public_id = UUID(int=random.getrandbits(128))
    return {
        "public_id": public_id,
        "deck_version_id": study.deck_version_id,
        "purpose": Purpose.REAL,
        "seed": "0" * 16,
        "phase": Phase.COMPLETED,
        "arm": place.arm,
        "place": place,
        "teaching": _teaching(study, place.arm.teacher),
        "log_head": first_hash(public_id),
    }


def _teaching(study: Study, teacher: str) -> dict[str, Any]:
    return {"teacher": teacher, "theta": [[6.0, 2.0, 0.0]] * study.n_concepts}


def _add_endings(sessions: list[TeachingSession]) -> None:
    CompletionCode.objects.bulk_create(
        CompletionCode(
            session=session,
            outcome=Phase.COMPLETED,
            code=f"{session.pk:012X}",
            created_at=session.last_seen_at,
        )
        for session in sessions
    )
    ArrivalRecord.objects.bulk_create(
        ArrivalRecord(
            session=session,
            recruiter="mturk",
            assignment=f"A{session.pk}",
            proof=Proof.FIRST,
            at=session.consented_at,
        )
        for session in sessions
    )


def _add_cards(
    study: Study, sessions: list[TeachingSession], random: Random
) -> list[Response]:
    concepts = list(Concept.objects.filter(deck_version=study.deck_version_id))
    shown = SessionConcept.objects.bulk_create(
        SessionConcept(session=session, concept=concepts[position], position=position)
        for session in sessions
        for position in range(study.n_concepts)
    )
    cards = []
    for number, session in enumerate(sessions):
        own = shown[number * study.n_concepts : (number + 1) * study.n_concepts]
        cards += _cards_of(study, session, own, random)
    return Response.objects.bulk_create(cards)


def _cards_of(
    study: Study, session: TeachingSession, own: list[SessionConcept], random: Random
) -> list[Response]:
    cards, at = [], session.consented_at
    for phase in CARD_PHASES:
        n_steps = study.horizon if phase == Phase.LEARNING else study.n_concepts
        for step in range(1, n_steps + 1):
            at += timedelta(seconds=SECONDS_PER_CARD)
            cards.append(
                Response(
                    session=session,
                    phase=phase,
                    step=step,
                    shown=own[step % len(own)],
                    decision={"scores": {str(n): n / 7 for n in range(len(own))}},
                    chosen_at=at,
                    served_at=at,
                    closed_at=at + timedelta(seconds=SECONDS_PER_CARD / 2),
                    outcome=random.choice(OUTCOMES),
                    text="Antwort",
                    rule="exact",
                    client={"n_keys": 8, "elapsed_ms": 6900, "n_blurs": 0},
                )
            )
    return cards


def _add_logs(sessions: list[TeachingSession], cards: list[Response]) -> None:
    """Chained as the engine would, with as many entries for every card."""
    entries = []
    for card in cards:
        session = card.session
        kinds = [LogKind.CHOSEN] * ENTRIES_PER_CARD
        if card.step == 1:
            kinds.append(LogKind.PHASE)
        for kind in kinds:
            payload = {"phase": card.phase, "step": card.step}
            entries.append(
                chain_entry(session, kind=kind, payload=payload, at=card.chosen_at)
            )
    for session in sessions:
        payload = {"phase": str(Phase.COMPLETED)}
        at = session.last_seen_at
        entries.append(chain_entry(session, kind=LogKind.PHASE, payload=payload, at=at))
    LogEntry.objects.bulk_create(LogEntry(**entry._asdict()) for entry in entries)
    TeachingSession.objects.bulk_update(
        sessions, ["log_head", "log_length"], batch_size=200
    )


def _add_events(cards: list[Response], random: Random) -> None:
    BrowserEvent.objects.bulk_create(
        BrowserEvent(
            session_id=card.session_id,
            received_at=card.chosen_at,
            kind=random.choice(EVENTS),
            phase=card.phase,
            step=card.step,
        )
        for card in cards
        for _ in range(EVENTS_PER_CARD)
    )
