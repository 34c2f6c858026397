import pytest

from studies.errors import PreviewError
from studies.recruitment import identify, is_preview, read_arrival

PREVIEW = {"assignmentId": "ASSIGNMENT_ID_NOT_AVAILABLE", "hitId": "H1"}
ACCEPTED = {"assignmentId": "AS1", "workerId": "W1"}


def test_a_task_that_is_not_accepted_yet_is_a_preview():
    assert is_preview(read_arrival(PREVIEW))
    assert not is_preview(read_arrival(ACCEPTED))


@pytest.mark.parametrize("spell", [str.lower, str.title, " {} ".format])
def test_a_preview_is_one_in_any_spelling(spell):
    arrival = read_arrival({"assignmentId": spell(PREVIEW["assignmentId"])})

    assert is_preview(arrival)


def test_a_preview_is_nobody_yet():
    with pytest.raises(PreviewError):
        identify(read_arrival({**PREVIEW, "workerId": "W1"}))


def test_a_worker_comes_with_their_assignment():
    identity = identify(read_arrival(ACCEPTED))

    assert (identity.external_id, identity.assignment) == ("W1", "AS1")
