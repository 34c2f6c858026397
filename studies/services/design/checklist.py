"""What is looked at before a launch, and what came of it: made of the report alone."""

from collections.abc import Iterable
from dataclasses import dataclass

from studies.services.design.checks import DesignReport

# What is looked at, and the fields that tell of it; of the whole, codes of warnings.
_SUBJECTS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("There is a hypothesis", ("hypothesis",)),
    (
        "Participants read what they agree to",
        ("consent_parts", "consent_text", "consent_language"),
    ),
    ("Participants can reach somebody", ("contact",)),
    ("The deck has the concepts", ("deck_version", "n_concepts", "sampling", "strata")),
    ("There are cards enough for the concepts", ("horizon",)),
    ("Arms have teachers and places", ("arms", "reference_arm")),
    ("Times make sense", ("_seconds", "_seconds_after_right")),
    ("Questions can be answered", ("questions_before", "questionnaire")),
    ("Pay", ("pay_amount", "currency", "fee_percent", "pays_", "partial_pay_")),
    (
        "People can come and go back",
        ("recruiters", "recruiter_options", "earlier_studies", "completion_url"),
    ),
    ("Preregistered", ("preregistration_url",)),
    ("Tried by the team to the end", ("not_tried",)),
    ("A real person finished a pilot", ("no_pilot",)),
)
REST = "Everything else"


@dataclass(frozen=True)
class CheckedSubject:
    """One line of the checklist: ``state`` is good, doubt or fault."""

    title: str
    state: str
    words: tuple[str, ...] = ()


def list_checks(report: DesignReport) -> list[CheckedSubject]:
    """Every subject with what the report says of it, and whether it was tried."""
    faults = [(field, w) for field, said in report.errors.items() for w in said]
    doubts = [(each.field or each.code, each.words) for each in report.warnings]
    titles = [*(title for title, _ in _SUBJECTS), REST]
    return [_judge(title, faults, doubts) for title in titles]


def _judge(
    title: str, faults: Iterable[tuple[str, str]], doubts: Iterable[tuple[str, str]]
) -> CheckedSubject:
    wrong = tuple(words for field, words in faults if _subject_of(field) == title)
    known = tuple(words for field, words in doubts if _subject_of(field) == title)
    state = "fault" if wrong else "doubt" if known else "good"
    return CheckedSubject(title, state, (*wrong, *known))


def _subject_of(field: str) -> str:
    first = field.partition(".")[0]
    for title, names in _SUBJECTS:
        if any(_fits(first, name) for name in names):
            return title
    return REST


def _fits(field: str, name: str) -> bool:
    """A name that begins or ends with _ speaks for all that end or begin so."""
    if name.startswith("_"):
        return field.endswith(name)
    return field.startswith(name) if name.endswith("_") else field == name
