"""The page of items: how did each card do?"""

import csv
import io
import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from studies.models import AuditEntry, Job, Regrading, Response, Study
from studies.models.team import Action, Role
from studies.services.analysis.regrading import Wish, regrade_study
from studies.services.jobs.running import run_job
from studies.services.people.decisions import decide_exclusion
from studies.services.team.audit import record_action
from tests.studies.factories import NOON, Person, make_deck_version, make_study
from tests.studies.sharing import shared_rows

pytestmark = pytest.mark.django_db
PAGE = "/dashboard/studies/study/items/"
REGRADE = f"{PAGE}regrade/"
WORDS = ["Garten", "Fenster", "Zeitung"]
RULE = {"level": "strict", "article_rule": "ignore", "note": "as in the paper"}


@pytest.fixture(scope="module")
def shared_study(django_db_setup, django_db_blocker):
    with shared_rows(django_db_blocker, "items"):
        yield make_study(deck_version=make_deck_version(WORDS))


@pytest.fixture(scope="module")
def shared_people(shared_study, django_db_blocker):
    with shared_rows(django_db_blocker, "played"):
        for name in ("W1", "W2"):
            play(Person(shared_study, name=name))
        yield


def play(person):
    """Type the same wrong word everywhere."""
    while (state := person.look()).phase != "completed":
        person.move(state, "=Blume")


@pytest.fixture
def played(study, shared_people):
    """With two people, who stay until the last test of this file: those who begin with
    nobody come before."""
    return study


def read(client, query=""):
    return client.get(f"{PAGE}{query}").content.decode()


def listed(client, query=""):
    return re.findall(r'<th scope="row">das (\w+) <', read(client, query))


def close(study):
    Study.objects.filter(pk=study.pk).update(state="closed")


def test_an_empty_page_says_what_to_do(admin_client, study):
    assert "No card was answered yet" in read(admin_client)


def test_without_answers_nothing_is_graded(admin_client, study):
    reply = admin_client.post(REGRADE, RULE)

    assert "There are no answers to grade yet." in reply.content.decode()


def test_more_people_cost_no_more_queries(admin_client, study):
    def n_queries():
        with CaptureQueriesContext(connection) as asked:
            assert admin_client.get(PAGE).status_code == 200
        return len(asked)

    Person(study, name="A1").finish()
    before = n_queries()
    for name in ("A2", "A3"):
        Person(study, name=name).go_to("learning", 2)

    assert n_queries() == before


def test_the_result_is_locked_until_the_study_is_closed(admin_client, played):
    before = read(admin_client)
    close(played)
    after = read(admin_client)

    assert "Right before" in before
    assert "Often typed, judged wrong" in before
    for heading in ("Right after", "Gain"):
        assert heading not in before
        assert heading in after


def test_shares_and_gains_add_up_as_they_are_read(admin_client, played):
    play(Person(played, name="W3"))
    close(played)
    quizzed = Response.objects.filter(shown__concept__answer="Garten")
    for phase, n_right in (("prequiz", 2), ("postquiz", 1)):
        cards = quizzed.filter(phase=phase).values_list("pk", flat=True)
        Response.objects.filter(pk__in=list(cards[:n_right])).update(outcome="correct")

    garten = read(admin_client, "?search=Garten")
    fenster = read(admin_client, "?search=Fenster")

    for told in ("66.7 %", "33.3 %", "\N{MINUS SIGN}33.3<"):
        assert told in garten
    assert "0 %" in fenster
    assert "0.0 %" not in fenster


def test_what_is_locked_cannot_be_sorted_by_or_downloaded(admin_client, played):
    assert listed(admin_client, "?sort=-gain") == WORDS
    table = admin_client.get(f"{PAGE}table.csv").text
    assert "gain" not in table
    assert "after" not in table


def test_a_look_at_unlocked_results_of_a_running_study_is_logged(sign_in, played):
    record_action(played, Action.RESULTS_UNLOCKED, who="ada", now=NOON)

    page = read(sign_in(Role.ANALYST))

    assert "Right after" in page
    seen = AuditEntry.objects.get(action=Action.RESULTS_SEEN)
    assert (seen.who, seen.detail) == ("ada", {"page": "items"})


def test_a_locked_page_logs_no_look(admin_client, played):
    read(admin_client)

    assert not AuditEntry.objects.exists()


def test_cards_are_searched_and_sorted(admin_client, played):
    assert listed(admin_client, "?sort=concept") == sorted(WORDS)
    assert listed(admin_client, "?sort=-concept") == sorted(WORDS, reverse=True)
    assert listed(admin_client, "?search=zeit") == ["Zeitung"]
    assert "No card fits" in read(admin_client, "?search=nonsense")
    for name in ("number", "people", "before", "showings", "seconds", "disputed"):
        assert sorted(listed(admin_client, f"?sort={name}")) == sorted(WORDS)


def test_disputed_texts_can_be_accepted(sign_in, played):
    client = sign_in(Role.ANALYST)
    concept = played.deck_version.concepts.get(answer="Garten")
    name = f"{concept.pk}:=Blume"
    assert f'value="{name}"' in read(client)

    reply = client.post(REGRADE, {**RULE, "accepted": [name]})

    assert reply["Location"] == f"{PAGE}?purpose=real"
    job = Job.objects.get(kind="regrading")
    assert job.options["accepted"] == [[concept.pk, "=Blume"]]
    assert "Grading the answers again" in read(client)


def test_only_the_chosen_group_is_graded_again_and_stays_chosen(admin_client, played):
    played.sessions.filter(pk=played.sessions.first().pk).update(purpose="simulated")

    reply = admin_client.post(f"{REGRADE}?purpose=simulated", RULE)
    run_job.call(Job.objects.get().pk)

    assert reply["Location"] == f"{PAGE}?purpose=simulated"
    assert [*Regrading.objects.get().changes] == ["simulated"]


def test_a_text_that_was_not_offered_is_refused(admin_client, played):
    concept = played.deck_version.concepts.first()

    reply = admin_client.post(REGRADE, {**RULE, "accepted": [f"{concept.pk}:other"]})

    assert reply.status_code == 400
    assert not Job.objects.exists()


def test_a_rule_that_does_not_exist_is_refused_in_words(admin_client, played):
    reply = admin_client.post(REGRADE, {**RULE, "level": "kind"})

    assert reply.status_code == 400
    assert "kind is not one of the available choices" in reply.content.decode()


def test_progress_is_told_until_it_is_over(admin_client, played):
    admin_client.post(REGRADE, RULE)
    job = Job.objects.get()
    address, htmx = f"{REGRADE}{job.pk}/", {"HX-Request": "true"}

    assert "0 of 24 answers" in admin_client.get(address, headers=htmx).text
    assert admin_client.get(address)["Location"] == f"{PAGE}?purpose=real"
    Job.objects.update(state="done")
    assert admin_client.get(address, headers=htmx)["HX-Refresh"] == "true"


def regrade(study):
    concept = study.deck_version.concepts.get(answer="Garten")
    wish = Wish("normal", "ignore", accepted=[(concept.pk, "=Blume")])
    return regrade_study(study=study, wish=wish, who="ada", now=timezone.now())


def test_regradings_are_listed_with_what_changed(admin_client, played):
    regrade(played)
    locked = read(admin_client)
    close(played)

    assert "2 to right, 0 to wrong, of 6" in locked
    assert "Changed in postquiz" not in locked
    assert "Changed in postquiz" in read(admin_client)


def test_cards_are_shown_by_the_verdicts_of_a_regrading(admin_client, played):
    query = f"?verdicts={regrade(played).pk}&search=garten"

    assert "100 %" in read(admin_client, query)
    assert "100 %" not in read(admin_client, "?search=garten")


def test_the_table_is_downloaded_safely(admin_client, played):
    close(played)

    reply = admin_client.get(f"{PAGE}table.csv")

    rows = list(csv.DictReader(io.StringIO(reply.text)))
    assert [row["concept"] for row in rows] == [f"das {word}" for word in WORDS]
    assert rows[0]["disputed"] == "'=Blume (2)"
    assert (rows[0]["before"], rows[0]["gain"], rows[0]["n_pairs"]) == ("0", "0", "2")


def test_a_page_without_anybody_who_counts_says_that_all_are_excluded(
    admin_client, played
):
    for session in played.sessions.all():
        decide_exclusion(
            session=session, is_excluded=True, reason="x", who="ada", now=NOON
        )

    page = read(admin_client)

    assert "Everybody who answered a card is excluded" in page
    assert "No card was answered yet" not in page


def test_regradings_of_other_people_are_not_offered(admin_client, played):
    made = regrade(played)
    played.sessions.update(purpose="simulated")
    Person(played).go_to("learning", 1)
    Regrading.objects.update(changes={"simulated": {}})

    page = read(admin_client, f"?purpose=real&verdicts={made.pk}")

    assert 'id="regradings-title"' not in page
    assert 'id="items-table"' in page
