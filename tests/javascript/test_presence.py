import pytest

from tests.javascript.pages import CONTINUE, card_face, stage

LISTEN = """
presence.listenForPresence(() => document.getElementById("face")),
presence.noteCard(document.getElementById("face"))
"""
RESUME = (
    """<button type="button" data-resume onclick="calls.push('resume')"></button>"""
)


@pytest.fixture
def watched(workbench):
    """A card that somebody looks at, or does not."""
    workbench.open(stage(card_face(), result=CONTINUE), "presence")
    workbench.run(LISTEN)
    return workbench


def numbers(workbench):
    return workbench.run("presence.clientNumbers()")


def miss(workbench, times=1):
    for _ in range(times):
        workbench.run("presence.noteTimeOver()")


def next_card(workbench):
    workbench.run('presence.noteCard(document.createElement("div"))')


def go_on_when_present(workbench):
    workbench.run('presence.whenPresent(note("on"))')


def test_keys_are_counted_and_the_first_one_timed(watched):
    watched.wait(1_500)
    watched.page.type("#answer", "a")
    watched.wait(500)
    watched.page.type("#answer", "bc")

    told = numbers(watched)

    assert (told["n_keys"], told["first_key_ms"], told["elapsed_ms"]) == (3, 1500, 2000)


def test_without_a_key_there_is_no_time_of_the_first(watched):
    assert numbers(watched)["first_key_ms"] == -1


def test_pastes_and_lost_focus_are_counted(watched):
    watched.run('answer.dispatchEvent(new Event("paste", { bubbles: true }))')
    watched.run('window.dispatchEvent(new Event("blur"))')
    watched.run('window.dispatchEvent(new Event("blur"))')

    told = numbers(watched)

    assert (told["n_pastes"], told["n_blurs"]) == (1, 2)


def test_the_next_card_counts_anew(watched):
    watched.page.type("#answer", "abc")

    next_card(watched)

    assert numbers(watched)["n_keys"] == 0


def test_a_late_picture_keeps_what_was_counted(watched):
    watched.page.type("#answer", "a")

    watched.run("presence.noteCard(face, 812.4)")

    told = numbers(watched)
    assert (told["n_keys"], told["picture_delay_ms"]) == (1, 812)


def test_a_card_with_a_key_is_not_untouched(watched):
    before = watched.run("presence.isUntouched()")

    watched.page.type("#answer", "a")

    assert (before, watched.run("presence.isUntouched()")) == (True, False)


def test_events_wait_and_leave_together(watched):
    watched.run('presence.tell("retry"), presence.tell("offline")')
    watched.wait(29_900)
    before = watched.told

    watched.wait(200)

    assert before == []
    assert watched.told == ["retry", "offline"]
    assert watched.run("beacons.length") == 1
    assert watched.run("beacons[0].address") == "/s/token/events/"


def test_an_event_says_when_and_at_which_card(watched):
    watched.run('presence.tell("retry")')
    watched.wait(30_000)
    watched.wait_until("beacons.length === 1")

    event = watched.run("beacons[0].events[0]")

    assert (event["phase"], event["step"]) == ("learning", 1)
    assert event["client_ms"] == round(watched.run("performance.now()")) - 30_000


def test_events_leave_before_the_page_does(watched):
    watched.run('presence.tell("retry")')

    watched.run('window.dispatchEvent(new Event("pagehide"))')

    watched.wait_until("beacons.length === 1")


def test_events_leave_when_the_page_is_hidden(watched):
    watched.run('presence.tell("retry")')

    watched.hide()

    watched.wait_until("beacons.length === 1")
    assert watched.told == ["retry", "hidden"]


def test_practice_tells_nothing(workbench):
    workbench.open(stage(card_face(more="data-practice")), "presence")
    workbench.run(LISTEN)

    workbench.page.type("#answer", "a")
    workbench.wait(31_000)

    assert workbench.run("beacons.length") == 0


def test_somebody_who_is_there_goes_on_at_once(watched):
    go_on_when_present(watched)

    assert watched.calls == ["on"]


def test_a_hidden_page_waits_until_it_is_seen(watched):
    watched.hide()
    go_on_when_present(watched)
    before = watched.calls

    watched.hide(False)

    assert (before, watched.calls) == ([], ["on"])


def test_one_miss_asks_nothing(watched):
    miss(watched)

    go_on_when_present(watched)

    assert watched.calls == ["on"]


def test_two_misses_ask_whether_somebody_is_there(watched):
    miss(watched, times=2)
    go_on_when_present(watched)
    before = watched.calls

    watched.page.keyboard.press("Enter")

    assert (before, watched.calls) == ([], ["on"])
    assert watched.run("presence.isHiddenOrAway()") is False


def test_a_key_between_two_misses_is_a_sign_of_life(watched):
    miss(watched)
    watched.page.type("#answer", "a")
    miss(watched)
    next_card(watched)
    miss(watched)

    assert watched.run("presence.isHiddenOrAway()") is False


def test_a_click_between_two_misses_is_a_sign_of_life(watched):
    miss(watched)
    watched.page.click("#stage")
    miss(watched)

    assert watched.run("presence.isHiddenOrAway()") is False


def test_a_paused_page_goes_on_when_it_is_seen_again(workbench):
    workbench.open(RESUME, "presence")
    workbench.run("presence.listenForPresence(() => null)")
    workbench.hide()
    before = workbench.calls

    workbench.hide(False)

    assert (before, workbench.calls) == ([], ["resume"])


def test_a_paused_page_of_somebody_away_waits_for_them(workbench):
    workbench.open(RESUME, "presence")
    workbench.run("presence.listenForPresence(() => null)")
    miss(workbench, times=2)
    workbench.hide()

    workbench.hide(False)

    assert workbench.calls == []
