"""Questions that many studies ask, ready to be taken over and changed."""

from dataclasses import dataclass
from typing import Any

from studies.languages import DEFAULT_LANGUAGE
from studies.models.questions import QuestionKind
from studies.models.session import Phase

Item = dict[str, Any]
ADULT = 18


@dataclass(frozen=True)
class QuestionTemplate:
    """One question in every language of the pages, and when it is usually asked."""

    name: str
    title: str
    when: Phase
    items: dict[str, Item]

    def item(self, language: str = DEFAULT_LANGUAGE) -> Item:
        """A copy to be changed, in ``language`` or in English."""
        return {**self.items.get(language, self.items[DEFAULT_LANGUAGE])}


def _choice(name: str, label: str, options: list[str], **more: Any) -> Item:
    return {
        "id": name,
        "kind": QuestionKind.CHOICE.value,
        "label": label,
        "options": options,
        "required": True,
        **more,
    }


def _age(label: str) -> Item:
    return {
        "id": "age",
        "kind": QuestionKind.NUMBER.value,
        "label": label,
        "min": 1,
        "max": 120,
        "required": True,
        "screen_out": {"below": ADULT},
    }


def _first_language(label: str) -> Item:
    kind = QuestionKind.TEXT.value
    return {"id": "first_language", "kind": kind, "label": label, "required": True}


def _effort(label: str, low: str, high: str) -> Item:
    return {
        "id": "effort",
        "kind": QuestionKind.LABELLED_SCALE.value,
        "label": label,
        "options": ["1", "2", "3", "4", "5"],
        "low": low,
        "high": high,
        "required": True,
    }


def _remarks(label: str) -> Item:
    kind = QuestionKind.TEXT.value
    item = {"id": "remarks", "kind": kind, "label": label}
    return {**item, "options": [], "required": False}


TEMPLATES = (
    QuestionTemplate(
        "eligibility",
        "Whether somebody is whom the study looks for",
        Phase.QUESTIONS_BEFORE,
        {
            "en": _choice(
                "eligibility",
                "Have you learnt before what this study teaches?",
                ["No", "A little", "Yes"],
                screen_out=["Yes"],
            ),
            "de": _choice(
                "eligibility",
                "Haben Sie schon einmal gelernt, was diese Studie vermittelt?",
                ["Nein", "Ein wenig", "Ja"],
                screen_out=["Ja"],
            ),
        },
    ),
    QuestionTemplate(
        "age",
        "Age in years; who is too young is screened out",
        Phase.QUESTIONS_BEFORE,
        {"en": _age("How old are you?"), "de": _age("Wie alt sind Sie?")},
    ),
    QuestionTemplate(
        "first_language",
        "First language",
        Phase.QUESTIONS_BEFORE,
        {
            "en": _first_language("What is your first language?"),
            "de": _first_language("Was ist Ihre Muttersprache?"),
        },
    ),
    QuestionTemplate(
        "honesty",
        "Whether somebody had help",
        Phase.QUESTIONNAIRE,
        {
            "en": _choice(
                "honesty",
                "Did you use any help, such as a dictionary, notes, other people or "
                "AI tools? Your pay is unaffected.",
                ["No", "Yes, for a few cards", "Yes, for many cards"],
            ),
            "de": _choice(
                "honesty",
                "Haben Sie Hilfe benutzt, zum Beispiel ein Wörterbuch, Notizen, andere "
                "Menschen oder KI-Werkzeuge? Auf Ihre Bezahlung hat das keinen "
                "Einfluss.",
                ["Nein", "Ja, bei einigen Karten", "Ja, bei vielen Karten"],
            ),
        },
    ),
    QuestionTemplate(
        "effort",
        "How hard it was",
        Phase.QUESTIONNAIRE,
        {
            "en": _effort("How hard was it?", "very easy", "very hard"),
            "de": _effort("Wie schwer war es?", "sehr leicht", "sehr schwer"),
        },
    ),
    QuestionTemplate(
        "remarks",
        "Anything else",
        Phase.QUESTIONNAIRE,
        {
            "en": _remarks("Anything else?"),
            "de": _remarks("Möchten Sie noch etwas anmerken?"),
        },
    ),
)


def ask(*names: str, language: str = DEFAULT_LANGUAGE) -> list[Item]:
    """The questions of the templates ``names``, in their order."""
    known = {each.name: each for each in TEMPLATES}
    return [known[name].item(language) for name in names]
