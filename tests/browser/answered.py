"""A study that people have answered: python -m tests.browser.answered."""

import django

django.setup()

from studies.models import BrowserEvent  # noqa: E402
from studies.models.log import EventKind  # noqa: E402
from studies.models.study import StudyState  # noqa: E402
from studies.services.design.lifecycle import change_study_state  # noqa: E402
from studies.services.operations.accounts import ensure_researcher  # noqa: E402
from tests.browser.prepare import RESEARCHER, deck  # noqa: E402
from tests.studies.factories import WORDS, Person, make_study  # noqa: E402

DISPUTED = "Heim"
N_PEOPLE = 4


def fill() -> None:
    ensure_researcher(**RESEARCHER)
    study = make_study(
        slug="answered",
        deck_version=deck("words", WORDS[:5]),
        n_concepts=4,
        exclusion_rules={"pastes": 0},
    )
    for number in range(N_PEOPLE):
        take_part(Person(study, name=f"W{number}"), pastes=number == 0)
    change_study_state(study_id=study.pk, state=StudyState.CLOSED)


def take_part(person: Person, *, pastes: bool) -> None:
    """Know nothing before, half of it afterwards, and type one word wherever not."""
    while (state := person.look()).phase != "completed":
        text = DISPUTED
        if state.page == "card":
            person.wait(4)
            knows = state.phase == "postquiz" and state.step % 2
            text = person.right_answer() if knows else DISPUTED
        person.move(state, text)
    if pastes:
        BrowserEvent.objects.create(
            session=person.session, received_at=person.now, kind=EventKind.PASTE
        )


if __name__ == "__main__":
    fill()
