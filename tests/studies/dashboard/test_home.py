import re

import pytest

from studies.models import Membership, Study
from tests.studies.factories import Person, make_deck_version, make_study

pytestmark = pytest.mark.django_db
NEW = "/dashboard/new-study/"


def test_the_front_page_leads_researchers_to_the_dashboard(client):
    assert 'href="/dashboard/"' in client.get("/").content.decode()


def test_the_home_page_tells_how_far_each_study_is(admin_client):
    study = make_study(n_places=3)
    Person(study, name="A1").finish()
    Person(study, name="A2").go_to("prequiz")

    page = admin_client.get("/dashboard/").content.decode()

    assert "<strong>1</strong> of 6 completed, 1 inside" in page


@pytest.mark.parametrize("has_own", [False, True])
def test_demos_stay_below_own_studies_and_say_what_they_are(admin_client, has_own):
    make_study(slug="tour", title="A tour", is_demo=True)
    if has_own:
        make_study(slug="mine", title="My own", state="draft")

    page = admin_client.get("/dashboard/").content.decode()

    own, _, demos = page.partition("Demo studies of this server")
    assert "not research" in demos
    assert "A tour" in demos.partition("</details>")[0]
    assert "A tour" not in own
    assert ("My own" in own) is has_own
    assert ('<details class="more" open>' in own) is not has_own


def test_a_researcher_sees_their_own_studies_alone(client, django_user_model):
    make_study(slug="others", title="Somebody else’s")
    client.force_login(django_user_model.objects.create_user("ada"))

    page = client.get("/dashboard/").content.decode()

    assert "Somebody else’s" not in page
    assert "There is no study yet" in page


def test_every_link_of_the_home_page_opens(admin_client):
    page = admin_client.get("/dashboard/").content.decode()
    links = set(re.findall(r'<a [^>]*href="(/[^"]*)"', page))

    assert {"/dashboard/decks/", "/dashboard/decks/credits/", "/admin/"} <= links
    assert {admin_client.get(link).status_code for link in links} == {200}


def test_a_study_begins_from_a_template_and_belongs_to_whoever_began_it(
    client, django_user_model
):
    make_deck_version([f"word{number}" for number in range(20)], slug="german")
    client.force_login(django_user_model.objects.create_user("ada"))
    assert "Its deck is not on this server" in client.get(NEW).content.decode()

    response = client.post(NEW, {"template": "german", "title": "Mine"})

    assert response["Location"] == "/dashboard/studies/mine/design/"
    page = client.get("/dashboard/").content.decode()
    assert "You are its owner." in page
    assert "To be fixed before the launch: Contact." in page


@pytest.mark.parametrize("code", ["biodiversity", "nothing", ""])
def test_a_template_that_is_not_there_begins_nothing(admin_client, code):
    assert admin_client.post(NEW, {"template": code}).status_code == 404
    assert not Study.objects.exists()


def test_a_study_is_cloned_by_who_may_see_its_design(admin_client, study):
    response = admin_client.post("/dashboard/studies/study/clone/")

    assert response["Location"] == "/dashboard/studies/study-2/design/"


def test_a_viewer_clones_nothing(client, django_user_model, study):
    user = django_user_model.objects.create_user("eve")
    Membership.objects.create(study=study, user=user, role="viewer")
    client.force_login(user)

    assert client.post("/dashboard/studies/study/clone/").status_code == 403
    assert "Clone" not in client.get("/dashboard/").content.decode()


def test_studies_are_found_by_their_words_and_sorted(admin_client, study):
    for title in ("Zebra", "Apple"):
        make_study(
            slug=title.lower(),
            title=title,
            state="draft",
            deck_version=study.deck_version,
        )

    found = admin_client.get("/dashboard/?q=app").content.decode()
    ordered = admin_client.get("/dashboard/?sort=title").content.decode()

    assert ("Apple" in found, "Zebra" in found) == (True, False)
    assert ordered.index("Apple") < ordered.index("Study") < ordered.index("Zebra")


@pytest.mark.parametrize(
    ("state", "words"),
    [
        ("draft", "The design is complete"),
        ("pilot", "The pilot is open"),
        ("paused", "nobody can join"),
    ],
)
def test_a_card_says_what_the_study_waits_for(admin_client, study, state, words):
    Study.objects.update(state=state)

    assert words in admin_client.get("/dashboard/").content.decode()
