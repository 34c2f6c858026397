"""The questions of all one's studies, to be asked again in another."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from itertools import chain, count
from typing import Any

from studies.limits import MAX_QUESTION_ID
from studies.models import Study
from studies.models.questions import QuestionKind
from studies.models.study import StudyState
from studies.services.drafting.questionnaires import (
    MOMENTS,
    edit_questions,
    questions_of,
)
from studies.services.team.rights import RIGHTS, Right, User, roles_of, studies_of


@dataclass(frozen=True)
class Asked:
    """A question as a list shows it: its words, and how it is answered."""

    label: str
    kind: str


@dataclass(frozen=True)
class QuestionSet:
    """What one study asks at one moment."""

    study: Study
    moment: str
    questions: tuple[Asked, ...]

    def has(self, words: str) -> bool:
        """Whether every word is somewhere in the titles or in what is asked."""
        titles = (self.study.title, self.study.internal_title, self.study.slug)
        asked = (question.label for question in self.questions)
        text = " ".join([*titles, *asked]).casefold()
        return all(word in text for word in words.casefold().split())


def list_question_sets(user: User, *, words: str = "") -> list[QuestionSet]:
    """Everything that the studies of ``user`` ask, the latest study first."""
    sets = (each for study in _readable(user) for each in _sets_of(study))
    return [each for each in sets if each.has(words)]


def list_drafts(user: User) -> list[Study]:
    """The drafts whose questions ``user`` may write."""
    drafts = studies_of(user).filter(state=StudyState.DRAFT, archived_at=None)
    return _with_right(user, list(drafts.order_by("-pk")), Right.EDIT_DESIGN)


def ask_again(
    *,
    source: Study,
    asked: str,
    draft: Study,
    moment: str,
    who: str,
    now: datetime,
) -> int:
    """Add what ``source`` asks to what ``draft`` asks; says how many questions came.

    Only before the cards an answer may end a study, so afterwards none does.
    """
    held, others = questions_of(draft, moment), questions_of(source, asked)
    taken = {item.get("id", "") for item in held}
    added = [_fitted(item, taken, moment) for item in others]
    edit_questions(
        study_id=draft.pk, moment=moment, items=[*held, *added], who=who, now=now
    )
    return len(added)


def free_name(wanted: str, taken: set[str]) -> str:
    """``wanted``, or if a question has that name already, the next with a number."""
    spare = (f"{wanted[: MAX_QUESTION_ID - 4]}_{number}" for number in count(2))
    return next(each for each in chain([wanted], spare) if each not in taken)


def _readable(user: User) -> list[Study]:
    studies = studies_of(user).select_related(*MOMENTS.values())
    return _with_right(user, list(studies.order_by("-pk")), Right.SEE_DESIGN)


def _with_right(user: User, studies: list[Study], right: Right) -> list[Study]:
    roles = roles_of(user, studies)
    return [study for study in studies if right in RIGHTS[roles[study.pk]]]


def _sets_of(study: Study) -> Iterator[QuestionSet]:
    for moment in MOMENTS:
        items = questions_of(study, moment)
        if items:
            yield QuestionSet(study, moment, tuple(map(_asked, items)))


def _asked(item: dict[str, Any]) -> Asked:
    kinds = dict(QuestionKind.choices)
    return Asked(item.get("label", ""), str(kinds.get(item.get("kind", ""), "")))


def _fitted(item: dict[str, Any], taken: set[str], moment: str) -> dict[str, Any]:
    """``item`` under a name that is free, and without what its moment forbids."""
    name = free_name(item.get("id", ""), taken)
    taken.add(name)
    kept = {**item, "id": name}
    if moment == "after":
        kept.pop("screen_out", None)
    return kept
