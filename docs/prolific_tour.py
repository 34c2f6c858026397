"""A study at a stand-in for Prolific, from its link to the last payment.

The pictures of the guide on recruiting are taken on it, and a test follows it.
"""

from collections.abc import Iterator

from playwright.sync_api import Page, expect

from docs.tour import PASSWORD, USERNAME

STUDY, NEXT = "words", "words-again"
CODES = {
    "code_completed": "C1DONE42",
    "code_no_consent": "C2NOT042",
    "code_screened_out": "C3OUT042",
    "code_withdrawn": "C4LEFT42",
    "requires_signature": True,
}
# What the other one of the two sees.
OF_A_PERSON = {"prolific-finished", "prolific-playground", "prolific-refused"}
_LABELS = {
    "code_completed": "Code of those who finish",
    "code_no_consent": "Code of those who do not agree",
    "code_screened_out": "Code of those who are screened out",
    "code_withdrawn": "Code of those who leave early",
}


def prolific_tour(
    page: Page, person: Page, site: str, playground: str
) -> Iterator[str]:
    """``page`` is the researcher's, ``person`` those who take part, one by one."""
    for each in (page, person):
        each.set_default_timeout(30_000)
    study = f"{site}/dashboard/studies/{STUDY}"
    _sign_in(page, site)
    page.goto(f"{study}/launch/")
    link = page.locator("#join-link-prolific").inner_text()
    page.get_by_text("Set-up, to copy").click()
    yield "prolific-set-up"
    _offer(person, playground, link)
    yield from _take_part(person, playground)
    yield from _reconcile(page, study)
    yield from _pay(page, study)
    yield from _keep_out(page, person, site, playground)


def _sign_in(page: Page, site: str) -> None:
    page.goto(f"{site}/dashboard/")
    page.get_by_label("Username").fill(USERNAME)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    page.get_by_role("heading", name="Studies").first.wait_for()


def _offer(
    person: Page, playground: str, link: str, *, only_first: bool = False
) -> None:
    person.goto(playground)
    person.get_by_label("Study link").fill(link)
    person.get_by_label("Title").fill("Learning German words")
    for name, label in _LABELS.items():
        if not only_first or name == "code_completed":
            person.get_by_label(label).fill(str(CODES[name]))
    person.get_by_label("Secure links").set_checked(not only_first)
    offered = person.get_by_role("button", name="Take part as somebody new")
    n_before = offered.count()
    person.get_by_role("button", name="Offer it").click()
    expect(offered).to_have_count(n_before + 1)


def _take_part(person: Page, playground: str) -> Iterator[str]:
    """One finishes, one does not agree, one leaves early, one returns it.

    One more is not of the group that the study looks for.
    """
    _begin(person, playground, german="yes")
    person.get_by_role("heading", name="Thank you for coming").wait_for()
    _go_back(person, "screened out")
    _begin(person, playground)
    _finish(person)
    yield "prolific-finished"
    _go_back(person, "awaiting review")
    _come(person, playground)
    person.get_by_role("link", name="No, thank you").click()
    _go_back(person, "return requested")
    person.goto(playground)
    with person.expect_navigation():
        person.get_by_role("button", name="Change the signing key").click()
    _begin(person, playground)
    person.get_by_role("link", name="Stop taking part").click()
    person.get_by_role("button", name="Stop; my answers stay").click()
    _go_back(person, "return requested")
    _begin(person, playground)
    _answer_quiz(person)
    person.goto(playground)
    person.get_by_role("button", name="Go on", exact=True).first.click()
    person.get_by_role("heading", name="Welcome back").wait_for()
    person.goto(playground)
    with person.expect_navigation():
        person.get_by_role("button", name="Return").last.click()
    yield "prolific-playground"


def _come(person: Page, playground: str) -> None:
    person.goto(playground)
    person.get_by_role("button", name="Take part as somebody new").first.click()


def _begin(person: Page, playground: str, *, german: str = "no") -> None:
    _come(person, playground)
    person.get_by_role("button", name="Yes, I want to take part").click()
    person.get_by_label(german, exact=True).check()
    person.get_by_role("button", name="Send").click()


def _answer_quiz(person: Page) -> None:
    person.get_by_role("button", name="Go on to part 1").click()
    person.get_by_role("button", name="Start").click()
    for step in (1, 2):
        _pass(person, step)
    person.get_by_role("heading", name="Learning").wait_for()


def _finish(person: Page) -> None:
    _answer_quiz(person)
    for heading in ("What do you remember?", "Thank you, you are done"):
        person.get_by_role("button", name="Start").click()
        for step in (1, 2):
            _pass(person, step)
        person.get_by_role("heading", name=heading).wait_for()


def _pass(person: Page, step: int) -> None:
    person.locator(f'#face[data-page="card"][data-step="{step}"]').wait_for()
    person.get_by_role("button", name="I don’t know").click()


def _go_back(person: Page, state: str) -> None:
    person.get_by_role("link", name="Back to Prolific").click()
    person.get_by_role("heading", name="You are back at Prolific").wait_for()
    person.get_by_text(state).wait_for()


def _reconcile(page: Page, study: str) -> Iterator[str]:
    page.goto(f"{study}/recruiting/")
    page.get_by_role("button", name="Look now").click()
    page.get_by_text("5 submissions at Prolific; 1 place came free.").wait_for()
    page.get_by_label("Budget in GBP").fill("50")
    page.get_by_role("button", name="Set the budget").click()
    page.get_by_text("The budget is set.").wait_for()
    page.reload()
    yield "prolific-recruiting"


def _pay(page: Page, study: str) -> Iterator[str]:
    page.goto(f"{study}/recruiting/prolific/submissions/")
    page.get_by_role("button", name="Approve and pay those ticked").click()
    page.get_by_label("The sum").fill("2.66")
    yield "prolific-submissions"
    page.get_by_role("button", name="Approve and pay those ticked").click()
    page.get_by_text("1 approved and paid.").wait_for()
    page.goto(f"{study}/recruiting/prolific/lists/?outcome=completed&amount=0.50")
    page.get_by_role("button", name="Copy the list").wait_for()
    yield "prolific-lists"
    page.goto(f"{study}/recruiting/prolific/submissions/")
    page.get_by_role("row").filter(has_text="approved").get_by_role("link").click()
    page.get_by_label("Amount in GBP").fill("0.50")
    page.get_by_role("button", name="Pay", exact=True).click()
    page.get_by_label("The sum").fill("0.67")
    page.get_by_role("button", name="Pay", exact=True).click()
    page.get_by_text("0.50 GBP paid.").wait_for()
    page.goto(f"{study}/recruiting/prolific/lists/?outcome=completed&amount=0.50")
    page.get_by_text("There is nobody whose part ended so").wait_for()


def _keep_out(page: Page, person: Page, site: str, playground: str) -> Iterator[str]:
    """Another study, which names the first as one whose people may not come."""
    study = f"{site}/dashboard/studies/{NEXT}"
    page.goto(f"{study}/design/")
    with page.expect_response(lambda reply: reply.request.method == "POST"):
        page.get_by_label("Learning German words").check()
    page.get_by_text("Keep out whoever took part in").scroll_into_view_if_needed()
    yield "prolific-kept-out"
    page.goto(f"{study}/launch/")
    page.get_by_text("Kept out is whoever took part in").wait_for()
    page.get_by_role("button", name="Open a pilot").click()
    link = page.locator("#join-link-prolific").inner_text()
    _offer(person, playground, link, only_first=True)
    # Whom this browser played last is of the first study.
    person.get_by_role("button", name="Go on", exact=True).last.click()
    person.get_by_role("button", name="Yes, I want to take part").click()
    person.get_by_text("here or in an earlier study").wait_for()
    yield "prolific-refused"
