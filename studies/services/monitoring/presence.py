"""Who is there now."""

from collections import Counter
from dataclasses import dataclass
from datetime import datetime, timedelta

from studies.models import Study
from studies.models.session import RUNNING
from studies.models.study import Purpose
from studies.services.monitoring.crowds import people_of
from studies.services.session.settings import settings_of

# Long enough for a card and its review without a sign of life.
HERE_WITHIN = timedelta(minutes=2)
MOST_LISTED = 20


@dataclass(frozen=True)
class PersonHere:
    """Somebody who gave a sign of life just now."""

    pseudonym: str
    phase: str
    step: int
    n_steps: int
    minutes_inside: float
    seconds_since: float


@dataclass(frozen=True)
class Presence:
    """Everybody who is there, by phase, and the last to give a sign of life."""

    n_people: int
    by_phase: list[tuple[str, int]]
    people: list[PersonHere]


def find_present(study: Study, *, purpose: Purpose, now: datetime) -> Presence:
    """Those inside who gave a sign of life within two minutes, in two queries."""
    here = people_of(study, purpose).filter(
        phase__in=RUNNING, is_away=False, last_seen_at__gte=now - HERE_WITHIN
    )
    counts = Counter(here.values_list("phase", flat=True))
    rows = here.select_related("participant").order_by("-last_seen_at", "pk")
    people = [
        PersonHere(
            pseudonym=session.participant.pseudonym,
            phase=session.phase,
            step=session.step,
            n_steps=settings_of(session).n_steps(session.phase),
            minutes_inside=(now - session.consented_at).total_seconds() / 60,
            seconds_since=max(0, (now - session.last_seen_at).total_seconds()),
        )
        for session in rows[:MOST_LISTED]
    ]
    by_phase = [(phase.value, counts[phase]) for phase in RUNNING if counts[phase]]
    return Presence(counts.total(), by_phase, people)
