"""Somebody moves a slider on the Power page and takes the number it leads to."""

import re
import time

import pytest
from playwright.sync_api import expect

from docs.tour import PASSWORD, USERNAME
from studies.services.drafting.templates import TEMPLATES
from tests.browser.people import Researcher
from tests.browser.server import serve

PLACES = "SELECT DISTINCT n_places FROM studies_arm"
ACTIONS = "SELECT action FROM studies_auditentry"
PATIENCE = 120_000
N_PLACES = TEMPLATES["quick"].n_places


@pytest.fixture
def ada(chromium, tmp_path):
    with serve(tmp_path, prepare=["-m", "docs.desk"], has_worker=True) as site:
        context = chromium.new_context(viewport={"width": 1280, "height": 800})
        yield Researcher(context, site, tmp_path / "browser.sqlite3")
        context.close()


def begin_study(page, site):
    page.set_default_timeout(PATIENCE)
    page.goto(f"{site}/dashboard/")
    page.get_by_label("Username").fill(USERNAME)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    page.get_by_role("link", name="New study").first.click()
    page.get_by_label("Title").fill("Words")
    page.get_by_role("button", name="Begin with A quick comparison").click()
    page.get_by_role("link", name="Power", exact=True).click()


def hold_back(page, *, seconds):
    """What a moved slider asks for takes long, and the page asks on meanwhile."""

    def wait(route):
        time.sleep(seconds)
        route.continue_()

    page.route(re.compile("/power/curve/.*moved=1"), wait)


def move(page, label, value, *, means):
    page.get_by_label(label, exact=True).fill(value)
    expect(page.locator(".power-assumptions")).to_contain_text(means)


def test_a_moved_slider_gives_another_curve_whose_number_is_taken(ada):
    page = ada.page
    begin_study(page, ada.site)
    line = page.locator("#power-curve polyline")
    line.wait_for()
    before = line.get_attribute("points")
    hold_back(page, seconds=2.5)

    move(page, "How much people differ", "1", means="1: one in six people")

    expect(line).not_to_have_attribute("points", before, timeout=PATIENCE)
    expect(page.locator("#power-curve progress")).to_have_count(0, timeout=PATIENCE)
    ada.check_accessibility()
    chosen = page.get_by_label("Participants per arm", exact=True).input_value()
    page.get_by_role("button", name="Take this number into the design").click()
    expect(page.get_by_role("status")).to_contain_text(f"{chosen} participants per arm")
    assert int(chosen) > N_PLACES
    assert ada.rows(PLACES) == [(int(chosen),)]
    assert ("design_changed",) in ada.rows(ACTIONS)
    assert ada.faults == []
