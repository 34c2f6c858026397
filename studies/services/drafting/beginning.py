"""A new study: from a template, a copy of another, or a file."""

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.db import IntegrityError, transaction
from django.utils.text import slugify

from studies.models import Arm, DeckVersion, Membership, Questionnaire, Study
from studies.models.team import Action, Role
from studies.services.drafting.questionnaires import MOMENTS
from studies.services.earlier_studies import keep_nameable
from studies.services.team.audit import record_action

LONGEST_SLUG = 50
_ROOM_FOR_NUMBER = 6


@dataclass(frozen=True)
class Design:
    """Everything a researcher decides, apart from any study.

    ``values`` are fields of a study, ``arms`` the fields of its arms, and
    ``questions`` what is asked, by its moment.
    """

    deck_version: DeckVersion
    values: dict[str, Any]
    arms: list[dict[str, Any]]
    questions: dict[str, list[dict[str, Any]]] = field(default_factory=dict)


def begin_study(
    *,
    design: Design,
    user_id: int,
    who: str,
    now: datetime,
    origin: str,
    address: str | None = None,
) -> Study:
    """A draft of ``design``; whoever begins it owns it.

    Its ``address`` is made of its title, unless other words are given; of none it
    is one that says nothing.
    """
    wanted = design.values.get("title", "") if address is None else address
    while True:
        slug = _free_slug(wanted)
        try:
            return _begin(
                slug, design, user_id=user_id, who=who, now=now, origin=origin
            )
        except IntegrityError:
            # Somebody else took the address meanwhile: look for the next one.
            if not Study.objects.filter(slug=slug).exists():
                raise


@transaction.atomic
def _begin(
    slug: str,
    design: Design,
    *,
    user_id: int,
    who: str,
    now: datetime,
    origin: str,
) -> Study:
    # A file may name any study: here only those count that they have a role in.
    named = design.values.get("earlier_studies", [])
    earlier = keep_nameable(named, user_id=user_id)
    asked = {
        MOMENTS[moment]: Questionnaire.objects.create(
            name=f"{slug}, {moment}", items=items
        )
        for moment, items in design.questions.items()
        if items
    }
    study = Study.objects.create(
        slug=slug,
        deck_version=design.deck_version,
        **{**design.values, "earlier_studies": earlier},
        **asked,
    )
    study.dropped_studies = [name for name in named if name not in earlier]
    Arm.objects.bulk_create(
        Arm(study=study, position=position, **arm)
        for position, arm in enumerate(design.arms)
    )
    Membership.objects.create(study=study, user_id=user_id, role=Role.OWNER)
    record_action(study, Action.CREATED, who=who, now=now, origin=origin)
    return study


def _free_slug(title: str) -> str:
    """A short name for links, of the title and if need be a number."""
    wanted = slugify(title)[: LONGEST_SLUG - _ROOM_FOR_NUMBER].strip("-") or "study"
    taken = set(
        Study.objects.filter(slug__startswith=wanted).values_list("slug", flat=True)
    )
    number = 1
    slug = wanted
    while slug in taken:
        number += 1
        slug = f"{wanted}-{number}"
    return slug
