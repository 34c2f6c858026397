import pytest

from studies.errors import PreviewError
from studies.recruitment import identify, is_preview, read_arrival

PREVIEW = {"assignmentId": "ASSIGNMENT_ID_NOT_AVAILABLE", "hitId": "H1"}
ACCEPTED = {"assignmentId": "AS1", "workerId": "W1"}


def test_a_task_that_is_not_accepted_yet_is_a_preview():
    assert is_preview(read_arrival(PREVIEW))
    assert not is_preview(read_arrival(ACCEPTED))


def widen(text):
    """``text`` in the letters that keyboards of East Asia have for it."""
    return "".join(chr(ord(letter) + 0xFEE0) for letter in text)


@pytest.mark.parametrize(
    "spell", [str.lower, str.title, " {} ".format, "\u3000{}\u00a0".format, widen]
)
def test_a_preview_is_one_in_any_spelling(spell):
    arrival = read_arrival({"assignmentId": spell(PREVIEW["assignmentId"])})

    assert is_preview(arrival)


def test_a_preview_is_nobody_yet():
    with pytest.raises(PreviewError):
        identify(read_arrival({**PREVIEW, "workerId": "W1"}))


def test_a_worker_without_an_assignment_is_one_all_the_same():
    identity = identify(read_arrival({"workerId": "W1"}))

    assert (identity.recruiter, identity.external_id) == ("mturk", "W1")
    assert (identity.assignment, identity.is_proof) == ("", False)


def test_a_worker_comes_with_their_assignment():
    identity = identify(read_arrival(ACCEPTED))

    assert (identity.external_id, identity.assignment) == ("W1", "AS1")
