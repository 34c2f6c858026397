"""The arms of a study, and the places in them."""

from django.db import models
from django.db.models import Q

from studies.models.study import Purpose, Study


class Arm(models.Model):
    """A teacher with what it believes of memory, and how many it shall teach.

    ``options`` are what its teacher alone is told. ``prices`` are there for a teacher
    that goes by prices: ``by_step``, and in ``design`` a hash of what they are for.
    """

    study = models.ForeignKey(
        Study, on_delete=models.CASCADE, related_name="arms", db_index=False
    )
    position = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=50)
    teacher = models.CharField(max_length=16)
    theta = models.JSONField(null=True, blank=True)
    options = models.JSONField(default=dict, blank=True)
    prices = models.JSONField(null=True, blank=True, editable=False)
    n_places = models.PositiveIntegerField(default=20)

    class Meta:
        ordering = ("study_id", "position")
        constraints = (
            models.UniqueConstraint(fields=["study", "position"], name="arm_position"),
            models.UniqueConstraint(fields=["study", "name"], name="arm_name"),
            models.CheckConstraint(condition=Q(n_places__gte=1), name="arm_has_places"),
        )

    def __str__(self) -> str:
        return f"{self.name} ({self.teacher})"


class PlaceState(models.TextChoices):
    OPEN = "open"
    TAKEN = "taken"
    COMPLETED = "completed"


class Place(models.Model):
    """One place of an arm. Numbers are the order in which places are given out."""

    study = models.ForeignKey(
        Study, on_delete=models.CASCADE, related_name="places", db_index=False
    )
    arm = models.ForeignKey(Arm, on_delete=models.CASCADE, related_name="places")
    purpose = models.CharField(max_length=10, choices=Purpose)
    number = models.PositiveIntegerField()
    block = models.PositiveIntegerField()
    state = models.CharField(max_length=10, choices=PlaceState, default=PlaceState.OPEN)
    returned_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["study", "purpose", "number"], name="place_number"
            ),
            models.CheckConstraint(
                condition=Q(state__in=PlaceState.values), name="place_state"
            ),
        )
        indexes = (
            models.Index(fields=["study", "purpose", "state"], name="place_pool"),
        )

    def __str__(self) -> str:
        return f"place {self.number} of {self.study_id}"
