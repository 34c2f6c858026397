"""What a report says, beside the fields that it is about."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from django.forms import Form

from studies.models import Study
from studies.services.design.checks import DesignReport, title_of

# Fields of a study that are several on the page, and the place that speaks for them.
_PLACES = {
    "deck_version": "id_deck_version_id",
    "consent_parts": "id_part_purpose",
    "strata": "strata",
    "recruiter_options": "id_option_panel_preset",
    "arms": "section-arms",
    "questions_before": "section-questions-before",
    "questionnaire": "section-questions-after",
}
# How the ids of their parts begin.
_NAMED_PARTS = {
    "recruiter_options": "id_option",
    "consent_parts": "id_part",
    "exclusion_rules": "id_rule",
}
_ARM_FIELDS = {"theta": "belief", "options": "teacher"}
_SECTIONS = {
    "question": "Question",
    "deck": "Deck",
    "arms": "Arms",
    "time": "Time",
    "texts": "Texts",
    "questions-before": "Questions before",
    "questions-after": "Questions after",
    "recruiting": "Recruiting and pay",
}
# Sections of several forms alike, by how the ids of their fields begin.
_BEGINNINGS = {
    "id_arm-": "arms",
    "id_before-": "questions-before",
    "id_after-": "questions-after",
}


@dataclass(frozen=True)
class Note:
    """Something about a field: it stops a launch, or it is worth a thought.

    ``place`` is the id of the field on the page, empty for the whole design.
    """

    place: str
    title: str
    words: str
    is_error: bool


@dataclass(frozen=True)
class SectionLink:
    """The way to a section of the page, and how many errors are still in it."""

    key: str
    label: str
    n_open: int


def link_sections(
    notes: Iterable[Note], forms: Mapping[str, Form], refused: Collection[str] = ()
) -> list[SectionLink]:
    """Every section in the order of the page.

    What was sent and ``refused`` is open too, by the ids of the fields, and hides what
    is said of the value that is stored.
    """
    homes = {
        form[name].auto_id: key for key, form in forms.items() for name in form.fields
    }
    homes |= {"strata": "deck", "id_exclusion_rules": "question", "id_slug": "question"}
    noted = [note.place for note in notes if note.is_error]
    places = [*(place for place in noted if place not in refused), *refused]
    found = [_section_of(place, homes) for place in places]
    return [
        SectionLink(key, label, found.count(key)) for key, label in _SECTIONS.items()
    ]


def _section_of(place: str, homes: Mapping[str, str]) -> str:
    for beginning, section in _BEGINNINGS.items():
        if place.startswith(beginning):
            return section
    return homes.get(place, place.removeprefix("section-"))


def notes_of(study: Study, report: DesignReport) -> list[Note]:
    """Errors first, each under the name of its field."""
    names = {str(arm.position): arm.name for arm in study.arms.all()}
    keys = {str(arm.position): arm.pk for arm in study.arms.all()}
    found = [(field, w, True) for field, said in report.errors.items() for w in said]
    found += [(each.field, each.words, False) for each in report.warnings]
    return [
        Note(_place(field, keys), _title(field, names), words, is_error)
        for field, words, is_error in found
    ]


def _title(field: str, names: dict[str, str]) -> str:
    return title_of(field, names) if field else "The study"


def _place(field: str, keys: dict[str, int]) -> str:
    first, *rest = field.split(".")
    if first in _NAMED_PARTS and rest:
        return "_".join([_NAMED_PARTS[first], *rest])
    if rest:
        return f"id_arm-{keys[rest[0]]}-{_ARM_FIELDS.get(rest[1], rest[1])}"
    return _PLACES.get(first, f"id_{first}") if first else ""
