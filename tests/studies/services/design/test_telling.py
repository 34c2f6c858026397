"""What was changed in a design is told with the words of its page."""

from decimal import Decimal

import pytest

from studies.services.design.telling import tell_changes, tell_question


@pytest.mark.parametrize(
    ("name", "before", "after", "told"),
    [
        ("idle_seconds", 1800.0, 600.0, ["30", "10"]),
        ("quiz_seconds", None, 15.0, ["nothing", "15"]),
        ("no_repeat", True, False, ["yes", "no"]),
        ("sampling", "simple", "stratified",
         ["“any of the deck, drawn anew for everybody”", "“so many of each level”"]),
        ("language", "en", "de", ["“English”", "“Deutsch”"]),
        ("primary_outcome", "net_gain", "learnt",
         ["“share right after minus share right before”",
          "“of the concepts wrong before, the share right after”"]),
        ("fee_percent", Decimal("0.00"), Decimal(30), ["0", "30"]),
        ("theta", None, [6.0, 2.5, 0.0], ["from the deck", "(6, 2.5, 0)"]),
        ("teacher", "RR", "XX", ["Round robin (RR)", "XX"]),
        ("recruiters", ["link"], ["prolific", "mturk"],
         ["An open link, for whoever has it", "Prolific; Amazon Mechanical Turk"]),
        ("title", "a\nb", "word " * 50,
         ["“a b”", f"“{('word ' * 12).strip()}…” (50 words)"]),
    ],
)  # fmt: skip
def test_values_are_told_as_the_page_shows_them(name, before, after, told):
    assert tell_changes({name: before}, {name: after}) == {name: told}


@pytest.mark.parametrize(
    ("name", "before", "after", "told"),
    [
        ("strata", {"common": 7, "rare": 8}, {"common": 7, "rare": 3},
         {"strata: rare": ["8", "3"]}),
        ("consent_parts", {"pay": "Soon"}, {"purpose": "To learn"},
         {"consent_parts: Pay": ["“Soon”", "nothing"],
          "consent_parts: Purpose": ["nothing", "“To learn”"]}),
        ("exclusion_rules", {}, {"pastes": 2},
         {"exclusion_rules: answers pasted instead of typed": ["nothing", "2"]}),
    ],
)  # fmt: skip
def test_of_what_has_parts_those_are_told_that_differ(name, before, after, told):
    assert tell_changes({name: before}, {name: after}) == told


def test_switches_and_fees_of_recruiters_are_told_and_their_codes_are_not():
    before = {"prolific": {"requires_signature": False, "code_completed": "C0DE-1",
                           "fee_percent": "33"}}  # fmt: skip
    after = {"prolific": {"requires_signature": True, "code_completed": "C0DE-2",
                          "fee_percent": "42.8"}}  # fmt: skip

    told = tell_changes({"recruiter_options": before}, {"recruiter_options": after})

    assert sorted(told.values()) == [["", ""], ["33", "42.8"], ["no", "yes"]]
    assert all(key.startswith("recruiter_options: Prolific, ") for key in told)


@pytest.mark.parametrize(
    ("item", "words"),
    [
        ({"label": "Age?", "kind": "number", "min": 18, "max": 99, "required": True,
          "screen_out": {"below": 18}},
         "“Age?”: a number from 18 to 99; must be answered; ends the study below 18"),
        ({"label": "Help?", "kind": "choice", "options": ["No", "Yes"],
          "screen_out": ["Yes"]},
         "“Help?”: one of several answers (No / Yes); ends the study with Yes"),
        ({"label": "Hard?", "kind": "labelled_scale", "options": ["1", "2"],
          "low": "easy", "high": "hard"},
         "“Hard?”: a scale with words at its two ends (easy to hard) (1 / 2)"),
        ({}, "“”: no kind"),
    ],
)  # fmt: skip
def test_a_question_is_told_with_how_it_is_answered(item, words):
    assert tell_question(item) == words
