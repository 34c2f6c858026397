"""Panels that a study tells us of."""

import pytest

from studies.recruitment import (
    RECRUITERS,
    Arrival,
    Ending,
    Finish,
    Terms,
    find_way_back,
    read_arrival,
)

PANEL = RECRUITERS["panel"]
OWN = {"preset": "other", "title": "Uni Panel", "person": "pid", "assignment": "task"}
ADDRESS = "https://panel.example/?cc={code}"
LEFT = Ending("screened_out", person="7", is_earned=True)


@pytest.mark.parametrize(
    ("options", "query", "expected"),
    [
        ({"preset": "sona"}, {"sona_id": "7"}, Arrival("panel", person="7")),
        (
            {"preset": "connect"},
            {"participantId": "P", "assignmentId": "A", "projectId": "R"},
            Arrival("panel", person="P", assignment="A"),
        ),
        (OWN, {"pid": "7", "task": "T"}, Arrival("panel", person="7", assignment="T")),
        (OWN, {"pid": "7"}, Arrival("panel", person="7")),
        (OWN, {"sona_id": "7"}, Arrival("link")),
        ({"person": "workerId"}, {"workerId": "W"}, Arrival("panel", person="W")),
        ({}, {"": "7"}, Arrival("link")),
    ],
)
def test_a_panel_is_known_by_the_names_that_a_study_tells(options, query, expected):
    assert read_arrival(query, options={"panel": options}) == expected


def test_each_panel_has_a_link_of_its_own():
    assert PANEL.parameters_for({"preset": "sona"}) == "?sona_id=%SURVEY_CODE%"
    assert PANEL.parameters_for({"preset": "connect"}) == ""
    assert PANEL.parameters_for(OWN) == "?pid=ID&task=TASK"


def test_a_panel_is_called_by_its_name():
    assert PANEL.title_for({"preset": "connect"}) == "CloudResearch Connect"
    assert PANEL.title_for(OWN) == "Uni Panel"
    assert PANEL.title_for({}) == "another panel"


@pytest.mark.parametrize(
    ("options", "lacks"), [({}, True), (OWN, False), ({"preset": "sona"}, False)]
)
def test_somebody_has_to_say_which_panel_it_is(options, lacks):
    assert bool(PANEL.find_lack(options)) == lacks


def finish(ending, *, address=ADDRESS, **options):
    return find_way_back("panel", ending, Terms(options, completion_url=address))


def test_a_panel_gets_its_own_code_for_how_it_ended():
    codes = {"code_completed": "DONE", "code_screened_out": "OUT"}
    done = Ending("completed", code="ABC", is_earned=True)

    assert finish(done, **codes) == Finish("DONE", "https://panel.example/?cc=DONE")
    assert finish(LEFT, **codes) == Finish("OUT", "https://panel.example/?cc=OUT")


def test_people_of_a_panel_go_back_by_its_own_way_and_others_by_the_common_one():
    own = {"way_back": "https://sona.example/?survey_code={person}"}
    terms = Terms(own, completion_url=ADDRESS)
    done = Ending("completed", code="ABC", person="7", is_earned=True)

    assert find_way_back("panel", done, terms).address.endswith("survey_code=7")
    assert find_way_back("personal", done, Terms(completion_url=ADDRESS)).address == (
        "https://panel.example/?cc=ABC"
    )
    assert RECRUITERS["panel"].has_way_back(Terms(own))


def test_a_code_that_nobody_earned_is_told_to_nobody():
    ending = Ending("completed", person="7")

    assert finish(ending, code_completed="DONE") == Finish()


def test_sona_hears_who_is_done():
    address = "https://x.sona-systems.com/webstudy_credit.aspx?survey_code={person}"
    done = Ending("completed", code="ABC", person="7", is_earned=True)

    assert finish(done, address=address, preset="sona").address.endswith("=7")
    # It would take anybody who comes there for somebody who is done.
    assert finish(LEFT, address=address, code_screened_out="OUT").address == ""
