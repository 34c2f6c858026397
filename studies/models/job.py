"""Work that takes longer than a request: who asked for it, and how far it is."""

from django.db import models
from django.db.models import Q

from studies.models.study import Study


class JobKind(models.TextChoices):
    SIMULATION = "simulation", "simulated participants"
    POWER = "power", "power of the design"
    REGRADING = "regrading", "a second set of verdicts"
    EXPORT = "export", "export"
    ANALYSIS = "analysis", "results"
    CERTIFICATE = "certificate", "what the teachers can reach"


class JobState(models.TextChoices):
    QUEUED = "queued"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"
    CANCELLED = "cancelled"


LONGEST_MESSAGE = 300
UNDER_WAY = (JobState.QUEUED, JobState.RUNNING)


class Job(models.Model):
    """Something that a researcher asked for and a worker does in the background.

    Whoever works on it is a ``run``: when a worker dies, its job gets another one, and
    what the old run may still want to say is not stored.
    """

    study = models.ForeignKey(Study, on_delete=models.CASCADE, related_name="jobs")
    kind = models.CharField(max_length=16, choices=JobKind)
    who = models.CharField(max_length=150)
    options = models.JSONField(default=dict)
    state = models.CharField(max_length=10, choices=JobState, default=JobState.QUEUED)
    n_done = models.PositiveIntegerField(default=0)
    n_total = models.PositiveIntegerField()
    message = models.CharField(max_length=LONGEST_MESSAGE, blank=True)
    result = models.JSONField(null=True, blank=True)

    asked_at = models.DateTimeField()
    started_at = models.DateTimeField(null=True, blank=True)
    heartbeat_at = models.DateTimeField(null=True, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)

    task_id = models.UUIDField(null=True, blank=True, help_text="Its row in the queue.")
    run = models.UUIDField(null=True, blank=True)
    n_attempts = models.PositiveSmallIntegerField(
        default=0, help_text="How often it was begun since it last came further."
    )

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["study", "kind"],
                condition=Q(state__in=UNDER_WAY),
                name="one_job_of_a_kind_at_a_time",
            ),
            models.CheckConstraint(
                condition=Q(state__in=JobState.values), name="job_state"
            ),
        )

    def __str__(self) -> str:
        return f"{self.kind} {self.pk} of {self.study_id}"

    @property
    def is_under_way(self) -> bool:
        return self.state in UNDER_WAY
