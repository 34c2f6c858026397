"""A second set of verdicts, under another rule; the first is never changed."""

from collections.abc import Iterator
from datetime import datetime

from django.db import transaction

from studies.models import RegradedVerdict, Regrading, Response, Study
from studies.models.response import Outcome
from studies.services.cards import deck_of
from studies.services.grading import ArticleRule, GradingRule, Level, grade

BATCH = 500


@transaction.atomic
def regrade_study(
    *, study: Study, level: str, article_rule: str, note: str, now: datetime
) -> Regrading:
    """Grade every answer of ``study`` again.

    For the learning phase this only describes: the live rule chose the next card.
    """
    rule = GradingRule(level=Level(level), article=ArticleRule(article_rule))
    regrading = Regrading.objects.create(
        study=study,
        created_at=now,
        grading_version=rule.version,
        level=level,
        article_rule=article_rule,
        note=note,
    )
    RegradedVerdict.objects.bulk_create(
        list(_verdicts(regrading, rule)), batch_size=BATCH
    )
    return regrading


def _verdicts(regrading: Regrading, rule: GradingRule) -> Iterator[RegradedVerdict]:
    answers = Response.objects.filter(
        session__study=regrading.study, closed_at__isnull=False
    ).select_related("shown", "session__study__deck_version")
    for response in answers.order_by("pk"):
        yield _verdict(regrading, response, rule)


def _verdict(
    regrading: Regrading, response: Response, rule: GradingRule
) -> RegradedVerdict:
    verdict = RegradedVerdict(regrading=regrading, response=response, correct=False)
    in_time = response.outcome in (Outcome.CORRECT, Outcome.WRONG)
    if in_time and response.text:
        deck, concept_id = deck_of(response.session), response.shown.concept_id
        graded = grade(
            response.text,
            deck.concepts[concept_id].expected,
            rule=rule,
            rivals=deck.rivals(concept_id),
        )
        verdict.correct = graded.correct
        verdict.rule = graded.rule
        verdict.distance = graded.distance
    return verdict
