"""What a deck is about: read from ``deck.toml`` and from what a person says."""

import tomllib
from collections.abc import Mapping
from enum import StrEnum
from typing import Any

from django.core.exceptions import ValidationError
from django.core.validators import validate_slug
from django.utils.text import slugify

from studies.errors import DeckError
from studies.grading.rule import VERSIONS, ArticleRule, GradingRule, Level
from studies.services.decks.limits import LONGEST_DESCRIPTION

MOST_BYTES = 20_000
GRADING = GradingRule()
TOP = {
    "slug": "",
    "title": "",
    "prompt_language": "en",
    "answer_language": "en",
    "extra_letters": "",
}
# The names in the table [source], and what a person calls them.
SOURCE = {"name": "source", "licence": "licence", "attribution": "attribution"}
TELLABLE = (*TOP, "level", "article", *SOURCE.values())


def read_description(content: bytes) -> dict[str, Any]:
    """The tables of a ``deck.toml``."""
    if len(content) > MOST_BYTES:
        raise DeckError("deck.toml is too long.")
    try:
        return tomllib.loads(content.decode("utf-8-sig"))
    except (ValueError, RecursionError) as error:
        raise DeckError("deck.toml cannot be read as TOML in UTF-8.") from error


def complete_description(
    *, told: Mapping[str, str], written: Mapping[str, Any], name: str
) -> tuple[dict[str, Any], list[str]]:
    """The whole description, and what is wrong with it.

    What a person ``told`` (flat, empty texts count as nothing) comes before what is
    ``written`` in the file, and that before what the file's ``name`` suggests.
    """
    told = {key: text.strip() for key, text in told.items() if text and text.strip()}
    stem = name.rpartition("/")[2].partition(".")[0]
    default = {**TOP, "slug": slugify(stem) or "deck", "title": stem or "Deck"}
    grading = _table(written, "grading")
    source = _table(written, "source")
    about = {
        **{key: told.get(key, written.get(key, default[key])) for key in TOP},
        "grading": {
            "version": grading.get("version", GRADING.version),
            "level": told.get("level", grading.get("level", GRADING.level.value)),
            "article": told.get(
                "article", grading.get("article", GRADING.article.value)
            ),
        },
        "source": {
            key: told.get(word, source.get(key, "")) for key, word in SOURCE.items()
        },
    }
    return about, _faults(about)


def _table(written: Mapping[str, Any], name: str) -> dict[str, Any]:
    found = written.get(name, {})
    return found if isinstance(found, dict) else {}


def _faults(about: dict[str, Any]) -> list[str]:
    grading = about["grading"]
    faults = _text_faults(about)
    faults += _choice_faults("level", grading["level"], Level)
    faults += _choice_faults("article rule", grading["article"], ArticleRule)
    if grading["version"] not in VERSIONS or isinstance(grading["version"], bool):
        known = " or ".join(map(str, VERSIONS))
        faults.append(f"the version of the grading rule must be {known}")
    return faults or _slug_faults(about["slug"])


def _text_faults(about: dict[str, Any]) -> list[str]:
    texts = {key: (about[key], LONGEST_DESCRIPTION[key]) for key in TOP}
    for key, word in SOURCE.items():
        texts[f"source {key}"] = about["source"][key], LONGEST_DESCRIPTION[word]
    return [
        f"“{key}” must be a text of at most {most} characters"
        for key, (text, most) in texts.items()
        if not isinstance(text, str) or len(text) > most or not _is_plain(text)
    ]


def _choice_faults(name: str, value: Any, choices: type[StrEnum]) -> list[str]:
    values = [choice.value for choice in choices]
    return [] if value in values else [f"the {name} must be one of {', '.join(values)}"]


def _is_plain(text: str) -> bool:
    return all(letter.isprintable() or letter == "\n" for letter in text)


def _slug_faults(slug: str) -> list[str]:
    try:
        validate_slug(slug)
    except ValidationError:
        return ["the slug may hold letters, digits, hyphens and underscores"]
    return []
