"""A second set of verdicts, under another rule; the first is never changed."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import lru_cache

from django.db import transaction
from django.db.models import QuerySet

from studies.errors import InvalidError
from studies.grading.rule import Accepted, ArticleRule, GradingRule, Level, Verdict
from studies.models import (
    Concept,
    DeckVersion,
    RegradedVerdict,
    Regrading,
    Response,
    Study,
)
from studies.models.response import Outcome
from studies.models.study import Purpose
from studies.models.team import Action
from studies.services.decks.content import DeckContent, content_of
from studies.services.team.audit import record_action

BATCH = 500
MOST_ACCEPTED = 200
# A concept's key, and a text that shall be right for it.
Alternative = tuple[int, str]
Changes = dict[str, dict[str, dict[str, int]]]


@dataclass(frozen=True)
class Wish:
    """By which rule shall be graded, what else shall be right, and why."""

    level: str
    article_rule: str
    grading_version: int | None = None
    accepted: Sequence[Alternative] = ()
    note: str = ""
    purpose: str = ""
    """Of whom the answers are graded; of everybody but previews if it is not said."""


def answers_to_regrade(study: Study, *, purpose: str = "") -> QuerySet[Response]:
    """The closed cards of people of ``purpose``; of all but previews if empty."""
    closed = Response.objects.filter(session__study=study, closed_at__isnull=False)
    if purpose:
        closed = closed.filter(session__purpose=purpose)
    else:
        closed = closed.exclude(session__purpose=Purpose.PREVIEW)
    related = closed.select_related("shown", "session__deck_version").order_by("pk")
    return related.defer("decision", "client", "session__settings")


def read_in_pages(answers: QuerySet[Response]) -> Iterator[Response]:
    """The same, a page at a time: no cursor stays open while somebody writes."""
    last = 0
    while page := list(answers.filter(pk__gt=last)[:BATCH]):
        yield from page
        last = page[-1].pk


def regrade_study(
    *,
    study: Study,
    wish: Wish,
    who: str,
    now: datetime,
    answers: Iterable[Response] | None = None,
    keep: Callable[[Regrading], object] = lambda regrading: None,
) -> Regrading:
    """Grade the answers of ``study`` again, by the version that its deck has.

    For the learning phase this only describes: the live rule chose the next card. All
    is graded before the transaction begins, so that no participant has to wait;
    ``keep`` is called within it.
    """
    require_own_concepts(study, wish.accepted)
    rule = GradingRule(
        version=wish.grading_version or study.deck_version.grading_version,
        level=Level(wish.level),
        article=ArticleRule(wish.article_rule),
    )
    regrading = Regrading(
        study=study,
        created_at=now,
        grading_version=rule.version,
        level=wish.level,
        article_rule=wish.article_rule,
        accepted=[list(alternative) for alternative in wish.accepted],
        note=wish.note,
        who=who,
    )
    grader = _Grader(rule, wish.accepted)
    if answers is None:
        answers = read_in_pages(answers_to_regrade(study, purpose=wish.purpose))
    verdicts = [grader.judge(regrading, response) for response in answers]
    regrading.changes = grader.changes
    with transaction.atomic():
        regrading.save()
        RegradedVerdict.objects.bulk_create(verdicts, batch_size=BATCH)
        _record(regrading)
        keep(regrading)
    return regrading


def require_own_concepts(study: Study, accepted: Sequence[Alternative]) -> None:
    """Refuse texts for cards that the study does not ask about."""
    wanted = {concept_id for concept_id, _ in accepted}
    deck = study.deck_version.deck_id
    own = Concept.objects.filter(pk__in=wanted, deck_version__deck=deck)
    if own.count() != len(wanted) or len(accepted) > MOST_ACCEPTED:
        raise InvalidError("These texts cannot be accepted.")


def list_regradings(study: Study) -> list[Regrading]:
    """Every second set of verdicts, the newest first."""
    return list(Regrading.objects.filter(study=study).order_by("-pk"))


def covers(regrading: Regrading, purpose: str) -> bool:
    """Whether it judged people of ``purpose``; the oldest did not count changes."""
    return not regrading.changes or purpose in regrading.changes


def _record(regrading: Regrading) -> None:
    # Texts that people typed stay out of a log that outlasts an erasure.
    record_action(
        regrading.study,
        Action.REGRADED,
        who=regrading.who,
        now=regrading.created_at,
        regrading=regrading.pk,
        level=regrading.level,
        article_rule=regrading.article_rule,
        n_accepted=len(regrading.accepted),
    )


class _Grader:
    """Grades cards by a rule, and counts what changes by it."""

    def __init__(self, rule: GradingRule, accepted: Sequence[Alternative]) -> None:
        self._rule = rule
        self._accepted = accepted
        self.changes: Changes = {}
        # People type the same words again and again.
        self._grade = lru_cache(maxsize=2**16)(self._grade_text)
        self._deck = lru_cache(self._widened)

    def judge(self, regrading: Regrading, response: Response) -> RegradedVerdict:
        verdict = RegradedVerdict(
            regrading=regrading, response_id=response.pk, correct=False
        )
        in_time = response.outcome in (Outcome.CORRECT, Outcome.WRONG)
        if in_time and response.text:
            version = response.session.deck_version
            graded = self._grade(version, response.shown.concept_id, response.text)
            verdict.correct = graded.correct
            verdict.rule = graded.rule
            verdict.distance = graded.distance
        self._count(response, is_right=verdict.correct)
        return verdict

    def _grade_text(self, version: DeckVersion, concept_id: int, text: str) -> Verdict:
        return self._deck(version).grade(concept_id, text, rule=self._rule)

    def _widened(self, version: DeckVersion) -> DeckContent:
        """The deck, in which what was accepted is among the right answers."""
        deck = content_of(version)
        concepts = dict(deck.concepts)
        for concept_id, text in self._accepted:
            if concept_id in concepts:
                content = concepts[concept_id]
                answers = (*content.expected.answers, Accepted(text))
                expected = replace(content.expected, answers=answers)
                concepts[concept_id] = replace(content, expected=expected)
        return replace(deck, concepts=concepts)

    def _count(self, response: Response, *, is_right: bool) -> None:
        of_purpose = self.changes.setdefault(response.session.purpose, {})
        nothing = {"n": 0, "to_right": 0, "to_wrong": 0}
        counts = of_purpose.setdefault(response.phase, nothing)
        counts["n"] += 1
        if is_right != response.recalled:
            counts["to_right" if is_right else "to_wrong"] += 1
