"""A person with a browser, who notices what no page may do."""

import sqlite3

from playwright.sync_api import expect

from tests.browser.accessibility import find_violations
from tests.browser.ahead import bring_to
from tests.browser.server import PATIENCE
from tests.studies.factories import WORDS

expect.set_options(timeout=PATIENCE)

PHONE = {
    "viewport": {"width": 360, "height": 640},
    "has_touch": True,
    "is_mobile": True,
}
# What browsers write to the console about requests that were cut on purpose.
EXPECTED = (
    "Failed to load resource",
    "net::ERR",
    "htmx:sendError",
    "htmx:sendAbort",
    "htmx:afterRequest",
    "Status Error",
    "Blocked autofocusing",
)


class Visitor:
    def __init__(self, context, site, database) -> None:
        self.context = context
        self.site = self.home = site
        self.database = database
        self.faults: list[str] = []
        context.on("request", self._on_request)
        context.on("response", self._on_response)
        context.on("console", self._on_console)
        context.on("weberror", lambda error: self.faults.append(str(error.error)))
        self.page = context.new_page()
        self.page.set_default_timeout(PATIENCE)
        self.viewport = self.page.viewport_size

    def _on_request(self, request) -> None:
        hosts = (self.site, "http://localhost:", "data:", "blob:")
        if not request.url.startswith(hosts):
            self.faults.append(f"another host: {request.url}")

    def _on_response(self, response) -> None:
        if "set-cookie" in response.headers:
            self.faults.append(f"a cookie from {response.url}")

    def _on_console(self, message) -> None:
        is_expected = any(text in message.text for text in EXPECTED)
        if message.type == "error" and not is_expected:
            self.faults.append(message.text)

    def rows(self, query, *values):
        with sqlite3.connect(self.database) as connection:
            return connection.execute(query, values).fetchall()

    def finds(self, query, *wanted) -> None:
        """Wait until these rows are there, of which no page tells."""
        for _ in range(PATIENCE // 100):
            if {*wanted} <= {*self.rows(query)}:
                return
            self.page.wait_for_timeout(100)
        raise AssertionError(f"{wanted} not all in {self.rows(query)}")

    def check_accessibility(self) -> None:
        results = find_violations(self.page)
        assert results.violations_count == 0, results.generate_report()

    def join(self, study, *, yes="Yes, I want to take part") -> "Visitor":
        self.page.goto(f"{self.site}/join/{study}/")
        self.page.get_by_role("button", name=yes).click()
        return self

    @property
    def address(self) -> str:
        return self.page.url.split("?")[0]

    def press(self, name) -> "Visitor":
        self.page.get_by_role("button", name=name, exact=True).click()
        return self

    def walk_in(self, study) -> "Visitor":
        """By the link, and from page to page to the first card."""
        self.join(study).press("Go on to part 1").press("Start")
        return self.sees_card(1)

    def begin(self, study) -> "Visitor":
        """On the first card of the first part."""
        return self.opens_card(study, "prequiz")

    def begin_learning(self, study) -> "Visitor":
        return self.opens_card(study, "learning")

    def opens_card(self, study, phase) -> "Visitor":
        """Where somebody is who has come so far, and now looks at their first card."""
        self.page.goto(bring_to(self.site, study, phase=phase, page="card"))
        return self.sees_card(1)

    def rests_before(self, study, phase) -> "Visitor":
        """On the page from which one starts with the cards of ``phase``."""
        self.page.goto(bring_to(self.site, study, phase=phase, page="introduction"))
        return self

    def forget(self) -> None:
        """Leave the browser to the next one as it was found."""
        for page in self.context.pages:
            if page != self.page:
                page.close()
        self.page.unroute_all(behavior="ignoreErrors")
        self.context.set_offline(False)
        # A page of the same site, which costs nothing while it stays open.
        self.page.goto(f"{self.home}/healthz")
        if self.viewport:
            self.page.set_viewport_size(self.viewport)
        self.site = self.home
        self.faults.clear()

    def sees_card(self, step) -> "Visitor":
        self.page.locator(f'#face[data-page="card"][data-step="{step}"]').wait_for()
        return self

    def sees_review(self, step=None) -> "Visitor":
        which = f'[data-step="{step}"]' if step else ""
        self.page.locator(f'#face[data-page="review"]{which}').wait_for()
        return self

    def is_about_to_type(self) -> "Visitor":
        expect(self.page.locator("#answer")).to_be_focused()
        return self

    def sees(self, text) -> "Visitor":
        expect(self.page.get_by_text(text).first).to_be_visible()
        return self

    def answer(self, text) -> "Visitor":
        self.page.locator("#answer").press_sequentially(text)
        self.page.keyboard.press("Enter")
        return self

    def right_word(self) -> str:
        prompt = self.page.locator("#prompt").inner_text()
        return WORDS[int(prompt.removeprefix("prompt-")) - 1]


class Researcher(Visitor):
    """Signs in, so cookies are welcome; a refused request is not."""

    def _on_response(self, response) -> None:
        if response.status >= 400:
            self.faults.append(f"{response.status} from {response.url}")

    def sign_in(self, name, password) -> "Researcher":
        self.page.goto(f"{self.site}/dashboard/sign-in/")
        self.page.get_by_label("Username").fill(name)
        self.page.get_by_label("Password").fill(password)
        self.press("Sign in")
        self.page.get_by_role("heading", name="Studies", exact=True).wait_for()
        return self

    def opens(self, path) -> "Researcher":
        self.page.goto(f"{self.site}/dashboard/{path}")
        return self

    def fills(self, **fields) -> "Researcher":
        """Fields by their ids, which begin with id_."""
        for name, words in fields.items():
            self.page.locator(f"#id_{name}").fill(words)
        return self

    def hears(self, words) -> "Researcher":
        self.page.get_by_role("status").filter(has_text=words).wait_for()
        return self
