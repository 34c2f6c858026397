"""The page of data quality: whom can I trust?"""

import csv
import io
import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from studies.dashboard.people import quality
from studies.dashboard.people.histograms import draw_histogram
from studies.models import (
    AuditEntry,
    BrowserEvent,
    Questionnaire,
    QuestionnaireAnswer,
    Study,
)
from studies.models.log import EventKind
from studies.models.team import Role
from studies.services.people.quality import gauge_people, read_quality
from studies.services.session.withdrawal import erase_session
from tests.studies.factories import NOON, Person, seconds
from tests.studies.sharing import shared_rows

pytestmark = pytest.mark.django_db
HELP = "honesty"
PAGE = "/dashboard/studies/study/quality/"


def listed(client, query=""):
    page = client.get(f"{PAGE}{query}").content.decode()
    return re.findall(r'<a class="pseudonym"[^>]*>(\w+)</a>', page)


def pseudonym(person):
    return person.session.participant.pseudonym


@pytest.fixture(scope="module")
def shared_pair(shared_study, django_db_blocker):
    with shared_rows(django_db_blocker, "pair"):
        good = Person(shared_study, name="W1").go_to("prequiz", 2)
        now = NOON + seconds(60)
        bad = Person(shared_study, name="W2", now=now).go_to("prequiz", 2)
        BrowserEvent.objects.create(
            session=bad.session, received_at=bad.now, kind=EventKind.PASTE
        )
        yield pseudonym(good), pseudonym(bad)


@pytest.fixture
def pair(study, shared_pair):
    """Somebody of whom nothing bad is known, and somebody who pasted.

    They stay until the last test of this file: those of other people come before.
    """
    return shared_pair


def test_an_empty_page_says_what_to_do(admin_client, study):
    page = admin_client.get(PAGE).content.decode()
    assert "Nobody has come yet" in page
    assert "Send the study’s link" in page
    Study.objects.update(state="draft")
    assert "Finish the design" in admin_client.get(PAGE).content.decode()


def test_neither_arm_nor_outcome_is_on_the_page(sign_in, study):
    person = Person(study).go_to("learning", 1)
    person.answer(person.right_answer())
    study.arms.filter(pk=person.session.arm_id).update(name="SECRETARM")

    page = sign_in(Role.OWNER).get(PAGE).content.decode()

    assert "SECRETARM" not in page
    assert "correct" not in page


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


def test_a_plot_is_downloaded_to_print_and_as_numbers(admin_client, pair):
    page = admin_client.get(PAGE).content.decode()
    figures = f"{PAGE}figures/"

    numbers = admin_client.get(f"{figures}pastes.csv").text.splitlines()
    printed = admin_client.get(f"{figures}pastes.pdf")

    assert [line.split(",")[2:5] for line in numbers[1:]] == [
        ["0 to below 1", "0.0", "1"],
        ["1 or more", "1.0", "1"],
    ]
    assert printed.content.startswith(b"%PDF")
    assert printed["Content-Disposition"].endswith('"study-pastes.pdf"')
    for kind in ("svg", "pdf", "png", "csv"):
        assert f"{figures}pastes.{kind}?purpose=real" in page
    for name in ("pastes.exe", "nothing.csv"):
        assert admin_client.get(figures + name).status_code == 404


def test_those_with_most_concerns_come_first(admin_client, pair):
    good, bad = pair

    assert listed(admin_client) == [bad, good]


def test_every_column_sorts_both_ways(admin_client, pair):
    for name in quality._LABELS:
        for order in (name, f"-{name}"):
            table = admin_client.get(f"{PAGE}table.csv?sort={order}").text
            rows = csv.DictReader(io.StringIO(table))
            assert {row["participant"] for row in rows} == set(pair)

    good, bad = pair
    assert listed(admin_client, "?sort=pastes") == [good, bad]
    assert listed(admin_client, "?sort=-pastes") == [bad, good]


def test_the_list_is_searched_and_narrowed(admin_client, pair):
    good, bad = pair

    assert listed(admin_client, f"?search={good[:6]}") == [good]
    assert listed(admin_client, "?only=pastes") == [bad]
    assert listed(admin_client, "?only=excluded") == []
    assert listed(admin_client, "?only=nonsense&sort=x&purpose=x&page=9") == [bad, good]


def test_plots_have_words_lines_and_no_styles(admin_client, pair):
    page = admin_client.get(PAGE).content.decode()

    assert page.count('role="img"') == 8
    assert "The threshold is 0; 1 beyond it." in page
    assert " style=" not in page


def test_the_line_of_a_count_stands_between_what_is_fine_and_what_is_not(pair, study):
    rows = read_quality(study, study.sessions.all())
    gauged = {each.gauge.name: each for each in gauge_people(study, rows)}

    plot = draw_histogram(gauged["blurs"])

    places = {tick.label: float(tick.at) for tick in plot.ticks_x}
    assert gauged["blurs"].threshold == 4
    assert places["4"] < float(plot.threshold) < places["5"]


def test_who_was_erased_or_never_asked_is_told_as_such(admin_client, study, pair):
    Person(study, name="W3").finish()
    gone = Person(study, name="W4").go_to("prequiz", 1)
    erase_session(session_id=gone.session.pk, now=gone.now)
    Questionnaire.objects.update(items=[{**study.questionnaire.items[0], "id": HELP}])

    page = " ".join(re.sub("<[^>]+>", " ", admin_client.get(PAGE).text).split())

    assert "1 of them was erased and is left out below" in page
    assert "not asked 2 · no answer 1" in page


def test_registered_rules_are_counted(admin_client, study, pair):
    Study.objects.update(exclusion_rules={"pastes": 0})

    page = admin_client.get(PAGE).content.decode()

    assert "Pasted more than 0 times" in page
    assert "1 of 2 people is beyond at least one" in page


def test_somebody_is_excluded_from_the_list_and_it_stays_as_it_was(
    sign_in, study, pair
):
    _, bad = pair
    client = sign_in(Role.EDITOR)

    reply = client.post(f"{PAGE}{bad}/exclude/?only=pastes", {"reason": "pasted"})

    assert "only=pastes" in reply["Location"]
    assert listed(client, "?only=excluded") == [bad]
    assert AuditEntry.objects.get(action="excluded").detail == {"participant": bad}


def test_without_a_reason_nobody_is_excluded(admin_client, pair):
    reply = admin_client.post(f"{PAGE}{pair[1]}/exclude/", {}, follow=True)

    assert "A decision needs a reason." in reply.content.decode()
    assert listed(admin_client, "?only=excluded") == []


def test_an_analyst_sees_no_identity_and_decides_nothing(sign_in, pair, study):
    client = sign_in(Role.ANALYST)
    page = client.get(PAGE).content.decode()
    table = client.get(f"{PAGE}table.csv").content.decode()

    assert pair[0] in page
    # As words: the token of a form may have such letters in it.
    words = {*re.findall(r"\w+", page), *re.findall(r"\w+", table)}
    assert words.isdisjoint({"W1", "W2", "AS1"})
    assert 'name="reason"' not in page


def test_the_table_is_downloaded_safely_and_logged(sign_in, study, pair):
    good, _ = pair
    session = study.sessions.get(participant__pseudonym=good)
    QuestionnaireAnswer.objects.create(session=session, item="honesty", value="=1+1")

    reply = sign_in(Role.OWNER).get(f"{PAGE}table.csv?sort=participant")

    rows = {row["participant"]: row for row in csv.DictReader(io.StringIO(reply.text))}
    assert rows.keys() == set(pair)
    assert rows[good]["help"] == "'=1+1"
    assert (rows[pair[1]]["pastes"], rows[good]["is_excluded"]) == ("1", "0")
    assert AuditEntry.objects.get().detail == {"downloaded": "data quality"}
