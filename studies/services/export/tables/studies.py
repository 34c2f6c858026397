"""The study itself: what is asked, its arms, what was changed, and who did what."""

from collections.abc import Iterator

from studies.models import AuditEntry
from studies.models.study import ChangeKind, PrimaryOutcome, PrimaryTest, StudyState
from studies.models.team import Action
from studies.services.export.columns import (
    Column,
    Kind,
    Row,
    Table,
    choice,
    flag,
    text,
    whole,
)
from studies.services.export.source import Source
from studies.services.export.tables.shared import (
    ARM,
    DAY,
    FINGERPRINT,
    REASON,
    TEACHER,
    WHO,
)

# They name participants, beside a day: others could find them in a recruiter's list.
_NAMING = ("participant", "participants")


def reference_arm(source: Source) -> str:
    """The arm that others are compared with."""
    arms = source.study.arms.order_by("position")
    return source.study.reference_among([arm.name for arm in arms])


def _read_study(source: Source) -> Iterator[Row]:
    study = source.study
    yield {
        "study": study.slug,
        "title": study.title,
        "state": study.state,
        "primary_outcome": study.primary_outcome,
        "primary_test": study.primary_test,
        "reference_arm": reference_arm(source),
        "fingerprint": study.fingerprint,
    }


def _read_arms(source: Source) -> Iterator[Row]:
    reference = reference_arm(source)
    for arm in source.study.arms.order_by("position"):
        yield {
            "arm": arm.name,
            "arm_order": arm.position + 1,
            "teacher": arm.teacher,
            "arm_theta": arm.theta,
            "teacher_options": arm.options or None,
            "prices": arm.prices and arm.prices["by_step"],
            "n_places": arm.n_places,
            "is_reference": arm.name == reference,
        }


def _read_changes(source: Source) -> Iterator[Row]:
    for change in source.study.changes.order_by("pk"):
        yield {
            "day": source.day_of(change.at),
            "who": change.who,
            "change": change.kind,
            "before": change.before,
            "after": change.after,
            "reason": change.reason,
            "fingerprint": change.fingerprint,
        }


def _read_audit(source: Source) -> Iterator[Row]:
    """All but exports: writing one down in itself would make each differ."""
    entries = source.study.audit.exclude(action=Action.EXPORTED).order_by("at", "pk")
    for entry in entries.iterator():
        yield {
            "day": source.day_of(entry.at),
            "who": entry.who,
            "action": entry.action,
            "detail": _without_people(entry),
        }


def _without_people(entry: AuditEntry) -> dict[str, object]:
    return {k: v for k, v in entry.detail.items() if k not in _NAMING}


STUDY = Table(
    "study",
    "The study and what it registered, in one row",
    ("study",),
    (
        Column("study", "Short name of the study"),
        text("title", "Its title"),
        choice("state", "Its state when this was exported", StudyState),
        choice("primary_outcome", "What arms are compared on", PrimaryOutcome),
        choice("primary_test", "By which test the criterion is judged", PrimaryTest),
        text("reference_arm", "The arm that the others are compared with"),
        FINGERPRINT,
    ),
    _read_study,
)
ARMS = Table(
    "arms",
    "The arms in their order",
    ("arm",),
    (
        ARM,
        whole("arm_order", "Place among the arms, from 1"),
        TEACHER,
        Column("arm_theta", "Theta for all concepts; empty: the deck's", Kind.JSON),
        Column("teacher_options", "What its teacher alone is told", Kind.JSON),
        Column("prices", "Price of each step, for a teacher by prices", Kind.JSON),
        whole("n_places", "Places that it shall have", "people"),
        flag("is_reference", "Whether the others are compared with it"),
    ),
    _read_arms,
)
CHANGES = Table(
    "changes",
    "Places that were added and words that were amended while people could join",
    (),
    (
        *(DAY, WHO),
        choice("change", "What was done", ChangeKind),
        Column("before", "What was before", Kind.JSON),
        Column("after", "What is after", Kind.JSON),
        REASON,
        FINGERPRINT,
    ),
    _read_changes,
)
AUDIT = Table(
    "audit",
    "What the team did, looks at results among it; exports themselves are left out",
    (),
    (
        *(DAY, WHO),
        choice("action", "What was done", Action),
        Column("detail", "More about it", Kind.JSON),
    ),
    _read_audit,
)
