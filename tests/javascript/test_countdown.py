import pytest

from tests.javascript.pages import card_face, review_face

START = """
void (stop = countdown.startCountdown(face, {
  startedAt: performance.now(), onWarning: note("warning"), onEnd: note("end"),
}))
"""


@pytest.fixture
def start(workbench):
    def start(face):
        workbench.open(face, "countdown")
        workbench.run(START)
        return workbench

    return start


def length_of_bar(workbench):
    return workbench.run(
        'document.querySelector("[data-timebar-fill]").style.transform'
    )


def number_on_bar(workbench):
    return workbench.page.text_content("[data-timebar-seconds]")


def test_the_bar_is_as_long_as_the_time_left(start):
    workbench = start(card_face(seconds=20))

    workbench.wait(5000)

    assert length_of_bar(workbench) == "scaleX(0.75)"


def test_a_card_come_back_to_begins_with_a_shorter_bar(start):
    assert length_of_bar(start(card_face(seconds=10))) == "scaleX(0.5)"


def test_the_last_five_seconds_are_numbers(start):
    workbench = start(card_face(seconds=20))
    workbench.wait(14_800)
    before = number_on_bar(workbench)

    workbench.wait(200)

    assert (before, number_on_bar(workbench)) == ("", "5 s")


@pytest.mark.parametrize(("seconds", "quarter"), [(20, 5), (8, 2), (60, 15)])
def test_the_bar_is_red_in_the_last_quarter(start, seconds, quarter):
    face = card_face(seconds=seconds).replace('limit="20"', f'limit="{seconds}"')
    workbench = start(face)
    is_late = 'document.querySelector("[data-timebar]").matches(".is-late")'

    workbench.wait((seconds - quarter) * 1000 - 200)
    before = workbench.run(is_late)
    workbench.wait(200)

    assert (before, workbench.run(is_late)) == (False, True)


def test_it_warns_once(start):
    workbench = start(card_face(seconds=20))
    workbench.wait(14_800)
    before = workbench.calls

    workbench.wait(4_000)

    assert (before, workbench.calls) == ([], ["warning"])


def test_a_card_with_few_seconds_left_warns_of_nothing(start):
    workbench = start(card_face(seconds=5))

    workbench.wait(4_000)

    assert workbench.calls == []


def test_it_ends_once_and_in_time(start):
    workbench = start(card_face(seconds=3.9))
    workbench.wait(3_899)
    before = workbench.calls

    workbench.wait(10_000)

    assert (before, workbench.calls) == ([], ["end"])
    assert length_of_bar(workbench) == "scaleX(0)"


def test_stopped_it_neither_paints_nor_ends(start):
    workbench = start(card_face(seconds=4))
    workbench.run("stop()")
    painted = length_of_bar(workbench)

    workbench.wait(10_000)

    assert workbench.calls == []
    assert length_of_bar(workbench) == painted


def test_a_card_without_a_limit_has_no_countdown(start):
    workbench = start(card_face(seconds=None))

    workbench.wait(60_000)

    assert workbench.calls == []
    assert length_of_bar(workbench) == ""


def test_a_review_lasts_until_the_servers_second_has_surely_begun(start):
    workbench = start(review_face(seconds=3))
    workbench.wait(3_119)
    before = workbench.calls

    workbench.wait(1)

    assert (before, workbench.calls) == ([], ["end"])
    assert number_on_bar(workbench) == ""
