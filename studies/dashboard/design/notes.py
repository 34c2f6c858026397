"""What a report says, beside the fields that it is about."""

from dataclasses import dataclass

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
_TITLES = {
    "": "The study",
    "n_concepts": "Concepts",
    "horizon": "Cards",
    "deck_version": "Deck",
    "pay_amount": "Pay",
    "preregistration_url": "Preregistration",
    "recruiter_options": "Recruiting",
    "consent_parts": "Consent",
    "questions_before": "Questions before",
    "questionnaire": "Questions after",
}
_ARM_FIELDS = {"theta": "belief"}


@dataclass(frozen=True)
class Note:
    """Something about a field: it stops a launch, or it is worth a thought.

    ``place`` is the id of the field on the page, empty for the whole design.
    """

    place: str
    title: str
    words: str
    is_error: bool


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
    title = _TITLES.get(field) or title_of(field, names)
    return title[:1].upper() + title[1:]


def _place(field: str, keys: dict[str, int]) -> str:
    first, *rest = field.split(".")
    if rest:
        return f"id_arm-{keys[rest[0]]}-{_ARM_FIELDS.get(rest[1], rest[1])}"
    return _PLACES.get(first, f"id_{first}") if first else ""
