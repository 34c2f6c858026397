"""A researcher closes a study, reads what came out, and takes a figure home."""

import pytest

from docs.tour import PASSWORD, USERNAME
from tests.browser.server import serve
from tests.browser.test_researcher import Researcher

RESULTS = "/dashboard/studies/study/results/"
LOOKS = "SELECT who FROM studies_auditentry WHERE action = 'results_seen'"


@pytest.fixture
def researcher(chromium, tmp_path):
    prepare = ["-m", "tests.browser.played"]
    with serve(tmp_path, prepare=prepare, has_worker=True) as site:
        context = chromium.new_context(viewport={"width": 1280, "height": 800})
        yield Researcher(context, site, tmp_path / "browser.sqlite3")
        context.close()


def sign_in(page, site):
    page.goto(f"{site}{RESULTS}")
    page.get_by_label("Username").fill(USERNAME)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()


def close_study(page):
    page.get_by_role("link", name="Monitor", exact=True).click()
    page.get_by_label("Short name of the study").fill("study")
    page.get_by_role("button", name="Close the study").click()


def test_a_closed_study_shows_what_came_out_and_gives_its_figures(researcher):
    page = researcher.page
    sign_in(page, researcher.site)
    page.get_by_role("heading", name="Locked until the study is closed").wait_for()
    researcher.check_accessibility()
    close_study(page)

    page.get_by_role("link", name="Results", exact=True).click()
    headline = page.get_by_role("heading", name="Of the concepts they had not known")
    for _ in range(60):
        if headline.count():
            break
        page.wait_for_timeout(1000)
        page.reload()
    headline.wait_for()
    researcher.check_accessibility()
    with page.expect_download() as started:
        page.get_by_role("link", name="PNG of The primary outcome").click()

    assert started.value.suggested_filename == "study-outcome.png"
    assert started.value.path().read_bytes().startswith(b"\x89PNG")
    assert researcher.rows(LOOKS) == [(USERNAME,)]
    assert researcher.faults == []
