"""A newcomer's way from the link to the code, every page of it accessible."""

import pytest
from playwright.sync_api import expect

from tests.browser.people import PHONE


@pytest.mark.parametrize(
    "device",
    [{"viewport": {"width": 1280, "height": 800}}, {**PHONE, "color_scheme": "dark"}],
    ids=["desktop", "phone"],
)
def test_a_newcomer_takes_a_whole_session(visit, device):
    newcomer = visit(**device)

    consent(newcomer)
    practise(newcomer)
    take_prequiz(newcomer)
    learn(newcomer)
    take_postquiz(newcomer)
    answer_questions(newcomer)
    finish(newcomer)


def look(visitor, heading):
    visitor.page.get_by_role("heading", name=heading).first.wait_for()
    visitor.check_accessibility()


def consent(visitor):
    visitor.page.goto(f"{visitor.site}/join/quick/")
    visitor.sees("4 dollars, for finishing, however many you get right")
    visitor.sees("2026-17").sees("The Memory Lab")
    look(visitor, "Words")
    visitor.press("Yes, I want to take part")


def practise(visitor):
    look(visitor, "How it works")
    visitor.page.get_by_role("link", name="Try a practice card").click()
    visitor.sees("Practice, not counted").answer("Son")
    visitor.sees_review().sees("das Sonne")
    visitor.check_accessibility()
    visitor.page.get_by_role("link", name="Done practising").click()
    visitor.press("Go on to part 1")


def take_prequiz(visitor):
    look(visitor, "What do you know already?")
    visitor.press("Start").sees_card(1).sees("Part 1 of 3, card 1 of 2")
    visitor.check_accessibility()
    for step in (1, 2):
        visitor.sees_card(step).answer("xx")


def learn(visitor):
    look(visitor, "Learning")
    visitor.press("Start")
    for step in (1, 2, 3):
        visitor.sees_card(step).answer(visitor.right_word() if step == 1 else "xx")
        visitor.sees_review(step).sees("Right" if step == 1 else "Not right")
        if step < 3:
            visitor.check_accessibility()


def take_postquiz(visitor):
    look(visitor, "What do you remember?")
    visitor.press("Start")
    visitor.sees_card(1).press("I don’t know")
    expect(visitor.page.locator("#announcer")).to_contain_text("Card 2 of 2: prompt-")
    visitor.page.keyboard.press("Escape")


def answer_questions(visitor):
    look(visitor, "A few questions")
    heights = "all => new Set(all.map(one => one.getBoundingClientRect().y)).size"
    assert visitor.page.locator(".scale .choice").evaluate_all(heights) == 1
    visitor.press("Send")
    look(visitor, "Please look at these questions again")
    expect(visitor.page.locator(".error-summary")).to_be_focused()
    visitor.page.get_by_label("a lot").check()
    visitor.page.get_by_label("2", exact=True).check()
    visitor.press("Send")


def finish(visitor):
    look(visitor, "What this was about")
    visitor.press("Finish")
    look(visitor, "Thank you, you are done")
    code = visitor.page.locator("#code").inner_text()
    way_back = visitor.page.get_by_role("link", name="Back to the recruiter")
    address = way_back.evaluate("link => link.href")
    led = visitor.page.request.get(address, max_redirects=0)
    assert led.headers["location"] == f"https://recruiter.example/done?cc={code}"
    assert visitor.rows(
        "SELECT count(*) FROM studies_completioncode WHERE code = ?", code
    ) == [(1,)]
