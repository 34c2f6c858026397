"""What a study may say to its recruiters, each option with how it is asked for."""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from studies.recruitment.finish import (
    COMPLETED,
    NO_CONSENT,
    SCREENED_OUT,
    WITHDRAWN,
)

_CODE = re.compile(r"[A-Za-z0-9_-]{1,64}")
ENDS = {
    COMPLETED: "those who finish",
    NO_CONSENT: "those who do not agree",
    SCREENED_OUT: "those who are screened out",
    WITHDRAWN: "those who leave early",
}


@dataclass(frozen=True)
class Option:
    """One thing to say: a short text, one of ``choices``, or yes if it is a switch."""

    name: str
    label: str
    help: str = ""
    shape: re.Pattern[str] = _CODE
    choices: tuple[tuple[str, str], ...] = ()
    is_switch: bool = False

    def find_fault(self, value: Any) -> str:
        """What is wrong with ``value``, if anything is."""
        if self.is_switch:
            return "" if isinstance(value, bool) else "This is yes or no."
        if self.choices:
            names = [name for name, _ in self.choices]
            return "" if value in names else f"Choose one of {', '.join(names)}."
        if isinstance(value, str) and self.shape.fullmatch(value):
            return ""
        return "This has up to 64 letters, digits, hyphens and underscores."


CODE_OPTIONS = tuple(
    Option(f"code_{outcome}", f"Code of {whose}") for outcome, whose in ENDS.items()
)


def pick_code(outcome: str, options: Mapping[str, Any]) -> str:
    """The recruiter's own code for such an end, if the study has told one."""
    return str(options.get(f"code_{outcome}", ""))


def find_uncoded(ends: Collection[str], options: Mapping[str, Any]) -> list[str]:
    """Those of ``ends`` for which the study has told no code of the recruiter's."""
    return [end for end in ends if not pick_code(end, options)]


def without_codes(said: Mapping[str, Mapping[str, Any]]) -> dict[str, dict[str, Any]]:
    """What a study says to its recruiters, but for codes: they are of one study there,
    and nobody else's to know."""
    codes = {option.name for option in CODE_OPTIONS}
    kept = {
        recruiter: {name: value for name, value in told.items() if name not in codes}
        for recruiter, told in said.items()
    }
    return {recruiter: told for recruiter, told in kept.items() if told}


def find_option_faults(
    said: Any, known: Mapping[str, Sequence[Option]]
) -> Iterator[str]:
    """Doubts about all that a study says to recruiters, by their names."""
    if not isinstance(said, dict) or not said.keys() <= known.keys():
        yield f"There are options for {', '.join(known)} alone."
        return
    for recruiter, values in said.items():
        options = {option.name: option for option in known[recruiter]}
        if not isinstance(values, dict) or not values.keys() <= options.keys():
            names = ", ".join(options) or "nothing"
            yield f"The options of {recruiter} are {names}."
            continue
        for name, value in values.items():
            if fault := options[name].find_fault(value):
                yield f"{options[name].label}: {fault}"
