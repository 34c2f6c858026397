"""What participants type is text on every page of researchers, and never a command."""

import pytest

from studies.models import Membership, Questionnaire
from tests.studies.factories import Person

pytestmark = pytest.mark.django_db
STUDY = "/dashboard/studies/study/"
HOSTILE = [
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "javascript:alert(1)",
    "{{7*7}}{% now %}",
    "</script><svg onload=alert(1)>",
    "\u202eevil",
]
COMMANDS = ("<script>alert", "<img src=x", "<svg onload", 'href="javascript:', "49{%")


@pytest.fixture
def answered(study, django_user_model, client):
    """Somebody who typed all of it, seen by an owner."""
    asked = {"id": "q", "kind": "text", "label": HOSTILE[4]}
    Questionnaire.objects.update(items=[asked])
    person = Person(study, name="WORKER1")
    for number in range(1000):
        state = person.look()
        if state.page == "completed":
            break
        if state.page == "questionnaire":
            person.fill_in(q=" ".join(HOSTILE))
        else:
            person.move(state, HOSTILE[number % len(HOSTILE)])
    owner = django_user_model.objects.create_user("ada", first_name=HOSTILE[0])
    Membership.objects.create(study=study, user=owner, role="owner")
    client.force_login(owner)
    return person


def test_no_page_of_researchers_takes_an_answer_for_markup(answered, client, study):
    pseudonym = answered.session.participant.pseudonym
    client.post(f"{STUDY}participants/{pseudonym}/note/", {"text": HOSTILE[1]})
    pages = [
        *(
            f"{STUDY}{part}/"
            for part in ("participants", "monitor", "items", "quality")
        ),
        *(f"{STUDY}participants/{pseudonym}/", f"{STUDY}team/", f"{STUDY}payments/"),
    ]

    shown = [client.get(address).content.decode() for address in pages]
    answers = client.post(f"{pages[4]}outcomes/", follow=True).content.decode()

    assert "&lt;/script&gt;&lt;svg onload" in shown[4]
    for page in (*shown, answers):
        assert [command for command in COMMANDS if command in page] == []
    assert "&lt;script&gt;alert(1)" in answers
