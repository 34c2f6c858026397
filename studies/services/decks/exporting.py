"""Decks as files, in the very format in which they are taken in."""

import csv
import io
import zipfile
from collections.abc import Iterator
from functools import lru_cache
from typing import IO

import tomli_w

from studies.models import Concept, DeckVersion
from studies.models.deck import Credited
from studies.services.decks.media.pictures import DECKS, emoji_folder, read_shipped
from studies.services.decks.media.sounds import ENDINGS as SOUND_ENDINGS
from studies.services.decks.tables import COLUMNS

EPOCH = (1980, 1, 1, 0, 0, 0)
ENDINGS = {"image/png": "png", "image/jpeg": "jpg", "image/svg+xml": "svg"}


def export_deck(*, version: DeckVersion, out: IO[bytes]) -> None:
    """Writes the table, the description, the credits, pictures and sounds as a zip.

    Pictures that come with the app are named, not copied: every installation has them.
    """
    rows = version.concepts.select_related("picture", "sound")
    concepts = list(rows.order_by("number"))
    names = {concept.number: _picture_name(concept) for concept in concepts}
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        _write(archive, "deck.toml", describe_in_toml(version))
        _write(archive, "deck.csv", _table(concepts, names))
        _write(archive, "CREDITS.txt", _credits(version, concepts))
        for concept in concepts:
            name = names[concept.number]
            if concept.picture is not None and name.startswith("pictures/"):
                _write(archive, name, concept.picture.source_content)
            if concept.sound is not None:
                _write(archive, _sound_name(concept), bytes(concept.sound.content))


def describe_in_toml(version: DeckVersion) -> str:
    """A deck's description, as ``deck.toml`` says it."""
    return tomli_w.dumps(
        {
            "slug": version.deck.slug,
            "title": version.deck.title,
            "prompt_language": version.prompt_language,
            "answer_language": version.answer_language,
            "extra_letters": version.extra_letters,
            "grading": {
                "version": version.grading_version,
                "level": version.grading_level,
                "article": version.article_rule,
            },
            "source": {
                "name": version.source,
                "licence": version.licence,
                "attribution": version.attribution,
            },
        }
    )


def _write(archive: zipfile.ZipFile, name: str, content: str | bytes) -> None:
    # A fixed time, so that the same deck gives the same file.
    info = zipfile.ZipInfo(name, EPOCH)
    info.external_attr = 0o644 << 16
    archive.writestr(info, content, zipfile.ZIP_DEFLATED)


def _picture_name(concept: Concept) -> str:
    picture = concept.picture
    if picture is None:
        return ""
    if picture.content_type == "image/svg+xml":
        shipped = _shipped_names().get(picture.digest)
        if shipped:
            return shipped
    return f"pictures/{concept.number:03}.{ENDINGS[picture.content_type]}"


def _sound_name(concept: Concept) -> str:
    sound = concept.sound
    if sound is None:
        return ""
    return f"sounds/{concept.number:03}.{SOUND_ENDINGS[sound.content_type]}"


@lru_cache(maxsize=1)
def _shipped_names() -> dict[str, str]:
    """The names of the shipped pictures by the digests of their content."""
    names = [f"twemoji:{path.stem}" for path in emoji_folder().glob("*.svg")]
    drawings = DECKS / "biodiversity" / "pictures"
    names += [f"drawing:{path.stem}" for path in drawings.glob("*.svg")]
    return {read_shipped(name).digest: name for name in sorted(names, reverse=True)}


def _table(concepts: list[Concept], names: dict[int, str]) -> str:
    text = io.StringIO(newline="")
    writer = csv.writer(text)
    writer.writerow(COLUMNS)
    writer.writerows(_cells(concept, names[concept.number]) for concept in concepts)
    return text.getvalue()


def _cells(concept: Concept, picture: str) -> Iterator[str]:
    written = {
        "number": str(concept.number),
        "alternatives": ";".join(
            f"{other['article']} {other['text']}".strip()
            for other in concept.alternatives
        ),
        "other_plurals": ";".join(concept.other_plurals),
        "too_general": ";".join(concept.too_general),
        "look_alikes": ";".join(concept.look_alikes),
        "theta": ",".join(f"{value!r}" for value in concept.theta),
        "picture": picture,
        "sound": _sound_name(concept),
        "practice": "yes" if concept.is_practice else "",
    }
    return (written.get(name, getattr(concept, name, "")) for name in COLUMNS)


def _credits(version: DeckVersion, concepts: list[Concept]) -> str:
    lines = [version.deck.title, *_credit(version), ""]
    for concept in concepts:
        lines.append(" | ".join((f"{concept.number}", *_credit(concept))))
    return "\n".join(lines) + "\n"


def _credit(credited: Credited) -> list[str]:
    parts = (credited.source, credited.licence, credited.attribution)
    return [part for part in parts if part]
