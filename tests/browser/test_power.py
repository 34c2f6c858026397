"""Somebody moves a slider on the Power page and takes the number it leads to."""

import pytest
from playwright.sync_api import expect

from docs.tour import PASSWORD, USERNAME
from tests.browser.server import serve
from tests.browser.test_researcher import Researcher

PLACES = "SELECT DISTINCT n_places FROM studies_arm"
ACTIONS = "SELECT action FROM studies_auditentry"


@pytest.fixture
def ada(chromium, tmp_path):
    with serve(tmp_path, prepare=["-m", "docs.desk"], has_worker=True) as site:
        context = chromium.new_context(viewport={"width": 1280, "height": 800})
        yield Researcher(context, site, tmp_path / "browser.sqlite3")
        context.close()


def begin_study(page, site):
    page.set_default_timeout(60_000)
    page.goto(f"{site}/dashboard/")
    page.get_by_label("Username").fill(USERNAME)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    page.get_by_role("link", name="New study").first.click()
    page.get_by_label("Title").fill("Words")
    page.get_by_role("button", name="Begin with A quick comparison").click()
    page.get_by_role("link", name="Power", exact=True).click()


def test_a_moved_slider_gives_another_curve_whose_number_is_taken(ada):
    page = ada.page
    begin_study(page, ada.site)
    line = page.locator("#power-curve polyline")
    line.wait_for()
    before = line.get_attribute("points")

    page.get_by_label("How much people differ", exact=True).fill("1")

    expect(page.locator("#spread_people-means")).to_contain_text("1: of six people")
    line.wait_for()
    expect(line).not_to_have_attribute("points", before)
    expect(page.locator("#power-curve progress")).to_have_count(0, timeout=60_000)
    ada.check_accessibility()
    sizes = page.get_by_label("Participants per arm", exact=True)
    sizes.select_option(index=0)
    chosen = sizes.input_value()
    page.get_by_role("button", name="Take this number into the design").click()
    expect(page.get_by_role("status")).to_contain_text(f"{chosen} participants per arm")
    assert ada.rows(PLACES) == [(int(chosen),)]
    assert ("design_changed",) in ada.rows(ACTIONS)
    assert ada.faults == []
