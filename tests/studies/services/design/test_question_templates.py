"""Questions ready to be taken over."""

import pytest

from studies.languages import LANGUAGES
from studies.services.design.question_templates import TEMPLATES
from studies.services.design.questions import find_question_faults


@pytest.mark.parametrize("language", [code for code, _ in LANGUAGES])
def test_every_template_is_a_sound_question_in_every_language(language):
    items = [template.items[language] for template in TEMPLATES]

    assert list(find_question_faults(items)) == []
    assert {item["id"] for item in items} == {
        *("eligibility", "age", "first_language", "honesty", "effort", "remarks")
    }


def test_changing_a_question_leaves_its_template_alone():
    honesty = next(each for each in TEMPLATES if each.name == "honesty")

    honesty.item("de")["label"] = "?"

    assert "KI-Werkzeuge" in honesty.item("de")["label"]
    assert "Your pay is unaffected." in honesty.item("fr")["label"]
