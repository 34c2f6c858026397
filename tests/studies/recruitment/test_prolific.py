"""Prolific: its codes by how a part ends, at a host that may move."""

import pytest

from studies.recruitment import RECRUITERS, Ending, Finish, Terms, find_way_back

PROLIFIC = RECRUITERS["prolific"]
CODES = {
    "code_completed": "DONE",
    "code_no_consent": "NO",
    "code_screened_out": "OUT",
    "code_withdrawn": "LEFT",
}


OWN = "https://a.example/{code}"


def finish(outcome, *, is_earned=True, code="", way_back=OWN, **options):
    ending = Ending(outcome, code=code, is_earned=is_earned)
    terms = Terms(options, completion_url=way_back, site="https://p.example")
    return find_way_back("prolific", ending, terms)


@pytest.mark.parametrize("name", CODES)
def test_each_end_has_its_own_code(name):
    told = finish(name.removeprefix("code_"), **CODES)

    address = f"https://p.example/submissions/complete?cc={CODES[name]}"
    assert told == Finish(CODES[name], address)


@pytest.mark.parametrize("name", CODES)
def test_nobody_hears_a_code_that_they_did_not_earn(name):
    told = finish(name.removeprefix("code_"), is_earned=False, **CODES)

    assert told == Finish()


def test_without_codes_the_study_s_own_way_back_is_taken():
    assert finish("completed", code="ABC").address == "https://a.example/ABC"


@pytest.mark.parametrize("outcome", ["completed", "withdrawn", "screened_out"])
def test_a_code_of_ours_is_not_handed_in_where_nobody_knows_it(outcome):
    told = finish(outcome, code="OURS", way_back="", code_no_consent="NO")

    assert told == Finish("OURS", "https://p.example", is_known_there=False)


def test_who_leaves_does_not_hand_in_as_who_finishes():
    done = "https://p.example/submissions/complete?cc=DONE"

    assert finish("completed", code="OURS", way_back=done).address == done
    assert finish("withdrawn", code="OURS", way_back=done).address != done


def test_codes_are_a_way_back():
    assert PROLIFIC.has_way_back(Terms(CODES))
    assert not PROLIFIC.has_way_back(Terms({"code_withdrawn": "LEFT"}))


def test_the_set_up_tells_what_to_switch_on_and_each_code():
    lines = "\n".join(PROLIFIC.setup_for({"requires_signature": True, **CODES}))

    assert "Secure links (signed with a JWT): on." in lines
    assert all(code in lines for code in CODES.values())
    assert "Secure" not in "\n".join(PROLIFIC.setup_for({}))
    assert "No code" not in lines


def test_the_set_up_names_the_codes_that_are_missing():
    told = {"code_completed": "DONE", "code_no_consent": "NO"}

    (line,) = [
        x for x in PROLIFIC.setup_for(told, paid=["withdrawn"]) if "No code" in x
    ]

    assert line.endswith(
        "for those who are screened out, those who leave early (they are paid a part)."
    )


def test_the_set_up_asks_for_no_return_where_an_end_is_paid():
    unpaid, paid = (
        "\n".join(PROLIFIC.setup_for(CODES, paid=paid))
        for paid in ([], ["withdrawn", "screened_out"])
    )

    assert unpaid.count("ask for a return") == 3
    assert paid.count("ask for a return") == 1
    assert "pay the part as a bonus" in paid
