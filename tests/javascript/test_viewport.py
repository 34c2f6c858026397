import pytest

from tests.javascript.pages import card_face, stage

# What a phone tells whose keyboard covers the page instead of shrinking it.
FAKE = """void Object.defineProperty(window, "visualViewport", {
  value: Object.assign(new EventTarget(), { height: 800, offsetTop: 0, scale: 1 }) })"""


@pytest.fixture
def phone(workbench):
    workbench.open(stage(card_face()), "viewport")
    workbench.run(FAKE)
    workbench.run("viewport.followViewport()")
    return workbench


def change(workbench, **numbers):
    workbench.frame.evaluate(
        """(numbers) => { Object.assign(visualViewport, numbers);
          visualViewport.dispatchEvent(new Event("resize")); }""",
        numbers,
    )


def layout(workbench):
    style = "document.documentElement.style.getPropertyValue"
    names = ("--visible-height", "--visible-top")
    return workbench.run(f"[...{list(names)}.map((n) => {style}(n)), compact.media]")


def test_the_layout_has_the_height_that_can_be_seen(phone):
    assert layout(phone) == ["800px", "0px", "not all"]


def test_above_a_keyboard_that_covers_the_page_the_layout_is_compact(phone):
    change(phone, height=420, offsetTop=90)

    assert layout(phone) == ["420px", "90px", "all"]


def test_whoever_zooms_in_keeps_the_layout(phone):
    change(phone, height=400, offsetTop=90, scale=2)

    assert layout(phone) == ["800px", "0px", "not all"]


@pytest.mark.parametrize(("height", "top"), [(420, 0), (740, 900)])
def test_the_page_is_moved_back_for_a_keyboard_only(phone, height, top):
    phone.run('void (document.body.style.height = "5000px", window.scrollTo(0, 900))')

    change(phone, height=height)

    assert phone.run("window.scrollY") == top
