"""The words that templates of studies come with, in the default language."""

from typing import Any

from studies.models import Study

ADULT = 18
# Good for most studies; the contact is nobody else's to say.
TEMPLATE_WORDS: dict[str, Any] = {
    "minimum_age": ADULT,
    "stopping_rule": "Recruiting stops when every place is completed.",
    "exclusion_rules": {"used_help": 0},
    "consent_parts": {
        "purpose": "We want to find out which way of teaching with flashcards helps "
        "people most.",
        "risks": "There are no risks beyond those of using a computer every day.",
        "retention": "Ten years after the results are published.",
        "withdrawal": "Two weeks after you took part.",
    },
    "debrief_text": "Thank you. The order of the cards that you saw was decided by one "
    "of several ways of teaching. We compare how much people learn with each of them.",
}


def keeps_template_words(study: Study) -> bool:
    """Whether participants read words of a template as they came."""
    parts = TEMPLATE_WORDS["consent_parts"].items()
    is_kept = any(study.consent_parts.get(name) == text for name, text in parts)
    return is_kept or study.debrief_text == TEMPLATE_WORDS["debrief_text"]
