"""The page on which researchers try a study."""

import re

import pytest
from django.template.loader import render_to_string
from django.utils import timezone

from studies.dashboard.running.curves import LINE_OF_TEXT, draw_curves, spread
from studies.models import AuditEntry, Questionnaire, TeachingSession, VisitCount
from studies.models.study import StudyState
from studies.services.rehearsal.beliefs import ConceptBelief, TeachersView
from tests.studies.factories import Person, make_study

pytestmark = pytest.mark.django_db


class Looker(Person):
    """Somebody who tries a study, driven on from where they are."""

    def __init__(self, study, token):
        self.study, self.token, self.now = study, token, timezone.now()


@pytest.fixture
def study():
    return make_study(state=StudyState.DRAFT)


def begin(client, study, **changes):
    first = {"arm": study.arms.first().pk, "source": study.recruiters[0]}
    form = {**first, "pace": "fast", **changes}
    return client.post(f"/dashboard/studies/{study.slug}/try/", form)


def framed(page):
    return re.search(r'<iframe [^>]*src="([^"]+)"', page)[1]


def test_a_try_begins_with_what_participants_see_first(admin_client):
    """Consent, no and back, the box, more time, then the questions before."""
    study = make_study(
        state=StudyState.PILOT,
        minimum_age=18,
        offers_more_time=True,
        consent_text="We keep your answers.",
        questions_before=Questionnaire.objects.create(
            items=[{"id": "age", "kind": "number", "label": "How old are you?"}]
        ),
    )
    outside = admin_client.get(begin(admin_client, study)["Location"])
    consent = framed(outside.content.decode())

    first = admin_client.get(consent)
    declined = admin_client.get(f"{consent}?declined=1").content.decode()
    unticked = admin_client.post(consent, {"consent": "yes"})
    agreed = admin_client.post(consent, {"age": "yes", "time": "2"}, follow=True)

    assert "We keep your answers." in first.content.decode()
    assert "frame-ancestors 'self'" in first["Content-Security-Policy"]
    assert f'href="{consent}"' in declined
    assert unticked.status_code == 400
    assert "How old are you?" in agreed.content.decode()
    session = TeachingSession.objects.get()
    assert (session.purpose, session.time_factor) == ("preview", 2)
    assert not VisitCount.objects.exists()
    again = admin_client.get(outside.wsgi_request.path).content.decode()
    assert framed(again).startswith("/s/")


def test_a_try_is_shown_in_a_frame_and_logged(admin_client, study):
    page = admin_client.get(begin(admin_client, study)["Location"]).content.decode()

    assert admin_client.get(framed(page)).status_code == 200
    assert "The teacher begins with the learning part" in page
    assert AuditEntry.objects.get().action == "tried"


def test_the_teacher_s_view_comes_alone(admin_client, study):
    address = begin(admin_client, study)["Location"]

    part = admin_client.get(f"{address}teacher/").content.decode()

    assert "The teacher begins" in part
    assert "<html" not in part


def test_a_colleague_begins_a_try_of_their_own(admin_client, client, study, admin_user):
    address = begin(admin_client, study)["Location"]
    client.force_login(admin_user)

    assert client.get(address)["Location"] == f"/dashboard/studies/{study.slug}/try/"


def test_a_faulty_design_says_what_is_wrong(admin_client):
    study = make_study(state=StudyState.DRAFT, n_concepts=500)

    response = begin(admin_client, study)

    assert response.status_code == 200
    assert "Something is not right yet" in response.content.decode()
    assert not TeachingSession.objects.exists()


def test_an_arm_that_is_not_there_is_refused(admin_client, study):
    assert "Select a valid choice" in begin(admin_client, study, arm=0).content.decode()


def test_one_comes_as_from_the_recruiters_of_the_study_alone(admin_client):
    study = make_study(recruiters=["link", "prolific"], state=StudyState.DRAFT)

    page = admin_client.get(f"/dashboard/studies/{study.slug}/try/").text
    refused = begin(admin_client, study, source="mturk").text

    assert re.findall(r'name="source" value="(\w+)"', page) == ["prolific", "link"]
    assert "Select a valid choice" in refused


def test_after_learning_the_teacher_s_part_is_over(admin_client, study):
    address = begin(admin_client, study)["Location"]
    session = TeachingSession.objects.get()
    looker = Looker(session.study, admin_client.session[f"preview-{session.public_id}"])

    looker.go_to("learning", 2)
    during = admin_client.get(f"{address}teacher/").text
    looker.go_to("postquiz", 1, page="introduction")
    after = admin_client.get(f"{address}teacher/").text
    looker.finish()
    at_end = admin_client.get(f"{address}teacher/").text

    assert "Card 2 of 6" in during
    for part in (after, at_end):
        assert "The teacher has done its part: it chose 6 cards." in part
        assert "The teacher begins" not in part


BACK = "https://lab.example/?c={code}&who={person}"
RECRUITED = {
    "recruiters": ["mturk", "prolific", "link"],
    "recruiter_options": {"prolific": {"code_completed": "C0DE"}},
}


@pytest.mark.parametrize(
    ("source", "told"),
    [
        ("prolific", "app.prolific.com/submissions/complete?cc=C0DE</code>."),
        ("mturk", "/mturk/externalSubmit</code>:"),
        ("link", "lab.example/?c={code}&amp;who=PREVIEW</code>."),
    ],
)
def test_the_way_back_is_shown_at_the_end_and_nothing_is_sent(
    admin_client, client, source, told
):
    study = make_study(completion_url=BACK, **RECRUITED)
    begin(admin_client, study, source=source)
    session = TeachingSession.objects.get()
    token = admin_client.session[f"preview-{session.public_id}"]
    Looker(session.study, token).finish()

    page = client.get(f"/s/{token}/")

    code = session.codes.get().code
    assert told.format(code=code) in page.text
    assert "Nothing is sent." in page.text
    assert 'method="post"' not in page.text.split("code-box")[1].split("</main>")[0]
    assert client.get(f"/s/{token}/back/")["Location"].startswith(f"/s/{token}/")
    assert session.arrivals.get().recruiter == f"preview-{source}"


def teachers_view(*shown):
    concepts = [
        ConceptBelief(name, n_shown, 0, 0.5, (0.5, 0.4), 0.1, is_chosen, is_tied=False)
        for name, n_shown, is_chosen in shown
    ]
    view = TeachersView("GR", 1, 6, tuple(concepts), draw=0.5)
    context = {"view": view, "plot": draw_curves(view)}
    return render_to_string("dashboard/parts/teachers_view.html", context)


def test_lines_have_names_and_what_is_not_shown_yet_has_none():
    first = teachers_view(("Haus", 0, True), ("Baum", 0, False))
    later = teachers_view(("Haus", 0, True), ("Baum", 1, False))
    again = teachers_view(("Haus", 1, True), ("Baum", 1, False))

    assert "There are no lines yet" in first
    assert "so it has no line yet" in later
    assert ">Baum</text>" in later
    assert ">Haus</text>" not in later
    assert "The thick line is the card it chose" in again


def test_names_of_lines_that_end_together_stand_below_each_other():
    places = spread([196.0, 100.0, 196.0, 195.0])

    assert sorted(places) == [100, *(196 - LINE_OF_TEXT * n for n in (2, 1, 0))]
    assert places[1] == 100
