import pytest

from tests.javascript.pages import (
    CONTINUE,
    PICTURE,
    PROMPT,
    card_face,
    keys,
    review_face,
    stage,
)

VERDICT = f'<div id="result"><p data-announce>Not right</p>{CONTINUE}</div>'


@pytest.fixture
def card(workbench):
    workbench.open(stage(card_face()), "main")
    return workbench


@pytest.fixture
def review(card):
    """The review of an answer, swapped in as htmx does."""
    card.page.fill("#answer", "Tor")
    card.page.keyboard.press("Enter")
    card.swap(
        face=review_face(), keys=keys(field="shown-1", value="Tor"), result=VERDICT
    )
    return card


def announced(workbench):
    return workbench.page.text_content("#announcer")


def test_a_card_waits_for_typing(card):
    assert card.run("document.activeElement.id") == "answer"
    assert card.page.is_visible("[data-letter]")


def test_screen_readers_hear_each_card_and_not_the_old_verdict(review):
    review.swap(
        heading='<h1 id="heading">Card 3 of 12</h1>', face=card_face(picture=PROMPT)
    )

    assert announced(review) == "Card 3 of 12: rainbow"


def test_while_an_answer_is_sent_the_bar_stands_still(card):
    bar = 'document.querySelector("[data-timebar-fill]").style.transform'
    card.wait(5_000)
    card.page.fill("#answer", "Tor")
    card.page.keyboard.press("Enter")

    card.wait(10_000)

    assert card.run(bar) == "scaleX(0.75)"


def test_the_last_five_seconds_of_a_card_are_announced(card):
    card.wait(15_000)

    assert announced(card) == "5 seconds left"


def test_a_card_is_sent_when_its_time_is_over(card):
    card.page.fill("#answer", "Tü")

    card.wait(20_000)

    assert (card.sent[0]["answer-1"], card.sent[0]["auto"]) == ("Tü", "1")


def test_the_time_of_a_card_begins_with_its_picture(workbench):
    workbench.open(stage(card_face(picture=PICTURE)), "main")
    workbench.wait(3_000)
    workbench.deliver_picture()
    workbench.wait_until(
        'document.querySelector("[data-timebar-fill]").style.transform'
    )

    workbench.wait(19_999)
    before = len(workbench.sent)
    workbench.wait(1)

    assert (before, len(workbench.sent)) == (0, 1)


def test_a_card_whose_picture_fails_is_taken_back_and_has_no_clock(workbench):
    workbench.open(stage(card_face(picture=PICTURE)), "main")

    with workbench.page.expect_request("**/s/token/again/"):
        workbench.fail_picture()
    workbench.wait(30_000)

    assert workbench.sent == []
    assert "picture_failed" in workbench.told


def test_a_review_keeps_the_input_and_what_was_written(card):
    card.run("void (window.kept = answer)")
    card.page.fill("#answer", "Tor")
    card.swap(
        face=review_face(), keys=keys(field="shown-1", value="Tor"), result=VERDICT
    )

    assert card.run("answer === kept && document.activeElement === kept")
    assert card.page.input_value("#answer") == "Tor"
    assert card.page.get_attribute("#answer", "aria-readonly") == "true"


@pytest.mark.parametrize(
    ("outcome", "mark"), [("correct", "is-right"), ("wrong", "is-wrong")]
)
def test_a_review_marks_the_answer(card, outcome, mark):
    card.swap(face=review_face(outcome=outcome), result=VERDICT)

    assert card.page.get_attribute("#answer", "class") == mark


def test_a_review_announces_its_verdict_and_the_next_card(review):
    assert announced(review) == "Not right"
    assert review.page.is_visible("[data-next]")


def test_a_review_goes_on_by_itself(review):
    review.wait(3_119)
    before = len(review.sent)

    review.wait(1)

    assert (before, review.sent[1:]) == (1, [{"phase": "learning"}])


def test_a_review_on_a_hidden_page_waits(review):
    review.hide()
    review.wait(10_000)
    before = len(review.sent)

    review.hide(False)

    assert (before, len(review.sent)) == (1, 2)


def test_a_practice_review_stays(card):
    card.swap(face=review_face(more="data-practice"), result=VERDICT)

    card.wait(10_000)

    assert card.sent == []


def test_the_card_after_a_review_has_a_fresh_input_and_its_own_time(review):
    review.swap(
        face=card_face(step=2),
        keys=keys(field="answer-2"),
        result='<p id="result"></p>',
    )
    review.wait(10_000)

    assert review.page.input_value("#answer") == ""
    assert review.page.get_attribute("#answer", "name") == "answer-2"
    assert review.page.get_attribute("#answer", "class") == ""
    assert len(review.sent) == 1


def test_a_swap_of_something_else_leaves_the_card_alone(card):
    card.page.fill("#answer", "Tü")

    card.tell_htmx("afterSettle")

    assert card.page.input_value("#answer") == "Tü"


def test_the_time_of_a_card_gone_by_is_over(card):
    card.wait(15_000)
    card.swap(face=card_face(step=2))

    card.wait(19_000)

    assert card.sent == []


def test_the_picture_of_a_card_gone_by_starts_no_time(workbench):
    workbench.open(stage(card_face(picture=PICTURE)), "main")
    workbench.swap(face=card_face(step=2, seconds=None))

    workbench.wait(60_000)

    assert workbench.sent == []


def test_a_page_swapped_in_is_read_from_its_heading(card):
    card.swap(main="<main><h1>Part 2</h1></main>")

    assert card.run("document.activeElement.textContent") == "Part 2"


def test_a_page_to_rest_on_is_left_by_enter_and_its_heading_announced(card):
    start = '<button id="start" data-focus>Start</button>'
    card.swap(main=f"<main><h1>Part 2</h1>{start}</main>")

    assert card.run("document.activeElement.id") == "start"
    assert announced(card) == "Part 2"


def test_what_is_swapped_in_is_seen_from_its_top(card):
    card.run('void (document.body.style.height = "5000px", window.scrollTo(0, 900))')
    before = card.run("window.scrollY")

    card.swap(face=card_face(step=2))

    assert (before, card.run("window.scrollY")) == (900, 0)


def test_a_page_with_faults_begins_at_their_summary(workbench):
    workbench.open('<div id="faults" tabindex="-1" data-focus>Look again</div>', "main")

    assert workbench.run("document.activeElement.id") == "faults"


def test_a_page_from_the_browsers_own_store_is_loaded_again(card):
    shown = (
        'window.dispatchEvent(new PageTransitionEvent("pageshow", {persisted: true}))'
    )

    with card.page.expect_navigation():
        card.run(shown)

    assert card.requests.count("GET /") == 2
