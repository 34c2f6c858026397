"""Teachers as a menu offers them, and what each can be told: the one place for both.

A teacher of `teaching` is offered as soon as it is there, with its own first sentence.
Better words for the menu stand here, and the options that researchers may choose.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from teaching import TEACHERS

_EXPLAINED = {
    "GR": (
        "Greedy",
        "shows the card that helps memory most (Hunziker et al. 2019)",
    ),
    "LR": ("Lowest recall", "shows the card most likely to be forgotten by now"),
    "RR": ("Round robin", "shows all cards in turn, then begins again"),
    "RD": ("Random", "shows any card, by chance"),
    "PR": (
        "Priced",
        "plans the session ahead: shows the card that can wait least",
    ),
    "LT": (
        "Leitner",
        "shows the card most overdue by its box, or a new one if none is due",
    ),
    "TH": (
        "Threshold",
        "shows the card whose recall fell furthest below 90 %, else a new one",
    ),
    "CO": (
        "Conservative",
        "shows a new card only when all earlier ones will last to the end",
    ),
    "AD": (
        "Adapting",
        "shows the card that helps memory most, and learns from every answer how well "
        "this person remembers",
    ),
}

OFFERED = list(TEACHERS)


@dataclass(frozen=True)
class TeacherOption:
    """A number that a teacher can be told; a share is asked for in percent."""

    name: str
    label: str
    help_text: str
    default: float
    lowest: float
    highest: float
    is_share: bool = False


_OPTIONS = {
    "PR": (
        TeacherOption(
            "later",
            "Weight of memory after the end, in %",
            "0: what people know during the learning part counts, as for the greedy "
            "teacher. 100: only what they know after it. Between them, both.",
            default=0.0,
            lowest=0.0,
            highest=1.0,
            is_share=True,
        ),
        TeacherOption(
            "delay",
            "Cards from the end until then",
            "How long after the last card memory counts, if it counts after the end.",
            default=10,
            lowest=1,
            highest=10_000,
        ),
    ),
    "AD": (
        TeacherOption(
            "spread",
            "How much people are believed to differ",
            "0: not at all, as for the greedy teacher. 0.3: one person in six "
            "remembers a third better than most; 1: nearly three times as well.",
            default=0.3,
            lowest=0.0,
            highest=2.0,
        ),
    ),
}


@dataclass(frozen=True)
class TeacherChoice:
    """A teacher as a menu offers it."""

    code: str
    name: str
    sentence: str
    options: tuple[TeacherOption, ...] = ()


def list_teachers() -> list[TeacherChoice]:
    """Every teacher on offer, with one sentence each."""
    return [_choice(code, TEACHERS[code]) for code in OFFERED]


def _choice(code: str, teacher: type[object]) -> TeacherChoice:
    said = (teacher.__doc__ or "").strip().partition("\n")[0].rstrip(".")
    name, sentence = _EXPLAINED.get(code, (code, said))
    return TeacherChoice(code, name, sentence, options_of(code))


def options_of(code: str) -> tuple[TeacherOption, ...]:
    """What the teacher known by ``code`` can be told."""
    return _OPTIONS.get(code, ())


def find_stray_options(code: str, options: Mapping[str, Any]) -> Iterator[str]:
    """Options that are none of this teacher's, told one by one."""
    known = {option.name for option in options_of(code)}
    for name in options:
        if name not in known:
            yield f"The teacher {code} cannot be told “{name[:50]}”."


def tell_options(code: str, options: Mapping[str, Any]) -> str:
    """What the teacher is told, in words; empty where there is nothing to tell."""
    told = (
        f"{option.label.lower()}: {_tell(option, options)}"
        for option in options_of(code)
    )
    return "; ".join(told)


def _tell(option: TeacherOption, options: Mapping[str, Any]) -> str:
    value = options.get(option.name, option.default)
    return f"{100 * value if option.is_share else value:g}"
