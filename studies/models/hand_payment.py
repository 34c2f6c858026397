"""Payments that no recruiter made: cash in a lab, a transfer, a voucher."""

from django.db import models
from django.db.models import Q

from studies.models.session import TeachingSession
from studies.models.study import Study


class HandPayment(models.Model):
    """That somebody was paid by hand, or, with less than nothing, that they were not.

    Rows are added and never changed, but for an erasure, which cuts ``session``, for
    which the hash ``claim`` stays, and empties ``note``. Amounts are in minor units.
    The token is a hash over random names: there is one row for each time that somebody
    is marked, and one that takes it back.
    """

    study = models.ForeignKey(
        Study, on_delete=models.CASCADE, related_name="hand_payments", db_index=False
    )
    session = models.ForeignKey(
        TeachingSession,
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="hand_payments",
    )
    amount = models.IntegerField()
    currency = models.CharField(max_length=3)
    paid_on = models.DateField()
    note = models.CharField(max_length=200, blank=True)
    token = models.CharField(max_length=64, unique=True)
    claim = models.CharField(max_length=64, blank=True)
    undoes = models.OneToOneField(
        "self",
        on_delete=models.CASCADE,
        null=True,
        blank=True,
        related_name="undoing",
    )
    at = models.DateTimeField()
    who = models.CharField(max_length=150)

    class Meta:
        constraints = (
            models.CheckConstraint(
                condition=Q(amount__gt=0, undoes__isnull=True)
                | Q(amount__lt=0, undoes__isnull=False),
                name="hand_payment_or_its_undoing",
            ),
        )
        indexes = (models.Index(fields=["study", "-at"], name="hand_payments_of"),)

    def __str__(self) -> str:
        return f"payment by hand {self.pk}"
