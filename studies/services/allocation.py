"""Places in arms: permuted blocks, nobody counted twice, nobody re-randomised."""

from datetime import datetime
from math import gcd
from typing import Any, Protocol

from django.db import connection
from django.db.models import Count, F, OuterRef, QuerySet, Subquery, Sum
from django.db.models.lookups import GreaterThan

from studies.derivation import derive_seed
from studies.errors import NotFoundError
from studies.models import Arm, Place, Study, TeachingSession
from studies.models.arms import PlaceState
from studies.models.log import LogKind
from studies.models.session import ENDED
from studies.models.study import Purpose
from studies.services.neighbours import NOWHERE, Present, count_excess
from studies.services.seeds import pick, shuffle
from teaching.draws import Stream

BLOCK_MULTIPLES = (1, 2)
# Some leave before they get a place: a few more than there are may be on their way.
FEWEST_SPARE = 2
PLACES_PER_SPARE = 4
COUNTED = (Purpose.REAL, Purpose.PILOT)


class Locked(Protocol):
    """A session that nobody else changes meanwhile, and its log."""

    session: TeachingSession
    now: datetime

    def log(self, kind: str, **payload: Any) -> None: ...


def lock_study(study: Study) -> Study:
    """``study`` again, with its pool of places locked till the transaction ends.

    What a session of it is made of comes along.
    """
    whole = Study.objects.select_related(
        "deck_version", "questions_before", "questionnaire"
    )
    try:
        return whole.select_for_update(no_key=True, of=("self",)).get(pk=study.pk)
    except Study.DoesNotExist as error:
        # Somebody was quicker and deleted it.
        raise NotFoundError from error


def is_full(study: Study, *, purpose: str, origin: int = NOWHERE) -> bool:
    """Whether no place is left, or enough people are on their way to those left.

    To whoever comes from another origin, people of one count for at most half of the
    places until they have finished: one address alone fills no study for others.
    """
    if purpose not in COUNTED:
        return False
    target = count_target(study)
    held = _pool(study, purpose).exclude(state=PlaceState.OPEN).count()
    present = Present(held, _on_their_way(study, purpose).count())
    if not _fills(present, target):
        return False
    share = max(1, target // 2)
    excess = count_excess(_unfinished(study, purpose), share=share, own=origin)
    return _fills(_reduce(present, excess), target)


def _fills(present: Present, target: int) -> bool:
    n_left = target - present.n_holding
    n_spare = max(FEWEST_SPARE, n_left // PLACES_PER_SPARE)
    return n_left <= 0 or present.n_waiting >= n_left + n_spare


def _reduce(present: Present, excess: Present) -> Present:
    return Present(
        present.n_holding - excess.n_holding, present.n_waiting - excess.n_waiting
    )


def count_target(study: Study) -> int:
    """How many places the arms shall have together."""
    return study.arms.aggregate(n=Sum("n_places"))["n"] or 0


def count_left(study: Study, *, purpose: str) -> int:
    """How many places nobody holds or has filled."""
    held = _pool(study, purpose).exclude(state=PlaceState.OPEN).count()
    return max(0, count_target(study) - held)


def _on_their_way(study: Study, purpose: str) -> QuerySet[TeachingSession]:
    waiting = study.sessions.filter(purpose=purpose, allocated_at=None, is_away=False)
    return waiting.exclude(phase__in=ENDED)


def _unfinished(study: Study, purpose: str) -> list[tuple[int, bool]]:
    """Everybody who holds a place or is on the way to one, and whether they wait."""
    holding = study.sessions.filter(purpose=purpose, place__state=PlaceState.TAKEN)
    ids = [(pk, False) for pk in holding.values_list("pk", flat=True)]
    waiting = _on_their_way(study, purpose).values_list("pk", flat=True)
    return ids + [(pk, True) for pk in waiting]


def prepare_places(study: Study, *, purpose: str) -> None:
    """Have an open place for everybody on the way to one; the study is locked.

    It is done when somebody joins, so that the answer that ends a prequiz finds a
    place ready and need not make one.
    """
    waiting = study.sessions.filter(purpose=purpose, allocated_at=None)
    needed = waiting.exclude(phase__in=ENDED).count() + 1
    n_open = _pool(study, purpose).filter(state=PlaceState.OPEN).count()
    while n_open < needed:
        n_open += add_block(study, purpose=purpose)


def add_block(study: Study, *, purpose: str) -> int:
    """Append one permuted block of open places; returns how many."""
    arms = list(study.arms.order_by("position"))
    last = _pool(study, purpose).order_by("-number").first()
    block, number = (last.block + 1, last.number + 1) if last else (1, 1)
    n_made = _count_by_arm(study, purpose) if last else {}
    seed = derive_seed(study.seed, "allocation", purpose)
    order = _block_order(arms, n_made, seed=seed, block=block)
    Place.objects.bulk_create(
        Place(study=study, arm=arm, purpose=purpose, number=number + i, block=block)
        for i, arm in enumerate(order)
    )
    return len(order)


def _count_by_arm(study: Study, purpose: str) -> dict[int, int]:
    made = _pool(study, purpose).values("arm").annotate(n=Count("pk"))
    return {row["arm"]: row["n"] for row in made}


def _block_order(
    arms: list[Arm], n_made: dict[int, int], *, seed: int, block: int
) -> list[Arm]:
    """The arms of a block, each by its weight, shuffled by the seed."""
    unit = gcd(*(arm.n_places for arm in arms))
    multiple = pick(BLOCK_MULTIPLES, seed=seed, stream=Stream.ALLOCATION, step=block)
    units_left = unit - sum(n_made.values()) * unit // sum(a.n_places for a in arms)
    if units_left > 0:
        # A block must not reach over the target, or the arms would end unequal.
        multiple = min(multiple, units_left)
    deck = [arm for arm in arms for _ in range(multiple * arm.n_places // unit)]
    order = shuffle(
        range(1, len(deck) + 1), seed=seed, stream=Stream.ALLOCATION, step=block
    )
    return [deck[item - 1] for item in order]


def take_place(locked: Locked) -> Arm:
    """Give the session a place, those of people who left first.

    Whoever comes to find none left is taught all the same, and marked: it is not their
    fault.
    """
    session = locked.session
    if session.purpose == Purpose.PREVIEW and session.arm is not None:
        # Somebody looks at the study; the arm was chosen, and no place is touched.
        return session.arm
    place = _first_open(session)
    if place is None:
        study = lock_study(session.study)
        add_block(study, purpose=session.purpose)
        place = _first_open(session)
    if place is None:
        raise RuntimeError("a new block of places had none open")
    _occupy(locked, place)
    session.arm = place.arm
    session.allocated_at = locked.now
    locked.log(LogKind.ALLOCATED, place=place.number, arm=place.arm.name)
    return place.arm


def _first_open(session: TeachingSession) -> Place | None:
    """Of the places that the arms shall have, else one beyond them."""
    skip = connection.features.has_select_for_update_skip_locked
    return (
        _marked(_pool(session.study, session.purpose))
        .filter(state=PlaceState.OPEN)
        .select_related("arm")
        .select_for_update(skip_locked=skip, of=("self",))
        .order_by(  # type: ignore[misc]
            "is_beyond", F("returned_at").asc(nulls_last=True), "number"
        )
        .first()
    )


def _marked(places: QuerySet[Place]) -> QuerySet[Place]:
    """Each with ``is_beyond``: whether the arms shall have fewer places."""
    arms = Arm.objects.filter(study=OuterRef("study")).values("study")
    target = Subquery(arms.annotate(n=Sum("n_places")).values("n"))
    return places.annotate(is_beyond=GreaterThan(F("number"), target))


def _occupy(locked: Locked, place: Any) -> None:
    place.state = PlaceState.TAKEN
    place.returned_at = None
    place.save(update_fields=["state", "returned_at"])
    locked.session.place = place
    locked.session.returned_place = None
    locked.session.is_over_full = place.purpose in COUNTED and place.is_beyond


def return_place(locked: Locked) -> None:
    """Put the session's place back into the pool, to be served first."""
    session = locked.session
    if session.place_id is None:
        return
    Place.objects.filter(pk=session.place_id, state=PlaceState.TAKEN).update(
        state=PlaceState.OPEN, returned_at=locked.now
    )
    session.returned_place_id = session.place_id
    session.place = None


def complete_place(session: TeachingSession) -> None:
    """Count the session's place as filled for good."""
    if session.place is not None:
        session.place.state = PlaceState.COMPLETED
        session.place.save(update_fields=["state"])


def leave_session(locked: Locked, *, idle_since: datetime, **said: str) -> None:
    """Mark a session as away; its place returns to the pool."""
    return_place(locked)
    locked.session.is_away = True
    locked.log(LogKind.AWAY, since=idle_since.isoformat(), **said)


def resume_session(locked: Locked) -> None:
    """Welcome somebody back: to the same arm, and the same place if still free."""
    session = locked.session
    session.is_away = False
    if session.returned_place_id is not None and not session.has_ended:
        _retake(locked, session.returned_place_id)
    locked.log(LogKind.RESUMED, over_full=session.is_over_full)


def _retake(locked: Locked, place_id: int) -> None:
    place = (
        _marked(Place.objects.select_for_update(of=("self",)))
        .filter(pk=place_id, state=PlaceState.OPEN)
        .first()
    )
    if place is None:
        locked.session.is_over_full = True
    else:
        _occupy(locked, place)


def _pool(study: Study, purpose: str) -> QuerySet[Place]:
    return Place.objects.filter(study=study, purpose=purpose)
