"""What a study may say to its recruiters, each option with how it is asked for."""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from studies.recruitment.finish import (
    COMPLETED,
    NO_CONSENT,
    SCREENED_OUT,
    WITHDRAWN,
)

_CODE = re.compile(r"[A-Za-z0-9_-]{1,64}")
_PERCENT = re.compile(r"1?\d{1,2}(\.\d{1,2})?", re.ASCII)
FEE = "fee_percent"
_OF_MTURK = 20
ENDS = {
    COMPLETED: "those who finish",
    NO_CONSENT: "those who do not agree",
    SCREENED_OUT: "those who are screened out",
    WITHDRAWN: "those who leave early",
}

WAY_BACK = "way_back"
_ADDRESS = re.compile(r"https?://[^\s{}]+(\{(code|person|assignment)\}[^\s{}]*)*")


@dataclass(frozen=True)
class Option:
    """One thing to say: a short text, one of ``choices``, or yes if it is a switch."""

    name: str
    label: str
    help: str = ""
    shape: re.Pattern[str] = _CODE
    fault: str = "This has up to 64 letters, digits, hyphens and underscores."
    choices: tuple[tuple[str, str], ...] = ()
    is_switch: bool = False
    longest: int = 64

    def find_fault(self, value: Any) -> str:
        """What is wrong with ``value``, if anything is."""
        if self.is_switch:
            return "" if isinstance(value, bool) else "This is yes or no."
        if self.choices:
            names = [name for name, _ in self.choices]
            return "" if value in names else f"Choose one of {', '.join(names)}."
        is_text = isinstance(value, str) and len(value) <= self.longest
        if is_text and self.shape.fullmatch(value):
            return ""
        return self.fault


def fee_option(title: str, usual: Decimal) -> Option:
    """The fee of a recruiter that has one of its own."""
    return Option(
        FEE,
        f"Fee of {title}, in percent",
        f"What it takes on top of all that you pay. Empty: {usual}.",
        shape=_PERCENT,
        fault="This must be a number below 200, such as 33 or 33.3.",
    )


WAY_BACK_OPTION = Option(
    WAY_BACK,
    "Way back to it",
    "Where its people go at the end, if others who come go elsewhere. {code}, "
    "{person} and {assignment} are filled in. Empty: the way back below.",
    shape=_ADDRESS,
    fault="This must be an address that begins with https://, of up to 500 characters. "
    "In braces it may hold code, person and assignment.",
    longest=500,
)
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


def adopt_older_fee(
    recruiters: Collection[str], said: Mapping[str, Any], fee_percent: Decimal
) -> dict[str, Any]:
    """What a design says to Prolific that was made when one fee was for all.

    The fee was Prolific's, unless it was that of Mechanical Turk beside it.
    """
    own = dict(said.get("prolific", {}))
    is_of_another = "mturk" in recruiters and fee_percent == _OF_MTURK
    if "prolific" not in recruiters or FEE in own or not fee_percent or is_of_another:
        return dict(said)
    return {**said, "prolific": {**own, FEE: f"{fee_percent.normalize():f}"}}


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
