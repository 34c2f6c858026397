"""Jobs in words: what each is, and how far."""

from dataclasses import dataclass

from studies.models import Job
from studies.models.job import JobKind, JobState


@dataclass(frozen=True)
class _Words:
    title: str
    happened: str
    """What can be said of each piece that is done."""


WORDS = {
    JobKind.SIMULATION.value: _Words("{n} simulated people", "have taken part"),
    JobKind.POWER.value: _Words("Power of the design", "parts are worked out"),
    JobKind.REGRADING.value: _Words("Grading again", "answers are graded again"),
    JobKind.EXPORT.value: _Words("Export", "parts are written"),
    JobKind.ANALYSIS.value: _Words("Results", "parts are computed"),
    JobKind.CERTIFICATE.value: _Words("The best possible", "arms are worked out"),
}


def tell_title(job: Job) -> str:
    """What the job is."""
    return WORDS[job.kind].title.format(n=job.n_total)


def tell_progress(job: Job) -> str:
    """How far it is, or how it ended."""
    happened = WORDS[job.kind].happened
    so_far = f"{job.n_done} of {job.n_total}"
    return {
        JobState.QUEUED: f"Waiting to begin: {so_far}",
        JobState.RUNNING: f"{so_far} {happened}",
        JobState.DONE: f"All {job.n_total} {happened}",
        JobState.CANCELLED: f"Cancelled after {so_far}",
        JobState.FAILED: f"Stopped after {so_far}",
    }[JobState(job.state)]
