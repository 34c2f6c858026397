"""What is hidden of participants while their study runs, and who looked."""

import re
from copy import deepcopy

import pytest

from studies.models import Arm, AuditEntry, ExclusionDecision
from studies.models.study import StudyState
from studies.models.team import Action, Role
from studies.services.design.lifecycle import change_study_state
from tests.studies.factories import Person, make_study
from tests.studies.sharing import shared_rows

pytestmark = pytest.mark.django_db
LIST = "/dashboard/studies/study/participants/"
ARM = re.compile(r"<dt>Arm</dt><dd>(.*?)</dd>")


@pytest.fixture(scope="module")
def shared_study(django_db_setup, django_db_blocker):
    with shared_rows(django_db_blocker, "looks"):
        study = make_study(n_places=4)
        for arm in study.arms.all():
            Arm.objects.filter(pk=arm.pk).update(name=f"Arm of {arm.teacher}")
        yield study


@pytest.fixture(scope="module")
def shared_person(shared_study, django_db_blocker):
    with shared_rows(django_db_blocker, "person"):
        yield Person(shared_study, name="W1").go_to("learning", 2)


@pytest.fixture
def person(study, shared_person):
    """They stay until the last test of this file: those of others come before."""
    return deepcopy(shared_person)


@pytest.fixture
def address(person):
    return f"{LIST}{person.session.participant}/"


def read(client, address):
    return client.get(address).content.decode()


def close(study):
    change_study_state(study_id=study.pk, state=StudyState.CLOSED)


def test_the_list_neither_shows_nor_sorts_by_arms_while_the_study_runs(
    admin_client, study
):
    people = [Person(study, name=f"W{i}").go_to("learning", 1) for i in range(6)]
    came = [str(person.session.participant) for person in people]

    page = read(admin_client, f"{LIST}?sort=arm")

    assert "Arm" not in page
    assert re.findall(r'<a class="pseudonym"[^>]*>(\w+)</a>', page) == came


def test_verdict_arm_and_what_was_typed_are_hidden_while_the_study_runs(
    admin_client, person, address
):
    card = person.card("learning", 1)
    person.session.responses.filter(pk=card.pk).update(text="typed-later")
    person.session.responses.filter(phase="prequiz", step=1).update(text="before")

    page = read(admin_client, address)

    assert "<td>before</td>" in page
    assert "typed-" not in page
    assert "hidden until the study is closed</span></td>" in page
    assert card.shown.concept.answer not in page
    assert "outcome-" not in page
    assert "mark-wrong" not in page
    assert "Recall the teacher believed" not in page
    assert "Arm of" not in page


def test_which_card_was_taught_when_is_hidden_while_the_study_runs(
    admin_client, person, address
):
    concept = person.card("learning", 1).shown.concept
    hidden = read(admin_client, address)
    shown = admin_client.post(f"{address}outcomes/").content.decode()

    table, picture = "learning 1</th>\n            <td>", f"{concept.prompt}: "
    assert f'{table}<span class="quiet">hidden</span></td>' in hidden
    assert f"{picture}prequiz" in hidden
    assert not re.search(rf"{picture}.*learning 1", hidden)
    assert "in which order they came would tell the arm" in hidden
    assert "The bands, from left to right: " in hidden
    assert f"{table}{concept.prompt}</td>" in shown
    assert re.search(rf"{picture}.*learning 1", shown)


def test_a_look_is_logged_and_lasts_for_that_page(sign_in, person, address):
    client = sign_in(Role.ANALYST)

    page = client.post(f"{address}outcomes/").content.decode()

    assert ARM.search(page)[1] == person.session.arm.name
    assert "outcome-wrong" in page
    assert f"<td>{person.card('learning', 1).text}</td>" in page
    assert "Arm of" not in read(client, address)
    entry = AuditEntry.objects.get(action=Action.OUTCOMES_SEEN)
    pseudonym = str(person.session.participant)
    assert (entry.who, entry.detail) == ("ada", {"participant": pseudonym})


def test_the_log_tells_of_a_look(admin_client, person, address):
    admin_client.post(f"{address}outcomes/")

    log = read(admin_client, "/dashboard/studies/study/team/")

    assert (
        f"looked at outcomes and arm of participant {person.session.participant}" in log
    )


def test_a_closed_study_hides_nothing(admin_client, study, person, address):
    close(study)

    page = read(admin_client, address)

    assert "outcome-wrong" in page
    assert ARM.search(page)[1] == person.session.arm.name
    assert "Show answers and arm" not in page
    assert "Arm of" in read(admin_client, LIST)


def test_people_who_do_not_count_are_not_hidden(admin_client, study, address, person):
    study.sessions.update(purpose="simulated")

    assert "outcome-wrong" in read(admin_client, address)
    assert "Arm of" in read(admin_client, f"{LIST}?purpose=simulated")


def decide(client, address):
    client.post(f"{address}exclude/", {"reason": "Typed nonsense"})
    return ExclusionDecision.objects.latest("pk")


def test_a_decision_without_a_look_is_blind(admin_client, address):
    decision = decide(admin_client, address)

    assert decision.is_blind
    assert (
        "after seeing outcomes" not in read(admin_client, address).split("Decisions")[1]
    )


def test_a_decision_after_a_look_says_so(admin_client, address):
    admin_client.post(f"{address}outcomes/")

    decision = decide(admin_client, address)

    assert not decision.is_blind
    assert "Decided after seeing outcomes." in read(admin_client, address)


def test_whoever_looked_at_one_decides_about_nobody_blindly(
    admin_client, study, address
):
    other = Person(study, name="W2").session.participant
    admin_client.post(f"{address}outcomes/")

    assert decide(admin_client, f"{LIST}{other}/").after_seeing_outcomes


def test_a_look_of_somebody_else_counts_for_that_participant_alone(
    admin_client, sign_in, study, address
):
    other = Person(study, name="W2").session.participant
    admin_client.post(f"{address}outcomes/")
    editor = sign_in(Role.EDITOR)

    assert decide(editor, address).after_seeing_outcomes
    assert not decide(editor, f"{LIST}{other}/").after_seeing_outcomes


def test_decisions_in_a_closed_study_are_not_blind(admin_client, study, address):
    close(study)

    assert decide(admin_client, address).after_seeing_outcomes
