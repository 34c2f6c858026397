"""Whose data will not count: rules that a researcher chooses before they look."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

MOST = 10_000


@dataclass(frozen=True)
class ExclusionRule:
    """Somebody of whom ``words`` is counted more often than a threshold.

    A rule that ``is_single`` has no number to choose: once is too often.
    """

    name: str
    words: str
    is_single: bool = False


RULES = {
    rule.name: rule
    for rule in (
        ExclusionRule("missed_cards", "cards of the learning part left unanswered"),
        ExclusionRule("pastes", "answers pasted instead of typed"),
        ExclusionRule("blurs", "times the page was left during a card"),
        ExclusionRule("minutes", "minutes from consent to the end"),
        ExclusionRule("used_help", "says that they used help", is_single=True),
    )
}


def find_rule_faults(chosen: Any) -> Iterator[str]:
    """Doubts about the thresholds by the name of their rule."""
    if not isinstance(chosen, dict):
        yield "The exclusion rules must name rules with their thresholds."
        return
    for name, threshold in chosen.items():
        if name not in RULES:
            yield f"There is no rule “{str(name)[:50]}”; there are {', '.join(RULES)}."
        elif not _is_threshold(threshold):
            yield f"Rule “{name}” needs a whole number from 0 to {MOST:,}."


def describe_rules(chosen: dict[str, int]) -> list[str]:
    """The rules as sentences, for whoever reads the design."""
    return [_sentence(RULES[name], n) for name, n in chosen.items() if name in RULES]


def _sentence(rule: ExclusionRule, threshold: int) -> str:
    if rule.is_single:
        return f"Excluded: whoever {rule.words}."
    return f"Excluded: more than {threshold:,} {rule.words}."


def _is_threshold(value: Any) -> bool:
    return type(value) is int and 0 <= value <= MOST
