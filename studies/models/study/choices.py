"""What a study can be, want and be for."""

from django.db import models


class StudyState(models.TextChoices):
    DRAFT = "draft"
    PILOT = "pilot"
    LIVE = "live"
    PAUSED = "paused"
    CLOSED = "closed"


ASKING = (StudyState.PILOT, StudyState.LIVE, StudyState.PAUSED)


class Sampling(models.TextChoices):
    SIMPLE = "simple"
    STRATIFIED = "stratified"


class PrimaryOutcome(models.TextChoices):
    """What arms are compared on, one number per participant."""

    LEARNT = "learnt", "of the concepts wrong before, the share right after"
    NET_GAIN = "net_gain", "share right after minus share right before"
    GAINED = "gained", "wrong before and right after, of all concepts"


class PrimaryTest(models.TextChoices):
    """How arms are compared; the other way stands beside it."""

    WELCH = "welch", "the means as they are (Welch’s t)"
    ANCOVA = "ancova", "given the prequiz (ANCOVA)"


class Purpose(models.TextChoices):
    REAL = "real"
    PILOT = "pilot"
    PREVIEW = "preview"
    SIMULATED = "simulated"
    PRACTICE = "practice"


class ChangeKind(models.TextChoices):
    TOP_UP = "top_up"
    AMENDMENT = "amendment"
