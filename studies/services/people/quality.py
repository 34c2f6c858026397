"""Whom can I trust? What is measured of everybody, and where it is too much.

Nothing here looks at an arm or at a right answer, so it may be seen at any time.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from django.db.models import QuerySet

from studies.models import Study, TeachingSession
from studies.models.session import Phase
from studies.services.monitoring.journeys import Journey
from studies.services.people.distributions import Distribution, spread
from studies.services.people.flags import (
    MANY_MISSED_PERCENT,
    OFTEN_LEFT,
    OFTEN_TAKEN_BACK,
    find_broken_rules,
    tell_rules,
)
from studies.services.people.habits import (
    QUICK_SECONDS,
    Typing,
    count_shared_assignments,
    read_devices,
    read_honesty,
    read_typing,
)
from studies.services.people.measures import HONESTY_ITEM, Measures, read_measures

FEWEST_KEYS_PER_LETTER = 0.5
MOST_QUICK = 2


@dataclass(frozen=True)
class QualityRow:
    """One participant: how they took part, and which thresholds they are beyond."""

    pseudonym: str
    measures: Measures
    typing: Typing
    honesty: str
    device: str
    n_shared: int
    broken_rules: tuple[str, ...]
    beyond: frozenset[str] = frozenset()

    def tell_help(self, *, is_in_study: bool) -> str:
        """What they said about help, or why they said nothing."""
        if self.honesty:
            return self.honesty
        was_asked = is_in_study and _is_past_questions(self.measures.journey)
        return "no answer" if was_asked else "not asked"

    @property
    def n_concerns(self) -> int:
        """How much speaks against them, registered or not."""
        arrivals = bool(self.measures.n_unproven) + bool(self.n_shared)
        return len(self.beyond) + self.measures.has_had_help + arrivals


def _is_past_questions(journey: Journey) -> bool:
    return bool({Phase.DEBRIEF, Phase.COMPLETED} & {*journey.entered, journey.phase})


def asks_about_help(study: Study) -> bool:
    """Whether the questions at the end have the one about help."""
    asked = study.questionnaire.items if study.questionnaire else []
    return any(item.get("id") == HONESTY_ITEM for item in asked)


@dataclass(frozen=True)
class Gauge:
    """A number that everybody has, and from where on it is too much.

    The design may have a threshold for it. With ``is_least``, too little is beyond. A
    count has no values between whole numbers.
    """

    name: str
    label: str
    words: str
    value: Callable[[QualityRow], float | None]
    usual: float | None = None
    of_design: Callable[[Study], float | None] = lambda study: None
    is_least: bool = False
    is_count: bool = True

    def threshold(self, study: Study) -> float | None:
        """Where it is too much: as the design says, else what is usual."""
        chosen = self.of_design(study)
        return self.usual if chosen is None else chosen

    def is_beyond(self, row: QualityRow, study: Study) -> bool:
        value, threshold = self.value(row), self.threshold(study)
        if value is None or threshold is None:
            return False
        return value < threshold if self.is_least else value > threshold


def _rule(name: str) -> Callable[[Study], float | None]:
    return lambda study: study.exclusion_rules.get(name)


GAUGES = (
    Gauge(
        "gap",
        "Longest gap",
        "seconds between two parts",
        lambda row: row.measures.longest_gap_seconds,
        of_design=lambda study: study.largest_gap_seconds,
        is_count=False,
    ),
    Gauge(
        "minutes",
        "Minutes",
        "minutes from consent to the end",
        lambda row: row.measures.journey.minutes,
        of_design=_rule("minutes"),
        is_count=False,
    ),
    Gauge(
        "pastes",
        "Pastes",
        "times something was pasted",
        lambda row: row.measures.n_pastes,
        usual=0,
        of_design=_rule("pastes"),
    ),
    Gauge(
        "keys",
        "Keys per letter",
        "keys pressed for each letter of the answers",
        lambda row: row.typing.keys_per_letter,
        usual=FEWEST_KEYS_PER_LETTER,
        is_least=True,
        is_count=False,
    ),
    Gauge(
        "blurs",
        "Page left",
        "times the page was left",
        lambda row: row.measures.n_leaves,
        usual=OFTEN_LEFT - 1,
        of_design=_rule("blurs"),
    ),
    Gauge(
        "missed",
        "Late or missed",
        "percent of all cards",
        lambda row: row.measures.percent_missed,
        usual=MANY_MISSED_PERCENT,
        is_count=False,
    ),
    Gauge(
        "unanswered",
        "No answer",
        "cards of learning to which nothing came",
        lambda row: row.measures.n_unanswered,
        of_design=_rule("missed_cards"),
    ),
    Gauge(
        "quick",
        "Very quick",
        f"answers in less than {QUICK_SECONDS:g} second",
        lambda row: row.typing.n_quick,
        usual=MOST_QUICK,
    ),
    Gauge(
        "again",
        "Taken back",
        "times a card stood still for its picture",
        lambda row: row.measures.n_taken_back,
        usual=OFTEN_TAKEN_BACK - 1,
    ),
)


@dataclass(frozen=True)
class Gauged:
    """A gauge over everybody, with its thresholds and how many are beyond."""

    gauge: Gauge
    spread: Distribution
    threshold: float | None
    is_of_design: bool
    n_beyond: int

    @property
    def threshold_words(self) -> str:
        return "none" if self.threshold is None else f"{self.threshold:,g}"


@dataclass(frozen=True)
class RuleCount:
    """A registered rule, how many are beyond it, and how many of them are excluded."""

    words: str
    n_people: int
    n_excluded: int


def read_quality(study: Study, people: QuerySet[TeachingSession]) -> list[QualityRow]:
    """Everybody of ``people`` whose data were not erased, oldest first."""
    people = people.filter(erased_at__isnull=True)
    names = dict(people.values_list("pk", "participant__pseudonym"))
    typing, honesty = read_typing(people), read_honesty(people)
    devices, shared = read_devices(people), count_shared_assignments(people)
    rows = (
        QualityRow(
            pseudonym=names[key],
            measures=measures,
            typing=typing.get(key, Typing()),
            honesty=honesty.get(key, ""),
            device=devices.get(key, ""),
            n_shared=shared.get(key, 0),
            broken_rules=tuple(find_broken_rules(measures, study.exclusion_rules)),
        )
        for key, measures in read_measures(people).items()
        if key in names
    )
    return [_judged(row, study) for row in rows]


def _judged(row: QualityRow, study: Study) -> QualityRow:
    beyond = frozenset(g.name for g in GAUGES if g.is_beyond(row, study))
    return replace(row, beyond=beyond)


def gauge_people(study: Study, rows: Sequence[QualityRow]) -> list[Gauged]:
    """How every number is spread over people."""
    return [_gauge(gauge, study, rows) for gauge in GAUGES]


def _gauge(gauge: Gauge, study: Study, rows: Sequence[QualityRow]) -> Gauged:
    threshold = gauge.threshold(study)
    values = [value for row in rows if (value := gauge.value(row)) is not None]
    return Gauged(
        gauge=gauge,
        spread=spread(values, marks=[] if threshold is None else [threshold]),
        threshold=threshold,
        is_of_design=gauge.of_design(study) is not None,
        n_beyond=sum(gauge.name in row.beyond for row in rows),
    )


def count_rules(study: Study, rows: Iterable[QualityRow]) -> list[RuleCount]:
    """Each registered rule with how many people are beyond it."""
    beyond: Counter[str] = Counter()
    excluded: Counter[str] = Counter()
    for row in rows:
        beyond.update(row.broken_rules)
        if row.measures.is_excluded:
            excluded.update(row.broken_rules)
    return [
        RuleCount(words, beyond[words], excluded[words])
        for words in tell_rules(study.exclusion_rules)
    ]
