"""The page on which a study goes live."""

import re
from decimal import Decimal
from html import unescape

import pytest

from studies.models import AuditEntry, Membership, Questionnaire, Study
from studies.models.study import StudyState
from studies.models.team import Role
from studies.recruitment import RECRUITERS
from studies.services.design.checks import report_on
from studies.services.links.setup import write_setup
from tests.studies.factories import Person, make_study

pytestmark = pytest.mark.django_db
WORDS = {"consent_text": "I agree.", "contact": "lab@example.org"}


@pytest.fixture
def study():
    return make_study(state=StudyState.DRAFT, **WORDS)


def address(study, rest=""):
    return f"/dashboard/studies/{study.slug}/launch/{rest}"


def accepting_all(client, study, **changes):
    warnings = client.get(address(study)).context["warnings"]
    accepted = {f"accept_{warning.code}": "on" for warning in warnings}
    return {"name": study.slug, **accepted, **changes}


def test_a_study_goes_live_when_its_name_is_typed(admin_client, study):
    form = accepting_all(admin_client, study)

    assert admin_client.post(address(study), form).status_code == 302

    study.refresh_from_db()
    assert study.state == "live"
    assert AuditEntry.objects.get(action="launched").detail["fingerprint"]
    assert {f"accept_{code}" for code in study.accepted_warnings} | {"name"} == set(
        form
    )


def test_the_link_of_a_closed_study_is_offered_to_nobody(admin_client):
    study = make_study(recruiters=["link", "prolific"])
    is_live = admin_client.get(address(study)).text
    Study.objects.update(state="closed")

    closed = admin_client.get(address(study)).text

    offers = ("Copy the link", "QR code", "Give this to anybody", "Set-up, to copy")
    assert all(words in is_live for words in offers)
    assert not any(words in closed for words in offers)
    assert "nobody comes in any more" in closed
    assert "/join/study/" in closed


def test_what_was_accepted_is_said_in_words(admin_client, study):
    admin_client.post(address(study), accepting_all(admin_client, study))

    page = admin_client.get(address(study)).content.decode()

    assert "The study is not preregistered." in page.split("<dt>Accepted</dt>")[1]
    assert "<li>The study is not preregistered.</li>" in page
    assert "no_preregistration" not in page


def test_every_warning_is_said_once_with_its_tick(admin_client, study):
    page = admin_client.get(address(study)).content.decode()

    assert page.count("The study is not preregistered.") == 1
    assert "I know: The study is not preregistered." in page


def test_another_name_confirms_nothing(admin_client, study):
    form = accepting_all(admin_client, study, name="another")

    page = admin_client.post(address(study), form).content.decode()

    assert f"The short name of this study is {study.slug}." in page
    study.refresh_from_db()
    assert study.is_draft


def test_every_warning_is_accepted_by_itself(admin_client, study):
    form = accepting_all(admin_client, study)
    left_out = next(name for name in form if name.startswith("accept_"))
    del form[left_out]

    page = admin_client.post(address(study), form).content.decode()

    assert "Accept this, or change the design." in page
    study.refresh_from_db()
    assert study.is_draft


def test_what_is_wrong_stops_the_launch(admin_client):
    study = make_study(state=StudyState.DRAFT, consent_text="", contact="")

    page = admin_client.get(address(study)).content.decode()

    assert "to fix before anybody can take part" in page
    assert "Go live" not in page


def test_a_live_study_shows_its_link_and_what_commits_it(admin_client, study):
    admin_client.post(address(study), accepting_all(admin_client, study))
    study.refresh_from_db()

    page = admin_client.get(address(study)).content.decode()

    assert f"http://testserver/join/{study.slug}/" in page
    assert study.fingerprint in page
    assert study.seed_hash in page
    assert study.seed not in page
    Study.objects.update(state=StudyState.CLOSED)
    assert (
        "nobody comes in any more" in admin_client.get(address(study)).content.decode()
    )


def links_of(client, study):
    page = client.get(address(study)).content.decode()
    found = re.findall(r'<code id="join-link-(\w+)">(.*?)</code>', page)
    return {name: unescape(link) for name, link in found}, "qr.svg" in page


@pytest.mark.parametrize("recruiter", ["link", "mturk", "prolific"])
def test_a_recruiter_is_given_an_address_that_lets_its_people_in(
    admin_client, client, recruiter
):
    study = make_study(recruiters=[recruiter])
    added = {"mturk": "?workerId=W1&assignmentId=A1"}.get(recruiter, "")

    links, has_qr = links_of(admin_client, study)
    link = re.sub(r"{{%\w+%}}", "5f" * 12, links[recruiter])

    assert list(links) == [recruiter]
    assert has_qr is (recruiter == "link")
    assert client.get(f"{link}{added}").status_code == 200


def test_the_qr_code_is_a_picture(admin_client, study):
    response = admin_client.get(address(study, "qr.svg"))

    assert response["Content-Type"] == "image/svg+xml"
    assert b"<svg" in response.content
    assert b"style=" not in response.content


def test_the_preregistration_names_the_questions_that_screen_out(admin_client, db):
    item = {"id": "q", "kind": "choice", "label": "Any German?", "options": ["y", "n"]}
    item["required"] = True
    open_item = {**item, "id": "r", "label": "Any Dutch?"}
    before = Questionnaire.objects.create(
        name="before", items=[{**item, "screen_out": ["y"]}, open_item]
    )
    study = make_study(state="draft", questions_before=before)

    text = admin_client.get(address(study, "preregistration.md")).content.decode()

    how = "(one of several answers (y / n); must be answered)"
    assert f"- Any German? {how} Screened out: “y”.\n" in text
    assert f"- Any Dutch? {how}\n" in text


@pytest.mark.parametrize(
    ("bounds", "words"),
    [
        ({"below": 18}, "under 18."),
        ({"below": 0.5, "above": 99}, "under 0.5 or over 99."),
    ],
)
def test_the_preregistration_says_which_numbers_screen_out(admin_client, bounds, words):
    item = {"id": "age", "kind": "number", "label": "Age?", "required": True}
    item["screen_out"] = bounds
    before = Questionnaire.objects.create(name="before", items=[item])
    study = make_study(state="draft", questions_before=before)

    text = admin_client.get(address(study, "preregistration.md")).content.decode()

    assert f"- Age? (a number; must be answered) Screened out: {words}" in text


def test_the_preregistration_bears_questions_that_are_not_right_yet(admin_client):
    item = {"id": "age", "kind": "number", "label": "Age?", "screen_out": "x"}
    before = Questionnaire.objects.create(name="before", items=[item])
    study = make_study(state="draft", questions_before=before)

    page = admin_client.get(address(study))

    assert "are not complete yet" in page.content.decode()


def test_the_preregistration_says_what_is_paid(admin_client):
    paid = {"pay_amount": Decimal(5), "currency": "EUR", "pay_text": "5 euros"}
    study = make_study(
        state="draft", pays_screened_out=True, partial_pay_text="1 euro", **paid
    )

    text = admin_client.get(address(study, "preregistration.md")).content.decode()

    assert "Who finishes is paid 5.00 EUR," in text
    assert "Participants read: “5 euros”" in text
    assert "Who is screened out is paid in part: 1 euro" in text


def test_the_preregistration_says_that_nothing_is_paid(admin_client, study):
    text = admin_client.get(address(study, "preregistration.md")).content.decode()

    assert "## Pay\n\nNothing is paid." in text


def test_the_preregistration_says_what_the_design_fixes(admin_client, study):
    text = admin_client.get(address(study, "preregistration.md")).content.decode()

    assert "2 × 10 = 20 people complete the study." in text
    assert "3 concepts at random" in text
    assert study.deck_version.fingerprint in text
    assert study.seed not in text


def test_a_pilot_goes_back_to_draft(admin_client, study):
    admin_client.post(address(study, "pilot/"))
    study.refresh_from_db()
    assert study.state == "pilot"

    admin_client.post(address(study, "draft/"))
    study.refresh_from_db()
    assert study.is_draft
    assert AuditEntry.objects.filter(action="state_changed").count() == 2


def test_an_analyst_reads_and_does_not_launch(client, study, django_user_model):
    user = django_user_model.objects.create_user("ann")
    Membership.objects.create(study=study, user=user, role=Role.ANALYST)
    client.force_login(user)

    page = client.get(address(study)).content.decode()

    assert "Checklist" in page
    assert "Go live" not in page
    assert client.post(address(study, "pilot/")).status_code == 403
    form = accepting_all(client, study)
    assert client.post(address(study), form).status_code == 403


def test_the_set_up_of_a_recruiter_is_there_to_copy(admin_client):
    study = make_study(
        recruiters=["prolific"],
        recruiter_options={"prolific": {"code_completed": "C1"}},
        pay_text="4 dollars",
        **WORDS,
    )

    page = unescape(admin_client.get(address(study)).content.decode())

    assert "Reward: 4 dollars" in page
    assert "Places: 20" in page
    assert "Completion code C1: completed;" in page


def test_the_set_up_follows_what_the_design_pays_and_who_came(db):
    options = {"prolific": {"code_withdrawn": "L1"}}
    study = make_study(
        recruiters=["prolific", "link"], recruiter_options=options, pays_withdrawn=True
    )
    Person(study).finish()

    text = write_setup(study, RECRUITERS["prolific"], address="https://a.example/")

    assert "Places: 19 (of 20, 1 are taken)" in text
    assert "L1: other, left early; review by hand" in text


def test_the_checklist_says_what_was_looked_at(admin_client):
    make_study(state="draft", contact="")

    def states():
        page = admin_client.get("/dashboard/studies/study/launch/")
        return {each.title: each.state for each in page.context["checks"]}

    before = states()
    assert before["Participants can reach somebody"] == "fault"
    assert before["The deck has the concepts"] == "good"
    assert before["A real person finished a pilot"] == "doubt"
    assert before["Tried by the team to the end"] == "doubt"
    Study.objects.update(contact="lab@example.org")
    assert states()["Participants can reach somebody"] == "good"


def test_two_texts_of_consent_are_warned_of(db):
    study = make_study(state="draft", consent_text="As approved.")
    study.consent_parts = {"purpose": "To learn."}

    assert "two_consents" in [each.code for each in report_on(study).warnings]
    study.consent_parts = {}
    assert "two_consents" not in [each.code for each in report_on(study).warnings]
