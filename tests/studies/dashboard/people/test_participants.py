"""The list of participants: who needs a decision?"""

import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from studies.dashboard.people import participants
from studies.models import AuditEntry, BrowserEvent, TeachingSession
from studies.models.log import EventKind
from studies.models.team import Action, Role
from studies.recruitment import Arrival
from studies.services.results.wording import POPULATION_NAMES
from studies.statistics.populations import Population
from tests.studies.factories import NOON, Person, seconds
from tests.studies.sharing import shared_rows

pytestmark = pytest.mark.django_db
LIST = "/dashboard/studies/study/participants/"
FIND = f"{LIST}find/"


def listed(client, query=""):
    """The pseudonyms on the page, in order."""
    page = client.get(f"{LIST}{query}").content.decode()
    return re.findall(r'<a class="pseudonym"[^>]*>(\w+)</a>', page)


def pseudonym(person):
    return person.session.participant.pseudonym


@pytest.fixture(scope="module")
def shared_pair(shared_study, django_db_blocker):
    with shared_rows(django_db_blocker, "pair"):
        quick = Person(shared_study, name="W1")
        quick.finish()
        now = NOON + seconds(60)
        slow = Person(shared_study, name="W2", now=now).go_to("prequiz", 2)
        slow.wait(7200).answer("xx")
        BrowserEvent.objects.create(
            session=slow.session, received_at=slow.now, kind=EventKind.PASTE
        )
        yield pseudonym(quick), pseudonym(slow)


@pytest.fixture
def pair(study, shared_pair):
    """Somebody who finished quickly, and somebody who pasted and took long.

    They stay until the last test of this file: those of other people come before.
    """
    return shared_pair


def test_an_empty_list_says_what_to_do(admin_client, study):
    assert "Nobody has come yet" in admin_client.get(LIST).content.decode()


def test_the_list_tells_by_whom_people_came_and_sorts_by_it(admin_client, study):
    by_prolific = Arrival("prolific", person="ab" * 12)
    arrivals = (by_prolific, Arrival("mturk", person="W1", assignment="AS1"))
    prolific, mturk = (pseudonym(Person(study, arrival=each)) for each in arrivals)

    page = admin_client.get(LIST).text

    assert page.index("<td>Prolific</td>") < page.index(
        "<td>Amazon Mechanical Turk</td>"
    )
    assert listed(admin_client, "?sort=recruiter") == [mturk, prolific]


def test_those_who_may_not_look_for_people_do_not_find_them(sign_in, study):
    Person(study, name="W2")

    for role in (Role.ANALYST, Role.VIEWER, Role.PAYER):
        assert sign_in(role, role).post(FIND, {"name": "W2"}).status_code == 403
    assert not AuditEntry.objects.exists()


def test_viewers_and_payers_see_no_participants(sign_in, study):
    address = f"{LIST}{pseudonym(Person(study, name='W2'))}/"

    for role in (Role.VIEWER, Role.PAYER):
        client = sign_in(role, role)
        assert client.get(LIST).status_code == 403
        assert client.get(address).status_code == 403


def test_more_people_cost_no_more_queries(admin_client, study):
    def n_queries():
        with CaptureQueriesContext(connection) as asked:
            assert admin_client.get(LIST).status_code == 200
        return len(asked)

    Person(study, name="A1").finish()
    before = n_queries()
    for name in ("A2", "A3"):
        Person(study, name=name).go_to("learning", 2)

    assert n_queries() == before


def test_everybody_is_listed_in_the_order_they_came(admin_client, pair):
    assert listed(admin_client) == list(pair)


def test_who_is_beyond_the_planned_places_is_told_with_what_follows(
    admin_client, study, pair
):
    """In the words of Results, on both pages; nobody else has the note."""
    follows = "They are analysed like everybody; Results also has a line without them."
    words = POPULATION_NAMES[Population.WITHOUT_OVER_FULL].split("those ")[1]
    quick, _ = pair
    plain = admin_client.get(LIST).content.decode()
    TeachingSession.objects.filter(participant__pseudonym=quick).update(
        is_over_full=True
    )

    pages = [admin_client.get(f"{LIST}{rest}") for rest in ("", f"{quick}/")]

    assert follows not in plain
    for page in pages:
        told = page.content.decode()
        assert f"{words}</span>" in told
        assert told.count(follows) == 1


def test_the_list_is_searched_by_pseudonym(admin_client, pair):
    quick, _ = pair

    assert listed(admin_client, f"?search={quick[:6].upper()}") == [quick]
    assert "Nobody fits" in admin_client.get(f"{LIST}?search=zz").content.decode()


def test_the_list_is_filtered_by_flag_and_purpose(admin_client, pair):
    _, slow = pair

    assert listed(admin_client, "?flag=pasted") == [slow]
    assert listed(admin_client, "?purpose=pilot") == []


def test_every_column_sorts_both_ways(admin_client, pair):
    for order in ("participant", "began", "phase", "minutes", "flags", "code"):
        up = listed(admin_client, f"?sort={order}")

        assert sorted(up) == sorted(pair)
        assert listed(admin_client, f"?sort=-{order}") == up[::-1]


def test_the_longest_come_first_when_asked_for(admin_client, pair):
    quick, slow = pair

    assert listed(admin_client, "?sort=-minutes") == [slow, quick]


def test_nonsense_in_an_address_shows_the_list(admin_client, pair):
    for query in ("?sort=nonsense", "?flag=x", "?page=99", "?purpose=x"):
        assert listed(admin_client, query) == list(pair)


def test_a_long_list_has_pages(admin_client, pair, monkeypatch):
    monkeypatch.setattr(participants, "PER_PAGE", 1)

    assert listed(admin_client) == [pair[0]]
    assert listed(admin_client, "?page=2") == [pair[1]]
    assert "page=2" in admin_client.get(LIST).content.decode()


def test_an_owner_sees_codes_and_an_analyst_does_not(
    admin_client, sign_in, study, pair
):
    code = study.sessions.get(phase="completed").codes.get().code
    own = admin_client.get(LIST).content.decode()
    assert code in own
    assert own.count("owed in full") == 1

    page = sign_in(Role.ANALYST).get(f"{LIST}?sort=code").content.decode()

    assert code not in page
    assert "Code" not in page
    assert "Find" not in page


def test_somebody_is_found_by_the_recruiters_id_and_the_look_is_logged(
    sign_in, study, pair
):
    response = sign_in(Role.OWNER).post(FIND, {"name": "w2"})

    assert response["Location"] == f"{LIST}{pair[1]}/"
    entry = AuditEntry.objects.get(action=Action.IDENTITY_SEEN)
    assert (entry.who, entry.detail) == ("ada", {"participant": pair[1]})


def test_somebody_is_found_by_a_code(admin_client, study, pair):
    code = study.sessions.get(phase="completed").codes.get().code

    assert admin_client.post(FIND, {"name": code})["Location"] == f"{LIST}{pair[0]}/"


def test_nobody_is_found_and_what_was_typed_stays(admin_client, pair):
    response = admin_client.post(FIND, {"name": "W9"})

    assert response.status_code == 400
    assert 'value="W9"' in response.content.decode()
    assert not AuditEntry.objects.exists()
