"""Monitor: is it going well?"""

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from studies.models import Arm, AuditEntry, Membership, Study
from studies.models.study import StudyState
from studies.models.team import Action, Role
from studies.services.people.decisions import decide_exclusion
from studies.services.results.locking import record_unlocking
from studies.services.session.withdrawal import screen_out, withdraw_session
from tests.studies.factories import Person, make_deck_version, make_study, seconds

pytestmark = pytest.mark.django_db
MONITOR = "/dashboard/studies/study/monitor/"
NOW = f"{MONITOR}now/"
ACTIONS = ("pause", "resume", "close", "places")


def cells(page, row):
    """The cells of the line of a table that is called ``row``."""
    line = page.split(f'<th scope="row">{row}</th>')[1].split("</tr>")[0]
    return [cell.split("<")[0] for cell in line.split('">')[1:]]


def test_the_monitor_counts_people_by_arm_and_phase(admin_client, study):
    Person(study, name="A1").finish()
    left = Person(study, name="A2").go_to("learning")
    withdraw_session(token=left.token, keep_answers=True, now=left.now)
    Person(study, name="A3").go_to("prequiz", 2)

    page = admin_client.get(MONITOR).content.decode()

    assert cells(page, "prequiz")[0] == "1"
    rows = [cells(page, row) for row in ("withdrawn", "completed", "places")]
    assert {tuple(arm) for arm in zip(*rows, strict=True)} == {
        *(("0", "0", ""), ("0", "1", "4"), ("1", "0", "4"))
    }
    assert "questions before</th>" in page


def test_nobody_reads_on_the_monitor_who_is_in_which_arm(admin_client, study):
    for arm in study.arms.all():
        Arm.objects.filter(pk=arm.pk).update(name=f"Taught by {arm.teacher}")
    person = Person(study, name="A1", now=timezone.now()).go_to("learning", 2)

    page = admin_client.get(MONITOR).content.decode()
    record_unlocking(study=study, who="ada", now=timezone.now())
    unlocked = admin_client.get(NOW).content.decode()

    assert person.session.participant.pseudonym in page
    assert "Taught by" not in page
    assert "Arm A</th>" in page
    assert "Arms have letters" in page
    assert "Taught by" in unlocked
    assert "Arms have letters" not in unlocked


def test_the_screened_out_and_the_excluded_are_counted_apart(admin_client, study):
    out, kept, back = (Person(study, name=name) for name in ("A1", "A2", "A3"))
    screen_out(session_id=out.session.pk, reason="young", now=out.now)
    for person, decisions in ((kept, [True]), (back, [True, False])):
        for is_excluded in decisions:
            decide_exclusion(
                session=person.session,
                is_excluded=is_excluded,
                reason="Clicked through",
                who="ada",
                now=person.now,
            )

    page = admin_client.get(MONITOR).content.decode()

    assert (cells(page, "screened out")[0], cells(page, "withdrawn")[0]) == ("1", "0")
    assert "above: <strong>1</strong>." in page


def test_the_monitor_tells_how_far_people_come(admin_client, study):
    Person(study, name="A1").finish()
    Person(study, name="A2").go_to("prequiz", 2)

    page = admin_client.get(MONITOR).content.decode()

    assert cells(page, "Consented")[0] == "2"
    assert cells(page, "Began to learn")[0] == "1"
    assert "<strong>1</strong> of 8, 13 %" in page


def test_no_page_of_the_monitor_says_what_was_learnt(admin_client, study):
    Person(study, name="A1").finish()

    page = admin_client.get(MONITOR).content.decode()

    assert not [word for word in ("correct", "recall", "gain") if word in page.lower()]


def test_people_of_other_purposes_are_never_mixed_in(admin_client, study):
    Person(study, name="A1").go_to("learning")
    study.sessions.update(purpose="simulated")

    real = admin_client.get(MONITOR).content.decode()
    simulated = admin_client.get(f"{MONITOR}?purpose=simulated").content.decode()

    assert cells(real, "Consented")[0] == "0"
    assert cells(simulated, "Consented")[0] == "1"


def test_visits_of_the_pilot_are_not_those_of_the_study(admin_client, client, study):
    Study.objects.update(state=StudyState.PILOT)
    for _ in range(2):
        client.get("/join/study/")
    client.get("/join/study/?declined=1")
    Study.objects.update(state=StudyState.LIVE)
    client.get("/join/study/")

    real = admin_client.get(MONITOR).content.decode()
    pilot = admin_client.get(f"{MONITOR}?purpose=pilot").content.decode()

    for page, visited, lost in ((real, "1", "1"), (pilot, "2", "1")):
        assert cells(page, "Visited")[0] == visited
        assert cells(page, "Consented")[:2] == ["0", lost]


def test_the_part_that_changes_comes_alone(admin_client, study):
    Person(study, name="A1", now=timezone.now()).go_to("prequiz", 2)

    part = admin_client.get(f"{NOW}?purpose=real").content.decode()

    assert "<html" not in part
    assert "<strong>1</strong>: 1 in prequiz" in part
    assert f'hx-get="{NOW}?purpose=real"' in admin_client.get(MONITOR).content.decode()


def test_who_is_away_is_not_there_now(admin_client, study):
    Person(study, name="A1", now=timezone.now() - seconds(600)).go_to("prequiz", 2)

    part = admin_client.get(NOW).content.decode()

    assert "<strong>0</strong>" in part.split("Who is there now")[1]


def test_a_viewer_sees_how_many_are_there_but_not_who(sign_in, study):
    person = Person(study, name="A1", now=timezone.now()).go_to("prequiz", 2)
    viewer = sign_in(Role.VIEWER)

    page = viewer.get(MONITOR).content.decode()

    assert "1 in prequiz" in page
    assert person.session.participant.pseudonym not in page


def test_an_alert_stands_on_the_page(admin_client, study):
    assert "Nobody has come yet" in admin_client.get(NOW).content.decode()


def test_a_draft_says_what_to_do_first(admin_client):
    make_study(slug="draft", state=StudyState.DRAFT)

    page = admin_client.get("/dashboard/studies/draft/monitor/").content.decode()

    assert "Nobody can take part yet" in page


@pytest.mark.parametrize(
    ("before", "action", "after"),
    [
        (StudyState.LIVE, "pause", StudyState.PAUSED),
        (StudyState.PAUSED, "resume", StudyState.LIVE),
    ],
)
def test_pausing_and_resuming_is_logged(sign_in, study, before, action, after):
    Study.objects.update(state=before)

    response = sign_in(Role.EDITOR).post(f"{MONITOR}{action}/")

    study.refresh_from_db()
    entry = AuditEntry.objects.get(action=Action.STATE_CHANGED)
    assert (response.status_code, study.state, entry.who) == (302, after, "ada")
    assert (entry.detail["before"], entry.detail["after"]) == (before, after)


def test_what_a_state_does_not_allow_is_said(admin_client, study):
    response = admin_client.post(f"{MONITOR}resume/", follow=True)

    assert "A study that is live cannot become live." in response.content.decode()
    assert not AuditEntry.objects.exists()


@pytest.mark.parametrize("name", ["", "other"])
def test_closing_asks_for_the_short_name_and_keeps_the_reason(
    admin_client, study, name
):
    form = {"close-reason": "All done", "close-name": name}
    response = admin_client.post(f"{MONITOR}close/", form)

    study.refresh_from_db()
    assert (response.status_code, study.state) == (400, StudyState.LIVE)
    assert 'value="All done"' in response.text

    admin_client.post(f"{MONITOR}close/", {**form, "close-name": "study"})

    study.refresh_from_db()
    assert study.state == StudyState.CLOSED
    assert AuditEntry.objects.get().detail["reason"] == "All done"


def test_places_are_added_with_a_reason(admin_client, study):
    form = {"places-n_more": "5", "places-reason": "Many left"}
    assert (
        admin_client.post(f"{MONITOR}places/", {"places-n_more": "5"}).status_code
        == 400
    )

    admin_client.post(f"{MONITOR}places/", form)

    assert {arm.n_places for arm in study.arms.all()} == {9}
    assert AuditEntry.objects.get(action=Action.PLACES_ADDED).detail["after"] == {
        "GR": 9,
        "RD": 9,
    }


def test_only_those_who_run_a_study_change_it(sign_in, study):
    for role in (Role.ANALYST, Role.VIEWER, Role.PAYER):
        client = sign_in(role, role)
        answers = {client.post(f"{MONITOR}{one}/").status_code for one in ACTIONS}
        assert answers == {403}
    assert not AuditEntry.objects.exists()


def test_a_payer_may_not_watch(sign_in):
    assert sign_in(Role.PAYER).get(MONITOR).status_code == 403
    assert sign_in(Role.PAYER, "eve").get(NOW).status_code == 403


def test_more_people_cost_no_more_queries(admin_client, study):
    def n_queries():
        with CaptureQueriesContext(connection) as asked:
            assert admin_client.get(MONITOR).status_code == 200
        return len(asked)

    Person(study, name="A1").finish()
    before = n_queries()
    for name in ("A2", "A3"):
        Person(study, name=name, now=timezone.now()).go_to("learning", 2)

    assert n_queries() == before


def test_a_demo_whose_deck_is_in_use_says_so_and_raises_no_alert(admin_client):
    deck = make_deck_version(slug="asked")
    make_study(slug="demo", is_demo=True, deck_version=deck)
    monitor = "/dashboard/studies/demo/monitor/"
    open_pages = [admin_client.get(page).text for page in (monitor, "/dashboard/")]
    make_study(slug="b", title="Earnest", deck_version=deck)

    shut_pages = [admin_client.get(page).text for page in (monitor, "/dashboard/")]

    assert "Nobody has come yet although" in open_pages[0]
    assert not any("shut: its deck is in use" in page for page in open_pages)
    assert all("shut: its deck is in use" in page for page in shut_pages)
    assert "in use by “Earnest” (live)" in shut_pages[0]
    assert "Nobody has come yet although" not in shut_pages[0]


def test_who_uses_the_deck_of_a_demo_is_told_to_those_who_may_know(sign_in, study):
    Study.objects.update(is_demo=True)
    viewer, deck = sign_in(Role.VIEWER), study.deck_version
    own = make_study(slug="own", title="My other", state="pilot", deck_version=deck)
    Membership.objects.create(study=own, user=User.objects.get(), role=Role.VIEWER)
    make_study(slug="secret", title="Not mine", deck_version=deck)

    page = viewer.get(MONITOR).text

    assert "in use by “My other” (pilot) and a study of another team" in page
    assert "Not mine" not in page
