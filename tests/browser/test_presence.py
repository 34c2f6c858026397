"""Absent people and hidden pages lose no card that they have not seen."""

LAST_CARDS = """SELECT step, served_at IS NOT NULL, outcome FROM studies_response
    WHERE session_id = (SELECT max(id) FROM studies_teachingsession) ORDER BY step"""
HIDE = """hidden => {
    Object.defineProperty(document, 'hidden', {value: hidden, configurable: true});
    document.dispatchEvent(new Event('visibilitychange'));
}"""


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
    visitor.begin_learning("long-review").answer("xx").sees_review(1)
    visitor.page.evaluate(HIDE, True)
    visitor.page.wait_for_timeout(3500)
    visitor.sees_review(1)

    visitor.page.evaluate(HIDE, False)

    visitor.sees_card(2).page.goto(visitor.address)
    kinds = "SELECT DISTINCT kind FROM studies_browserevent"
    visitor.finds(kinds, ("hidden",), ("visible",), ("picture_shown",))
