"""A researcher looks whom and what to trust: people, then cards."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.answered import DISPUTED
from tests.browser.people import PHONE
from tests.browser.prepare import RESEARCHER
from tests.browser.server import serve
from tests.browser.test_researcher import Researcher

STUDY = "dashboard/studies/answered"
SIGNS_IN = {"name": RESEARCHER["username"], "password": RESEARCHER["password"]}


@pytest.fixture(scope="module")
def researcher(chromium, tmp_path_factory):
    folder = tmp_path_factory.mktemp("trust")
    prepare = ["-m", "tests.browser.answered"]
    with serve(folder, prepare=prepare, has_worker=True) as site:
        context = chromium.new_context(viewport={"width": 1280, "height": 800})
        researcher = Researcher(context, site, folder / "browser.sqlite3")
        yield researcher.sign_in(**SIGNS_IN)
        context.close()


def test_people_are_sorted_and_excluded_and_cards_sorted_and_regraded(researcher):
    page, site = researcher.page, researcher.site

    page.goto(f"{site}/{STUDY}/quality/")
    researcher.check_accessibility()
    page.locator("#people-table").get_by_role("link", name="Pastes").click()
    sorted_by = page.get_by_role("columnheader", name="Pastes")
    expect(sorted_by).to_have_attribute("aria-sort", "ascending")
    page.locator("#people-table").get_by_role("link", name="Pastes").click()
    expect(sorted_by).to_have_attribute("aria-sort", "descending")
    first = page.locator("#people-table tbody tr").first
    first.locator("summary").click()
    first.get_by_label("Reason to exclude").fill("Pasted an answer.")
    first.get_by_role("button", name="Exclude", exact=True).click()
    researcher.sees("is excluded")
    expect(first).to_contain_text("excluded")
    assert page.url.split("?")[1].startswith("purpose=real&sort=-pastes")

    page.goto(f"{site}/{STUDY}/items/")
    researcher.check_accessibility()
    page.get_by_role("link", name="Gain", exact=True).click()
    sorted_by = page.get_by_role("columnheader", name="Gain")
    expect(sorted_by).to_have_attribute("aria-sort", "ascending")
    gains = page.locator("#items-table tbody tr td:nth-child(8)").all_inner_texts()
    assert gains == sorted(gains, key=float)
    page.get_by_label(re.compile(f"Accept {DISPUTED} for")).first.check()
    page.get_by_label("Why").fill("It means the same.")
    researcher.press("Grade the answers again")
    page.get_by_role("heading", name="Regradings").wait_for()
    expect(page.locator("#regradings-table")).to_contain_text("It means the same.")
    researcher.check_accessibility()

    assert researcher.faults == []
    rows = researcher.rows
    assert rows("SELECT is_excluded FROM studies_exclusiondecision") == [(1,)]
    assert rows("SELECT count(*) FROM studies_regrading") == [(1,)]
    actions = {action for (action,) in rows("SELECT action FROM studies_auditentry")}
    assert {"excluded", "regraded"} <= actions


def test_on_a_phone_tables_scroll_and_the_page_does_not(researcher):
    page = researcher.page
    page.set_viewport_size(PHONE["viewport"])

    for name in ("quality", "items"):
        page.goto(f"{researcher.site}/{STUDY}/{name}/")
        width = page.evaluate("document.documentElement.scrollWidth")
        assert width <= PHONE["viewport"]["width"], name
