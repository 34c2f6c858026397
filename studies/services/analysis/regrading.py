"""A second set of verdicts, under another rule; the first is never changed."""

from collections.abc import Iterable
from datetime import datetime

from django.db import transaction
from django.db.models import QuerySet

from studies.grading.rule import ArticleRule, GradingRule, Level
from studies.models import RegradedVerdict, Regrading, Response, Study
from studies.models.response import Outcome
from studies.services.session.cards import deck_of

BATCH = 500


def answers_to_regrade(study: Study) -> QuerySet[Response]:
    """Every closed card of ``study``."""
    closed = Response.objects.filter(session__study=study, closed_at__isnull=False)
    return closed.select_related("shown", "session__deck_version").order_by("pk")


def regrade_study(
    *,
    study: Study,
    level: str,
    article_rule: str,
    note: str,
    grading_version: int | None = None,
    now: datetime,
    answers: Iterable[Response] | None = None,
) -> Regrading:
    """Grade every answer of ``study`` again, by the version that its deck has.

    For the learning phase this only describes: the live rule chose the next card. All
    is graded before the transaction begins, so that no participant has to wait.
    """
    rule = GradingRule(
        version=grading_version or study.deck_version.grading_version,
        level=Level(level),
        article=ArticleRule(article_rule),
    )
    regrading = Regrading(
        study=study,
        created_at=now,
        grading_version=rule.version,
        level=level,
        article_rule=article_rule,
        note=note,
    )
    answers = answers_to_regrade(study) if answers is None else answers
    verdicts = [_verdict(regrading, response, rule) for response in answers]
    with transaction.atomic():
        regrading.save()
        RegradedVerdict.objects.bulk_create(verdicts, batch_size=BATCH)
    return regrading


def _verdict(
    regrading: Regrading, response: Response, rule: GradingRule
) -> RegradedVerdict:
    verdict = RegradedVerdict(regrading=regrading, response=response, correct=False)
    in_time = response.outcome in (Outcome.CORRECT, Outcome.WRONG)
    if in_time and response.text:
        deck = deck_of(response.session)
        graded = deck.grade(response.shown.concept_id, response.text, rule=rule)
        verdict.correct = graded.correct
        verdict.rule = graded.rule
        verdict.distance = graded.distance
    return verdict
