"""Bad networks, second tabs, phones, frames and absent people."""

import pytest
from playwright.sync_api import expect

from tests.browser.people import PHONE

ANSWERS = "SELECT text, outcome FROM studies_response WHERE text = ?"
LAST_CARDS = """SELECT step, served_at IS NOT NULL, outcome FROM studies_response
    WHERE session_id = (SELECT max(id) FROM studies_teachingsession) ORDER BY step"""
HIDE = """hidden => {
    Object.defineProperty(document, 'hidden', {value: hidden, configurable: true});
    document.dispatchEvent(new Event('visibilitychange'));
}"""


def test_an_answer_survives_a_cut_network_and_is_stored_once(visitor):
    visitor.begin("quick")
    visitor.context.set_offline(True)

    visitor.answer("offline-word").sees("No connection. Your answer is kept")
    visitor.page.keyboard.type("more")
    assert visitor.page.locator("#answer").input_value() == "offline-word"
    visitor.check_accessibility()
    visitor.context.set_offline(False)

    visitor.sees_card(2).sees("Connected again.")
    assert visitor.rows(ANSWERS, "offline-word") == [("offline-word", "wrong")]


def test_an_answer_that_arrived_but_was_not_acknowledged_is_sent_again(visitor):
    visitor.begin("quick")
    visitor.page.route("**/s/*/", lambda route: route.abort(), times=1)

    visitor.answer("unheard-word").sees_card(2)

    assert visitor.rows(ANSWERS, "unheard-word") == [("unheard-word", "wrong")]


def test_a_server_in_trouble_is_asked_again(visitor):
    visitor.begin("quick")
    refuse = lambda route: route.fulfill(status=503, body="no")  # noqa: E731
    visitor.page.route("**/answer/", refuse, times=1)

    visitor.answer("patient-word").sees("No connection").sees_card(2)


def test_the_review_waits_for_the_network(visitor):
    visitor.begin_learning("quick").answer("xx").sees_review(1)
    visitor.context.set_offline(True)

    visitor.sees("No connection")
    visitor.context.set_offline(False)

    visitor.sees_card(2)


def test_reloading_shows_the_same_card_with_the_time_that_is_left(visitor):
    visitor.begin_learning("quick")
    prompt = visitor.page.locator("#prompt").inner_text()
    visitor.page.wait_for_timeout(1200)

    visitor.page.reload()

    face = visitor.sees_card(1).page.locator("#face")
    assert visitor.page.locator("#prompt").inner_text() == prompt
    assert float(face.get_attribute("data-seconds")) < 29


def test_the_back_button_leads_to_the_page_one_is_on(visitor):
    visitor.begin("quick").answer("xx").sees_card(2)

    visitor.page.go_back()

    visitor.sees_card(2)


def test_reloading_keeps_every_page(visitor):
    visitor.join("quick")
    for heading, button in [
        ("How it works", "Go on to part 1"),
        ("What do you know already?", "Start"),
    ]:
        visitor.page.reload()
        visitor.sees(heading).press(button)
    for step in (1, 2):
        visitor.sees_card(step).page.reload()
        visitor.sees_card(step).answer("xx")
    visitor.press("Start").sees_card(1).answer("xx").sees_review(1)
    visitor.page.reload()
    visitor.sees_review(1).sees("Not right").sees_card(2)


def test_a_second_tab_is_led_to_where_one_is(visitor):
    visitor.begin("quick")
    second = visitor.context.new_page()
    second.goto(visitor.address)
    visitor.answer("first").sees_card(2)

    second.locator("#answer").fill("second")
    second.keyboard.press("Enter")

    second.locator('#face[data-step="2"]').wait_for()
    expect(second.get_by_text("Your first answer counts")).to_be_visible()


@pytest.mark.parametrize("part", ["begin", "begin_learning", "begin_last_part"])
def test_reload_back_and_a_second_tab_in_every_part(visitor, part):
    getattr(visitor, part)("quick").page.reload()
    visitor.sees_card(1)
    second = visitor.context.new_page()
    second.goto(visitor.address)
    second.locator('#face[data-page="card"][data-step="1"]').wait_for()
    visitor.check_accessibility()

    visitor.answer("first").sees_card(2)
    second.locator("#answer").fill("second")
    second.keyboard.press("Enter")

    second.locator('#face[data-page="card"][data-step="2"]').wait_for()
    visitor.page.go_back()
    visitor.sees_card(2)
    assert visitor.rows(ANSWERS, "second") == []


def test_a_second_device_goes_on_where_the_first_was(visit):
    laptop = visit().begin_learning("quick").answer("xx").sees_review(1).sees_card(2)

    phone = visit(**PHONE)
    phone.page.goto(laptop.address)
    phone.sees_card(2).answer("xx").sees_review(2).sees_card(3)

    laptop.page.reload()
    laptop.sees_card(3)


def test_a_session_needs_no_mouse(visitor):
    keyboard = visitor.page.keyboard
    visitor.page.goto(f"{visitor.site}/join/quick/")
    for name in ("Yes, I want to take part", "Go on to part 1", "Start"):
        visitor.page.get_by_role("button", name=name, exact=True).wait_for()
        for _ in range(30):
            keyboard.press("Tab")
            focused = visitor.page.evaluate("document.activeElement.innerText || ''")
            if focused.strip() == name:
                break
        keyboard.press("Enter")
    visitor.sees_card(1)
    keyboard.type("typed-at-once")
    keyboard.press("Enter")

    visitor.sees_card(2)
    assert visitor.rows(ANSWERS, "typed-at-once") == [("typed-at-once", "wrong")]


def test_at_the_limit_the_card_sends_what_is_typed(visitor):
    visitor.begin_learning("timed")
    visitor.page.locator("#answer").press_sequentially("half-a-wor")

    visitor.sees_review(1)

    query = "SELECT auto_submitted, outcome FROM studies_response WHERE text = ?"
    assert visitor.rows(query, "half-a-wor") == [(1, "wrong")]


def test_after_two_misses_in_learning_somebody_is_asked_for(visitor):
    visitor.begin_learning("timed")

    visitor.sees_card(2).sees_review(2).sees("Are you still there?")
    visitor.check_accessibility()
    visitor.press("Yes, go on").sees_card(3)


def test_after_two_misses_in_a_quiz_the_next_card_does_not_begin(visitor):
    visitor.begin("timed-quiz").sees_card(2)

    visitor.sees("Are you still there?").check_accessibility()
    assert visitor.rows(LAST_CARDS) == [
        (1, 1, "missed"),
        (2, 1, "missed"),
        (3, 0, None),
    ]

    visitor.press("Show the card").sees_card(3)


def test_a_card_missed_by_a_hidden_page_begins_no_other(visitor):
    visitor.begin("timed-quiz").page.evaluate(HIDE, True)

    visitor.sees("Are you still there?")
    assert visitor.rows(LAST_CARDS) == [(1, 1, "missed"), (2, 0, None)]
    visitor.page.evaluate(HIDE, False)

    visitor.sees_card(2)


def test_a_hidden_page_asks_for_no_card(visitor):
    visitor.begin_learning("quick").answer("xx").sees_review(1)
    visitor.page.evaluate(HIDE, True)
    visitor.page.wait_for_timeout(1500)
    visitor.sees_review(1)

    visitor.page.evaluate(HIDE, False)

    visitor.sees_card(2).page.wait_for_timeout(100)
    visitor.page.goto(visitor.address)
    kinds = visitor.rows("SELECT DISTINCT kind FROM studies_browserevent")
    assert {("hidden",), ("visible",), ("picture_shown",)} <= set(kinds)


def test_the_same_input_stays_and_keeps_the_focus(visitor):
    visitor.begin_learning("quick")
    names = []
    visitor.page.evaluate("document.getElementById('answer').mark = 'same'")
    for step in (1, 2):
        visitor.sees_card(step)
        names.append(visitor.page.locator("#answer").get_attribute("name"))
        expect(visitor.page.locator("#answer")).to_be_focused()
        visitor.answer("xx").sees_review(step)
    visitor.sees_card(3)

    kept = "document.activeElement.mark + document.activeElement.value"
    assert visitor.page.evaluate(kept) == "same"
    assert len(set(names)) == 2


def test_nothing_moves_between_card_and_review(visitor):
    visitor.begin_learning("long-review")
    before = [visitor.page.locator(s).bounding_box() for s in (".picture", "#answer")]

    visitor.answer("xx").sees_review(1)

    after = [visitor.page.locator(s).bounding_box() for s in (".picture", "#answer")]
    assert after == before


@pytest.mark.parametrize("page", ["card", "review"])
def test_a_card_fits_above_a_phones_keyboard(visit, page):
    visitor = visit(**{**PHONE, "viewport": {"width": 320, "height": 300}})
    visitor.begin_learning("long-review")
    parts = [".timebar", ".picture", "#prompt", "#answer"]
    if page == "review":
        visitor.answer("xx").sees_review(1)
        parts.append(".verdict-answer")

    for part in parts:
        box = visitor.page.locator(part).bounding_box()
        assert box["y"] >= 0, part
        assert box["y"] + box["height"] <= 300, part
        assert box["x"] + box["width"] <= 320, part


def test_nothing_is_cut_off_at_twice_the_text_size(visit):
    visitor = visit(viewport={"width": 640, "height": 400})
    visitor.page.goto(f"{visitor.site}/join/quick/")
    for _ in range(4):
        wide = """() => { document.documentElement.style.fontSize = '200%';
            return document.documentElement.scrollWidth <= innerWidth }"""
        assert visitor.page.evaluate(wide)
        visitor.page.locator("main button:visible").first.click()
        visitor.page.wait_for_load_state()


def test_letters_are_typed_where_the_cursor_is(visitor):
    visitor.begin("quick").page.keyboard.type("Gl-hbirne")
    visitor.page.locator("#answer").evaluate("input => input.setSelectionRange(2, 3)")

    visitor.press("ü")

    expect(visitor.page.locator("#answer")).to_have_value("Glühbirne")
    expect(visitor.page.locator("#answer")).to_be_focused()


def test_an_empty_enter_only_hints(visitor):
    visitor.begin("quick").page.keyboard.press("Enter")

    visitor.sees("Type an answer, or press").sees_card(1)


def test_enter_while_composing_sends_nothing(visitor):
    visitor.begin("quick")
    editor = visitor.context.new_cdp_session(visitor.page)
    place = {"selectionStart": 8, "selectionEnd": 8}
    editor.send("Input.imeSetComposition", {"text": "composed", **place})

    visitor.page.keyboard.press("Enter")
    visitor.page.wait_for_timeout(500)

    visitor.sees_card(1)
    assert visitor.rows(ANSWERS, "composed") == []
    editor.send("Input.insertText", {"text": "composed"})
    visitor.page.keyboard.press("Enter")
    visitor.sees_card(2)
    assert visitor.rows(ANSWERS, "composed") == [("composed", "wrong")]


def test_a_picture_that_fails_costs_nobody_a_card(visitor):
    visitor.join("timed").press("Go on to part 1").press("Start")
    for step in (1, 2):
        visitor.sees_card(step).answer("xx")
    visitor.page.route("**/pictures/*", lambda route: route.abort())
    visitor.press("Start").sees("The picture did not load.").check_accessibility()
    visitor.page.wait_for_timeout(5500)
    visitor.page.unroute("**/pictures/*")

    visitor.press("Try again").sees_card(1)

    expect(visitor.page.locator("[data-picture]")).to_be_visible()
    seconds = visitor.page.locator("#face").get_attribute("data-seconds")
    assert float(seconds) > 2.5


def test_the_first_card_is_light(visit):
    visitor, fresh = visit(), visit()
    visitor.begin("quick")
    fresh.page.goto(visitor.address, wait_until="load")
    fresh.sees_card(1)

    transferred = """() => performance.getEntries().reduce(
        (sum, entry) => sum + (entry.transferSize || 0), 0)"""
    assert 5_000 < fresh.page.evaluate(transferred) < 100_000


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
