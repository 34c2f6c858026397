"""How people typed, with what, and how they came: beside what flags look at."""

from dataclasses import dataclass

from django.db.models import Count, FloatField, Q, QuerySet, Sum
from django.db.models.fields.json import KeyTextTransform
from django.db.models.functions import Cast, Length

from studies.models import (
    ArrivalRecord,
    QuestionnaireAnswer,
    Response,
    SessionDevice,
    TeachingSession,
)
from studies.models.device import Browser, DeviceKind, Touch
from studies.models.durations import SecondsBetween
from studies.models.response import Outcome
from studies.services.people.measures import HONESTY_ITEM

# Nobody sees a picture, thinks of a word and types it in less.
QUICK_SECONDS = 1.0
_KINDS = {DeviceKind.UNKNOWN.value: "unknown kind"}
_BROWSERS = {Browser.OTHER.value: "another browser"}
_TOUCHES = {
    Touch.YES.value: "touch",
    Touch.NO.value: "no touch",
    Touch.UNKNOWN.value: "touch unknown",
}
_Sessions = QuerySet[TeachingSession]


@dataclass(frozen=True)
class Typing:
    """What is known of somebody's typing; None where no browser told of keys."""

    n_quick: int = 0
    keys_per_letter: float | None = None


def read_typing(sessions: _Sessions) -> dict[int, Typing]:
    """Very quick answers, and keys pressed for each letter of the answers.

    Letters that no key was pressed for were pasted, dictated or filled in.
    """
    answered = Response.objects.filter(
        session__in=sessions, outcome__in=[Outcome.CORRECT, Outcome.WRONG]
    ).exclude(text="")
    with_keys = Q(client__n_keys__isnull=False)
    keys = Cast(KeyTextTransform("n_keys", "client"), FloatField())
    rows = (
        answered.annotate(seconds=SecondsBetween("served_at", "closed_at"))
        .order_by()
        .values_list("session_id")
        .annotate(
            n_quick=Count("pk", filter=Q(seconds__lt=QUICK_SECONDS)),
            n_keys=Sum(keys, filter=with_keys),
            n_letters=Sum(Length("text"), filter=with_keys),
        )
    )
    return {
        key: Typing(n_quick, n_keys / n_letters if n_letters else None)
        for key, n_quick, n_keys, n_letters in rows
    }


def read_honesty(sessions: _Sessions) -> dict[int, str]:
    """What each said about help."""
    said = QuestionnaireAnswer.objects.filter(session__in=sessions, item=HONESTY_ITEM)
    return dict(said.values_list("session_id", "value"))


def read_devices(sessions: _Sessions) -> dict[int, str]:
    """The kind of device that each began with."""
    devices = SessionDevice.objects.filter(session__in=sessions)
    return dict(devices.values_list("session_id", "kind"))


def tell_device(session: TeachingSession) -> str:
    """The device somebody began with, in the classes that consent names."""
    device = SessionDevice.objects.filter(session=session).first()
    if device is None:
        return "not known"
    return ", ".join(
        [
            _KINDS.get(device.kind, device.kind),
            _BROWSERS.get(device.browser, device.browser.title()),
            f"{device.viewport} window",
            _TOUCHES[device.touch],
        ]
    )


def count_shared_assignments(sessions: _Sessions) -> dict[int, int]:
    """How many others of ``sessions`` came with an assignment of theirs."""
    came = ArrivalRecord.objects.filter(session__in=sessions).exclude(assignment="")
    per_assignment = came.order_by().values("recruiter", "assignment")
    shared = per_assignment.annotate(n=Count("session", distinct=True)).filter(n__gt=1)
    people: dict[tuple[str, str], set[int]] = {}
    rows = came.filter(assignment__in=shared.values("assignment"))
    fields = ("session_id", "recruiter", "assignment")
    for key, recruiter, assignment in rows.values_list(*fields):
        people.setdefault((recruiter, assignment), set()).add(key)
    return {
        key: len(set().union(*(them for them in people.values() if key in them))) - 1
        for key in set().union(*people.values())
    }
