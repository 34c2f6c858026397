"""What somebody knew before and after, from the two quizzes."""

from collections import defaultdict
from dataclasses import dataclass, field
from typing import Any

from studies.models import Response, TeachingSession
from studies.models.response import Outcome
from studies.models.session import QUIZZES, Phase
from studies.services.export.columns import Column, flag, number, whole
from studies.services.export.source import Page

COLUMNS: tuple[Column, ...] = (
    flag("is_analysed", "Whether they took a place and every card of the postquiz"),
    whole("n_known_before", "Concepts right at prequiz", "concepts"),
    whole("n_known_after", "Concepts right at postquiz", "concepts"),
    whole("n_unknown_before", "Concepts wrong at prequiz", "concepts"),
    whole("n_learnt", "Concepts wrong at prequiz and right at postquiz", "concepts"),
    whole("n_lost", "Concepts right at prequiz and wrong at postquiz", "concepts"),
    number("learnt", "n_learnt of n_unknown_before; empty when none was wrong"),
    number("net_gain", "Share known after minus share known before"),
    number("gained", "n_learnt of all concepts"),
    number("loss_rate", "n_lost of n_known_before; empty when none was right"),
)


@dataclass
class Quizzes:
    """Whether each concept was right, by its position, before and after."""

    before: dict[int, bool] = field(default_factory=dict)
    after: dict[int, bool] = field(default_factory=dict)

    def is_analysed(self, session: TeachingSession) -> bool:
        n_concepts = session.settings["n_concepts"]
        return session.arm_id is not None and len(self.after) == n_concepts

    def describe(self, session: TeachingSession) -> dict[str, Any]:
        """The numbers of a session; outcomes of those who are analysed alone."""
        if not self.is_analysed(session):
            return {**dict.fromkeys(each.name for each in COLUMNS), "is_analysed": 0}
        pairs = [(self.before.get(at, False), now) for at, now in self.after.items()]
        known, knows = (sum(side) for side in zip(*pairs, strict=True))
        learnt = sum(now and not was for was, now in pairs)
        lost = sum(was and not now for was, now in pairs)
        n = len(pairs)
        return {
            "is_analysed": 1,
            "n_known_before": known,
            "n_known_after": knows,
            "n_unknown_before": n - known,
            "n_learnt": learnt,
            "n_lost": lost,
            "learnt": _share(learnt, n - known),
            "net_gain": _share(knows - known, n),
            "gained": _share(learnt, n),
            "loss_rate": _share(lost, known),
        }


def _share(part: int, whole: int) -> float | None:
    return part / whole if whole else None


def read_quizzes(page: Page) -> dict[int, Quizzes]:
    """The quizzes of a page of sessions, by their keys."""
    closed = Response.objects.filter(
        session__in=page, phase__in=QUIZZES, outcome__isnull=False
    )
    found: dict[int, Quizzes] = defaultdict(Quizzes)
    rows = closed.values_list("session_id", "phase", "shown__position", "outcome")
    for key, phase, position, outcome in rows:
        quizzes = found[key]
        side = quizzes.before if phase == Phase.PREQUIZ else quizzes.after
        side[position] = outcome == Outcome.CORRECT
    return found
