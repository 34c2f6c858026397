"""Reloading, other tabs, other devices and frames: one page for one session."""

import pytest
from playwright.sync_api import expect

from tests.browser.people import PHONE

ANSWERS = "SELECT text, outcome FROM studies_response WHERE text = ?"


def test_reloading_shows_the_same_card_with_the_time_that_is_left(visitor):
    visitor.begin_learning("quick")
    prompt = visitor.page.locator("#prompt").inner_text()
    visitor.page.wait_for_timeout(1200)

    visitor.page.reload()

    face = visitor.sees_card(1).page.locator("#face")
    assert visitor.page.locator("#prompt").inner_text() == prompt
    assert float(face.get_attribute("data-seconds")) < 29
    visitor.check_accessibility()


def test_reloading_keeps_every_page(visitor):
    visitor.join("still")
    for heading, button in [
        ("How it works", "Go on to part 1"),
        ("What do you know already?", "Start"),
    ]:
        visitor.sees(heading).page.reload()
        visitor.sees(heading).press(button)
    for step in (1, 2):
        visitor.sees_card(step).page.reload()
        visitor.sees_card(step).answer("xx")
    visitor.press("Start").sees_card(1).answer("xx").sees_review(1)
    visitor.page.reload()
    visitor.sees_review(1).sees("Not right")


@pytest.mark.parametrize("part", ["prequiz", "learning", "postquiz"])
def test_reload_back_and_a_second_tab_in_every_part(visitor, part):
    visitor.rests_before("quick", part).press("Start").sees_card(1).page.reload()
    visitor.sees_card(1)
    second = visitor.context.new_page()
    second.goto(visitor.address)
    second.locator('#face[data-page="card"][data-step="1"]').wait_for()

    visitor.answer("first").sees_card(2)
    second.locator("#answer").fill("second")
    second.keyboard.press("Enter")

    second.locator('#face[data-page="card"][data-step="2"]').wait_for()
    expect(second.get_by_text("Your first answer counts")).to_be_visible()
    visitor.page.go_back()
    visitor.sees_card(2)
    assert visitor.rows(ANSWERS, "second") == []


def test_a_second_device_goes_on_where_the_first_was(visit):
    laptop = visit().begin_learning("long-review").answer("xx").sees_review(1)
    laptop.page.reload()
    laptop.sees_card(2)

    phone = visit(**PHONE)
    phone.page.goto(laptop.address)
    phone.sees_card(2).answer("xx").sees_review(2).sees_card(3)

    laptop.page.reload()
    laptop.sees_card(3)


def test_a_session_runs_in_a_frame_of_another_origin(
    visit, frame_folder, frame_host, site
):
    (frame_folder / "index.html").write_text(
        f'<!doctype html><iframe src="{site}/join/quick/?assignmentId=A1'
        '&workerId=W1" width="700" height="700" sandbox="allow-scripts allow-forms '
        'allow-same-origin"></iframe>'
    )
    visitor = visit()
    visitor.page.goto(f"http://localhost:{frame_host}/")
    frame = visitor.page.frame_locator("iframe")

    frame.get_by_role("button", name="Yes, I want").click()
    frame.get_by_role("button", name="Go on to part 1").click()
    frame.get_by_role("button", name="Start").click()
    frame.locator("#answer").fill("framed")
    frame.locator("#answer").press("Enter")
    frame.locator('#face[data-step="2"]').wait_for()

    assert visitor.rows(ANSWERS, "framed") == [("framed", "wrong")]
    assert visitor.context.cookies() == []
    visitor.page.reload()
    frame.get_by_text("Welcome back").wait_for()
