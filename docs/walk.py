"""A participant's way through a session, from the first page to the last."""

from collections.abc import Iterator

from playwright.sync_api import Page


def walk(page: Page, site: str) -> Iterator[str]:
    """Through a session; yields a name wherever there is something to see."""
    page.goto(site)
    yield "home"
    page.goto(f"{site}/join/showcase/")
    yield "join"
    page.get_by_role("button", name="Yes, I want").click()
    _see(page, "How it works")
    yield "instructions"
    page.get_by_role("link", name="Try a practice card").click()
    page.locator("#answer").fill("Lowe")
    yield "practice"
    page.keyboard.press("Enter")
    page.locator(".verdict").wait_for()
    yield "practice-review"
    page.get_by_role("link", name="Done practising").click()
    page.get_by_role("button", name="Go on to part 1").click()
    _see(page, "What do you know already?")
    yield "part-1"
    page.get_by_role("button", name="Start").click()
    _see_card(page, 1)
    yield "quiz"
    for step in (1, 2, 3):
        _answer(page, step)
    _see(page, "Learning")
    yield "part-2"
    page.get_by_role("button", name="Start").click()
    page.locator("#answer").press_sequentially("Hau")
    yield "card"
    page.keyboard.press("Enter")
    page.locator(".verdict").wait_for()
    yield "review-wrong"
    page.locator('#face[data-step="2"]').wait_for()
    page.clock.fast_forward(6000)
    page.locator(".timebar.is-late").wait_for()
    yield "last-seconds"
    yield from walk_on(page)


def walk_on(page: Page) -> Iterator[str]:
    page.get_by_role("button", name="I don’t know").click()
    page.locator(".verdict").wait_for()
    yield "review-unknown"
    page.locator('#face[data-step="3"]').wait_for()
    page.context.set_offline(True)
    _answer(page, 3)
    page.locator("#network:visible").wait_for()
    yield "offline"
    page.context.set_offline(False)
    _see(page, "What do you remember?")
    address = page.url
    page.goto(f"{address}withdraw/")
    yield "withdraw"
    page.goto(address)
    page.get_by_role("button", name="Start").click()
    for step in (1, 2, 3):
        _answer(page, step)
    page.get_by_role("button", name="Send").click()
    _see(page, "Please look at these questions again")
    yield "questions"
    page.get_by_label("a little").check()
    page.get_by_label("3", exact=True).check()
    page.get_by_role("button", name="Send").click()
    page.get_by_role("button", name="Go on").wait_for()
    yield "result"
    page.get_by_role("button", name="Go on").click()
    _see(page, "What this was about")
    yield "debrief"
    page.get_by_role("button", name="Finish").click()
    _see(page, "Thank you, you are done")
    yield "completed"
    page.goto(address.replace("/s/", "/s/lost"))
    yield "lost-link"


def _answer(page: Page, step: int) -> None:
    _see_card(page, step)
    page.locator("#answer").fill("Baum")
    page.keyboard.press("Enter")


def _see_card(page: Page, step: int) -> None:
    page.locator(f'#face[data-page="card"][data-step="{step}"]').wait_for()


def _see(page: Page, heading: str) -> None:
    page.get_by_role("heading", name=heading).first.wait_for()
