"""A page that imports our modules without our server, and whose clock stands still."""

from pathlib import Path
from urllib.parse import urlsplit

from playwright.sync_api import Error, Page, Route

from tests.server import ROOT

MODULES = ROOT / "static" / "js"
ORIGIN = "https://forgetmenot.test"
HTML = "text/html; charset=utf-8"
FRAME = "https://recruiter.test"
PICTURE = (ROOT / "static" / "img" / "flower.svg").read_bytes()

# Imported modules become variables of the page, under their own names. What would leave
# the page is kept: forms as htmx would send them, and beacons.
SET_UP = """
<script>
  const calls = [];
  const sent = [];
  const beacons = [];
  const note = (name) => () => calls.push(name);
  navigator.sendBeacon = (address, body) =>
    body.text().then((text) => beacons.push({ address, events: JSON.parse(text) }));
  document.addEventListener("submit", (event) => {
    event.preventDefault();
    sent.push(Object.fromEntries(new FormData(event.target, event.submitter)));
  });
</script>
"""


class Workbench:
    def __init__(self, page: Page) -> None:
        self.page = page
        self.requests: list[str] = []
        self.failures: list[str] = []
        self._pictures: list[Route] = []
        self._body = ""
        self.frame = page.main_frame
        page.on("pageerror", self._on_error)
        page.route("**/*", self._answer)

    def close(self) -> None:
        """Leave the page as it was found."""
        self.page.unroute_all(behavior="ignoreErrors")
        self.page.remove_listener("pageerror", self._on_error)

    def open(self, body: str, *modules: str, framed: bool = False) -> None:
        """Show ``body`` with these modules; ``main`` begins to work by itself."""
        imports = "".join(
            f'import * as {name} from "/js/{path}.js"; window.{name} = {name};'
            for path in modules
            for name in [Path(path).name]
        )
        script = f'<script type="module">{imports} window.isReady = true;</script>'
        self._body = f"<!doctype html>{SET_UP}<body>{body}{script}</body>"
        self.page.goto(FRAME if framed else ORIGIN, wait_until="commit")
        if framed:
            self.page.wait_for_selector("iframe")
        self.frame = self.page.frames[-1]
        self.wait_until("window.isReady")

    def run(self, script: str):
        """What ``script``, an expression, gives."""
        return self.frame.evaluate(f"() => ({script})")

    def wait_until(self, script: str) -> None:
        """Wait, by our clock, until ``script`` is true."""
        self.frame.wait_for_function(script, polling=10)

    def wait(self, milliseconds: int) -> None:
        """Let the page's clock run."""
        self.page.clock.run_for(milliseconds)

    def sleep(self, milliseconds: int) -> None:
        """Let the computer sleep: what was due meanwhile is done late, and once."""
        self.page.clock.fast_forward(milliseconds)

    def deliver_picture(self) -> None:
        """Answer the first request for a picture; until then it hangs."""
        self._asked_for_picture().fulfill(body=PICTURE, content_type="image/svg+xml")

    def fail_picture(self) -> None:
        self._asked_for_picture().abort()

    def hide(self, hidden: bool = True) -> None:
        """What the page sees when its tab goes to the back, or comes again."""
        self.page.evaluate(
            """(hidden) => {
              const property = { value: hidden, configurable: true };
              Object.defineProperty(document, "hidden", property);
              document.dispatchEvent(new Event("visibilitychange"));
            }""",
            hidden,
        )

    def tell_htmx(self, event: str) -> None:
        """Stand in for htmx, which says how a request went."""
        self.run(f'document.dispatchEvent(new Event("htmx:{event}"))')

    def refuse(self, status: int, *, retry_after: str = "") -> None:
        """Stand in for htmx and a server that takes no form now."""
        xhr = f'{{status: {status}, getResponseHeader: () => "{retry_after}"}}'
        event = f'new CustomEvent("htmx:responseError", {{detail: {{xhr: {xhr}}}}})'
        self.run(f"document.dispatchEvent({event})")

    def swap(self, **parts: str) -> None:
        """Put new elements in place of those with the same ids, as htmx does."""
        for name, html in parts.items():
            self.frame.evaluate(
                "([id, html]) => { document.getElementById(id).outerHTML = html; }",
                [name, html],
            )
        self.tell_htmx("afterSettle")

    @property
    def calls(self) -> list[str]:
        return self.run("calls")

    @property
    def sent(self) -> list[dict[str, str]]:
        return self.run("sent")

    @property
    def told(self) -> list[str]:
        """The kinds of all events that have left the page."""
        return self.run("beacons.flatMap((one) => one.events.map(({ kind }) => kind))")

    def _asked_for_picture(self) -> Route:
        while not self._pictures:
            self.page.wait_for_timeout(5)
        return self._pictures.pop(0)

    def _on_error(self, error: Error) -> None:
        self.failures.append(str(error))

    def _answer(self, route: Route) -> None:
        address = urlsplit(route.request.url)
        self.requests.append(f"{route.request.method} {address.path}")
        if address.path.startswith("/js/"):
            path = MODULES / address.path.removeprefix("/js/")
            route.fulfill(path=path, content_type="text/javascript")
        elif address.path.startswith("/pictures/"):
            self._pictures.append(route)
        elif route.request.url.startswith(FRAME):
            route.fulfill(content_type=HTML, body=f'<iframe src="{ORIGIN}"></iframe>')
        else:
            route.fulfill(content_type=HTML, body=self._body)
