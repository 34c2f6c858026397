"""Fills the database of the browser tests' server: python -m tests.browser.prepare."""

import django

django.setup()

from studies.models import Questionnaire, Study  # noqa: E402
from studies.models.study import StudyState  # noqa: E402
from studies.services.decks.media.pictures import PictureFile  # noqa: E402
from studies.services.operations.accounts import ensure_researcher  # noqa: E402
from tests.browser.canaries import CANARIES  # noqa: E402
from tests.studies.factories import (  # noqa: E402
    WORDS,
    make_deck_version,
    make_row,
    make_study,
)

QUESTIONS = [
    {
        "id": "before",
        "kind": "choice",
        "label": "How much German did you know?",
        "options": ["none", "a lot"],
        "required": True,
    },
    {
        "id": "effort",
        "kind": "scale",
        "label": "How hard was it?",
        "options": ["1", "2", "3", "4", "5"],
        "required": True,
    },
    {
        "id": "more",
        "kind": "text",
        "label": "Anything else?",
        "options": [],
        "required": False,
    },
]
WORDING = {
    "title": "Words",
    "organiser": "The Memory Lab",
    "contact": "lab@example.org",
    "ethics_number": "2026-17",
    "pay_text": "4 dollars",
    "consent_text": "You may *stop* at any time.\n\n- Nothing else is stored.",
    "debrief_text": "We compare **ways of teaching**.",
    "completion_url": "https://recruiter.example/done?cc={code}",
}
RESEARCHER = {"username": "researcher", "password": "correct-horse-battery"}
PACE = {"learning_seconds": 30, "review_seconds": 1, "n_concepts": 2, "horizon": 3}
# Visitors come and leave in the middle: there is room for all of them.
ROOM = {"n_places": 1000}


def drawing(number: int) -> PictureFile:
    shape = f'<circle cx="50" cy="50" r="{10 + number}" fill="#2b59ab"/>'
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">{shape}</svg>'
    return PictureFile(svg.encode(), "image/svg+xml")


def deck(slug, words, *, first_picture=1, **changes):
    rows = [
        make_row(
            number,
            word,
            picture=f"p{number}",
            is_practice=number == len(words),
            **changes,
        )
        for number, word in enumerate(words, start=1)
    ]
    pictures = {row.picture: drawing(first_picture + row.number) for row in rows}
    version = make_deck_version(slug=slug, rows=rows, pictures=pictures)
    version.extra_letters = "äöüß"
    version.save(update_fields=["extra_letters"])
    return version


def fill() -> None:
    ensure_researcher(**RESEARCHER)
    words, canaries = deck("words", WORDS), deck("canary", CANARIES, first_picture=20)
    pictures = deck("pictures", WORDS[:5], first_picture=40, prompt="")
    questions = Questionnaire.objects.create(name="Q", items=QUESTIONS)
    common = {
        "deck_version": words,
        "questionnaire": questions,
        **PACE,
        **ROOM,
        **WORDING,
    }
    make_study(**{**common, "slug": "quick"})
    german = {"language": "de", "review_seconds": 0, "shows_result": True}
    make_study(**{**common, **german, "slug": "german"})
    make_study(**{**common, "slug": "canary", "deck_version": canaries})
    make_study(**{**common, "slug": "pictures", "deck_version": pictures})
    make_study(**{**common, "slug": "long-review", "review_seconds": 3})
    still = {**common, "review_seconds": 60}
    make_study(**{**still, "slug": "still"})
    make_study(**{**still, "slug": "still-german", "language": "de"})
    make_study(**{**common, "slug": "timed", "learning_seconds": 3, "grace_seconds": 1})
    make_study(**{**common, "slug": "timed-quiz", "quiz_seconds": 3, "n_concepts": 3})
    make_study(**{**common, "slug": "no-review", "review_seconds_after_right": 0})
    make_study(**{**common, "slug": "more-time", "offers_more_time": True})
    make_study(**{**common, "slug": "later", "postquiz_delay_seconds": 3600})
    make_study(**{**common, "slug": "full", "n_places": 1, "teachers": ("RD",)})
    make_study(**{**common, "slug": "demo", "is_demo": True})
    tried = {**common, "deck_version": deck("tried", WORDS[:6], first_picture=60)}
    make_study(**{**tried, "slug": "tried", "is_demo": True})
    make_study(**{**tried, "slug": "asking", "state": StudyState.DRAFT})
    make_study(**{**common, "slug": "closing"})
    pay = {"pays_withdrawn": True, "partial_pay_text": "1 dollar"}
    make_study(**{**common, **pay, "slug": "ending"})
    make_study(**{**common, "slug": "shut"})
    Study.objects.filter(slug="shut").update(state=StudyState.CLOSED)
    make_study(**{**common, "slug": "resting"})
    Study.objects.filter(slug="resting").update(state=StudyState.PAUSED)


if __name__ == "__main__":
    fill()
