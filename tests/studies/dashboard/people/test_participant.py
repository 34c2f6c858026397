"""One participant: what happened, and what is done about it."""

import re
from copy import deepcopy

import pytest

from studies.models import AuditEntry, LogEntry, SessionDevice
from studies.models.team import Action, Role
from studies.services.team.audit import record_action
from tests.studies.factories import NOON, Person, seconds
from tests.studies.sharing import shared_rows

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def shared_person(shared_study, django_db_blocker):
    with shared_rows(django_db_blocker, "person"):
        yield Person(shared_study, name="WORKER7").go_to("learning", 2)


@pytest.fixture
def person(study, shared_person):
    return deepcopy(shared_person)


@pytest.fixture
def address(person):
    pseudonym = person.session.participant.pseudonym
    return f"/dashboard/studies/study/participants/{pseudonym}/"


def last_action():
    entry = AuditEntry.objects.latest("pk")
    return entry.action, entry.detail


def test_a_look_shows_what_happened(admin_client, person, address):
    concept = person.card("learning", 1).shown.concept

    page = admin_client.post(f"{address}outcomes/").content.decode()

    assert f"{concept.prompt}: wrong, learning 1" in page
    assert "learning 1" in page
    assert concept.answer in page
    assert "Recall the teacher believed" in page
    assert "Verified" in page


def test_the_device_is_told_in_the_classes_of_the_consent(
    admin_client, person, address
):
    told = [admin_client.get(address).content.decode()]
    SessionDevice.objects.create(
        session=person.session,
        kind="phone",
        browser="firefox",
        viewport="narrow",
        touch="yes",
    )
    told.append(admin_client.get(address).content.decode())

    assert "<dt>Device</dt><dd>not known</dd>" in told[0]
    assert "<dt>Device</dt><dd>phone, Firefox, narrow window, touch</dd>" in told[1]


def test_how_a_code_came_about_is_told_in_words(admin_client, study, person, address):
    code = {"code": "C0DE", "created_at": NOON, "outcome": "screened_out"}
    person.session.codes.create(**code)

    page = admin_client.get(address).text

    assert '<code>C0DE</code> <span class="quiet">screened out</span>' in page


def test_a_rule_stands_beside_each_answer(admin_client, study):
    person = Person(study, name="A1").go_to("prequiz", 1)
    person.answer(person.right_answer().lower())
    address = f"/dashboard/studies/study/participants/{person.session.participant}/"

    page = admin_client.post(f"{address}outcomes/").content.decode()

    assert "<td>exact</td>" in page


def test_a_forged_log_is_told(admin_client, person, address):
    LogEntry.objects.filter(number=2).update(payload="{}")

    page = admin_client.get(address).content.decode()

    assert "Broken: the payload of log entry 2" in page


def test_who_has_just_come_has_no_timeline_yet(admin_client, study):
    session = Person(study, name="A1").session

    page = admin_client.get(
        f"/dashboard/studies/study/participants/{session.participant}/"
    ).content.decode()

    assert "They have not come to the first card yet" in page
    assert "Grant the time" in page


def test_who_has_begun_the_cards_gets_no_more_time_and_the_page_says_why(
    admin_client, address
):
    page = admin_client.get(address).content.decode()

    assert "Grant the time" not in page
    assert "More time can be granted from consent until the prequiz begins" in page


def test_a_participant_of_another_study_is_not_here(admin_client, address):
    other = address.replace("/study/", "/other/")

    assert admin_client.get(other).status_code == 404
    assert admin_client.get(address[:-5] + "ffff/").status_code == 404


def test_an_analyst_sees_answers_but_neither_identity_nor_code(sign_in, study):
    person = Person(study, name="WORKER7")
    person.finish()
    session = person.session

    page = (
        sign_in(Role.ANALYST)
        .get(f"/dashboard/studies/study/participants/{session.participant}/")
        .content.decode()
    )

    assert "Every answer" in page
    assert "WORKER7" not in page
    assert session.codes.get().code not in page
    assert "Show who this is" not in page
    assert "<h2>Erase" not in page
    assert "<h2>Exclude" not in page


def test_an_owner_sees_who_it_is_after_a_look_that_is_logged(sign_in, address):
    owner = sign_in(Role.OWNER)
    assert "WORKER7" not in owner.get(address).content.decode()

    page = owner.post(f"{address}identity/").content.decode()

    assert "WORKER7" in page
    assert "…KER7" in page
    assert last_action()[0] == Action.IDENTITY_SEEN


def test_excluding_and_including_leaves_both_decisions(sign_in, person, address):
    editor = sign_in(Role.EDITOR)

    editor.post(f"{address}exclude/", {"reason": "Copied answers"})
    assert "flag-excluded" in editor.get(address).content.decode()
    editor.post(f"{address}note/", {"text": "Asked them"})
    editor.post(f"{address}include/", {"reason": "It was the browser"})

    page = editor.get(address).content.decode()
    assert "ada excluded them: Copied answers" in page
    assert "ada included them: It was the browser" in page
    assert re.findall("Copied answers|ada: Asked them|It was the", page) == [
        *("Copied answers", "ada: Asked them", "It was the")
    ]
    assert "flag-excluded" not in page
    assert last_action() == (
        Action.INCLUDED,
        {"participant": str(person.session.participant)},
    )


def test_a_decision_after_results_were_unlocked_says_so(admin_client, study, address):
    record_action(study, Action.RESULTS_UNLOCKED, who="ada", now=NOON)

    admin_client.post(f"{address}exclude/", {"reason": "An outlier"})

    assert "After results were unlocked" in admin_client.get(address).content.decode()


@pytest.mark.parametrize(
    ("action", "form", "words"),
    [
        ("exclude", {"reason": " "}, "This field is required"),
        ("include", {"reason": "Why not"}, "This participant is included already"),
        ("note", {"text": ""}, "This field is required"),
        (
            "time",
            {"factor": "2", "reason": "Dyslexia"},
            "only be granted before the prequiz",
        ),
        ("time", {"factor": "9", "reason": "Dyslexia"}, "Select a valid choice"),
        ("time", {"factor": "2", "reason": " "}, "This field is required"),
        ("screen-out", {"screen-reason": ""}, "This field is required"),
        ("erase", {"confirmation": "yes"}, "to erase"),
    ],
)
def test_what_is_not_right_is_said_and_changes_nothing(
    admin_client, person, address, action, form, words
):
    response = admin_client.post(f"{address}{action}/", form)

    assert response.status_code == 400
    assert words in response.content.decode()
    assert not AuditEntry.objects.exists()
    assert person.session.erased_at is None


def test_what_was_typed_is_not_lost(admin_client, person, address):
    response = admin_client.post(f"{address}include/", {"reason": "A long thought"})

    assert 'value="A long thought"' in response.content.decode()


def test_a_note_is_kept_and_counted(admin_client, address):
    admin_client.post(f"{address}note/", {"text": "Wrote us <b>twice</b>"})

    page = admin_client.get(address).content.decode()
    assert "admin: Wrote us &lt;b&gt;twice&lt;/b&gt;" in page
    assert last_action()[0] == Action.NOTED


def test_time_is_granted_to_who_has_just_come(admin_client, study):
    session = Person(study, name="A1").session
    address = f"/dashboard/studies/study/participants/{session.participant}/"

    wish = {"factor": "1.5", "reason": "Writes with one hand"}
    admin_client.post(f"{address}time/", wish)

    session.refresh_from_db()
    assert session.time_factor == 1.5
    assert last_action()[0] == Action.TIME_GRANTED
    assert "hand" not in str(last_action())
    page = admin_client.get(address).content.decode()
    assert "admin: Granted 1.5 times the time: Writes with one hand" in page


def test_screening_out_ends_the_session(admin_client, person, address):
    admin_client.post(f"{address}screen-out/", {"screen-reason": "Failed two checks"})

    assert person.session.phase == "screened_out"
    assert last_action()[0] == Action.SCREENED_OUT


def test_erasing_takes_notes_and_reasons_along(admin_client, person, address):
    pseudonym = str(person.session.participant)
    admin_client.post(f"{address}note/", {"text": "lives in Dover"})
    admin_client.post(f"{address}exclude/", {"reason": "told us her name"})

    admin_client.post(f"{address}erase/", {"confirmation": pseudonym})

    page = admin_client.get(address).content.decode()
    assert "Everything this participant gave was erased" in page
    assert "<dt>Phase</dt><dd>erased" in page
    assert "Erase for good" not in page
    assert "Show who this is" not in page
    assert "Dover" not in page
    assert "her name" not in page
    assert "Verified" in page
    assert last_action() == (Action.ERASED, {"participant": pseudonym})


@pytest.mark.parametrize(
    ("role", "actions"),
    [
        (Role.EDITOR, ["erase"]),
        (
            Role.ANALYST,
            ["identity", "exclude", "include", "note", "time", "screen-out", "erase"],
        ),
    ],
)
def test_what_a_role_may_not_do_is_refused(sign_in, address, role, actions):
    client = sign_in(role)

    answers = {client.post(f"{address}{action}/").status_code for action in actions}

    assert answers == {403}
    assert not AuditEntry.objects.exists()


def test_a_longer_pause_between_parts_than_the_design_allows_is_flagged(
    admin_client, study
):
    person = Person(study, name="A1").go_to("learning", 1, page="introduction")
    person.wait(601).go_on()
    person.look()
    session = person.session

    page = admin_client.get(
        f"/dashboard/studies/study/participants/{session.participant}/"
    ).content.decode()

    assert "flag-long_gap" in page
    assert person.now == NOON + seconds(601)
