"""What happened: a chained log of state changes, and what the browser told."""

from django.db import models

from studies.models.session import TeachingSession


class LogKind(models.TextChoices):
    CONSENTED = "consented"
    TIME_GRANTED = "time_granted"
    PHASE = "phase"
    ALLOCATED = "allocated"
    CHOSEN = "chosen"
    SERVED = "served"
    TAKEN_BACK = "taken_back"
    CLOSED = "closed"
    LATE_TEXT = "late_text"
    REVIEWED = "reviewed"
    AWAY = "away"
    RESUMED = "resumed"
    ANSWERED_QUESTIONS = "answered_questions"
    COMPLETED = "completed"
    WITHDRAWN = "withdrawn"
    SCREENED_OUT = "screened_out"
    ERASED = "erased"


class LogEntry(models.Model):
    """One state change; its hash covers the entry before it."""

    session = models.ForeignKey(
        TeachingSession, on_delete=models.CASCADE, related_name="log", db_index=False
    )
    number = models.PositiveIntegerField()
    at = models.DateTimeField()
    kind = models.CharField(max_length=20, choices=LogKind)
    payload = models.TextField(null=True)  # noqa: DJ001
    salt = models.CharField(max_length=32, null=True)  # noqa: DJ001
    payload_digest = models.CharField(max_length=64)
    hash = models.CharField(max_length=64)

    class Meta:
        verbose_name_plural = "log entries"
        constraints = (
            models.UniqueConstraint(
                fields=["session", "number"], name="log_entry_number"
            ),
        )
        # A session has few of them among hundreds of entries, and answers write none.
        indexes = (
            models.Index(
                fields=["session", "number"],
                condition=models.Q(kind=LogKind.PHASE),
                name="log_of_phases",
            ),
        )

    def __str__(self) -> str:
        return f"{self.number} {self.kind} of {self.session_id}"


class EventKind(models.TextChoices):
    FOCUS = "focus", "came back to the window"
    BLUR = "blur", "left the window"
    HIDDEN = "hidden", "page out of sight"
    VISIBLE = "visible", "page in sight again"
    PASTE = "paste", "pasted something"
    OFFLINE = "offline", "connection lost"
    ONLINE = "online", "connection back"
    RETRY = "retry", "sent an answer again"
    PICTURE_SHOWN = "picture_shown", "picture appeared"
    PICTURE_FAILED = "picture_failed", "picture failed"
    FIRST_KEY = "first_key", "first key pressed"
    STILL_THERE = "still_there", "said to be still there"


class BrowserEvent(models.Model):
    """What a browser told, never believed."""

    session = models.ForeignKey(
        TeachingSession, on_delete=models.CASCADE, related_name="events"
    )
    received_at = models.DateTimeField()
    kind = models.CharField(max_length=16, choices=EventKind)
    phase = models.CharField(max_length=16, blank=True)
    step = models.PositiveIntegerField(null=True, blank=True)
    client_ms = models.FloatField(null=True, blank=True)

    class Meta:
        constraints = (
            models.CheckConstraint(
                condition=models.Q(kind__in=EventKind.values), name="event_kind"
            ),
        )

    def __str__(self) -> str:
        return f"{self.kind} of {self.session_id}"
