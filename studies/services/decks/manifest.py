"""What a deck is about: read from ``deck.toml`` and from what a person says."""

import tomllib
from collections.abc import Mapping
from typing import Any

from django.core.exceptions import ValidationError
from django.core.validators import validate_slug
from django.utils.text import slugify

from studies.errors import DeckError
from studies.models.deck import ArticleChoice, GradingLevel

MOST_BYTES = 20_000
TOP = {
    "slug": 50,
    "title": 200,
    "prompt_language": 16,
    "answer_language": 16,
    "extra_letters": 64,
}
SOURCE = {"name": 300, "licence": 100, "attribution": 2000}
_DEFAULTS = {"prompt_language": "en", "answer_language": "en", "extra_letters": ""}


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
    default = {**_DEFAULTS, "slug": slugify(stem) or "deck", "title": stem or "Deck"}
    grading = _table(written, "grading")
    source = _table(written, "source")
    about = {
        **{key: told.get(key, written.get(key, default[key])) for key in TOP},
        "grading": {
            "version": grading.get("version", 1),
            "level": told.get("level", grading.get("level", "normal")),
            "article": told.get("article", grading.get("article", "ignore")),
        },
        "source": {
            "name": told.get("source", source.get("name", "")),
            "licence": told.get("licence", source.get("licence", "")),
            "attribution": told.get("attribution", source.get("attribution", "")),
        },
    }
    return about, _faults(about)


def _table(written: Mapping[str, Any], name: str) -> dict[str, Any]:
    found = written.get(name, {})
    return found if isinstance(found, dict) else {}


def _faults(about: dict[str, Any]) -> list[str]:
    texts = {key: (about[key], most) for key, most in TOP.items()}
    texts |= {f"source {key}": (about["source"][key], n) for key, n in SOURCE.items()}
    faults = [
        f"“{key}” must be a text of at most {most} characters"
        for key, (text, most) in texts.items()
        if not isinstance(text, str) or len(text) > most or not _is_plain(text)
    ]
    grading = about["grading"]
    if grading["level"] not in GradingLevel.values:
        faults.append(f"the level must be one of {', '.join(GradingLevel.values)}")
    if grading["article"] not in ArticleChoice.values:
        faults.append(f"the article rule is one of {', '.join(ArticleChoice.values)}")
    if grading["version"] != 1 or isinstance(grading["version"], bool):
        faults.append("the version of the grading rule must be 1")
    return faults or _slug_faults(about["slug"])


def _is_plain(text: str) -> bool:
    return all(letter.isprintable() or letter == "\n" for letter in text)


def _slug_faults(slug: str) -> list[str]:
    try:
        validate_slug(slug)
    except ValidationError:
        return ["the slug may hold letters, digits, hyphens and underscores"]
    return []
