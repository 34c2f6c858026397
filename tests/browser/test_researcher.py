"""Researchers at a desk where what takes long is done in the background."""

import re
import time

import pytest
from playwright.sync_api import expect

from docs.screenshots import IN_RESEARCHERS_GUIDE
from docs.tour import PASSWORD, SLUG, USERNAME, tour
from studies.services.drafting.templates import TEMPLATES
from tests.browser.people import Researcher
from tests.browser.played import CLOSES
from tests.browser.server import serve

N_SIMULATED = 8
N_PLACES = TEMPLATES["quick"].n_places
PATIENCE = 120_000
LOGGED = {
    *("created", "design_changed", "tried", "state_changed", "simulated"),
    *("launched", "excluded", "erased"),
}

OF_STUDY = "study_id = (SELECT id FROM studies_study WHERE slug = ?)"
STATE = "SELECT state FROM studies_study WHERE slug = ?"
PEOPLE = f"""SELECT purpose, count(*) FROM studies_teachingsession
    WHERE {OF_STUDY} GROUP BY purpose"""
ERASED = "SELECT purpose FROM studies_teachingsession WHERE erased_at IS NOT NULL"
PLACES = f"SELECT DISTINCT n_places FROM studies_arm WHERE {OF_STUDY}"
ACTIONS = f"SELECT action FROM studies_auditentry WHERE {OF_STUDY}"
LOOKS = f"""SELECT who FROM studies_auditentry
    WHERE action = 'results_seen' AND {OF_STUDY}"""
COMPUTED = f"""SELECT id FROM studies_job
    WHERE kind = 'analysis' AND state = 'done' AND {OF_STUDY}"""


@pytest.fixture(scope="module")
def busy_desk(tmp_path_factory):
    folder = tmp_path_factory.mktemp("desk")
    prepare, alone = ["-m", "tests.browser.played"], {"WEB_WORKERS": "1"}
    with serve(
        folder, prepare=prepare, has_worker=True, is_rough=True, **alone
    ) as site:
        yield site, folder / "browser.sqlite3"


@pytest.fixture
def researcher(chromium, busy_desk):
    context = chromium.new_context(viewport={"width": 1280, "height": 800})
    somebody = Researcher(context, *busy_desk)
    yield somebody
    context.close()
    assert somebody.faults == []


def test_a_researcher_takes_a_study_from_template_to_log(researcher):
    seen = set()
    for name in tour(researcher.page, researcher.site, n_simulated=N_SIMULATED):
        researcher.check_accessibility()
        assert researcher.faults == [], name
        seen.add(name)

    assert seen >= {picture.rsplit("-", 2)[0] for picture in IN_RESEARCHERS_GUIDE}
    rows = researcher.rows
    people = {"preview": 1, "real": 2, "simulated": N_SIMULATED}
    assert rows(STATE, SLUG) == [("closed",)]
    assert dict(rows(PEOPLE, SLUG)) == people
    assert rows(ERASED) == [("real",)]
    assert rows("SELECT is_excluded FROM studies_exclusiondecision") == [(1,)]
    assert {action for (action,) in rows(ACTIONS, SLUG)} >= LOGGED


def hold_back(page, *, seconds):
    """What a moved slider asks for takes long, and the page asks on meanwhile."""

    def wait(route):
        time.sleep(seconds)
        route.continue_()

    page.route(re.compile("/power/curve/.*moved=1"), wait)


def move(page, label, value, *, means):
    page.get_by_label(label, exact=True).fill(value)
    expect(page.locator(".power-assumptions")).to_contain_text(means)


def test_a_moved_slider_gives_another_curve_whose_number_is_taken(researcher):
    page = researcher.sign_in(USERNAME, PASSWORD).page
    page.set_default_timeout(PATIENCE)
    researcher.opens("new-study/").fills(title="Words")
    researcher.press("Begin with A quick comparison")
    page.get_by_role("link", name="Power", exact=True).click()
    line = page.locator("#power-curve polyline")
    line.wait_for()
    before = line.get_attribute("points")
    hold_back(page, seconds=2.5)

    move(page, "How much people differ", "1", means="1: one in six people")

    expect(line).not_to_have_attribute("points", before, timeout=PATIENCE)
    expect(page.locator("#power-curve progress")).to_have_count(0, timeout=PATIENCE)
    researcher.check_accessibility()
    chosen = page.get_by_label("Participants per arm", exact=True).input_value()
    researcher.press("Take this number into the design")
    expect(page.get_by_role("status")).to_contain_text(f"{chosen} participants per arm")
    assert int(chosen) > N_PLACES
    assert researcher.rows(PLACES, "words") == [(int(chosen),)]
    assert ("design_changed",) in researcher.rows(ACTIONS, "words")


def close_study(researcher):
    """Until the server has worked out the results, which nobody asks it for."""
    researcher.page.get_by_role("link", name="Monitor", exact=True).click()
    researcher.page.get_by_label("Short name of the study").fill("study")
    researcher.press("Close the study").hears("The study is closed to newcomers.")
    for _ in range(PATIENCE // 500):
        if researcher.rows(COMPUTED, "study"):
            return
        researcher.page.wait_for_timeout(500)


def test_a_closed_study_shows_what_came_out_and_gives_its_figures(researcher):
    researcher.sign_in(CLOSES, PASSWORD).opens("studies/study/results/")
    page = researcher.page
    page.get_by_role("heading", name="Locked until the study is closed").wait_for()
    researcher.check_accessibility()
    close_study(researcher)

    page.get_by_role("link", name="Results", exact=True).click()
    page.get_by_role("heading", name="Of the concepts they had not known").wait_for()
    researcher.check_accessibility()
    with page.expect_download() as started:
        page.get_by_role("link", name="PNG of The primary outcome").click()

    assert started.value.suggested_filename == "study-outcome.png"
    assert started.value.path().read_bytes().startswith(b"\x89PNG")
    assert researcher.rows(LOOKS, "study") == [(CLOSES,)]
