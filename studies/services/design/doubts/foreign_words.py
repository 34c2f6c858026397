"""Words of a design that seem to be in another language than its pages."""

import re
from collections.abc import Iterator

from studies.labels import label_of
from studies.models import Questionnaire, Study
from studies.services.enrolment.consent import CONSENT_PARTS

# The commonest words of each language that the others do not have.
_COMMON = {
    "en": "the and of you your to is are were with that this we which have not can for "
    "how did any it they or after by does my our us been",
    "de": "der die das und sie ihre ihrer ihrem ist sind nicht mit zu wir wie haben "
    "oder für von eine ein einen einer es auf dem den bei wird werden nach",
}
_FEWEST = 2
_TEXTS = ("about_text", "debrief_text", "left_debrief_text")
_WORD = re.compile(r"[^\W\d_]+")
LONGEST_NAMED = 40


def find_foreign_words(study: Study) -> Iterator[tuple[str, str]]:
    """Each field that seems to be in another language than it is read in, and its
    name."""
    for name in _TEXTS:
        if is_foreign(getattr(study, name), study.language):
            yield name, label_of(name)
    spoken = study.language_of_consent
    if is_foreign(study.consent_text, spoken):
        yield "consent_text", label_of("consent_text")
    for part in CONSENT_PARTS:
        if is_foreign(str(study.consent_parts.get(part.name, "")), spoken):
            yield f"consent_parts.{part.name}", part.title
    for name in ("questions_before", "questionnaire"):
        yield from _foreign_questions(study, name)


def is_foreign(text: str, language: str) -> bool:
    """Whether ``text`` has more common words of another language than of this."""
    words = [word.casefold() for word in _WORD.findall(text)]
    found = {
        code: sum(word in common.split() for word in words)
        for code, common in _COMMON.items()
    }
    own = found.pop(language, None)
    return own is not None and max(found.values()) >= max(_FEWEST, own + 1)


def _foreign_questions(study: Study, name: str) -> Iterator[tuple[str, str]]:
    asked: Questionnaire | None = getattr(study, name)
    for item in asked.items if asked and isinstance(asked.items, list) else ():
        label = str(item.get("label", "")) if isinstance(item, dict) else ""
        if is_foreign(label, study.language):
            begins = label[:LONGEST_NAMED].rstrip()
            yield name, f"“{begins}{'…' if begins != label else ''}”"
