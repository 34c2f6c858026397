"""Teachers as a menu offers them."""

from dataclasses import dataclass

from teaching import TEACHERS

_EXPLAINED = {
    "GR": (
        "Greedy",
        "shows the card that helps memory most (Hunziker et al. 2019)",
    ),
    "LR": ("Lowest recall", "shows the card most likely to be forgotten by now"),
    "RR": ("Round robin", "shows all cards in turn, then begins again"),
    "RD": ("Random", "shows any card, by chance"),
    "AD": (
        "Adapting",
        "shows the card that helps memory most, and learns from every answer how well "
        "this person remembers",
    ),
}

OFFERED = [code for code in TEACHERS if code != "PR"]
"""The priced teacher waits until a design keeps its prices."""


@dataclass(frozen=True)
class TeacherChoice:
    """A teacher as a menu offers it."""

    code: str
    name: str
    sentence: str


def list_teachers() -> list[TeacherChoice]:
    """Every teacher on offer, with one sentence each."""
    return [_choice(code, TEACHERS[code]) for code in OFFERED]


def _choice(code: str, teacher: type[object]) -> TeacherChoice:
    said = (teacher.__doc__ or "").strip().partition("\n")[0].rstrip(".")
    name, sentence = _EXPLAINED.get(code, (code, said))
    return TeacherChoice(code, name, sentence)
