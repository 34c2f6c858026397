"""What a researcher should look at now, found by a few thresholds."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from math import sqrt

from django.db.models import Count, Max, Q, QuerySet

from studies.models import BrowserEvent, Response, Study, TeachingSession
from studies.models.log import EventKind
from studies.models.response import Outcome
from studies.models.study import StudyState
from studies.models.team import Action
from studies.services.allocation import is_full
from studies.services.deck_use import is_shut_demo
from studies.services.monitoring.arms import ArmCounts, count_arms
from studies.services.monitoring.crowds import own_purpose, people_of
from studies.services.retention.dates import find_near

RECENTLY = timedelta(hours=1)
# Fewer cards than these say nothing about the study.
FEWEST_CARDS = 30
MOST_PERCENT_LATE = 25
MOST_FAILED_PICTURES = 5
# An arm may be behind its share by so many times what chance does.
TIMES_CHANCE = 2
FEWEST_BEHIND = 3
_OPENINGS = (Action.LAUNCHED, Action.STATE_CHANGED)


class AlertKind(StrEnum):
    ARM_BEHIND = "arm_behind"
    TIMEOUTS = "timeouts"
    PICTURES = "pictures"
    NOBODY = "nobody"
    DELETION = "deletion"


@dataclass(frozen=True)
class Alert:
    """Something that needs attention, and what to do about it."""

    kind: AlertKind
    words: str
    advice: str
    subject: str = ""

    @property
    def key(self) -> str:
        """What tells it from other alerts of its study."""
        return f"{self.kind} {self.subject}".strip()


def find_alerts(study: Study, *, now: datetime) -> list[Alert]:
    """What needs attention among the people whom the study takes in earnest."""
    purpose = own_purpose(study)
    people = people_of(study, purpose)
    recent = people.filter(last_seen_at__gte=now - RECENTLY)
    return [
        *find_arms_behind(count_arms(study, purpose=purpose).arms),
        *_find_timeouts(recent, now=now),
        *_find_failed_pictures(recent, now=now),
        *_find_silence(study, people, now=now),
        *_find_deletions(study, now=now),
    ]


def _find_deletions(study: Study, *, now: datetime) -> Iterator[Alert]:
    for deletion in find_near(study, now=now):
        yield Alert(
            AlertKind.DELETION, deletion.words, deletion.advice, subject=deletion.what
        )


def find_arms_behind(arms: Sequence[ArmCounts]) -> Iterator[Alert]:
    """Arms with fewer completions than their share of all, by more than chance."""
    with_places = [(arm, arm.n_places) for arm in arms if arm.n_places]
    n_places = sum(places for _, places in with_places)
    n_completed = sum(arm.n_completed for arm, _ in with_places)
    for arm, places in with_places:
        share = n_completed * places / n_places
        if share - arm.n_completed >= max(FEWEST_BEHIND, TIMES_CHANCE * sqrt(share)):
            yield Alert(
                AlertKind.ARM_BEHIND,
                f"An arm is behind, {arm.name}: {arm.n_completed} completed where its "
                f"share would be {share:.0f}.",
                "See in the table whether more people leave it than the others.",
                subject=arm.name,
            )


def judge_timeouts(*, n_cards: int, n_late: int) -> Iterator[Alert]:
    """Whether too many of the cards with a deadline were late or missed."""
    if n_cards >= FEWEST_CARDS and 100 * n_late >= MOST_PERCENT_LATE * n_cards:
        yield Alert(
            AlertKind.TIMEOUTS,
            f"{n_late} of the last hour’s {n_cards} timed cards were late or missed.",
            "The time per card may be too short, or the connection slow.",
        )


def _find_timeouts(
    recent: QuerySet[TeachingSession], *, now: datetime
) -> Iterator[Alert]:
    cards = Response.objects.filter(
        session__in=recent, closed_at__gte=now - RECENTLY, deadline_at__isnull=False
    )
    is_late = Q(outcome__in=[Outcome.LATE, Outcome.MISSED])
    counts = cards.aggregate(n_cards=Count("pk"), n_late=Count("pk", filter=is_late))
    yield from judge_timeouts(**counts)


def _find_failed_pictures(
    recent: QuerySet[TeachingSession], *, now: datetime
) -> Iterator[Alert]:
    failed = BrowserEvent.objects.filter(
        session__in=recent,
        received_at__gte=now - RECENTLY,
        kind=EventKind.PICTURE_FAILED,
    )
    counts = failed.aggregate(n=Count("pk"), n_people=Count("session", distinct=True))
    if counts["n"] >= MOST_FAILED_PICTURES:
        yield Alert(
            AlertKind.PICTURES,
            f"Pictures failed to load {counts['n']} times in the last hour. "
            f"People it happened to: {counts['n_people']}.",
            "Open the study yourself; the server or its proxy may be short of room.",
        )


def _find_silence(
    study: Study, people: QuerySet[TeachingSession], *, now: datetime
) -> Iterator[Alert]:
    """Nobody came for an hour although the study is open and has room."""
    if study.state != StudyState.LIVE or is_full(study, purpose=own_purpose(study)):
        return
    if is_shut_demo(study):
        return
    opened = study.audit.filter(action__in=_OPENINGS).aggregate(at=Max("at"))["at"]
    came = people.aggregate(at=Max("consented_at"))["at"]
    latest = max((at for at in (opened, came) if at is not None), default=None)
    if latest is None or now - latest >= RECENTLY:
        yield Alert(
            AlertKind.NOBODY,
            "Nobody has come for an hour although the study is open."
            if came
            else "Nobody has come yet although the study is open.",
            "See whether your recruiter still offers it, and try the link.",
        )
