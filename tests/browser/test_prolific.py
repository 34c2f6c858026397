"""A study at a stand-in for Prolific, by clicking alone, from link to payment."""

import pytest

from docs.prolific_tour import prolific_tour
from docs.screenshots import IN_RECRUITING_GUIDE
from playground.prolific import StandIn
from tests.browser.people import PHONE, Researcher
from tests.browser.server import serve

# The researcher's page is the one that was looked at before.
WHILE_SHE_WAITS = {"prolific-finished", "prolific-playground"}
STATES = "SELECT status, count(*) FROM studies_reportedsubmission GROUP BY status"
PAID = "SELECT purpose, amount, fee FROM studies_paymentrecord WHERE state = 'paid'"
PEOPLE = """SELECT study.slug FROM studies_teachingsession AS session
    JOIN studies_study AS study ON study.id = session.study_id"""


@pytest.fixture
def playground():
    with StandIn() as service:
        yield service


@pytest.fixture
def researcher(chromium, tmp_path, playground):
    prepare = ["-m", "tests.browser.prolific"]
    with serve(
        tmp_path, prepare=prepare, PROLIFIC_ENDPOINT=playground.endpoint
    ) as site:
        context = chromium.new_context(viewport={"width": 1280, "height": 800})
        yield Researcher(context, site, tmp_path / "browser.sqlite3")
        context.close()


def test_a_researcher_rehearses_a_study_at_prolific(researcher, chromium, playground):
    person = chromium.new_context(**PHONE).new_page()
    seen = set()
    for name in prolific_tour(
        researcher.page, person, researcher.site, playground.endpoint
    ):
        if name not in WHILE_SHE_WAITS:
            researcher.check_accessibility()
        # A sum that is still to be typed comes back as a form with a fault.
        faults = [each for each in researcher.faults if not each.startswith("400 ")]
        assert faults == [], name
        seen.add(name)

    assert seen >= {picture.rsplit("-", 2)[0] for picture in IN_RECRUITING_GUIDE}
    assert dict(researcher.rows(STATES)) == {
        "APPROVED": 1,
        "AWAITING REVIEW": 1,
        "RETURNED": 1,
        "SCREENED OUT": 1,
    }
    assert sorted(researcher.rows(PAID)) == [
        ("approval", 200, 66),
        ("bonus", 50, 17),
        # To who was screened out, by itself.
        ("partial", 50, 17),
    ]
    (bonus,) = playground.pool.bonuses.values()
    assert bonus.n_paid == 1
    # Who did not agree, and who was kept out, left no row.
    assert researcher.rows(PEOPLE) == [("words",)] * 4
    person.context.close()
