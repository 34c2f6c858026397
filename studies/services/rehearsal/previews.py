"""Sessions of researchers who look at their own study. They count nowhere."""

from dataclasses import replace
from datetime import datetime
from enum import StrEnum
from typing import NamedTuple
from uuid import UUID

from django.db import transaction

from studies.errors import DesignError, NotFoundError
from studies.models import Arm, Study, TeachingSession
from studies.models.study import Purpose
from studies.models.team import Action
from studies.recruitment import OPEN_LINK
from studies.services.design.checks import check_design
from studies.services.enrolment.beginning import begin_preview
from studies.services.pricing.prices import prepare_prices
from studies.services.session.settings import SessionSettings, freeze_settings
from studies.services.team.audit import record_action

FAST_REVIEW_SECONDS = 1.0


class Pace(StrEnum):
    NORMAL = "normal"
    FAST = "fast"


class Preview(NamedTuple):
    """What opens a preview, and its id in the dashboard."""

    token: str
    public_id: UUID


def start_preview(
    *,
    study: Study,
    arm_id: int,
    pace: Pace,
    who: str,
    now: datetime,
    source: str = OPEN_LINK,
) -> Preview:
    """A session in ``arm_id`` that holds no place and enters no count.

    It ends as for people of the recruiter ``source``.
    """
    if study.is_over(now=now):
        raise DesignError("The study is closed. Clone it to try it again.")
    check_design(study)
    prepare_prices(study)
    return _begin(study, arm_id, pace, who=who, now=now, source=source)


@transaction.atomic
def _begin(
    study: Study, arm_id: int, pace: Pace, *, who: str, now: datetime, source: str
) -> Preview:
    arm = study.arms.filter(pk=arm_id).first()
    if arm is None:
        raise NotFoundError("The study has no such arm.")
    settings = paced(freeze_settings(study), pace)
    session, token = begin_preview(
        study=study, arm=arm, settings=settings, source=source, now=now
    )
    record_action(study, Action.TRIED, who=who, now=now, arm=arm.name, pace=pace)
    return Preview(token, session.public_id)


def paced(settings: SessionSettings, pace: Pace) -> SessionSettings:
    """As they are, or with short reviews and without waiting between parts."""
    if pace == Pace.NORMAL:
        return settings
    after_right = settings.review_seconds_after_right
    return replace(
        settings,
        review_seconds=min(settings.review_seconds, FAST_REVIEW_SECONDS),
        review_seconds_after_right=(
            None if after_right is None else min(after_right, FAST_REVIEW_SECONDS)
        ),
        postquiz_delay_seconds=0,
    )


def find_preview(study: Study, public_id: UUID) -> TeachingSession:
    """A preview of ``study``; the sessions of others are not looked at this way."""
    previews = TeachingSession.objects.filter(study=study, purpose=Purpose.PREVIEW)
    session = (
        previews.filter(public_id=public_id).select_related("arm", "study").first()
    )
    if session is None:
        raise NotFoundError
    return session


def arms_to_try(study: Study) -> list[Arm]:
    return list(study.arms.order_by("position"))
