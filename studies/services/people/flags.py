"""Flags: what makes a participant worth a look. Arithmetic on measures."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from enum import StrEnum
from typing import Any

from studies.services.people.measures import Measures

MANY_MISSED_PERCENT = 20
# One missed card of three is no habit.
FEWEST_MISSED = 3
OFTEN_LEFT = 5
# One picture that fails is asked for twice at most.
OFTEN_TAKEN_BACK = 3


class Flag(StrEnum):
    """Why somebody may need a decision, in words."""

    LONG_GAP = "long_gap", "long gap"
    MISSED = "missed", "many missed"
    PASTED = "pasted", "pasted"
    LEFT_PAGE = "left_page", "left the page often"
    TAKEN_BACK = "taken_back", "many cards taken back"
    OVER_FULL = "over_full", "beyond the planned places"
    UNPROVEN = "unproven", "unproven arrival"
    SHARED = "shared", "assignment of two people"
    CODES = "codes", "several codes"
    CAME_BEFORE = "came_before", "browser was here before"
    BEYOND_RULES = "beyond_rules", "beyond an exclusion rule"
    EXCLUDED = "excluded", "excluded"

    words: str

    def __new__(cls, value: str, words: str) -> "Flag":
        flag = str.__new__(cls, value)
        flag._value_ = value
        flag.words = words
        return flag


NOTES = {
    Flag.OVER_FULL: "Beyond the planned places: came, or came back, when all places "
    "were taken. They are analysed like everybody; Results also has a line without "
    "them.",
}
"""What follows from a flag, where its words do not say it."""


def explain_flags(flags: Iterable[Flag]) -> list[str]:
    """A sentence for each of ``flags`` that needs one, once."""
    raised = set(flags)
    return [note for flag, note in NOTES.items() if flag in raised]


def find_flags(
    measures: Measures,
    *,
    largest_gap_seconds: float | None,
    exclusion_rules: Mapping[str, Any],
) -> tuple[Flag, ...]:
    """The flags of a participant, under the thresholds of the design."""
    gap = largest_gap_seconds
    holds = {
        Flag.LONG_GAP: gap is not None and measures.longest_gap_seconds > gap,
        Flag.MISSED: measures.n_missed >= FEWEST_MISSED
        and measures.percent_missed > MANY_MISSED_PERCENT,
        Flag.PASTED: measures.n_pastes > 0,
        Flag.LEFT_PAGE: measures.n_leaves >= OFTEN_LEFT,
        Flag.TAKEN_BACK: measures.n_taken_back >= OFTEN_TAKEN_BACK,
        Flag.OVER_FULL: measures.is_over_full,
        Flag.UNPROVEN: measures.n_unproven > 0,
        Flag.SHARED: measures.shares_assignment,
        Flag.CODES: measures.n_codes > 1,
        Flag.CAME_BEFORE: measures.was_here_before,
        Flag.BEYOND_RULES: any(find_broken_rules(measures, exclusion_rules)),
        Flag.EXCLUDED: measures.is_excluded,
    }
    return tuple(flag for flag, is_on in holds.items() if is_on)


def find_broken_rules(measures: Measures, rules: Mapping[str, Any]) -> Iterator[str]:
    """Each rule of the design that somebody is beyond, in words."""
    for words, measure, threshold in _chosen(rules):
        if measure(measures) > threshold:
            yield words


def tell_rules(rules: Mapping[str, Any]) -> list[str]:
    """The rules of the design, in the same words."""
    return [words for words, _, _ in _chosen(rules)]


def _chosen(
    rules: Mapping[str, Any],
) -> Iterator[tuple[str, Callable[[Measures], float], float]]:
    for name, (words, measure) in _RULES.items():
        threshold = rules.get(name)
        if isinstance(threshold, int | float):
            yield words.format(threshold), measure, threshold


# By the names that designs give their rules: more than the threshold is too much.
_RULES: dict[str, tuple[str, Callable[[Measures], float]]] = {
    "missed_cards": (
        "More than {:g} cards of learning unanswered",
        lambda of: of.n_unanswered,
    ),
    "pastes": ("Pasted more than {:g} times", lambda of: of.n_pastes),
    "blurs": ("Left the page more than {:g} times", lambda of: of.n_leaves),
    "minutes": ("Took more than {:g} minutes", lambda of: of.journey.minutes),
    "used_help": ("Says they had help", lambda of: of.has_had_help),
}
