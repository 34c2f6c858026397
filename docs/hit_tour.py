"""A HIT from its budget through three workers to the last payment.

The pictures of the guide to Mechanical Turk are taken on it, and a test follows it.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal

from playwright.sync_api import Browser, BrowserContext, FrameLocator, Page, expect

from docs.tour import PASSWORD, USERNAME

STUDY = "words-of-a-hit"
N_CONCEPTS, N_CARDS = 2, 2
# What the study is like, whatever its deck.
DESIGN = {
    "slug": STUDY,
    "n_concepts": N_CONCEPTS,
    "horizon": N_CARDS,
    "review_seconds": 1,
    "shows_result": False,
    "organiser": "Memory Lab, University of Somewhere",
    "contact": "memory-lab@example.org",
    "ethics_number": "2026-017",
    "pay_text": "1 dollar",
    "pay_amount": 1,
    "currency": "USD",
    "pays_withdrawn": True,
    "partial_pay_amount": Decimal("0.40"),
    "partial_pay_text": "40 cents",
    "debrief_text": "We compare ways to choose the next flashcard.",
}
# At its own scale: Chromium emulates no other in a frame of another site.
PHONE = {"viewport": {"width": 390, "height": 844}}
OFFER = {
    "n_people": "3",
    "reward": "1.00",
    "title": "Learn a few words with flashcards",
    "description": "See pictures, learn their names, and say what you remember.",
    "keywords": "words, memory, learning",
    "minutes": "30",
}
ADA, BEN, CLEO = "A1PLAYADA", "A1PLAYBEN", "A1PLAYCLEO"
Shot = tuple[Page, str]


@dataclass
class Worker:
    """Somebody at the workers' site, with a tab of their own."""

    name: str
    page: Page
    site: str

    @property
    def frame(self) -> FrameLocator:
        return self.page.frame_locator("iframe")

    def looks(self) -> None:
        self.page.bring_to_front()
        self.page.goto(f"{self.site}/as/{self.name}/")

    def previews(self) -> None:
        self.looks()
        self.page.get_by_role("link", name="Preview").click()
        self.frame.get_by_text("This is a preview.").wait_for()

    def accepts(self) -> None:
        self.looks()
        self.page.get_by_role("button", name="Accept and work").click()

    def returns(self) -> None:
        self.page.get_by_role("button", name="Return").click()
        self.page.get_by_role("button", name="Accept and work").wait_for()

    def agrees(self) -> None:
        self.presses("Yes, I want to take part")

    def presses(self, name: str) -> None:
        self.frame.get_by_role("button", name=name, exact=True).click()

    def learns(self) -> None:
        """As far as the first card of the learning part."""
        self.presses("Go on to part 1")
        self.presses("Start")
        self.knows_nothing(N_CONCEPTS)
        self.frame.get_by_role("heading", name="Learning").wait_for()
        self.presses("Start")
        self.sees_card(1)

    def finishes(self) -> None:
        """From the first card of the learning part on."""
        self.knows_nothing(N_CARDS)
        self.frame.get_by_role("heading", name="What do you remember?").wait_for()
        self.presses("Start")
        self.knows_nothing(N_CONCEPTS)
        self.presses("Finish")
        self.sees("Your completion code")

    def leaves(self) -> None:
        self.frame.get_by_role("link", name="Stop taking part").click()
        self.presses("Stop; my answers stay in the study")
        self.sees("You have stopped")

    def hands_in(self) -> None:
        self.presses("Hand in the task")
        self.sees("The requester has it now.")
        self.looks()
        self.page.get_by_text("handed in, waiting").wait_for()

    def knows_nothing(self, n_cards: int) -> None:
        for step in range(1, n_cards + 1):
            self.sees_card(step)
            self.presses("I don’t know")

    def sees_card(self, step: int) -> None:
        self.frame.locator(f'#face[data-page="card"][data-step="{step}"]').wait_for()

    def sees(self, words: str) -> None:
        self.frame.get_by_text(words).first.wait_for()


def tour_hit(page: Page, site: str, workers_site: str) -> Iterator[Shot]:
    """Through the whole of it; yields a page and a name where there is much to see."""
    page.set_default_timeout(30_000)
    recruiting = f"{site}/dashboard/studies/{STUDY}/recruiting/"
    sign_in(page, site)
    page.goto(recruiting)
    yield from offer(page)
    assert page.context.browser
    with_phones = _phones(page.context.browser)
    try:
        yield from work(with_phones, workers_site)
        page.goto(f"{recruiting}submissions/")
        yield from pay(page)
        page.goto(recruiting)
        yield page, "paid"
        yield from see_what_came(with_phones, workers_site)
    finally:
        with_phones.close()


def _phones(browser: Browser) -> BrowserContext:
    context = browser.new_context(**PHONE)
    context.set_default_timeout(30_000)
    return context


def sign_in(page: Page, site: str) -> None:
    page.goto(f"{site}/dashboard/")
    page.get_by_label("Username").fill(USERNAME)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    page.get_by_role("heading", name="Studies", exact=True).wait_for()


def offer(page: Page) -> Iterator[Shot]:
    """A budget first, then the task, then the sum that it costs."""
    page.get_by_label("Budget in USD").fill("10")
    page.get_by_role("button", name="Set the budget").click()
    _hear(page, "The budget is set.")
    page.get_by_role("link", name="Offer it to workers").click()
    for name, words in OFFER.items():
        page.locator(f"#id_{name}").fill(words)
    yield page, "offer"
    page.get_by_role("button", name="Offer it", exact=True).click()
    page.get_by_label("The sum").fill("3.60")
    page.get_by_role("button", name="Offer it", exact=True).scroll_into_view_if_needed()
    yield page, "offer-sum"
    page.get_by_role("button", name="Offer it", exact=True).click()
    _hear(page, "1 HIT offered.")
    yield page, "offered"


def work(context: BrowserContext, site: str) -> Iterator[Shot]:
    """One looks first, one gives the task back in between, one leaves early."""
    ada, ben, cleo = (
        Worker(each, context.new_page(), site) for each in (ADA, BEN, CLEO)
    )
    ada.page.goto(site)
    yield ada.page, "workers"
    ada.looks()
    yield ada.page, "hits"
    ada.previews()
    yield ada.page, "preview"
    ada.accepts()
    ada.agrees()
    ada.learns()
    yield ada.page, "frame"
    ada.finishes()
    yield ada.page, "hand-in"
    ada.hands_in()
    ben.accepts()
    ben.agrees()
    ben.learns()
    ben.returns()
    ben.accepts()
    ben.sees("Welcome back")
    yield ben.page, "welcome-back"
    ben.presses("Go on")
    ben.finishes()
    ben.hands_in()
    cleo.accepts()
    cleo.agrees()
    cleo.learns()
    cleo.leaves()
    yield cleo.page, "left-early"
    cleo.hands_in()


def pay(page: Page) -> Iterator[Shot]:
    """The whole reward for two, a part for the third, a bonus for one."""
    expect(page.get_by_text("the code fits")).to_have_count(3)
    yield page, "submissions"
    page.get_by_role("button", name="Approve and pay those ticked").click()
    page.get_by_label("The sum").fill("2.40")
    yield page, "approve-sum"
    page.get_by_role("button", name="Approve and pay those ticked").click()
    _hear(page, "2 approved and paid.")
    pay_more(
        page,
        "submitted",
        "a part of what is owed: for who did not finish, or the rest",
        "0.40",
        "0.48",
    )
    _hear(page, "0.40 USD paid.")
    pay_more(page, "approved", "a bonus, on top of what is owed", "0.50", "0.60")
    _hear(page, "0.50 USD paid.")
    # Each is paid once, so a second bonus is not offered.
    _open_submission(page, "approved")
    expect(page.get_by_text("there is nothing more to pay")).to_be_visible()
    yield page, "paid-once"


def pay_more(page: Page, state: str, kind: str, amount: str, total: str) -> None:
    """To the first submission in ``state``, with the sum typed."""
    ask_to_pay_more(page, state, kind, amount)
    page.get_by_label("The sum").fill(total)
    page.get_by_role("button", name="Pay", exact=True).click()


def ask_to_pay_more(page: Page, state: str, kind: str, amount: str) -> None:
    _open_submission(page, state)
    page.get_by_label("What it is").select_option(kind)
    page.get_by_label("Amount in USD").fill(amount)
    page.locator("#bonus_reason").fill("Thank you for your care.")
    page.get_by_role("button", name="Pay", exact=True).click()


def _open_submission(page: Page, state: str) -> None:
    """The first one in ``state``."""
    row = page.get_by_role("row").filter(
        has=page.get_by_role("cell", name=re.compile(f"^{state}"))
    )
    row.first.get_by_role("rowheader").get_by_role("link").click()


def see_what_came(context: BrowserContext, site: str) -> Iterator[Shot]:
    page = context.pages[0]
    page.goto(f"{site}/as/{CLEO}/")
    page.get_by_text("bonus 0.40 USD").wait_for()
    yield page, "earned"


def _hear(page: Page, words: str) -> None:
    page.get_by_role("status").filter(has_text=words).wait_for()
