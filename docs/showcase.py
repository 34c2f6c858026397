"""The study in the pictures of the guides: python -m docs.showcase."""

import django

django.setup()

from django.core.management import call_command  # noqa: E402

from studies.models import DeckVersion, Study  # noqa: E402
from studies.models.study import StudyState  # noqa: E402
from studies.services.design.demo import DemoDesign, create_demo_study  # noqa: E402

DESIGN = DemoDesign(
    "showcase",
    "Learning German words",
    "german",
    {
        "n_concepts": 3,
        "horizon": 3,
        "learning_seconds": 8,
        "review_seconds": 2,
        "organiser": "Memory Lab, University of Somewhere",
        "contact": "memory-lab@example.org",
        "ethics_number": "2026-017",
        "pay_text": "4.00 dollars",
        "debrief_text": "We compare ways to choose the next flashcard.\n\n"
        "Each participant was taught in one of several ways. **Which one helps most** "
        "is what your answers tell us.",
        "completion_url": "https://recruiter.example/done?code={code}",
    },
)


def fill() -> None:
    call_command("load_decks", verbosity=0)
    call_command("create_demo", verbosity=0)
    version = DeckVersion.objects.filter(deck__slug=DESIGN.deck).latest("pk")
    study = create_demo_study(DESIGN, version=version)
    Study.objects.filter(pk=study.pk).update(is_demo=False, state=StudyState.PILOT)


if __name__ == "__main__":
    fill()
