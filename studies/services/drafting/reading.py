"""Files of designs, read with every fault told at once."""

import json
from collections.abc import Iterable, Iterator, Mapping
from decimal import Decimal
from typing import Any

from django.core.exceptions import ValidationError
from django.db.models import Model

from studies.errors import FaultyDesignError
from studies.labels import label_of
from studies.models import Arm, DeckVersion, Study
from studies.recruitment.options import adopt_older_fee
from studies.services.design.fields import (
    find_faults,
    find_place_faults,
    find_value_faults,
    tell_refusal,
    unify_lines,
)
from studies.services.design.teachers import find_stray_options
from studies.services.drafting.arms import MOST_ARMS
from studies.services.drafting.beginning import Design
from studies.services.drafting.questionnaires import MOMENTS
from studies.services.session.submission import is_storable

FORMAT = "forgetmenot-design-1"
MOST_BYTES = 1_000_000
# Lists of tables of lists: a design has six levels, and whoever reads it recurs.
DEEPEST = 20
# What is no design: who a study is, how far it got, and what others hold for it.
_NOT_DESIGN = frozenset(
    {
        *("id", "slug", "state", "is_demo", "accepts_simulated", "seed", "seed_hash"),
        *("fingerprint", "finish_until", "accepted_warnings", "archived_at"),
        *("identities_deleted_at", "data_deleted_at"),
        *("deck_version", "questionnaire", "questions_before"),
    }
)
STUDY_FIELDS = [
    field.name for field in Study._meta.fields if field.name not in _NOT_DESIGN
]
ARM_FIELDS = ["name", "teacher", "theta", "options", "prices", "n_places"]
_KEYS = {"format", "fingerprint", "deck", "study", "arms", "questions"}


def parse_design(content: bytes) -> Any:
    """What a file holds; whether it is a design is another question."""
    if len(content) > MOST_BYTES:
        raise FaultyDesignError(["The file is larger than a design can be."])
    try:
        told = json.loads(content, parse_constant=_refuse)
        if _is_nested(told, deeper_than=DEEPEST):
            raise ValueError("nested too deeply")
        return told
    except (ValueError, RecursionError) as error:
        raise FaultyDesignError(
            ["The file is no JSON: choose one that a Design page exported."]
        ) from error


def _refuse(word: str) -> None:
    raise ValueError(word)


def _is_nested(told: Any, *, deeper_than: int) -> bool:
    level = [told]
    for _ in range(deeper_than):
        level = [inner for outer in level for inner in _parts_of(outer)]
    return bool(level)


def _parts_of(told: Any) -> Iterable[Any]:
    if isinstance(told, dict):
        return told.values()
    return told if isinstance(told, list) else ()


def read_design(data: Any) -> Design:
    """The design in ``data``, or every fault of it at once."""
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise FaultyDesignError(
            ["This is no design: choose a file that a Design page exported."]
        )
    if not is_storable(json.dumps(data, ensure_ascii=False)):
        raise FaultyDesignError(["The file has characters that cannot be stored."])
    version = _find_deck(_table(data.get("deck")))
    told = data.get("arms")
    arms = [_table(arm) for arm in told] if isinstance(told, list) else []
    questions = _table(data.get("questions", {}))
    faults = [
        *_unknown(data, _KEYS, "a design"),
        *([] if version else [_tell_missing_deck(_table(data.get("deck")))]),
        *_study_faults(_table(data.get("study"))),
        *_arm_faults(arms),
        *_question_faults(questions),
    ]
    if faults or version is None:
        raise FaultyDesignError(faults)
    return Design(
        version,
        _with_own_fees(_cleaned(Study(), _table(data.get("study")))),
        [_cleaned(Arm(), arm) for arm in arms],
        questions,
    )


def _with_own_fees(values: dict[str, Any]) -> dict[str, Any]:
    """The fee of each recruiter, also where an older file has one for all."""
    said = adopt_older_fee(
        values.get("recruiters", []),
        values.get("recruiter_options", {}),
        values.get("fee_percent", Decimal(0)),
    )
    return {**values, "recruiter_options": said} if said else values


def _table(told: Any) -> dict[str, Any]:
    return told if isinstance(told, dict) else {}


def _unknown(told: Mapping[str, Any], known: set[str], where: str) -> Iterator[str]:
    for key in sorted(told.keys() - known):
        yield f"There is no “{key[:50]}” in {where}."


def _find_deck(known: Mapping[str, Any]) -> DeckVersion | None:
    """The version with the same content, by the same name if there are several."""
    versions = DeckVersion.objects.select_related("deck")
    found = list(versions.filter(fingerprint=str(known.get("fingerprint"))[:64]))
    found.sort(key=lambda version: version.deck.slug != known.get("slug"))
    return found[0] if found else None


def _tell_missing_deck(known: Mapping[str, Any]) -> str:
    title, number = str(known.get("title", "?"))[:100], str(known.get("version"))[:10]
    others = DeckVersion.objects.filter(deck__slug=str(known.get("slug"))[:50])
    last = others.order_by("-number").first()
    here = (
        f"This server has version {last.number} of it, with other content."
        if last
        else "This server has no deck of this name."
    )
    return (
        f"The design needs the deck “{title}”, version {number}, exactly as it was. "
        f"{here} Export the deck where the design comes from, and import it first."
    )


def _study_faults(told: Mapping[str, Any]) -> Iterator[str]:
    yield from _unknown(told, set(STUDY_FIELDS), "a study")
    if "title" not in told:
        yield "The study needs a title."
    yield from _field_faults(Study(), told, "")


def _arm_faults(arms: list[dict[str, Any]]) -> Iterator[str]:
    if len(arms) > MOST_ARMS:
        yield f"A study has at most {MOST_ARMS} arms."
        return
    for number, arm in enumerate(arms, start=1):
        yield from _unknown(arm, set(ARM_FIELDS), f"arm {number}")
        if missing := [name for name in ("name", "teacher") if name not in arm]:
            yield f"Arm {number} has no {' and no '.join(missing)}."
        yield from _field_faults(Arm(), arm, f"Arm {number}, ")
        told = _table(arm.get("options"))
        for stray in find_stray_options(str(arm.get("teacher")), told):
            yield f"Arm {number}: {stray}"
    names = [str(arm.get("name")) for arm in arms]
    if len(set(names)) < len(names):
        yield "Two arms have the same name."
    places = [arm.get("n_places", 0) for arm in arms]
    if all(isinstance(n_places, int) for n_places in places):
        yield from find_place_faults(places)


def _question_faults(questions: Mapping[str, Any]) -> Iterator[str]:
    yield from _unknown(questions, set(MOMENTS), "the questions")
    for moment in MOMENTS:
        faults = find_faults({"items": questions.get(moment, [])})
        for fault in faults.get("items", []):
            yield f"Questions {moment}: {fault}"


def _field_faults(row: Model, told: Mapping[str, Any], where: str) -> Iterator[str]:
    for name, value in told.items():
        if name not in {field.name for field in row._meta.fields}:
            continue
        for fault in _faults_of(row, name, value):
            yield f"{where}{label_of(name)}: {fault}"


def _faults_of(row: Model, name: str, value: Any) -> list[str]:
    try:
        cleaned = _clean(row, name, value)
    except ValidationError as error:
        return tell_refusal(row, name, error)
    except (OverflowError, TypeError, ValueError):
        said = find_faults({name: value}).get(name)
        return said or ["This is not what belongs here."]
    return find_value_faults(row, name, cleaned)


def _clean(row: Model, name: str, value: Any) -> Any:
    """``value`` as the column stores it: a price travels as text."""
    cleaned = row._meta.get_field(name).clean(value, row)  # type: ignore[union-attr]
    return unify_lines(cleaned) if isinstance(cleaned, str) else cleaned


def _cleaned(row: Model, told: Mapping[str, Any]) -> dict[str, Any]:
    return {name: _clean(row, name, value) for name, value in told.items()}
