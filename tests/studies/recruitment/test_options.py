import pytest

from studies.recruitment import find_faulty_options


@pytest.mark.parametrize(
    "said",
    [
        {},
        {"link": {"once_per_browser": True}},
        {"panel": {"way_back": "https://a.example/?x={person}&c={code}"}},
        {"panel": {"preset": "other", "title": "Uni Panel", "person": "pid"}},
        {"panel": {"code_completed": "C1-A_b"}},
    ],
)
def test_what_a_study_may_say(said):
    assert not list(find_faulty_options(said))


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ([], "There are options for"),
        ({"simulated": {}}, "There are options for"),
        ({"link": []}, "The options of link are"),
        ({"mturk": {"x": "y"}}, "The options of mturk are"),
        ({"link": {"once_per_browser": "yes"}}, "yes or no"),
        ({"panel": {"way_back": "a.example"}}, "begins with https://"),
        ({"panel": {"way_back": "https://a.example/{id}"}}, "code, person and assign"),
        ({"panel": {"way_back": "https://a.example/" + "a" * 500}}, "up to 500"),
        ({"panel": {"preset": "mine"}}, "Choose one of sona"),
        ({"panel": {"code_completed": "C 1"}}, "up to 64 letters"),
        ({"panel": {"title": "<b>"}}, "up to 64"),
        ({"panel": {"person": 7}}, "up to 64"),
        ({"prolific": {"fee_percent": "٣"}}, "a number below 200"),
    ],
)
def test_what_it_may_not(said, words):
    (fault,) = find_faulty_options(said)

    assert words in fault
