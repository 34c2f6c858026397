import functools
import http.server
import threading

import pytest
from playwright.sync_api import sync_playwright

from docs.tour import PASSWORD, USERNAME
from tests.browser.people import Researcher, Visitor
from tests.browser.server import CHROMIUM, FLAGS, serve

SCREEN = {"width": 1280, "height": 800}


class _Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *args):
        pass


@pytest.fixture(scope="session")
def frame_folder(tmp_path_factory):
    return tmp_path_factory.mktemp("frame")


@pytest.fixture(scope="session")
def frame_host(frame_folder):
    """Pages of another origin, which may frame ours."""
    handler = functools.partial(_Quiet, directory=str(frame_folder))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server.server_port
        server.shutdown()


@pytest.fixture(scope="session")
def site_folder(tmp_path_factory):
    return tmp_path_factory.mktemp("site")


@pytest.fixture(scope="session")
def site(site_folder, frame_host):
    prepare = ["-m", "tests.browser.prepare"]
    with serve(site_folder, prepare=prepare, host_port=frame_host) as url:
        yield url


# Not for the whole run: Playwright's event loop would forbid Django its database.
@pytest.fixture(scope="module")
def chromium():
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def visit(chromium, site, site_folder):
    """Makes visitors; at the end, none may have met what is forbidden on any page."""
    visitors = []

    def make(**options) -> Visitor:
        context = chromium.new_context(**options)
        visitors.append(Visitor(context, site, site_folder / "browser.sqlite3"))
        return visitors[-1]

    yield make
    for visitor in visitors:
        visitor.context.close()
    assert [fault for visitor in visitors for fault in visitor.faults] == []


@pytest.fixture
def visitor(visit):
    return visit()


@pytest.fixture(scope="module")
def desk(tmp_path_factory):
    folder = tmp_path_factory.mktemp("desk")
    mail = {"EMAIL_HOST": "127.0.0.1", "EMAIL_FROM": "lab@example.org"}
    prepare = ["-m", "tests.browser.desk"]
    with serve(folder, prepare=prepare, **mail, WEB_WORKERS="1") as site:
        yield site, folder / "browser.sqlite3"


@pytest.fixture(scope="module")
def at_desk(chromium, desk):
    """A researcher who stays: to check a password takes a server long."""
    context = chromium.new_context(viewport=SCREEN)
    yield Researcher(context, *desk).sign_in(USERNAME, PASSWORD)
    context.close()


@pytest.fixture
def researcher(at_desk):
    at_desk.page.set_viewport_size(SCREEN)
    at_desk.faults.clear()
    yield at_desk
    assert at_desk.faults == []


@pytest.fixture
def stranger(chromium, desk):
    """Somebody at the same site who has not signed in."""
    context = chromium.new_context(viewport=SCREEN)
    somebody = Researcher(context, *desk)
    yield somebody
    context.close()
    assert somebody.faults == []
