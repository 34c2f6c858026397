import json

import pytest

from tests.javascript.pages import CONTINUE, answer_form, card_face, review_face, stage

LISTEN = """
presence.listenForPresence(() => document.getElementById("face")),
submit.listenForSubmits(() => document.getElementById("face")),
presence.noteCard(document.getElementById("face"))
"""


@pytest.fixture
def show(workbench):
    def show(face, **options):
        workbench.open(stage(face, **options), "presence", "submit")
        workbench.run(LISTEN)
        return workbench

    return show


@pytest.fixture
def card(show):
    return show(card_face())


def send(workbench, text):
    workbench.page.fill("#answer", text)
    workbench.page.keyboard.press("Enter")


def test_an_answer_is_sent_with_what_the_browser_counted(card):
    send(card, "Tür")

    assert card.sent[0]["answer-1"] == "Tür"
    assert json.loads(card.sent[0]["client"])["n_keys"] == 1
    assert card.page.get_attribute("#stage", "aria-busy") == "true"


def test_what_cannot_be_pressed_while_sending_looks_like_it(card):
    off = "#controls [aria-disabled=true]"
    before = card.page.locator(off).count()
    send(card, "Tür")
    meanwhile = card.page.locator(off).count()

    card.tell_htmx("afterSettle")

    assert (before, meanwhile, card.page.locator(off).count()) == (0, 3, 0)


def test_sending_that_takes_long_is_told(card):
    send(card, "Tür")
    card.wait(399)
    before = card.page.text_content("#hint")
    card.wait(1)
    meanwhile = card.page.text_content("#hint")

    card.tell_htmx("afterSettle")

    assert (before, meanwhile) == ("", "Sending")
    assert card.page.text_content("#hint") == ""


def test_a_letter_button_types_nothing_while_an_answer_is_sent(card):
    card.page.evaluate("""import("/js/letters.js").then(
      (letters) => (letters.showLetters(), letters.listenForLetters()))""")
    send(card, "T")

    card.page.dispatch_event("[data-letter]", "click")

    assert card.page.input_value("#answer") == "T"


def test_escape_says_that_one_does_not_know(card):
    card.page.focus("#answer")

    card.page.keyboard.press("Escape")

    assert card.sent[0]["dont_know"] == "1"


def test_escape_does_nothing_in_a_review(show):
    workbench = show(review_face())
    workbench.page.focus("#answer")

    workbench.page.keyboard.press("Escape")

    assert workbench.sent == []


def test_an_empty_answer_is_refused_with_a_hint(card):
    send(card, "  ")

    assert card.sent == []
    assert card.page.text_content("#hint") == "Type an answer"


def test_typing_takes_the_hint_away(card):
    send(card, "")

    card.page.keyboard.type("a")

    assert card.page.text_content("#hint") == ""


def test_not_knowing_needs_no_text(card):
    card.page.click("[name=dont_know]")

    assert card.sent[0]["dont_know"] == "1"


def test_a_second_submit_is_swallowed_while_the_first_is_on_its_way(card):
    send(card, "Tür")

    card.page.keyboard.press("Enter")

    assert len(card.sent) == 1


def test_the_text_stays_as_it_was_sent(card):
    send(card, "Tür")

    card.page.keyboard.type("en")

    assert card.page.input_value("#answer") == "Tür"


def test_after_the_reply_one_can_send_again(card):
    send(card, "Tür")
    card.tell_htmx("afterSettle")

    send(card, "Tor")

    assert [form["answer-1"] for form in card.sent] == ["Tür", "Tor"]
    assert card.page.is_hidden("#network")


def test_a_review_sends_no_answer(show):
    workbench = show(review_face())
    workbench.run('void (answer.value = "what was sent")')

    workbench.run('document.getElementById("answer-form").requestSubmit()')

    assert workbench.sent == []


def test_what_was_graded_cannot_be_written_over(show):
    workbench = show(review_face())

    workbench.page.type("#answer", "Tür")

    assert workbench.page.input_value("#answer") == ""


def test_enter_that_ends_a_composition_is_no_answer(card):
    pressed = """answer.dispatchEvent(new KeyboardEvent("keydown", {
      key: "Enter", isComposing: true, bubbles: true, cancelable: true }))"""

    assert card.run(pressed) is False


def test_enter_held_down_is_pressed_once(show):
    workbench = show('<form><button id="go" type="submit">Go</button></form>')
    workbench.page.focus("#go")

    for _ in range(2):
        workbench.page.keyboard.down("Enter")
    workbench.page.keyboard.up("Enter")

    assert len(workbench.sent) == 1


def test_a_lost_answer_is_sent_again_with_growing_pauses(card):
    send(card, "Tür")
    counts = []

    for pause in (1_000, 2_000, 4_000):
        card.tell_htmx("sendError")
        card.wait(pause - 1)
        counts.append(len(card.sent))
        card.wait(1)

    assert counts == [1, 2, 3]
    assert [form["answer-1"] for form in card.sent] == ["Tür"] * 4


def test_a_failure_told_twice_is_one_failure(card):
    send(card, "Tür")
    card.tell_htmx("timeout")
    card.tell_htmx("sendError")
    card.wait(1_000)
    card.tell_htmx("sendError")

    card.wait(2_000)

    assert len(card.sent) == 3


def test_pauses_do_not_grow_beyond_fifteen_seconds(card):
    send(card, "Tür")
    for _ in range(8):
        card.tell_htmx("timeout")
        card.wait(15_000)

    assert len(card.sent) == 9


def test_an_answer_sent_again_keeps_its_first_numbers_and_its_button(card):
    card.page.click("[name=dont_know]")
    card.tell_htmx("responseError")

    card.wait(1_000)

    assert card.sent[1] == card.sent[0]


def test_a_connection_that_is_back_is_used_at_once(card):
    send(card, "Tür")
    card.tell_htmx("sendError")

    card.run('window.dispatchEvent(new Event("online"))')

    assert len(card.sent) == 2


def test_a_banner_tells_how_the_network_is(card):
    send(card, "Tür")
    card.tell_htmx("sendError")
    waiting = card.page.text_content("#network")
    card.wait(1_000)
    card.tell_htmx("afterSettle")
    back = card.page.text_content("#network")

    card.wait(2_500)

    assert (waiting, back) == ("No connection", "Connected again")
    assert card.page.is_hidden("#network")


def test_a_server_that_asks_to_wait_is_not_called_a_lost_connection(card):
    send(card, "Tür")
    card.refuse(429, retry_after="4")
    waiting = card.page.text_content("#network")
    card.wait(3_999)
    n_sent_before = len(card.sent)
    card.wait(1)

    card.tell_htmx("afterSettle")
    card.wait(1)

    assert waiting == "One moment"
    assert (n_sent_before, len(card.sent)) == (1, 2)
    assert card.page.is_hidden("#network")


def test_at_the_end_of_the_time_what_was_typed_is_sent(card):
    card.page.fill("#answer", "Tü")

    card.run("submit.sendAsItIs(face)")

    assert (card.sent[0]["answer-1"], card.sent[0]["auto"]) == ("Tü", "1")


def test_at_the_end_of_the_time_an_untouched_card_is_sent_empty(card):
    card.run('void (answer.value = "from the last page")')

    card.run("submit.sendAsItIs(face)")

    assert (card.sent[0]["answer-1"], card.sent[0]["auto"]) == ("", "1")


def test_the_clock_leaves_an_answer_on_its_way_as_it_is(card):
    send(card, "Tür")
    card.tell_htmx("sendError")

    card.run("submit.sendAsItIs(face)")
    card.wait(1_000)

    assert [form["auto"] for form in card.sent] == ["", ""]


@pytest.mark.parametrize(("phase", "paused"), [("postquiz", "1"), ("learning", "")])
def test_a_quiz_card_missed_on_a_hidden_page_pauses(show, phase, paused):
    workbench = show(card_face(phase=phase))
    workbench.hide()

    workbench.run("submit.sendAsItIs(face)")

    assert workbench.sent[0]["paused"] == paused


def test_going_on_leaves_a_review_once(show):
    workbench = show(review_face(), result=CONTINUE)

    workbench.run("submit.goOn(), submit.goOn()")

    assert workbench.sent == [{"phase": "learning"}]


def test_a_card_is_taken_back_by_its_phase_and_step(card):
    with card.page.expect_request("**/s/token/again/") as taken:
        card.run("submit.takeBack()")

    assert taken.value.post_data == "phase=learning&step=1"


def test_a_practice_card_is_not_taken_back(show):
    form = answer_form().replace('data-session="', 'data-practice data-session="')
    workbench = show(card_face(), form=form)

    workbench.run("submit.takeBack()")

    assert "POST /s/token/again/" not in workbench.requests


def test_a_plain_form_is_sent_once_in_three_seconds(show):
    workbench = show('<form data-once><button type="submit">Start</button></form>')
    workbench.page.dblclick("text=Start")
    before = len(workbench.sent)

    workbench.wait(3_000)
    workbench.page.click("text=Start")

    assert (before, len(workbench.sent)) == (1, 2)
