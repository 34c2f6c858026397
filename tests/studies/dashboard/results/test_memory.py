"""The Memory page: the part of the report about it, locked as the results are."""

import pytest

from studies.models import Membership, ResultsReport
from studies.models.study import Purpose
from studies.models.team import Action, Role
from studies.services.results.parts import memory
from studies.services.results.storing import compute_report
from tests.studies.factories import NOON
from tests.studies.services.results.played import close, make_played
from tests.studies.sharing import shared_rows
from tests.teaching.fitting.answers import answers_of_different_people

pytestmark = pytest.mark.django_db
ADDRESS = "/dashboard/studies/fitted/memory/"


@pytest.fixture(scope="module")
def shared(django_db_setup, django_db_blocker):
    """A running study whose people answered like forty simulated ones."""
    people = answers_of_different_people((4, 1.3, 0), spread=0.5, n_people=40)
    with (
        shared_rows(django_db_blocker, "fitted"),
        pytest.MonkeyPatch.context() as patch,
    ):
        patch.setattr(memory, "read_learning", lambda data: people)
        study = make_played(n_people=3, slug="fitted")
        compute_report(study=study, purpose=Purpose.REAL, now=NOON)
        yield study


@pytest.fixture
def ada(shared, client, django_user_model):
    user = django_user_model.objects.create_user("ada")
    Membership.objects.create(study=shared, user=user, role=Role.ANALYST)
    client.force_login(user)
    return client


def test_memory_is_locked_while_the_study_runs(ada):
    page = ada.get(ADDRESS).content.decode()

    assert "Locked until the study is closed" in page
    assert "Theta of" not in page
    assert "<svg" not in page


def test_a_closed_study_shows_theta_its_figure_and_numbers_to_take(shared, ada):
    close(shared)

    page = ada.get(ADDRESS).content.decode()

    report = ResultsReport.objects.get().report
    (part,) = [part for part in report["parts"] if part["key"] == "memory"]
    a, b, c = (part["tables"][0]["rows"][0][place] for place in (1, 4, 7))
    assert f"<code>{a:.2f}, {b:.2f}, {c:.2f}</code>" in page
    assert part["sentences"][1].split("(")[0] in page
    assert page.count("<figure") == 1
    assert "Take it into a new design" in page


def test_looking_at_memory_is_looking_at_results(shared, ada):
    close(shared)

    ada.get(ADDRESS)

    assert shared.audit.filter(action=Action.RESULTS_SEEN, who="ada").count() == 1


def test_the_results_page_leaves_it_to_the_page_of_memory(shared, ada):
    close(shared)

    page = ada.get("/dashboard/studies/fitted/results/").content.decode()

    assert 'id="memory"' not in page
    assert ADDRESS in page


def test_without_a_report_it_says_how_to_come_to_one(shared, ada):
    page = ada.get(f"{ADDRESS}?purpose=simulated").content.decode()

    assert "Nothing is computed so far" in page


def test_too_few_data_stand_on_the_page_without_numbers_to_take(shared, ada):
    close(shared)
    stored = ResultsReport.objects.get()
    for part in stored.report["parts"]:
        if part["key"] == "memory":
            part.update(sentences=["Too few data: 3."], tables=[], figure=None)
    stored.save()

    page = ada.get(ADDRESS).content.decode()

    assert "Too few data: 3." in page
    assert "Take it into a new design" not in page
