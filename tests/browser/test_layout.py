"""What stands where on small screens, above keyboards and in large letters."""

from playwright.sync_api import expect

from tests.browser.ahead import bring_to
from tests.browser.people import PHONE

LONG = "Rindfleischetikettierungsüberwachungsgesetze"
ABOVE_KEYBOARD = [(390, 420), (844, 390)]
SHORT = [(390, 545), (390, 575), (390, 577), (390, 605), (320, 568), (360, 640)]
COVER = """height => {
    Object.defineProperty(visualViewport, 'height', {value: height});
    visualViewport.dispatchEvent(new Event('resize'));
}"""
HAS_HEARD = """height =>
    document.documentElement.style.getPropertyValue('--visible-height') === height
"""
COLOURS = """() => {
    const bar = document.querySelector('.timebar');
    const read = (one) => getComputedStyle(one).backgroundColor.match(/\\d+/g);
    const pair = () => [read(bar.firstChild), read(bar)];
    const usual = pair();
    bar.classList.add('is-late');
    const late = pair();
    bar.classList.remove('is-late');
    return [usual, late];
}"""


def box(visitor, selector):
    return visitor.page.locator(selector).bounding_box()


def bottom(visitor, selector):
    found = box(visitor, selector)
    return found["y"] + found["height"]


def is_wide_enough(visitor):
    return visitor.page.evaluate(
        "document.documentElement.scrollWidth <= document.documentElement.clientWidth"
    )


def resize(visitor, width, height):
    """The window has that size, and the page has heard of it."""
    visitor.page.set_viewport_size({"width": width, "height": height})
    visitor.page.wait_for_function(HAS_HEARD, arg=f"{height}px")


def check_fit(visitor, lowest):
    """The picture is large enough, and ``lowest`` above the edge, on every screen."""
    for width, height in [*ABOVE_KEYBOARD, *SHORT]:
        resize(visitor, width, height)
        assert box(visitor, ".picture")["width"] >= 160, (width, height)
        assert bottom(visitor, lowest) <= height, (width, height)
        assert is_wide_enough(visitor)


def test_a_card_and_its_review_fit_into_every_screen(visit):
    visitor = visit(**PHONE).begin_learning("still")
    check_fit(visitor, "#controls .button-quiet")

    visitor.answer("xx").sees_review(1)

    check_fit(visitor, ".verdict")


def test_so_they_do_in_german_with_letters_compared(visit):
    visitor = visit(**PHONE).begin_learning("still-german")
    check_fit(visitor, "#controls .button-quiet")

    visitor.answer(visitor.right_word()[:-1] + "qq").sees_review(1)

    check_fit(visitor, ".compared")


def test_a_result_can_be_read_in_large_letters_on_a_small_screen(visit):
    visitor, page = visit(**PHONE), "questionnaire"
    visitor.page.goto(bring_to(visitor.site, "german", phase=page, page=page))
    visitor.page.get_by_label("none").check()
    visitor.page.get_by_label("1", exact=True).check()
    visitor.press("Absenden").sees("Vorher wussten Sie")

    resize(visitor, 320, 568)
    visitor.page.evaluate("document.documentElement.style.fontSize = '200%'")

    assert is_wide_enough(visitor)
    assert box(visitor, ".result-answer >> nth=0")["width"] >= 100


def test_what_matters_stays_above_a_keyboard_that_covers_the_page(visit):
    visitor = visit(**PHONE).begin_learning("still")
    resize(visitor, 390, 844)
    visitor.page.evaluate(COVER, 420)
    assert box(visitor, ".picture")["width"] >= 160
    assert bottom(visitor, "#controls .button-primary") <= 420

    visitor.context.set_offline(True)
    visitor.answer("xx").sees("No connection")
    assert bottom(visitor, "#network") <= 420
    visitor.context.set_offline(False)
    visitor.sees_review(1)

    assert bottom(visitor, ".verdict") <= 420


def test_a_tap_makes_the_picture_as_large_as_can_be_seen(visit):
    visitor = visit(**PHONE).begin("quick")
    resize(visitor, 390, 420)

    visitor.page.locator(".picture-button[aria-pressed=false]").tap()
    visitor.page.locator(".picture-button[aria-pressed=true]").wait_for()

    assert box(visitor, ".picture")["width"] >= 380
    expect(visitor.page.locator("#answer")).to_be_focused()
    visitor.check_accessibility()
    visitor.page.locator(".picture-button").tap()
    visitor.page.locator(".picture-button[aria-pressed=false]").wait_for()
    assert box(visitor, ".picture")["width"] < 300


def test_long_words_and_large_letters_break_nothing(visit):
    visitor = visit(**PHONE).begin_learning("still")
    put = "(one, text) => { one.textContent = text }"
    visitor.page.locator("#prompt").evaluate(put, LONG)
    visitor.answer(LONG).sees_review(1)
    visitor.page.locator(".verdict-answer strong").evaluate(put, LONG)
    for size in ("100%", "200%"):
        visitor.page.evaluate(f"document.documentElement.style.fontSize = '{size}'")
        for width, height in [(320, 568), *ABOVE_KEYBOARD]:
            resize(visitor, width, height)
            assert is_wide_enough(visitor), (size, width, height)


def test_the_time_that_is_left_can_be_seen(visit):
    visitor = visit().begin_learning("quick")
    for scheme in ("dark", "light"):
        visitor.page.emulate_media(color_scheme=scheme)
        for fill, track in visitor.page.evaluate(COLOURS):
            assert contrast(fill, track) >= 3, scheme


def contrast(one, other):
    lights = sorted((luminance(one), luminance(other)))
    return (lights[1] + 0.05) / (lights[0] + 0.05)


def luminance(colour):
    parts = [int(part) / 255 for part in colour[:3]]
    red, green, blue = (((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
