import pytest
from playwright.sync_api import sync_playwright

from tests.browser.server import CHROMIUM, FLAGS
from tests.javascript.workbench import Workbench


# Not for the whole run: Playwright's event loop would forbid Django its database.
@pytest.fixture(scope="package")
def page():
    """One page for all tests: opening an address anew forgets every module's state."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        page = browser.new_page()
        page.set_default_timeout(30_000)
        page.clock.install(time=0)
        page.clock.pause_at(1)
        yield page
        browser.close()


@pytest.fixture
def workbench(page):
    """A browser page without a server; at the end, no script may have failed."""
    workbench = Workbench(page)
    yield workbench
    workbench.close()
    assert workbench.failures == []
