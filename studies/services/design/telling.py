"""Changes of a design as the log tells them: what was before, and what is now."""

from collections.abc import Callable, Mapping
from decimal import Decimal
from typing import Any

from studies.labels import RECRUITER_NAMES, SAMPLING_NAMES, UNITS
from studies.models import DeckVersion, Study
from studies.models.questions import QuestionKind
from studies.recruitment import RECRUITERS
from studies.recruitment.options import FEE
from studies.services.design.exclusions import RULES
from studies.services.design.teachers import list_teachers
from studies.services.enrolment.consent import CONSENT_PARTS
from studies.services.team.sentences import SHORTENED

Values = Mapping[str, Any]
Item = Mapping[str, Any]
# Before and after, by the field or by “field: part of it”.
Told = dict[str, list[str]]

LONGEST_TOLD = 60
NOTHING = "nothing"


def tell_changes(before: Values, after: Values) -> Told:
    """Each value of ``after`` and what was there before, in words.

    Of what has parts only those are told that differ. What recruiters are told may
    hold their codes, so only switches and fees of it are.
    """
    told: Told = {}
    for name, new in after.items():
        if isinstance(new, dict):
            told |= _tell_parts(name, before[name] or {}, new)
        else:
            told[name] = [tell_value(name, before[name]), tell_value(name, new)]
    return told


def tell_question_changes(
    field: str, before: list[dict[str, Any]], after: list[dict[str, Any]]
) -> Told:
    """The questions that are new, gone or other, and the order if it is another."""
    old = {str(item.get("id")): tell_question(item) for item in before}
    new = {str(item.get("id")): tell_question(item) for item in after}
    told = {
        f"{field}: {key}": [old.get(key, NOTHING), new.get(key, NOTHING)]
        for key in old | new
        if old.get(key) != new.get(key)
    }
    orders = [[key for key in held if key in old.keys() & new] for held in (old, new)]
    if orders[0] != orders[1]:
        told[field] = [", ".join(held) for held in (old, new)]
    return told


def tell_value(name: str, value: Any) -> str:
    """A value as the page shows it; of long words how they begin."""
    if name in _TELLERS:
        return _TELLERS[name](value)
    if value is None or value == "":
        return NOTHING
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Decimal):
        return f"{value.normalize():f}"
    if isinstance(value, int | float):
        return f"{value / UNITS.get(name, 1):.10g}"
    return _quote(_CHOICES.get(name, {}).get(value, str(value)))


def tell_question(item: Item) -> str:
    """What is asked, and how it is answered."""
    details = [*tell_answering(item), *_ends(item.get("screen_out"))]
    return f"{_quote(str(item.get('label', '')))}: {'; '.join(details)}"


def tell_answering(item: Item) -> list[str]:
    """How a question is answered, and whether it must be."""
    kind = str(dict(QuestionKind.choices).get(item.get("kind", ""), "no kind"))
    must = ["must be answered"] if item.get("required") else []
    return [f"{kind}{_range(item)}{_options(item)}", *must]


def _range(item: Item) -> str:
    ends = {"from": item.get("min"), "to": item.get("max")}
    said = [f" {word} {end:g}" for word, end in ends.items() if end is not None]
    words = [item[name] for name in ("low", "high") if item.get(name)]
    return "".join(said) + (f" ({' to '.join(words)})" if words else "")


def _options(item: Item) -> str:
    options = item.get("options")
    return f" ({' / '.join(options)})" if options else ""


def _ends(screen_out: Any) -> list[str]:
    if not screen_out:
        return []
    is_range = isinstance(screen_out, dict)
    said = [f"{k} {v:g}" for k, v in screen_out.items()] if is_range else screen_out
    return [f"ends the study {'' if is_range else 'with '}{' or '.join(said)}"]


def _tell_parts(name: str, before: Values, after: Values) -> Told:
    old, new = _parts_of(name, before), _parts_of(name, after)
    return {
        f"{name}: {part}": [_tell_part(name, held.get(part)) for held in (old, new)]
        for part in old | new
        if old.get(part) != new.get(part)
    }


def _parts_of(name: str, value: Values) -> dict[str, Any]:
    """What a field is made of, by what the page calls it."""
    if name == "recruiter_options":
        return _recruiter_parts(value)
    labels = _PARTS.get(name, {})
    return {labels.get(key, key): held for key, held in value.items()}


def _recruiter_parts(value: Values) -> dict[str, Any]:
    return {
        f"{RECRUITER_NAMES.get(recruiter, recruiter)}, {label}": (
            float(options[option]) if option == FEE else options[option]
        )
        for recruiter, options in value.items()
        for option, label in _option_labels(recruiter).items()
        if option in options
    }


def _option_labels(recruiter: str) -> dict[str, str]:
    known = RECRUITERS.get(recruiter)
    return {each.name: each.label for each in known.options} if known else {}


def _tell_part(name: str, value: Any) -> str:
    is_code = name == "recruiter_options" and isinstance(value, str)
    return "" if is_code else tell_value("", value)


def _quote(text: str) -> str:
    words = " ".join(text.split())
    if len(words) <= LONGEST_TOLD:
        return f"“{words}”"
    n_words = len(words.split())
    count = f" ({n_words:,} words)" if n_words > 1 else ""
    return f"“{words[:LONGEST_TOLD].rstrip()}{SHORTENED}”{count}"


def _deck(key: Any) -> str:
    version = DeckVersion.objects.select_related("deck").filter(pk=key).first()
    return str(version) if version else NOTHING


def _studies(slugs: Any) -> str:
    names = {study.slug: study.name for study in Study.objects.filter(slug__in=slugs)}
    return ", ".join(_quote(names.get(slug, slug)) for slug in slugs) or NOTHING


def _recruiters(names: Any) -> str:
    return "; ".join(RECRUITER_NAMES.get(name, name) for name in names) or NOTHING


def _theta(theta: Any) -> str:
    return f"({', '.join(f'{x:g}' for x in theta)})" if theta else "from the deck"


def _teacher(code: Any) -> str:
    names = {each.code: f"{each.name} ({each.code})" for each in list_teachers()}
    return names.get(code, str(code))


_TELLERS: dict[str, Callable[[Any], str]] = {
    "deck_version": _deck,
    "earlier_studies": _studies,
    "recruiters": _recruiters,
    "theta": _theta,
    "teacher": _teacher,
}
_PARTS = {
    "consent_parts": {part.name: part.title for part in CONSENT_PARTS},
    "exclusion_rules": {name: rule.words for name, rule in RULES.items()},
    "options": {
        option.name: option.label.lower()
        for each in list_teachers()
        for option in each.options
    },
}
_CHOICES = {
    field.name: dict(field.flatchoices) for field in Study._meta.fields if field.choices
} | {"sampling": SAMPLING_NAMES}
