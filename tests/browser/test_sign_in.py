"""A researcher comes in, changes something and leaves, in a real browser."""

import sqlite3
import time

import pytest
from playwright.sync_api import expect

from studies.services.team.totp import code_at
from tests.browser.prepare import RESEARCHER
from tests.browser.proxy import tls_proxy
from tests.browser.server import PATIENCE, PRODUCTION, serve


@pytest.fixture
def researcher(chromium):
    """A browser of one's own, which does not mind a certificate nobody signed."""
    context = chromium.new_context(ignore_https_errors=True)
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    yield page
    context.close()


@pytest.fixture(scope="module")
def production_folder(tmp_path_factory):
    return tmp_path_factory.mktemp("production")


@pytest.fixture(scope="module")
def production(production_folder):
    prepare = ["-m", "tests.browser.prepare"]
    with (
        serve(production_folder, prepare=prepare, **PRODUCTION) as url,
        tls_proxy(url, production_folder) as site,
    ):
        yield site


def fill_in_password(page, site) -> None:
    page.goto(site)
    page.get_by_role("link", name="For researchers: sign in").click()
    page.get_by_label("Username").fill(RESEARCHER["username"])
    page.get_by_label("Password").fill(RESEARCHER["password"])
    page.get_by_role("button", name="Sign in").click()


def sign_in(page, site) -> None:
    fill_in_password(page, site)
    expect(page.get_by_role("heading", name="Studies", exact=True)).to_be_visible()


def rename_study(page, site, slug, title) -> None:
    page.goto(f"{site}/admin/studies/study/?q={slug}")
    page.get_by_role("link", name=slug, exact=True).click()
    page.locator("#id_title").fill(title)
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_text("was changed successfully")).to_be_visible()


def sign_out(page, site) -> None:
    page.goto(f"{site}/dashboard/")
    page.get_by_role("button", name="Sign out").click()
    page.get_by_role("link", name="For researchers: sign in").wait_for()
    page.goto(f"{site}/dashboard/")
    expect(page.get_by_role("button", name="Sign in")).to_be_visible()


def title_of(folder, slug) -> str:
    query = "SELECT title FROM studies_study WHERE slug = ?"
    return rows(folder, query, slug)[0][0]


def rows(folder, query, *values):
    with sqlite3.connect(folder / "browser.sqlite3") as connection:
        return connection.execute(query, values).fetchall()


def test_a_researcher_works_over_http_as_make_run_serves_it(
    researcher, site, site_folder
):
    sign_in(researcher, site)
    rename_study(researcher, site, "resting", "Renamed at home")
    sign_out(researcher, site)

    assert title_of(site_folder, "resting") == "Renamed at home"


def test_a_researcher_works_behind_a_proxy_that_ends_tls(
    researcher, production, production_folder
):
    sign_in(researcher, production)
    rename_study(researcher, production, "resting", "Renamed from afar")
    cookies = researcher.context.cookies()
    sign_out(researcher, production)

    assert title_of(production_folder, "resting") == "Renamed from afar"
    assert {cookie["name"] for cookie in cookies} == {"sessionid", "csrftoken"}
    assert all(cookie["secure"] for cookie in cookies)


def test_a_researcher_signs_in_with_the_code_of_a_phone(researcher, production):
    sign_in(researcher, production)
    researcher.goto(f"{production}/dashboard/account/second-factor/")
    expect(researcher.locator(".qr-drawing svg")).to_be_visible()
    secret = researcher.locator("#secret").inner_text().replace(" ", "")
    give_code(
        researcher, secret, password=RESEARCHER["password"], button="Switch it on"
    )
    researcher.get_by_role("heading", name="Your recovery codes").wait_for()
    codes = researcher.locator("#secret").inner_text().split()
    sign_out(researcher, production)

    fill_in_password(researcher, production)
    heading = researcher.get_by_role("heading", name="Enter your code")
    expect(heading).to_be_visible()
    give_code(researcher, secret, step=1, button="Sign in")
    expect(
        researcher.get_by_role("heading", name="Studies", exact=True)
    ).to_be_visible()

    researcher.goto(f"{production}/dashboard/account/second-factor/off/")
    researcher.get_by_label("Code").fill(codes[0])
    researcher.get_by_role("button", name="Switch it off").click()
    expect(researcher.get_by_text("by your password alone from now on")).to_be_visible()


def give_code(page, secret, *, button, step=0, password=""):
    """Type what a phone shows, or will show ``step`` half minutes from now."""
    page.get_by_label("Code").fill(code_at(secret, int(time.time()) // 30 + step))
    if password:
        page.get_by_label("Your password").fill(password)
    page.get_by_role("button", name=button).click()


def test_an_error_page_has_its_style(researcher, site):
    faults = []
    researcher.on("console", lambda message: faults.append(message.text))

    researcher.goto(f"{site}/nowhere")

    expect(researcher.locator("main")).to_have_css("text-align", "center")
    assert [text for text in faults if "Content Security Policy" in text] == []


def guess(page, site, name) -> None:
    page.goto(f"{site}/dashboard/sign-in/")
    page.get_by_label("Username").fill(name)
    page.get_by_label("Password").fill("wrong")
    with page.expect_navigation():
        page.get_by_role("button", name="Sign in").click()


def test_whoever_is_locked_out_sees_a_page_with_its_style(
    researcher, site, site_folder
):
    name = "somebody-who-guesses"
    guess(researcher, site, name)
    # To check a password takes a server long: nine as if they had been sent.
    query = "UPDATE axes_accessattempt SET failures_since_start = 9 WHERE username = ?"
    rows(site_folder, query, name)
    guess(researcher, site, name)

    heading = researcher.get_by_role("heading", name="Too many wrong passwords")
    expect(heading).to_be_visible()
    expect(researcher.get_by_text("You can try again in")).to_be_visible()
    expect(researcher.locator("main")).to_have_css("text-align", "center")
