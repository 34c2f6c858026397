import pytest

from tests.javascript.pages import PICTURE, answer_form, card_face


@pytest.fixture
def picture(workbench):
    workbench.open(card_face(picture=PICTURE) + answer_form(), "enlarging")
    workbench.run("enlarging.listenForEnlarging(), enlarging.offerEnlarging(face)")
    workbench.page.focus("#answer")
    workbench.page.click("[data-enlarge]")
    return workbench


def is_large(workbench):
    room = workbench.page.get_attribute("[data-picture-room]", "class")
    pressed = workbench.page.get_attribute("[data-enlarge]", "aria-pressed")
    assert (room == "is-large") == (pressed == "true")
    return pressed == "true"


def test_a_tap_enlarges_and_leaves_the_focus_where_it_is(picture):
    assert is_large(picture)
    assert picture.run("document.activeElement.id") == "answer"


def test_another_tap_shrinks_it_again(picture):
    picture.page.click("[data-enlarge]")

    assert not is_large(picture)


@pytest.mark.parametrize("key", ["Escape", "a"])
def test_escape_or_typing_shrinks_it_again(picture, key):
    picture.page.keyboard.press(key)

    assert not is_large(picture)


def test_escape_then_means_nothing_else(picture):
    picture.run('document.addEventListener("keydown", note("key"), true)')

    picture.page.keyboard.press("Escape")
    meanwhile = picture.calls
    picture.page.keyboard.press("Escape")

    assert (meanwhile, picture.calls) == ([], ["key"])
