"""How easily a password or a key is guessed, by whoever tries the likely ones first."""

import gzip
import re
from collections.abc import Iterable, Sequence
from functools import cache, partial
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

from django.contrib.auth import password_validation
from django.core.exceptions import ValidationError

if TYPE_CHECKING:
    from django.contrib.auth.models import AbstractBaseUser

MIN_PASSWORD_LENGTH = 12
# To look through what is longer takes time that others wait for.
MAX_PASSWORD_LENGTH = 4096
MIN_KEY_LENGTH = 50
MIN_TOKEN_LENGTH = 16
# Of what is left of a password without what anybody would try first.
FEWEST_OWN_CHARACTERS = 6
FEWEST_KINDS = 5
FEWEST_TRIPLES_OF_A_KEY = 25
SHORTEST_RUN = 4
SHORTEST_NAME = 3

_ROWS = ("1234567890", "qwertyuiop", "qwertzuiop", "asdfghjkl", "zxcvbnm", "yxcvbnm")
_COLUMNS = ("1qaz", "2wsx", "3edc", "4rfv", "5tgb", "6yhn", "7ujm")
_ALPHABET = "abcdefghijklmnopqrstuvwxyz"
# Every two keys or letters that follow each other, in both directions.
_NEIGHBOURS = {
    pair
    for row in (*_ROWS, *_COLUMNS, _ALPHABET)
    for line in (row, row[::-1])
    for pair in pairwise(line)
}
_LETTER = re.compile(r"[^\W\d_]")
_DISGUISES = str.maketrans("@43015$7!", "aaeolssti")
_OUR_WORDS = frozenset(
    {"forgetmenot", "changeme", "researcher", "flashcards", "participant", "studies"}
)
_LIST = Path(password_validation.__file__).with_name("common-passwords.txt.gz")


def find_weakness(password: str, *, names: Iterable[str] = ()) -> str:
    """Why ``password`` is easily guessed by whoever knows ``names``, or nothing."""
    plain = password.casefold()
    checks = (
        (_is_short, f"It has fewer than {MIN_PASSWORD_LENGTH} characters."),
        (_is_long, f"It has more than {MAX_PASSWORD_LENGTH:,} characters."),
        (str.isdecimal, "It is digits alone."),
        (_repeats_itself, "It repeats the same few characters."),
        (_is_a_row, "Its characters lie side by side on the keyboard or alphabet."),
        (
            partial(_is_built_of_names, names=names),
            "It is too much like the name or e-mail of the account.",
        ),
        (
            _is_common,
            "It is a common password, or one with a few characters around it.",
        ),
    )
    return next((words for is_weak, words in checks if is_weak(plain)), "")


def is_weak_key(key: str) -> bool:
    """Whether a key was typed or repeated rather than drawn."""
    own = _without_runs(key)
    triples = {own[place : place + 3] for place in range(len(own) - 2)}
    return (
        len(key) < MIN_KEY_LENGTH
        or len(triples) < FEWEST_TRIPLES_OF_A_KEY
        or key.startswith("django-insecure")
    )


def _is_short(text: str) -> bool:
    return len(text) < MIN_PASSWORD_LENGTH


def _is_long(text: str) -> bool:
    return len(text) > MAX_PASSWORD_LENGTH


def _is_a_row(text: str) -> bool:
    return len(_without_runs(text)) < FEWEST_OWN_CHARACTERS


def _repeats_itself(text: str) -> bool:
    """Whether a short part makes up all of it, or too few kinds of characters do."""
    period = (text + text).find(text, 1)
    is_short = period < len(text) and period <= len(text) // 2
    unit = text[:period]
    return len(set(text)) < FEWEST_KINDS or (
        is_short and (period < MIN_PASSWORD_LENGTH or _is_common(unit))
    )


def _without_runs(text: str) -> str:
    """``text`` with one character for each run of neighbours or of one key."""
    kept, run = [], ""
    for character in text:
        if run and not _follows(run, character):
            kept.append(_shortened(run))
            run = ""
        run += character
    return "".join([*kept, _shortened(run)])


def _follows(run: str, character: str) -> bool:
    pair = (run[-1], character)
    return run[-1] == character or pair in _NEIGHBOURS


def _shortened(run: str) -> str:
    return run[:1] if len(run) >= SHORTEST_RUN else run


def _is_built_of_names(text: str, names: Iterable[str]) -> bool:
    parts = {part for name in names for part in re.split(r"[\W_]+", name.casefold())}
    left = text
    for part in sorted(parts, key=len, reverse=True):
        if len(part) >= SHORTEST_NAME:
            left = left.replace(part, "")
    return left != text and len(_trimmed(left)) < FEWEST_OWN_CHARACTERS


def _is_common(text: str) -> bool:
    """Whether it is on the list, or two that are, also disguised or decorated."""
    words = [word for word in re.split(r"[\W\d_]+", text) if word]
    disguised = text.translate(_DISGUISES)
    forms = {text, _trimmed(text), _trimmed(disguised)}
    forms.add(_trimmed(text).translate(_DISGUISES))
    return any(map(_is_listed, forms)) or (
        0 < len(words) <= 2 and all(map(_is_listed, words))
    )


def _is_listed(word: str) -> bool:
    return word in _OUR_WORDS or word in _common_passwords()


def _trimmed(text: str) -> str:
    """``text`` from its first letter to its last."""
    return _from_first_letter(_from_first_letter(text)[::-1])[::-1]


def _from_first_letter(text: str) -> str:
    found = _LETTER.search(text)
    return text[found.start() :] if found else ""


@cache
def _common_passwords() -> frozenset[str]:
    """The 20,000 that Django ships, by how often they were found."""
    with gzip.open(_LIST, "rt", encoding="utf-8") as file:
        return frozenset(line.strip() for line in file)


class HardToGuess:
    """The rule for passwords of accounts, wherever Django asks for one."""

    def validate(self, password: str, user: "AbstractBaseUser | None" = None) -> None:
        weakness = find_weakness(password, names=_names_of(user))
        if weakness:
            raise ValidationError(f"This password is easy to guess. {weakness}")

    def get_help_text(self) -> str:
        return (
            f"{MIN_PASSWORD_LENGTH} characters or more; no common password, no row of "
            "keys, nothing like your name."
        )


def _names_of(user: "AbstractBaseUser | None") -> Sequence[str]:
    names = ("username", "first_name", "last_name", "email")
    # A form that refuses a name leaves none.
    return [getattr(user, name, "") or "" for name in names] if user else []
