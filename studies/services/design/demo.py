"""Studies to try: the paper's two studies, each also as a quick one."""

from dataclasses import dataclass
from typing import Any

from django.db import transaction

from studies.errors import DeckError
from studies.models import Arm, DeckVersion, Questionnaire, Study
from studies.models.study import Sampling, StudyState
from studies.recruitment import OPEN_LINK
from studies.services.design.lifecycle import change_study_state
from studies.services.session.progress import Duration, duration_of

ARMS = ("GR", "LR", "RR", "RD")
CONSENT = """You will be asked for {what}, taught some of them, and asked again.
What you type and when is stored under a random name. You may stop at any time, and
have your answers deleted."""
LATER_QUESTIONS: list[dict[str, Any]] = [
    {
        "id": "effort",
        "kind": "scale",
        "label": "How hard was it? 1 is very easy, 5 is very hard.",
        "options": ["1", "2", "3", "4", "5"],
        "required": True,
    },
    {
        "id": "remarks",
        "kind": "text",
        "label": "Anything else?",
        "options": [],
        "required": False,
    },
]


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
        "German words, as in the paper",
        "german",
        {"n_concepts": 15, **PACE},
    ),
    DemoDesign(
        "german-quick",
        "German words, a quick try",
        "german",
        {"n_concepts": 5, **QUICK_PACE},
    ),
    DemoDesign(
        "biodiversity",
        "Animals, as in the paper",
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
        "Animals, a quick try",
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
    "german": DemoWords("German words", "Demo", "How much German did you know before?"),
    "biodiversity": DemoWords(
        "the names of animals",
        "Demo, animals",
        "How much did you know about animals before?",
    ),
}


@dataclass(frozen=True)
class Demo:
    """A demo as the front page offers it."""

    study: Study
    duration: Duration


def list_demos() -> dict[str, list[Demo]]:
    """The open demos by deck, the quick one first.

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
        create_demo_study(design, version=versions[design.deck], **changes)
        for design in DESIGNS
        if design.deck in versions
    ]


def _same_reviews(seconds: float) -> dict[str, float | None]:
    return {"review_seconds": seconds, "review_seconds_after_right": None}


@transaction.atomic
def create_demo_study(
    design: DemoDesign, *, version: DeckVersion, **changes: Any
) -> Study:
    """One demo with the paper's four arms, open to everybody."""
    known = Study.objects.filter(slug=design.slug).first()
    if known is not None:
        return known
    words = WORDS[design.deck]
    study = Study.objects.create(
        slug=design.slug,
        title=design.title,
        deck_version=version,
        questionnaire=_questions(words),
        is_demo=True,
        recruiters=[OPEN_LINK],
        accepts_simulated=True,
        consent_text=CONSENT.format(what=words.what),
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


def _questions(words: DemoWords) -> Questionnaire:
    before = {
        "id": "before",
        "kind": "choice",
        "label": words.before,
        "options": ["none", "a little", "a lot"],
        "required": True,
    }
    known, _ = Questionnaire.objects.get_or_create(
        name=words.questionnaire, defaults={"items": [before, *LATER_QUESTIONS]}
    )
    return known
