"""The words that templates of studies come with, in every language of the pages."""

from typing import Any

from studies.languages import DEFAULT_LANGUAGE
from studies.models import Study
from studies.services.design.question_templates import TEMPLATES

ADULT = 18
Item = dict[str, Any]
# Parts of the consent.
_PARTS = {
    "en": {
        "purpose": "We want to find out which way of teaching with flashcards helps "
        "people most.",
        "risks": "There are no risks beyond those of using a computer every day.",
        "retention": "Ten years after the results are published.",
        "withdrawal": "Two weeks after you took part.",
    },
    "de": {
        "purpose": "Wir möchten herausfinden, welche Art, mit Lernkarten zu "
        "unterrichten, Menschen am meisten hilft.",
        "risks": "Es gibt keine Risiken außer denen, die der tägliche Umgang mit einem "
        "Computer hat.",
        "retention": "Zehn Jahre nach der Veröffentlichung der Ergebnisse.",
        "withdrawal": "Zwei Wochen nach Ihrer Teilnahme.",
    },
}
_DEBRIEFINGS = {
    "en": "Thank you. The order of the cards that you saw was decided by one of "
    "several ways of teaching. We compare how much people learn with each of them.",
    "de": "Vielen Dank. Die Reihenfolge der Karten, die Sie gesehen haben, hat eine "
    "von mehreren Arten zu unterrichten bestimmt. Wir vergleichen, wie viel Menschen "
    "mit jeder davon lernen.",
}
# Good for most studies; the contact is nobody else's to say.
TEMPLATE_WORDS: dict[str, Any] = {
    "minimum_age": ADULT,
    "stopping_rule": "Recruiting stops when every place is completed.",
    "exclusion_rules": {"used_help": 0},
    "consent_parts": _PARTS[DEFAULT_LANGUAGE],
    "debrief_text": _DEBRIEFINGS[DEFAULT_LANGUAGE],
}


def translate_texts(study: Study) -> dict[str, Any]:
    """Fields whose words are still a template's, in the language they are read in."""
    spoken = study.language_of_consent
    parts = {
        name: _translate(text, _by_language(name), spoken)
        for name, text in study.consent_parts.items()
    }
    debriefing = _translate(study.debrief_text, _DEBRIEFINGS, study.language)
    return {"consent_parts": parts, "debrief_text": debriefing}


def translate_question(item: Item, language: str) -> Item:
    """``item``, with what is still a template's of it in ``language``."""
    for template in TEMPLATES:
        for known in template.items.values():
            if item.get("label") == known["label"]:
                return _translate_item(item, known, template.item(language))
    return item


def _translate_item(item: Item, old: Item, new: Item) -> Item:
    """Options change together: a list that was edited stays as it is."""
    worded = [name for name in ("label", "low", "high") if name in new]
    changed: Item = {name: new[name] for name in worded if item.get(name) == old[name]}
    if item.get("options") == old.get("options") and "options" in new:
        words = dict(zip(old["options"], new["options"], strict=True))
        changed["options"] = list(words.values())
        if isinstance(item.get("screen_out"), list):
            changed["screen_out"] = [words.get(w, w) for w in item["screen_out"]]
    return {**item, **changed}


def _by_language(part: str) -> dict[str, str]:
    return {code: words[part] for code, words in _PARTS.items() if part in words}


def _translate(text: str, known: dict[str, str], language: str) -> str:
    return known.get(language, text) if text in known.values() else text
