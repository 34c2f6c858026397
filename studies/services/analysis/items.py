"""How each card did, over everybody who was asked: never by arm."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from statistics import fmean, median

from django.db.models import F, FilteredRelation, Q, QuerySet

from studies.models import DeckVersion, Regrading, Response, TeachingSession
from studies.models.durations import SecondsBetween
from studies.models.response import Outcome
from studies.models.session import CARD_PHASES, Phase
from studies.services.analysis.disputes import Disputed, find_disputed
from studies.services.decks.content import ConceptContent, content_of
from studies.services.people.measures import find_excluded
from studies.statistics.numbers import digits_that_agree

_ANSWERED = (Outcome.CORRECT, Outcome.WRONG)


@dataclass
class Tally:
    """What is counted of one concept while the cards go by."""

    quizzed: dict[str, dict[int, bool]] = field(
        default_factory=lambda: {Phase.PREQUIZ: {}, Phase.POSTQUIZ: {}}
    )
    showings: dict[int, int] = field(default_factory=lambda: defaultdict(int))
    seconds: list[float] = field(default_factory=list)


@dataclass(frozen=True)
class Item:
    """One concept: how hard it was before and after, and what happened between.

    Shares are of those who were asked, the gain is over those who were asked twice;
    None where nobody was, or where it is not to be told yet.
    """

    concept_id: int
    content: ConceptContent
    n_people: int
    n_before: int
    before: float | None
    after: float | None
    gain: float | None
    n_pairs: int
    showings: float | None
    seconds: float | None
    disputed: list[Disputed]

    @property
    def n_disputing(self) -> int:
        """How many people typed the text that most did."""
        return self.disputed[0].n_people if self.disputed else 0

    @property
    def n_digits(self) -> int:
        """With how many digits its shares and its gain add up as they are read."""
        if self.before is None or self.after is None or self.gain is None:
            return 0
        return digits_that_agree(self.after, self.before, self.gain)


def read_items(
    people: QuerySet[TeachingSession],
    *,
    is_locked: bool,
    regrading: Regrading | None = None,
) -> list[Item]:
    """Every concept that somebody was shown, in the order of the deck.

    Excluded people are left out. While the results are locked, nothing of the
    postquiz is read. With a regrading, its verdicts count instead of the first.
    """
    counted = people.exclude(pk__in=find_excluded(people))
    phases = [p for p in CARD_PHASES if not (is_locked and p == Phase.POSTQUIZ)]
    cards = _judged(counted, regrading).filter(phase__in=phases)
    concepts = _read_concepts(people)
    tallies = _tally(_read_cards(cards))
    disputed = find_disputed(_read_wrong(cards), concepts)
    return [
        _sum_up(concept_id, content, tallies[concept_id], disputed.get(concept_id, []))
        for concept_id, content in concepts.items()
        if concept_id in tallies
    ]


def _judged(
    people: QuerySet[TeachingSession], regrading: Regrading | None
) -> QuerySet[Response]:
    """The closed cards, each with whether it ``is_right``."""
    closed = Response.objects.filter(session__in=people, outcome__isnull=False)
    if regrading is None:
        return closed.annotate(is_right=Q(outcome=Outcome.CORRECT)).order_by()
    again = FilteredRelation("regraded", condition=Q(regraded__regrading=regrading.pk))
    judged = closed.annotate(again=again).filter(again__isnull=False)
    return judged.annotate(is_right=F("again__correct")).order_by()


def _read_cards(
    cards: QuerySet[Response],
) -> Iterable[tuple[int, int, str, str, bool, float]]:
    seconds = SecondsBetween("served_at", "closed_at")
    return cards.annotate(seconds=seconds).values_list(
        *("shown__concept_id", "session_id", "phase", "outcome"),
        *("is_right", "seconds"),
    )


def _read_wrong(cards: QuerySet[Response]) -> Iterable[tuple[int, str, int]]:
    wrong = cards.filter(Q(is_right=False), outcome__in=_ANSWERED).exclude(text="")
    return wrong.values_list("shown__concept_id", "text", "session_id")


def _read_concepts(people: QuerySet[TeachingSession]) -> dict[int, ConceptContent]:
    """The concepts of every version of the deck that somebody was asked about."""
    versions = DeckVersion.objects.filter(
        pk__in=people.order_by().values("deck_version")
    )
    return {
        pk: concept
        for version in versions.order_by("pk")
        for pk, concept in content_of(version).concepts.items()
    }


def _tally(
    rows: Iterable[tuple[int, int, str, str, bool, float]],
) -> dict[int, Tally]:
    tallies: defaultdict[int, Tally] = defaultdict(Tally)
    for concept_id, session_id, phase, outcome, is_right, seconds in rows:
        tally = tallies[concept_id]
        if phase == Phase.LEARNING:
            tally.showings[session_id] += 1
        else:
            tally.quizzed[phase][session_id] = is_right
        if outcome in _ANSWERED:
            tally.seconds.append(seconds)
    return dict(tallies)


def _sum_up(
    concept_id: int, content: ConceptContent, tally: Tally, disputed: list[Disputed]
) -> Item:
    before, after = tally.quizzed[Phase.PREQUIZ], tally.quizzed[Phase.POSTQUIZ]
    gains = list(_gains(before, after))
    people = before.keys() | after.keys() | tally.showings.keys()
    return Item(
        concept_id=concept_id,
        content=content,
        n_people=len(people),
        n_before=len(before),
        before=_mean(before.values()),
        after=_mean(after.values()),
        gain=_mean(gains),
        n_pairs=len(gains),
        showings=_mean(tally.showings.values()),
        seconds=median(tally.seconds) if tally.seconds else None,
        disputed=disputed,
    )


def _gains(before: dict[int, bool], after: dict[int, bool]) -> Iterator[int]:
    for session_id in before.keys() & after.keys():
        yield after[session_id] - before[session_id]


def _mean(values: Iterable[float]) -> float | None:
    numbers = list(values)
    return fmean(numbers) if numbers else None
