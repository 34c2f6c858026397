import functools
import http.server
import itertools
import json
import threading
from collections import defaultdict

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
@pytest.fixture(scope="package")
def chromium():
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture(scope="package")
def idle(chromium):
    """Visitors whose test is over, by what their browsers can do.

    To begin anew takes a browser longer than most tests, and participants' pages keep
    nothing in it.
    """
    visitors = defaultdict(list)
    yield visitors
    for visitor in itertools.chain(*visitors.values()):
        visitor.context.close()


@pytest.fixture
def visit(chromium, site, site_folder, idle):
    """Makes visitors; at the end, none may have met what is forbidden on any page."""
    visitors = []

    def make(**options) -> Visitor:
        alike = idle[json.dumps(options, sort_keys=True)]
        if not alike:
            context = chromium.new_context(**options)
            alike.append(Visitor(context, site, site_folder / "browser.sqlite3"))
        visitors.append((alike, alike.pop()))
        return visitors[-1][1]

    yield make
    faults = [fault for _, visitor in visitors for fault in visitor.faults]
    for alike, visitor in visitors:
        visitor.forget()
        alike.append(visitor)
    assert faults == []


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
