"""Keyboards, letters and what stands where while somebody types."""

from playwright.sync_api import expect

from tests.browser.people import PHONE

IS_WIDE_ENOUGH = """() => { document.documentElement.style.fontSize = '200%';
    return document.documentElement.scrollWidth <= innerWidth }"""
ANSWERS = "SELECT text, outcome FROM studies_response WHERE text = ?"


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
    visitor.sees_card(1).is_about_to_type()
    keyboard.type("typed-at-once")
    keyboard.press("Enter")

    visitor.sees_card(2)
    assert visitor.rows(ANSWERS, "typed-at-once") == [("typed-at-once", "wrong")]


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
    visitor.begin_learning("still")
    before = [visitor.page.locator(s).bounding_box() for s in (".picture", "#answer")]

    visitor.answer("xx").sees_review(1)

    after = [visitor.page.locator(s).bounding_box() for s in (".picture", "#answer")]
    assert after == before


def test_a_card_and_its_review_fit_above_a_phones_keyboard(visit):
    visitor = visit(**{**PHONE, "viewport": {"width": 320, "height": 300}})
    visitor.begin_learning("still")
    parts = [".timebar", ".picture", "#prompt", "#answer"]
    check_fit(visitor, parts)

    visitor.answer("xx").sees_review(1)

    check_fit(visitor, [*parts, ".verdict-answer"])


def check_fit(visitor, parts):
    for part in parts:
        box = visitor.page.locator(part).bounding_box()
        assert box["y"] >= 0, part
        assert box["y"] + box["height"] <= 300, part
        assert box["x"] + box["width"] <= 320, part


def test_nothing_is_cut_off_at_twice_the_text_size(visit):
    visitor = visit(viewport={"width": 640, "height": 400})
    visitor.page.goto(f"{visitor.site}/join/quick/")
    for name in ("Yes, I want to take part", "Go on to part 1", "Start"):
        visitor.page.get_by_role("button", name=name, exact=True).wait_for()
        assert visitor.page.evaluate(IS_WIDE_ENOUGH), name
        visitor.press(name)
    assert visitor.sees_card(1).page.evaluate(IS_WIDE_ENOUGH)


def test_letters_are_typed_where_the_cursor_is(visitor):
    visitor.begin("quick").is_about_to_type().page.keyboard.type("Gl-hbirne")
    visitor.page.locator("#answer").evaluate("input => input.setSelectionRange(2, 3)")

    visitor.press("ü")

    expect(visitor.page.locator("#answer")).to_have_value("Glühbirne")
    expect(visitor.page.locator("#answer")).to_be_focused()


def test_an_empty_enter_only_hints(visitor):
    visitor.begin("quick").is_about_to_type().page.keyboard.press("Enter")

    visitor.sees("Type an answer, or press").sees_card(1)


def test_enter_while_composing_sends_nothing(visitor):
    visitor.begin("quick").is_about_to_type()
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
    editor.detach()
