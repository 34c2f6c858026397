"""Two studies for Prolific, one before the other: python -m docs.prolific_desk."""

from decimal import Decimal

import django

django.setup()

from django.core.management import call_command  # noqa: E402
from django.utils import timezone  # noqa: E402

from docs.prolific_tour import CODES  # noqa: E402
from docs.tour import PASSWORD, USERNAME  # noqa: E402
from studies.models import Arm, DeckVersion, Membership, Questionnaire, Study  # noqa: E402
from studies.models.study import StudyState  # noqa: E402
from studies.models.team import Role  # noqa: E402
from studies.services.design.lifecycle import change_study_state  # noqa: E402
from studies.services.team.accounts import create_account  # noqa: E402

COMMON = {
    "n_concepts": 2,
    "reference_arm": "GR",
    "horizon": 2,
    "review_seconds": 1,
    "shows_result": False,
    "recruiters": ["prolific"],
    "consent_parts": {"purpose": "We want to know how people learn words."},
    "contact": "memory-lab@example.org",
    "pay_text": "2 pounds",
    "pay_amount": 2,
    "currency": "GBP",
    "fee_percent": 33,
    "pays_screened_out": True,
    "partial_pay_amount": Decimal("0.50"),
}


SCREENING = [
    {
        "id": "german",
        "kind": "choice",
        "label": "Do you speak German?",
        "options": ["yes", "no"],
        "required": True,
        "screen_out": ["yes"],
    }
]


def fill() -> None:
    call_command("migrate", verbosity=0)
    call_command("load_decks", verbosity=0)
    make_studies(DeckVersion.objects.filter(deck__slug="german").latest("pk"))


def make_studies(version: DeckVersion) -> None:
    """One that is live and one still a draft, whatever their deck."""
    create_account(username=USERNAME, name="Ada Quill", password=PASSWORD)
    first = _make(version, "words", "Learning German words", CODES)
    change_study_state(study_id=first.pk, state=StudyState.LIVE, now=timezone.now())
    codes: dict[str, object] = {"code_completed": "C5DONE42"}
    _make(version, "words-again", "German words, once more", codes)


def _make(
    version: DeckVersion, slug: str, title: str, options: dict[str, object]
) -> Study:
    asked = None
    if "code_screened_out" in options:
        asked = Questionnaire.objects.create(name=slug, items=SCREENING)
    study = Study.objects.create(
        slug=slug,
        title=title,
        deck_version=version,
        recruiter_options={"prolific": options},
        questions_before=asked,
        **COMMON,
    )
    for position, teacher in enumerate(("GR", "RR")):
        Arm.objects.create(
            study=study, position=position, name=teacher, teacher=teacher, n_places=5
        )
    members = Membership.objects
    members.create(study=study, user_id=_owner(), role=Role.OWNER)
    return study


def _owner() -> int:
    from django.contrib.auth import get_user_model

    return int(get_user_model().objects.get(username=USERNAME).pk)


if __name__ == "__main__":
    fill()
