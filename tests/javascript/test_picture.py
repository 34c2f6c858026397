import pytest

from tests.javascript.pages import PICTURE, card_face

WATCH = """
void picture.whenShown(face, note("failed")).then((delay) => { window.delay = delay; })
"""


@pytest.fixture
def watch(workbench):
    def watch(picture=PICTURE):
        workbench.open(card_face(picture=picture), "picture")
        workbench.run(WATCH)
        return workbench

    return watch


def delay_of(workbench):
    workbench.wait_until("window.delay !== undefined")
    return workbench.run("delay")


def test_a_card_without_a_picture_is_shown_at_once(watch):
    assert delay_of(watch(picture="")) == 0


def test_the_delay_is_the_time_until_the_picture_is_decoded(watch):
    workbench = watch()
    workbench.wait(700)

    workbench.deliver_picture()

    assert delay_of(workbench) == 700


def test_no_more_than_five_seconds_are_waited_for(watch):
    workbench = watch()

    workbench.wait(8_000)

    assert delay_of(workbench) == 5_000


def test_time_that_the_computer_slept_counts_no_more(watch):
    workbench = watch()

    workbench.sleep(60_000)

    assert delay_of(workbench) == 5_000


def test_a_failed_picture_says_so_and_never_counts_as_shown(watch):
    workbench = watch()

    workbench.fail_picture()
    workbench.wait_until("calls.length > 0")
    workbench.wait(8_000)

    assert workbench.calls == ["failed"]
    assert workbench.page.is_visible("[data-picture]") is False
    assert (
        workbench.run('document.querySelector("[data-picture-failed]").hidden') is False
    )
    assert workbench.run("window.delay") is None


def test_a_picture_of_a_card_gone_by_fails_silently(watch):
    workbench = watch()
    workbench.run('face.querySelector("img").addEventListener("error", note("error"))')
    workbench.run("face.remove()")

    workbench.fail_picture()
    workbench.wait_until("calls.length > 0")

    assert workbench.calls == ["error"]
