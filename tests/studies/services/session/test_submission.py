"""One kind of submission, whether it comes by page or by API."""

import pytest

from studies.errors import InvalidError
from studies.models import Response
from studies.services.session.submission import Submission, clean_client
from tests.studies.factories import Person, make_study


@pytest.mark.parametrize("text", ["", " ", "\t\n", "\u3000"])
def test_white_space_is_no_text(text):
    assert Submission("prequiz", 1, text).text == ""


@pytest.mark.parametrize(
    "changes",
    [
        {"phase": "instructions"},
        {"step": -1},
        {"step": 2**31},
        {"text": "x" * 201},
        {"text": "a\x00b"},
        {"text": "a\ud800b"},
    ],
)
def test_what_no_card_could_take_is_refused(changes):
    with pytest.raises(InvalidError):
        Submission(**{"phase": "prequiz", "step": 1, "text": "x", **changes})


@pytest.mark.django_db
def test_who_does_not_know_keeps_what_was_typed():
    person = Person(make_study()).go_to("learning", 1)

    person.answer("Hau", dont_know=True)

    card = Response.objects.get(phase="learning", step=1)
    assert (card.text, card.outcome, card.rule) == ("Hau", "dont_know", "")


@pytest.mark.parametrize(
    ("told", "believed"), [(-5, 0), (0, 0), (120.7, 120), (5000, 5000), (60000, 5000)]
)
def test_a_picture_delay_is_believed_in_part(told, believed):
    submission = Submission("learning", 1, client={"picture_delay_ms": told})

    assert submission.picture_delay_ms == believed


def test_only_sane_numbers_of_a_browser_are_kept():
    told = {"n_keys": 3, "n_blurs": True, "elapsed_ms": 1e13, "else": 1, "n_pastes": ""}

    assert clean_client(told) == {"n_keys": 3}
    assert clean_client([1]) == {}
