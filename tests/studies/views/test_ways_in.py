"""Links as people open them: of panels, personal, and of browsers that remember."""

import pytest

from studies.models import SessionDevice, TeachingSession
from studies.services.links.personal_links import list_links, make_links
from studies.services.people.flags import Flag
from studies.services.people.listing import flags_of
from studies.services.people.measures import read_measures
from tests.studies.factories import NOON, make_study

pytestmark = pytest.mark.django_db
YES = {"consent": "yes"}
CODES = {"code_no_consent": "NO", "code_completed": "DONE"}
SONA = {"recruiters": ["panel"], "recruiter_options": {"panel": {"preset": "sona"}}}


def test_people_of_a_panel_come_by_its_names(client):
    make_study(**SONA)

    client.post("/join/study/?sona_id=123", YES)
    client.post("/join/study/?sona_id=123", YES)

    session = TeachingSession.objects.get()
    assert session.participant.identity.external_id == "123"


def test_a_placeholder_of_a_panel_is_told_as_such(client):
    make_study(**SONA)

    page = client.get("/join/study/?sona_id=%25SURVEY_CODE%25")

    assert page.status_code == 400
    assert b"still has a placeholder" in page.content


@pytest.mark.parametrize("codes", [CODES, {}])
def test_who_does_not_agree_goes_back_with_the_code_for_it(client, codes):
    options = {"preset": "other", "person": "pid", **codes}
    make_study(
        recruiters=["panel"],
        recruiter_options={"panel": options},
        completion_url="https://panel.example/?cc={code}",
    )

    page = client.get("/join/study/?pid=7&declined=1").content.decode()
    back = client.get("/join/study/back/?pid=7")

    assert ("/join/study/back/?pid=7" in page) == bool(codes)
    assert "cc=NO" not in page
    led = "https://panel.example/?cc=NO" if codes else "?pid=7&declined=1"
    assert (back.status_code, back["Location"]) == (303, led)
    assert not TeachingSession.objects.exists()


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_personal_link_that_was_changed_is_told_as_such(client, language):
    study = make_study(recruiters=["personal"], language=language)
    make_links(study=study, labels=["anna"], who="ada", now=NOON)
    (link,) = list_links(study, address="/join/study/")
    assert client.get(link.address).status_code == 200

    cut = client.get(link.address[:-1])
    other = client.get(link.address.replace("anna", "bert"))

    assert (cut.status_code, other.status_code) == (400, 400)
    title = {"en": "not the link that you were sent", "de": "der Ihnen geschickt wurde"}
    assert title[language] in cut.content.decode()
    assert "recruiter" not in other.content.decode()


def remembering(**changes):
    return make_study(
        recruiters=["link"],
        recruiter_options={"link": {"once_per_browser": True}},
        **changes,
    )


def test_a_browser_is_asked_to_remember_after_the_consent(client):
    remembering()
    before = client.get("/join/study/").content.decode()

    address = client.post("/join/study/", YES)["Location"]
    page = client.get(address).content.decode()

    assert 'data-once="study"' in before
    assert "data-begun" not in before
    assert 'data-begun="study"' in page


def test_who_comes_again_in_a_browser_takes_part_with_a_flag(client):
    study = remembering()

    client.post("/join/study/", YES)
    client.post("/join/study/", {**YES, "here_before": "yes"})

    measures = read_measures(TeachingSession.objects.all()).values()
    flags = [Flag.CAME_BEFORE in flags_of(study, each) for each in measures]
    assert sorted(flags) == [False, True]


def test_nothing_is_remembered_where_the_consent_does_not_say_so(client):
    make_study(recruiters=["link"])
    page = client.get("/join/study/").content.decode()

    address = client.post("/join/study/", {**YES, "here_before": "yes"})["Location"]

    assert "once.js" not in page
    assert "begun" not in address
    assert not SessionDevice.objects.get().was_here_before
