"""Designs to begin with: the paper's two studies, a quick one, and an empty one."""

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from studies.errors import NotFoundError
from studies.models import DeckVersion, Study
from studies.models.study import Sampling
from studies.services.design.demo import ARMS, LATER_QUESTIONS, PACE
from studies.services.design.doubts.design import WORKING_TITLES
from studies.services.design.question_templates import ask
from studies.services.design.template_words import TEMPLATE_WORDS
from studies.services.drafting.beginning import Design, begin_study


@dataclass(frozen=True)
class StudyTemplate:
    """A design that is offered. Without the name of a deck it takes any."""

    code: str
    title: str
    words: str
    deck: str
    arms: tuple[str, ...]
    n_places: int
    values: dict[str, Any] = field(default_factory=dict)
    is_written: bool = True
    """Whether it comes with texts, rules and questions that are good for most."""


@dataclass(frozen=True)
class Offer:
    """A template as a page offers it; without its deck it cannot be begun."""

    template: StudyTemplate
    deck_version: DeckVersion | None


PAPER = "Hunziker et al. (NeurIPS 2019)"
_PAPER_PLAN = {
    "reference_arm": "GR",
    "hypothesis": (
        "Of what they did not know before, people taught by GR learn more than people "
        "taught by LR, RR or RD."
    ),
}
TEMPLATES = {
    template.code: template
    for template in (
        StudyTemplate(
            "german",
            "German words",
            f"A study of {PAPER}: 15 of the German words, 40 cards to learn them. "
            "Four ways to choose the next card, with 20 people each: what helps "
            "memory most, what is most likely forgotten, all in turn, or by chance.",
            "german",
            ARMS,
            20,
            {"n_concepts": 15, **PACE, **_PAPER_PLAN},
        ),
        StudyTemplate(
            "biodiversity",
            "Names of animals",
            f"A study of {PAPER}: 7 common and 8 rare animals, 40 cards to learn "
            "them. Four ways to choose the next card, with 80 people each: what helps "
            "memory most, what is most likely forgotten, all in turn, or by chance.",
            "biodiversity",
            ARMS,
            80,
            {
                "n_concepts": 15,
                "sampling": Sampling.STRATIFIED,
                "strata": {"common": 7, "rare": 8},
                **PACE,
                **_PAPER_PLAN,
            },
        ),
        StudyTemplate(
            "quick",
            WORKING_TITLES[1],
            "Two ways to choose the next card, with 20 people each: what helps memory "
            "most (GR), or all cards in turn (RR). 8 concepts and 24 cards, about ten "
            "minutes.",
            "",
            ("GR", "RR"),
            20,
            {"n_concepts": 8, **PACE, "horizon": 24, "reference_arm": "RR"},
        ),
        StudyTemplate(
            "empty",
            WORKING_TITLES[0],
            "One arm, the usual times and nothing else: no hypothesis, no texts, no "
            "questions and no rules. For a design of your own from the first word on.",
            "",
            ("GR",),
            20,
            {"n_concepts": 8, **PACE},
            is_written=False,
        ),
    )
}


def list_offers() -> list[Offer]:
    """Every template with the newest version of its deck."""
    newest = _newest_versions()
    return [
        Offer(template, _deck_of(template, newest)) for template in TEMPLATES.values()
    ]


def begin_from_template(
    *, code: str, title: str, user_id: int, who: str, now: datetime
) -> Study:
    """A draft of the template ``code``, under the title that was chosen."""
    offers = {offer.template.code: offer for offer in list_offers()}
    offer = offers.get(code)
    if offer is None or offer.deck_version is None:
        raise NotFoundError("There is no such template, or its deck is missing.")
    template = offer.template
    design = Design(
        deck_version=offer.deck_version,
        values={
            **(TEMPLATE_WORDS if template.is_written else {}),
            **template.values,
            "title": title.strip() or template.title,
        },
        arms=[
            {"name": code, "teacher": code, "n_places": template.n_places}
            for code in template.arms
        ],
        questions={"after": ask("honesty", *LATER_QUESTIONS)}
        if template.is_written
        else {},
    )
    return begin_study(
        design=design,
        user_id=user_id,
        who=who,
        now=now,
        origin=f"the template “{template.title}”",
        address=title.strip(),
    )


def _newest_versions() -> dict[str, DeckVersion]:
    versions = DeckVersion.objects.select_related("deck").order_by("number")
    return {version.deck.slug: version for version in versions}


def _deck_of(
    template: StudyTemplate, newest: dict[str, DeckVersion]
) -> DeckVersion | None:
    if template.deck:
        return newest.get(template.deck)
    return newest.get("german") or next(iter(newest.values()), None)
