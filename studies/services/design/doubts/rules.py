"""Exclusion rules that can exclude nobody, or that would exclude nearly everybody."""

from collections.abc import Callable, Iterator
from typing import Any

from studies.models import Study
from studies.services.design.doubts.warning import DesignWarning
from studies.services.design.exclusions import RULES, find_rule_faults
from studies.services.people.measures import HONESTY_ITEM, NO_HELP
from studies.services.session.showing.progress import duration_of

MINUTE = 60


def find_rule_doubts(study: Study) -> Iterator[DesignWarning]:
    """Each rule that lacks what it needs, beside its field."""
    if any(find_rule_faults(study.exclusion_rules)):
        return
    for name, threshold in study.exclusion_rules.items():
        doubt = _DOUBTS.get(name)
        for words in doubt(study, threshold) if doubt else ():
            yield DesignWarning(f"rule_{name}", f"exclusion_rules.{name}", words)


def title_of_rule(name: str) -> str:
    """The rule as the page names it."""
    return f"Whose data will not count: {RULES[name].words}"


def _doubt_help(study: Study, threshold: int) -> Iterator[str]:
    asked = [item for item in _items(study) if item.get("id") == HONESTY_ITEM]
    if not asked:
        yield (
            "No question after the cards asks about help, so this excludes nobody: add "
            "“Whether somebody had help” there, or untick it."
        )
    elif not set(NO_HELP) & set(asked[0].get("options") or ()):
        yield (
            "This excludes every answer to the question about help: only "
            f"{' or '.join(f'“{word}”' for word in NO_HELP)} says that there was none."
        )


def _items(study: Study) -> list[dict[str, Any]]:
    items = study.questionnaire.items if study.questionnaire else []
    is_list = isinstance(items, list)
    return [each for each in items if isinstance(each, dict)] if is_list else []


def _doubt_missed(study: Study, threshold: int) -> Iterator[str]:
    if study.learning_seconds is None:
        yield (
            "Cards of the learning part have no time limit, so none is left "
            "unanswered and this excludes nobody."
        )
    elif threshold >= study.horizon:
        yield (
            f"The learning part has {study.horizon:,} cards: nobody can leave more "
            f"than {threshold:,} of them unanswered."
        )


def _doubt_pastes(study: Study, threshold: int) -> Iterator[str]:
    n_cards = study.horizon + 2 * study.n_concepts
    if threshold >= n_cards:
        yield f"There are {n_cards:,} cards in all, so this hardly excludes anybody."


def _doubt_minutes(study: Study, threshold: int) -> Iterator[str]:
    break_minutes = study.postquiz_delay_seconds / MINUTE
    usual = duration_of(study).usual_minutes + break_minutes
    if threshold < usual:
        yield (
            f"The study usually takes {usual:,.0f} minutes, so this excludes most "
            "people."
        )


_DOUBTS: dict[str, Callable[[Study, int], Iterator[str]]] = {
    "used_help": _doubt_help,
    "missed_cards": _doubt_missed,
    "pastes": _doubt_pastes,
    "minutes": _doubt_minutes,
}
