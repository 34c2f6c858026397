"""Recruiters, one adapter each behind one interface; nobody else knows them."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from typing import Any

from studies.errors import InvalidError
from studies.recruitment.base import OPEN_LINK, Arrival, Identity, Recruiter, Terms
from studies.recruitment.finish import Ending, Finish
from studies.recruitment.link import Link
from studies.recruitment.mturk import MTurk
from studies.recruitment.options import find_option_faults
from studies.recruitment.panel import Panel
from studies.recruitment.personal import Personal
from studies.recruitment.prolific import Prolific
from studies.recruitment.simulated import Simulated

__all__ = [
    "NAMEABLE",
    "OPEN_LINK",
    "RECRUITERS",
    "Arrival",
    "Ending",
    "Finish",
    "Identity",
    "Recruiter",
    "Terms",
    "find_faulty_options",
    "find_way_back",
    "identify",
    "is_preview",
    "knows_people",
    "pick_recruiters",
    "read_arrival",
    "task_of",
]

# Who goes by names that a study chose is asked first: they may be those of another.
# An open link fits every query, so it is asked last.
RECRUITERS: dict[str, Recruiter] = {
    recruiter.name: recruiter
    for recruiter in (Panel(), MTurk(), Prolific(), Personal(), Simulated(), Link())
}
# Whom a study may name; simulated people have a setting of their own.
NAMEABLE = [name for name, each in RECRUITERS.items() if not each.is_simulated]


Options = Mapping[str, Mapping[str, Any]]
_NO_OPTIONS: Options = {}
_NO_TERMS = Terms()


def read_arrival(
    query: Mapping[str, str], *, nonce: str = "", options: Options = _NO_OPTIONS
) -> Arrival:
    """Who the parameters of a link say is coming; ``nonce`` is the join form's.

    ``options`` are what the study says to its recruiters, by their names.
    """
    found = (
        recruiter.read(query, Terms(options.get(name, {})))
        for name, recruiter in RECRUITERS.items()
    )
    return replace(next(filter(None, found)), nonce=nonce)


def is_preview(arrival: Arrival) -> bool:
    """Whether somebody only looks, and has not accepted the task yet."""
    return _recruiter_of(arrival).is_preview(arrival)


def knows_people(arrival: Arrival) -> bool:
    """Whether the recruiter tells one person from another."""
    return _recruiter_of(arrival).knows_people


def pick_recruiters(names: Collection[str]) -> list[Recruiter]:
    """Those of ``names``, in the order in which they are asked who comes."""
    return [each for name, each in RECRUITERS.items() if name in names]


def find_faulty_options(said: Any) -> Iterator[str]:
    """Doubts about what a study says to its recruiters."""
    known = {name: RECRUITERS[name].options for name in NAMEABLE}
    return find_option_faults(said, known)


def identify(arrival: Arrival, terms: Terms = _NO_TERMS) -> Identity:
    """The person behind ``arrival``, spelled in one way."""
    return _recruiter_of(arrival).identify(arrival, terms)


def find_way_back(recruiter: str, ending: Ending, terms: Terms) -> Finish:
    """How somebody finishes who came by ``recruiter``; others finish as by a link."""
    adapter = RECRUITERS.get(recruiter, RECRUITERS[OPEN_LINK])
    name = adapter.name_for_people(terms.options)
    return replace(adapter.finish(ending, terms), recruiter=name, task=adapter.task)


def task_of(arrival: Arrival) -> str:
    """What people of the recruiter call what they accepted there, if they do."""
    return _recruiter_of(arrival).task


def _recruiter_of(arrival: Arrival) -> Recruiter:
    recruiter = RECRUITERS.get(arrival.recruiter)
    if recruiter is None:
        raise InvalidError("This recruiter is not known.")
    return recruiter
