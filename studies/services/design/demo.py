"""Studies to try: the paper's two, each also as a quick one, in every language."""

from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.utils.translation import gettext, gettext_noop, override

from studies.errors import DeckError
from studies.languages import DEFAULT_LANGUAGE, LANGUAGES
from studies.models import Arm, DeckVersion, Questionnaire, Study
from studies.models.study import Sampling, StudyState
from studies.recruitment import OPEN_LINK
from studies.services.design.lifecycle import change_study_state
from studies.services.design.question_templates import ask
from studies.services.session.showing.progress import Duration, duration_of

ARMS = ("GR", "LR", "RR", "RD")
CONSENT = gettext_noop(
    "You will be asked for {what}, taught some of them, and asked again. What you "
    "type and when is stored under a random name. You may stop at any time, and have "
    "your answers deleted."
)
LATER_QUESTIONS = ("effort", "remarks")


@dataclass(frozen=True)
class DemoDesign:
    """What distinguishes one demo from another."""

    slug: str
    title: str
    deck: str
    settings: dict[str, Any]
    n_places: int = 20


@dataclass(frozen=True)
class DemoWords:
    """What participants of a deck's demos are told and asked."""

    what: str
    questionnaire: str
    before: str


PACE = {"horizon": 40, "learning_seconds": 20, "review_seconds": 10}
QUICK_PACE = {
    "horizon": 12,
    "learning_seconds": 10,
    "review_seconds": 4,
    "review_seconds_after_right": 1,
}
DESIGNS = (
    DemoDesign(
        "german",
        gettext_noop("German words, as in the paper"),
        "german",
        {"n_concepts": 15, **PACE},
    ),
    DemoDesign(
        "german-quick",
        gettext_noop("German words, a quick try"),
        "german",
        {"n_concepts": 5, **QUICK_PACE},
    ),
    DemoDesign(
        "biodiversity",
        gettext_noop("Animals, as in the paper"),
        "biodiversity",
        {
            "n_concepts": 15,
            "sampling": Sampling.STRATIFIED,
            "strata": {"common": 7, "rare": 8},
            **PACE,
        },
    ),
    DemoDesign(
        "biodiversity-quick",
        gettext_noop("Animals, a quick try"),
        "biodiversity",
        {
            "n_concepts": 5,
            "sampling": Sampling.STRATIFIED,
            "strata": {"common": 2, "rare": 3},
            **QUICK_PACE,
        },
    ),
)
WORDS = {
    "german": DemoWords(
        gettext_noop("German words"),
        "Demo",
        gettext_noop("How much German did you know before?"),
    ),
    "biodiversity": DemoWords(
        gettext_noop("the names of animals"),
        "Demo, animals",
        gettext_noop("How much did you know about animals before?"),
    ),
}
# The front page shows them in its language.
DECK_TITLES = (gettext_noop("German nouns"), gettext_noop("Animals, common and rare"))
OPTIONS = (gettext_noop("none"), gettext_noop("a little"), gettext_noop("a lot"))


@dataclass(frozen=True)
class Demo:
    """A demo as the front page offers it."""

    study: Study
    duration: Duration


def list_demos(*, language: str = DEFAULT_LANGUAGE) -> dict[str, list[Demo]]:
    """The open demos by deck, the quick one first, in ``language`` if there are any.

    A deck that a live study uses is not taught here at the same time.
    """
    asking = Study.objects.in_earnest()
    studies = (
        Study.objects.filter(
            is_demo=True, state__in=[StudyState.PILOT, StudyState.LIVE]
        )
        .exclude(deck_version__deck__in=asking.values("deck_version__deck"))
        .select_related("deck_version__deck", "questionnaire")
        .order_by("deck_version__deck__title", "horizon")
    )
    demos: dict[str, list[Demo]] = {}
    for study in studies:
        title = study.deck_version.deck.title
        demos.setdefault(title, []).append(Demo(study, duration_of(study)))
    return {title: _in_language(of_deck, language) for title, of_deck in demos.items()}


def _in_language(demos: list[Demo], language: str) -> list[Demo]:
    for code in (language, DEFAULT_LANGUAGE):
        if found := [demo for demo in demos if demo.study.language == code]:
            return found
    return demos


def create_demo_studies(*, review_seconds: float | None = None) -> list[Study]:
    """The demos of every loaded deck, open; those that exist are left as they are.

    ``review_seconds`` is for programs, which need no time to look.
    """
    versions = {
        version.deck.slug: version
        for version in DeckVersion.objects.filter(deck__slug__in=WORDS)
        .select_related("deck")
        .order_by("number")
    }
    if not versions:
        raise DeckError("Load the decks first: manage.py load_decks")
    changes = {} if review_seconds is None else _same_reviews(review_seconds)
    return [
        create_demo_study(
            design, version=versions[design.deck], language=language, **changes
        )
        for language, _ in LANGUAGES
        for design in DESIGNS
        if design.deck in versions
    ]


def _same_reviews(seconds: float) -> dict[str, float | None]:
    return {"review_seconds": seconds, "review_seconds_after_right": None}


@transaction.atomic
def create_demo_study(
    design: DemoDesign,
    *,
    version: DeckVersion,
    language: str = DEFAULT_LANGUAGE,
    **changes: Any,
) -> Study:
    """One demo with the paper's four arms, open to everybody."""
    slug = design.slug + f"-{language}" * (language != DEFAULT_LANGUAGE)
    known = Study.objects.filter(slug=slug).first()
    if known is not None:
        return known
    study = Study.objects.create(
        slug=slug,
        language=language,
        deck_version=version,
        **_texts(design, language),
        is_demo=True,
        reference_arm=ARMS[0],
        recruiters=[OPEN_LINK],
        accepts_simulated=True,
        **{**design.settings, **changes},
    )
    Arm.objects.bulk_create(
        Arm(
            study=study,
            position=position,
            name=teacher,
            teacher=teacher,
            n_places=design.n_places,
        )
        for position, teacher in enumerate(ARMS)
    )
    return change_study_state(study_id=study.pk, state=StudyState.LIVE)


def _texts(design: DemoDesign, language: str) -> dict[str, Any]:
    words = WORDS[design.deck]
    with override(language):
        return {
            "title": gettext(design.title),
            "consent_text": gettext(CONSENT).format(what=gettext(words.what)),
            "questionnaire": _questions(words, language),
        }


def _questions(words: DemoWords, language: str) -> Questionnaire:
    before = {
        "id": "before",
        "kind": "choice",
        "label": gettext(words.before),
        "options": [gettext(option) for option in OPTIONS],
        "required": True,
    }
    later = ask(*LATER_QUESTIONS, language=language)
    known, _ = Questionnaire.objects.get_or_create(
        name=words.questionnaire + f" ({language})" * (language != DEFAULT_LANGUAGE),
        defaults={"items": [before, *later]},
    )
    return known
