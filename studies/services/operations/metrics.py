"""What a server and its database look like, in the words of Prometheus."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from django.db import Error
from django.db.models import Count

from studies.models import TeachingSession
from studies.models.session import RUNNING
from studies.models.sign import SignKind
from studies.outages import hurry
from studies.services.operations.backup_age import backup_age
from studies.services.operations.waiting import waiting_work
from studies.services.signs import read_signs
from studies.tallies import KINDS, SECONDS, TALLIES

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"
# Whoever asks waits for a few seconds at most.
DATABASE_SECONDS = 2
Labels = Mapping[str, str]
Sample = tuple[str, Labels, float]


@dataclass(frozen=True)
class Family:
    """One measure: its samples are a suffix of its name, labels and a value each."""

    name: str
    kind: str
    words: str
    samples: list[Sample] = field(default_factory=list)

    def lines(self) -> Iterator[str]:
        yield f"# HELP {self.name} {self.words}"
        yield f"# TYPE {self.name} {self.kind}"
        for suffix, labels, value in self.samples:
            yield f"{self.name}{suffix}{_written(labels)} {value:g}"


def expose(*, now: datetime) -> str:
    """Everything that is measured; while the database is away, without what it knows.

    Counts are of this server alone; all servers say the same about the database.
    """
    families = [*_of_this_server(), *_of_the_database(now)]
    return "".join(f"{line}\n" for family in families for line in family.lines())


def _of_this_server() -> Iterator[Family]:
    answers = [("", {"outcome": name}, n) for name, n in TALLIES.cards().items()]
    yield Family(
        "forgetmenot_cards_closed_total",
        "counter",
        "Cards closed by requests, by outcome; late and missed ones ran out of time.",
        [*answers],
    )
    times: list[Sample] = []
    replies: list[Sample] = []
    for kind in KINDS:
        counts, seconds, statuses = TALLIES.requests(kind)
        times += _histogram(kind, counts, seconds)
        replies += [
            ("", {"kind": kind, "status": status}, n) for status, n in statuses.items()
        ]
    words = "Seconds from a request to its reply, by what its address is for."
    yield Family("forgetmenot_request_seconds", "histogram", words, times)
    words = "Replies by what the address is for and the kind of their status."
    yield Family("forgetmenot_replies_total", "counter", words, replies)


def _histogram(kind: str, counts: list[int], seconds: float) -> Iterator[Sample]:
    n_so_far = 0
    for limit, n in zip((*map(str, SECONDS), "+Inf"), counts, strict=True):
        n_so_far += n
        yield "_bucket", {"kind": kind, "le": limit}, n_so_far
    yield "_sum", {"kind": kind}, seconds
    yield "_count", {"kind": kind}, n_so_far


def _of_the_database(now: datetime) -> list[Family]:
    try:
        with hurry(DATABASE_SECONDS):
            found = [*_sessions(), *_queue(now), *_background(now)]
    except Error:
        found = []
    up = float(bool(found))
    words = "Whether the database answers."
    return [Family("forgetmenot_database_up", "gauge", words, [("", {}, up)]), *found]


def _sessions() -> Iterator[Family]:
    inside = TeachingSession.objects.filter(phase__in=RUNNING, is_away=False)
    counted = inside.values_list("phase").annotate(n=Count("pk")).order_by()
    found = dict(counted)
    yield Family(
        "forgetmenot_sessions",
        "gauge",
        "People inside, by phase; those who are away are not counted.",
        [("", {"phase": phase}, found.get(phase, 0)) for phase in RUNNING],
    )


def _queue(now: datetime) -> Iterator[Family]:
    work = waiting_work()
    yield _gauge("queue_length", "Work that waits for a worker.", work.n)
    age = _seconds(now - work.since) if work.since else 0.0
    yield _gauge("queue_age_seconds", "How long the first of it has waited.", age)


def _background(now: datetime) -> Iterator[Family]:
    signs = read_signs()
    sweep, missed = signs.get(SignKind.SWEEP), signs.get(SignKind.MISSED)
    yield Family(
        "forgetmenot_cards_swept_total",
        "counter",
        "Cards that the worker closed as missed, because nobody came back to them.",
        [("", {}, missed.n_times if missed else 0)],
    )
    if sweep:
        words = "How long ago a worker last swept."
        yield _gauge("sweep_age_seconds", words, _seconds(now - sweep.last_at))
    age = backup_age(now=now)
    if age is not None:
        words = "How old the newest good backup is."
        yield _gauge("backup_age_seconds", words, _seconds(age))


def _gauge(name: str, words: str, value: float) -> Family:
    return Family(f"forgetmenot_{name}", "gauge", words, [("", {}, value)])


def _seconds(time: timedelta) -> float:
    return max(0.0, time.total_seconds())


def _written(labels: Labels) -> str:
    pairs: Iterable[str] = (f'{name}="{value}"' for name, value in labels.items())
    return f"{{{','.join(pairs)}}}" if labels else ""
