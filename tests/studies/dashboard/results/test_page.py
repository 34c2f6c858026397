"""The Results page: reads what is stored, as command and API do."""

import csv
import re

import pytest

from studies.models import Job, Membership, ResultsReport
from studies.models.study import Purpose
from studies.models.team import Action, Role
from studies.services.jobs.running import run_job
from studies.services.people.decisions import decide_exclusion
from studies.services.results.formatting import format_rows
from studies.services.results.shapes import from_json
from studies.services.results.stored import STILL_OPEN
from studies.services.results.storing import compute_report
from studies.services.team.api_tokens import make_api_token
from tests.studies.factories import NOON, make_study
from tests.studies.services.results.played import close, make_played
from tests.studies.sharing import shared_rows

pytestmark = pytest.mark.django_db
ADDRESS = "/dashboard/studies/study/results/"
OF_SHARED = "/dashboard/studies/shared/results/"


@pytest.fixture
def ada(client, django_user_model):
    """A function that signs an analyst of a study in."""

    def sign_in(study):
        user = django_user_model.objects.create_user("ada")
        Membership.objects.create(study=study, user=user, role=Role.ANALYST)
        client.force_login(user)
        return user

    return sign_in


@pytest.fixture(scope="module")
def shared(django_db_setup, django_db_blocker):
    """The stored report of a closed study."""
    with shared_rows(django_db_blocker, "page"):
        study = close(make_played(slug="shared"))
        yield compute_report(study=study, purpose=Purpose.REAL, now=NOON)


@pytest.fixture
def stored(shared):
    return ResultsReport.objects.get(pk=shared.pk)


@pytest.fixture
def study(stored):
    return stored.study


def words(response):
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", response.content.decode()))


def test_page_and_api_have_the_numbers_of_the_stored_report(client, ada, study, stored):
    user = ada(study)
    report = from_json(stored.report)
    token = make_api_token(user=user, name="x", now=NOON)

    page = words(client.get(OF_SHARED))
    told = client.get(
        "/api/v1/studies/shared/results/", headers={"Authorization": f"Bearer {token}"}
    ).json()

    assert told["report"] == stored.report
    assert report.headline in page
    for part in report.parts:
        for table in part.tables:
            for row in format_rows(table):
                assert " ".join(" ".join(row).split()) in page


def test_figures_carry_no_style_and_say_what_they_show(client, ada, study):
    ada(study)

    page = client.get(OF_SHARED).content.decode()

    pictures = re.findall(r"<svg.*?</svg>", page, re.S)
    assert len(pictures) == page.count("<figure")
    for picture in pictures:
        assert "style=" not in picture
        assert re.search(r"<title[^>]*>\w", picture)


def test_a_figure_is_downloaded_as_a_file(client, ada, study):
    ada(study)

    response = client.get(f"{OF_SHARED}outcome.csv")

    assert response["Content-Disposition"] == (
        'attachment; filename="shared-outcome.csv"'
    )
    assert response.content.startswith(b"series,what,")
    assert client.get(f"{OF_SHARED}outcome.exe").status_code == 404


def test_a_closed_study_is_not_said_to_be_open_by_a_report_of_before(
    client, ada, study, stored
):
    ada(study)
    report = {**stored.report, "warnings": [STILL_OPEN, "Other."]}
    ResultsReport.objects.filter(pk=stored.pk).update(report=report)

    page = words(client.get(OF_SHARED))

    assert "Other." in page
    assert STILL_OPEN not in page


def test_every_table_is_downloaded_with_all_its_digits(client, ada, study, stored):
    ada(study)
    page = client.get(OF_SHARED).content.decode()

    for part in from_json(stored.report).parts:
        for table in filter(lambda table: table.rows, part.tables):
            address = f"{OF_SHARED}tables/{table.key}.csv"
            assert f"{address}?purpose=real" in page
            file = list(csv.reader(client.get(address).text.splitlines()))
            assert file[0] == [column.key for column in table.columns]
            assert [row[-1] for row in file[1:]] == [
                "" if row[-1] is None else str(row[-1]) for row in table.rows
            ]
    assert client.get(f"{OF_SHARED}tables/nothing.csv").status_code == 404


def test_a_running_study_shows_the_lock_and_no_outcome(client, ada):
    study = make_played(2)
    ada(study)

    page = words(client.get(ADDRESS))

    assert "Locked until the study is closed" in page
    assert "Compute" not in page
    assert client.get(f"{ADDRESS}outcome.csv").status_code == 302


def test_a_study_without_people_has_nothing_to_unlock(client, ada):
    study = make_study(n_places=4)
    ada(study)

    assert "Locked" not in words(client.get(ADDRESS))
    client.post(f"{ADDRESS}unlock/", {"confirmation": "study"})

    assert not study.audit.filter(action=Action.RESULTS_UNLOCKED).exists()


def test_unlocking_needs_the_name_of_the_study(client, ada):
    study = make_study(n_places=4)
    ada(study)

    response = client.post(f"{ADDRESS}unlock/", {"confirmation": "yes"})

    assert response.status_code == 400
    assert not study.audit.filter(action=Action.RESULTS_UNLOCKED).exists()


def test_an_unlocked_look_is_computed_and_marked(client, ada):
    study = make_played(6)
    ada(study)

    client.post(f"{ADDRESS}unlock/", {"confirmation": "study"})
    run_job.call(Job.objects.get().pk)
    page = words(client.get(ADDRESS))

    assert "Looked at early; p is not confirmatory." in page
    assert "Look again" in page
    assert Job.objects.get().state == "done"


def test_a_rehearsal_is_computed_on_request_and_told_by_page_and_api_alike(client, ada):
    study = make_played(6, is_real=False)
    token = make_api_token(user=ada(study), name="x", now=NOON)
    query = {"purpose": "simulated"}

    client.post(f"{ADDRESS}compute/", query)
    run_job.call(Job.objects.get().pk)
    page = words(client.get(ADDRESS, query))
    told = client.get(
        "/api/v1/studies/study/results/",
        query,
        headers={"Authorization": f"Bearer {token}"},
    ).json()

    assert "These people are simulated" in page
    assert told["purpose"] == "simulated"
    assert told["report"]["headline"] in page


def test_results_of_nobody_are_refused_in_words(client, ada):
    study = close(make_study(n_places=4))
    ada(study)

    client.post(f"{ADDRESS}compute/", {"purpose": "real"})
    run_job.call(Job.objects.get().pk)

    assert "Nobody was given a place yet" in words(client.get(ADDRESS))


def test_the_page_says_that_the_data_have_changed(client, ada, study):
    ada(study)
    assert "The data have changed" not in words(client.get(OF_SHARED))

    decide_exclusion(
        session=study.sessions.first(),
        is_excluded=True,
        reason="cheated",
        who="ada",
        now=NOON,
    )

    assert "The data have changed since: compute again" in words(client.get(OF_SHARED))


def test_no_line_ends_between_a_number_and_its_per_cent(client, ada, study, stored):
    ada(study)

    page = client.get(OF_SHARED).content.decode()

    headline = from_json(stored.report).headline
    assert " %" in headline
    assert headline.replace(" %", "\N{NO-BREAK SPACE}%") in page
