import pytest

from tests.javascript.pages import answer_form, review_face, stage

NEXT = """
<form data-continue><input type="hidden" name="leaves" value="review">
  <button type="submit" data-next-in="1.0" hidden>Next</button>
</form>
<div><audio data-sound preload="none"></audio>
  <button type="button" data-play hidden>Listen</button></div>
"""


@pytest.fixture
def review(workbench):
    workbench.open(stage(review_face(outcome="correct"), result=NEXT), "review")
    workbench.run("review.listenForReviews()")
    return workbench


def test_next_comes_when_a_review_may_be_left(review):
    review.wait(1000)
    before = review.page.is_visible("[data-next-in]")

    review.wait(200)

    assert (before, review.page.is_visible("[data-next-in]")) == (False, True)


@pytest.mark.parametrize(("waited", "n_left"), [(900, 0), (1200, 1)])
def test_enter_in_the_box_goes_on_once_it_may(review, waited, n_left):
    review.wait(waited)

    review.page.press("#answer", "Enter")

    left = [form for form in review.run("sent") if form.get("leaves") == "review"]
    assert len(left) == n_left


def test_enter_on_a_card_sends_the_answer_alone(workbench):
    workbench.open(answer_form(), "review")
    workbench.run("review.listenForReviews()")

    workbench.page.press("#answer", "Enter")

    assert len(workbench.run("sent")) == 1


def test_a_sound_is_played_when_asked_for_and_the_box_keeps_the_focus(review):
    review.run('HTMLMediaElement.prototype.play = async () => note("played")()')
    review.page.focus("#answer")
    silent = list(review.calls)

    review.page.click("[data-play]")

    assert (silent, review.calls) == ([], ["played"])
    assert review.run("document.activeElement.id") == "answer"
