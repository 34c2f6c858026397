"""A researcher runs a whole study in the dashboard, from sign-in to log."""

import pytest

from docs.screenshots import IN_RESEARCHERS_GUIDE
from docs.tour import tour
from tests.browser.people import Researcher
from tests.browser.server import serve

N_SIMULATED = 8
LOGGED = {
    *("created", "design_changed", "tried", "state_changed", "simulated"),
    *("launched", "excluded", "erased"),
}

PEOPLE = "SELECT purpose, count(*) FROM studies_teachingsession GROUP BY purpose"
ERASED = "SELECT purpose FROM studies_teachingsession WHERE erased_at IS NOT NULL"
ACTIONS = "SELECT action FROM studies_auditentry"


@pytest.fixture
def researcher(chromium, tmp_path):
    prepare = ["-m", "docs.desk"]
    with serve(tmp_path, prepare=prepare, has_worker=True) as site:
        context = chromium.new_context(viewport={"width": 1280, "height": 800})
        yield Researcher(context, site, tmp_path / "browser.sqlite3")
        context.close()


def test_a_researcher_takes_a_study_from_template_to_log(researcher):
    seen = set()
    for name in tour(researcher.page, researcher.site, n_simulated=N_SIMULATED):
        researcher.check_accessibility()
        assert researcher.faults == [], name
        seen.add(name)

    assert seen >= {picture.rsplit("-", 2)[0] for picture in IN_RESEARCHERS_GUIDE}
    rows = researcher.rows
    assert rows("SELECT state FROM studies_study") == [("closed",)]
    assert dict(rows(PEOPLE)) == {"preview": 1, "real": 2, "simulated": N_SIMULATED}
    assert rows(ERASED) == [("real",)]
    assert rows("SELECT is_excluded FROM studies_exclusiondecision") == [(1,)]
    assert {action for (action,) in rows(ACTIONS)} >= LOGGED
