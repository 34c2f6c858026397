"""A researcher's way through the dashboard, from the first sign-in to a closed study.

The pictures of the researcher's guide are taken on it, and a test follows it.
"""

import csv
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import FrameLocator, Locator, Page, expect

DECK = Path(__file__).parents[1] / "decks" / "german" / "deck.csv"
USERNAME, PASSWORD = "ada", "correct-horse-battery"
TEMPLATE = "A quick comparison"
TITLE = "A few German words"
SLUG = "a-few-german-words"
N_CONCEPTS, N_CARDS = 3, 6
DESIGN = {
    "Hypothesis": "People taught by GR learn more than people taught by RR.",
    "Concepts": str(N_CONCEPTS),
    "Cards in the learning part": str(N_CARDS),
    "Seconds to look at the right answer": "1",
    "Run by": "Memory Lab, University of Somewhere",
    "Contact": "memory-lab@example.org",
    "Ethics approval": "2026-017",
}


def tour(page: Page, site: str, *, n_simulated: int = 80) -> Iterator[str]:
    """Through every page of a study; yields a name wherever there is much to see."""
    page.set_default_timeout(30_000)
    yield from begin(page, site)
    yield from design(page)
    yield from try_out(page)
    yield from pilot(page, n_simulated)
    yield from rehearse(page)
    yield from launch(page)
    with _people_inside(page, site):
        yield from watch(page)
    yield from decide(page)
    yield from close(page)


def begin(
    page: Page, site: str, *, title: str = TITLE, template: str = TEMPLATE
) -> Iterator[str]:
    page.goto(f"{site}/dashboard/")
    yield "sign-in"
    page.get_by_label("Username").fill(USERNAME)
    page.get_by_label("Password").fill(PASSWORD)
    _press(page, "Sign in")
    _see(page, "There is no study yet")
    yield "no-studies"
    page.get_by_role("link", name="New study").first.click()
    page.get_by_label("Title").fill(title)
    yield "new-study"
    _press(page, f"Begin with {template}")
    _see(page, "Design")


def design(page: Page, values: dict[str, str] = DESIGN) -> Iterator[str]:
    yield "design"
    for label, words in values.items():
        _write(page.get_by_label(label, exact=True), words)
    page.wait_for_load_state("networkidle")
    page.get_by_role("heading", name="Deck", exact=True).scroll_into_view_if_needed()
    yield "design-written"


def try_out(page: Page) -> Iterator[str]:
    _open(page, "Try")
    page.get_by_label("fast:").check()
    yield "try"
    _press(page, "Begin")
    frame = page.frame_locator('iframe[title="The study as a participant sees it"]')
    frame.get_by_label("I am at least").check()
    frame.get_by_role("button", name="Yes, I want to take part").click()
    _go_to_learning(frame)
    for step in (1, 2, 3):
        _answer(frame, step)
    _see_card(frame, 4)
    page.get_by_text(f"Card 4 of {N_CARDS}").wait_for()
    page.evaluate("window.scrollTo(0, 0)")
    yield "try-teacher"


def pilot(page: Page, n_simulated: int) -> Iterator[str]:
    _open(page, "Launch")
    yield "launch"
    _press(page, "Open a pilot")
    page.get_by_role("link", name="Send simulated people").click()
    page.get_by_label("How many take part").fill(str(n_simulated))
    yield "simulate"
    _press(page, "Send them")
    page.get_by_text(f"All {n_simulated} have taken part").wait_for(timeout=600_000)
    page.get_by_role("table").scroll_into_view_if_needed()
    yield "simulated"


def rehearse(page: Page) -> Iterator[str]:
    """The simulated people as if they were those of the study."""
    for tab in ("Data quality", "Items", "Results"):
        _open_simulated(page, tab)
        if tab == "Data quality":
            _scroll_to(page, "Rules of the design")
        if tab == "Results":
            _press(page, "Compute results")
            page.locator(".result-part").first.wait_for(timeout=120_000)
        yield tab.lower().replace(" ", "-")
    page.get_by_role("link", name="The primary outcome", exact=True).click()
    yield "figure"
    _open_simulated(page, "Memory")
    yield "memory"


def meet(page: Page) -> Iterator[str]:
    """One of the simulated people, card by card."""
    _open_simulated(page, "Participants")
    page.get_by_role("row").filter(has_text="completed").get_by_role(
        "link"
    ).first.click()
    _scroll_to(page, "Timeline")
    yield "participant"


def certify(page: Page) -> Iterator[str]:
    """What the best teacher could reach, beside what the arms' teachers do."""
    page.locator("#certificate table").wait_for(timeout=120_000)
    _scroll_to(page, "How close to the best possible")
    yield "certificate"


def plan(page: Page) -> Iterator[str]:
    _open(page, "Power")
    page.locator(".power-plot svg").wait_for(timeout=120_000)
    page.get_by_text("being worked out").wait_for(state="hidden", timeout=120_000)
    _scroll_to(page, "Power by participants per arm")
    yield "power"


def launch(page: Page) -> Iterator[str]:
    _open(page, "Launch")
    _press(page, "Back to the draft")
    _hear(page, "The design can be changed again.")
    yield from plan(page)
    _open(page, "Launch")
    page.get_by_label("Short name of the study").fill(SLUG)
    for warning in page.get_by_label("I know:").all():
        warning.check()
    page.get_by_role("heading", name="Go live").scroll_into_view_if_needed()
    yield "go-live"
    _press(page, "Go live")
    _see(page, "The link for participants")
    yield "live"


def watch(page: Page) -> Iterator[str]:
    _open(page, "Monitor")
    _see(page, "Close the study")
    yield "monitor"
    _open(page, "Participants")
    yield "participants"


def decide(page: Page) -> Iterator[str]:
    _open_person(page, "completed")
    yield "participant"
    exclude = page.locator("form").filter(has_text="Exclude from the analysis")
    exclude.get_by_label("Reason").fill("Wrote to us that a dictionary was used.")
    _press(page, "Exclude")
    _hear(page, "Done, and written into the log.")
    yield "excluded"
    _open(page, "Participants")
    pseudonym = _open_person(page, "learning")
    page.get_by_label("Type the pseudonym").fill(pseudonym)
    page.get_by_role("button", name="Erase").scroll_into_view_if_needed()
    yield "erase"
    _press(page, "Erase")
    _see(page, "No cards")
    yield "erased"


def close(page: Page) -> Iterator[str]:
    _open(page, "Monitor")
    page.get_by_label("Short name of the study").fill(SLUG)
    page.get_by_label("Reason").last.fill("Everybody we hoped for has come.")
    _press(page, "Close the study")
    _hear(page, "The study is closed to newcomers.")
    yield "closed"
    _open(page, "Payments")
    yield "payments"
    _open(page, "Export")
    _press(page, "Export")
    page.get_by_text("Download the zip").wait_for(timeout=60_000)
    _scroll_to(page, "Data of real participants")
    yield "export"
    _open(page, "Team and log")
    yield "team"


@contextmanager
def _people_inside(page: Page, site: str) -> Iterator[None]:
    """Two people come by the link: one finishes, the other is still there."""
    assert page.context.browser
    context = page.context.browser.new_context(reduced_motion="reduce")
    try:
        _finish(_join(context.new_page(), site))
        _join(context.new_page(), site)
        yield
    finally:
        context.close()


def _join(page: Page, site: str) -> Page:
    page.goto(f"{site}/join/{SLUG}/")
    page.get_by_label("years old").check()
    _press(page, "Yes, I want to take part")
    _go_to_learning(page)
    return page


def _finish(page: Page) -> None:
    for step in range(1, N_CARDS + 1):
        _answer(page, step, is_known=step > N_CONCEPTS)
    _press(page, "Start")
    for step in range(1, N_CONCEPTS + 1):
        _answer(page, step, is_known=True)
    page.get_by_label("No", exact=True).check()
    page.get_by_label("3", exact=True).check()
    for name in ("Send", "Go on", "Finish"):
        _press(page, name)
    _see(page, "Thank you, you are done")


def _go_to_learning(place: Page | FrameLocator) -> None:
    _press(place, "Go on to part 1")
    _press(place, "Start")
    for step in range(1, N_CONCEPTS + 1):
        _answer(place, step)
    place.get_by_role("heading", name="Learning").wait_for()
    _press(place, "Start")


def _answer(place: Page | FrameLocator, step: int, *, is_known: bool = False) -> None:
    _see_card(place, step)
    word = _translate(place.locator("#prompt").inner_text()) if is_known else "Baum"
    place.get_by_role("textbox").fill(word)
    place.get_by_role("textbox").press("Enter")


def _translate(prompt: str) -> str:
    with DECK.open(encoding="utf-8", newline="") as file:
        return {row["prompt"]: row["answer"] for row in csv.DictReader(file)}[prompt]


def _see_card(place: Page | FrameLocator, step: int) -> None:
    place.locator(f'#face[data-page="card"][data-step="{step}"]').wait_for()


def _press(place: Page | FrameLocator, name: str) -> None:
    place.get_by_role("button", name=name, exact=True).click()


def _open(page: Page, tab: str) -> None:
    tabs = page.get_by_role("navigation", name="Pages of this study")
    tabs.get_by_role("link", name=tab, exact=True).click()
    _see(page, tab)


def _open_simulated(page: Page, tab: str) -> None:
    _open(page, tab)
    whose = page.get_by_role("navigation", name="Which people")
    whose.get_by_role("link", name="Simulated").click()
    whose.locator("[aria-current]").filter(has_text="Simulated").wait_for()


def _scroll_to(page: Page, heading: str) -> None:
    """Have what follows in sight; marked, since another width moves it."""
    found = page.get_by_role("heading", name=heading, exact=True)
    found.evaluate("it => { it.dataset.inSight = ''; it.style.scrollMargin = '2rem' }")
    found.evaluate("it => it.scrollIntoView()")


def _open_person(page: Page, phase: str) -> str:
    """The page of the participant in ``phase``; returns their pseudonym."""
    link = page.get_by_role("row").filter(has_text=phase).get_by_role("link")
    pseudonym = link.inner_text()
    link.click()
    _see(page, pseudonym)
    return pseudonym


def _see(page: Page, heading: str) -> None:
    page.get_by_role("heading", name=heading, exact=True).first.wait_for()


def _hear(page: Page, words: str) -> None:
    """Wait until the page says that something was done."""
    page.get_by_role("status").filter(has_text=words).wait_for()


def _write(field: Locator, words: str) -> None:
    """Type into the Design page, which saves by itself."""
    field.fill(words)
    with field.page.expect_response(lambda reply: reply.request.method == "POST"):
        field.press("Tab")
    expect(field.page.locator("#saved")).to_contain_text("Saved")
