from dataclasses import replace

import pytest

from studies.errors import PreviewError
from studies.recruitment import (
    Ending,
    Terms,
    find_way_back,
    identify,
    is_preview,
    read_arrival,
)

PREVIEW = {"assignmentId": "ASSIGNMENT_ID_NOT_AVAILABLE", "hitId": "H1"}
ACCEPTED = {"assignmentId": "AS1", "workerId": "W1"}
WWW, SANDBOX = "https://www.mturk.com", "https://workersandbox.mturk.com"
STAND_IN = "http://localhost:8090"
ENDED = Ending("completed", code="ABC", person="W1", assignment="AS1", is_earned=True)


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


def submits_to(site, *, configured):
    """Where the last page posts, if ``site`` was kept."""
    finish = find_way_back("mturk", replace(ENDED, site=site), Terms(site=configured))
    return finish.address.removesuffix("/mturk/externalSubmit")


def test_a_worker_hands_in_by_a_form_with_the_assignment_and_the_code():
    finish = find_way_back("mturk", ENDED, Terms(site=SANDBOX))

    assert finish.address == f"{SANDBOX}/mturk/externalSubmit"
    assert finish.fields == {"assignmentId": "AS1", "completion_code": "ABC"}
    assert (finish.code, finish.is_form) == ("ABC", True)
    assert finish.hosts == (SANDBOX,)


def test_from_the_real_site_a_form_may_lead_on_to_where_workers_are():
    finish = find_way_back("mturk", ENDED, Terms(site=WWW))

    assert finish.hosts == (WWW, "https://worker.mturk.com")


@pytest.mark.parametrize(
    ("said", "configured", "found"),
    [
        (WWW, WWW, WWW),
        (f"{WWW}/", SANDBOX, WWW),
        (SANDBOX, WWW, SANDBOX),
        ("", WWW, WWW),
        ("https://evil.example", WWW, WWW),
        (f"{WWW}.evil.example", SANDBOX, SANDBOX),
        ("https://www.mturk.com@evil.example", WWW, WWW),
        (f"{WWW}/../evil", WWW, WWW),
        ("http://www.mturk.com", WWW, WWW),
        ("javascript:alert(1)//", WWW, WWW),
        (STAND_IN, WWW, WWW),
        (STAND_IN, STAND_IN, STAND_IN),
        (WWW, STAND_IN, STAND_IN),
    ],
)
def test_what_a_link_says_of_the_site_counts_only_on_the_list(said, configured, found):
    arrival = read_arrival({**ACCEPTED, "turkSubmitTo": said})

    kept = identify(arrival, Terms(site=configured)).site

    assert kept in (found, "")
    assert submits_to(kept, configured=configured) == found
    # A list that changed holds for what was kept before as well.
    assert submits_to(said.rstrip("/"), configured=configured) == found


@pytest.mark.parametrize("missing", ["code", "assignment"])
def test_nothing_is_handed_in_without_a_code_or_an_assignment(missing):
    finish = find_way_back("mturk", replace(ENDED, **{missing: ""}), Terms(site=WWW))

    assert not finish.is_form
