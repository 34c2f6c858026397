"""What opens doors for researchers: invitations to a team, and tokens of the API.

Of both only the SHA-256 is stored; the secret itself is shown once.
"""

from datetime import datetime

from django.conf import settings
from django.db import models
from django.db.models import Q

from studies.models.study import Study
from studies.models.team import Role


class InvitationQuerySet(models.QuerySet["Invitation"]):
    def open_at(self, now: datetime) -> models.QuerySet["Invitation"]:
        """Those that still let somebody in."""
        lasting = Q(expires_at__isnull=True) | Q(expires_at__gt=now)
        return self.filter(lasting, used_at__isnull=True, revoked_at__isnull=True)


class Invitation(models.Model):
    """A link by which one person joins a team. Names are kept as in the log."""

    study = models.ForeignKey(
        Study, on_delete=models.CASCADE, related_name="invitations"
    )
    role = models.CharField(max_length=8, choices=Role)
    email = models.EmailField(blank=True, help_text="Whom it was meant for.")
    digest = models.CharField(max_length=64, unique=True)
    invited_by = models.CharField(max_length=150)
    created_at = models.DateTimeField()
    expires_at = models.DateTimeField(null=True, blank=True)
    used_at = models.DateTimeField(null=True, blank=True)
    used_by = models.CharField(max_length=150, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)

    objects = InvitationQuerySet.as_manager()

    class Meta:
        ordering = ("-pk",)
        constraints = (
            models.CheckConstraint(
                condition=Q(role__in=Role.values), name="invitation_role"
            ),
        )

    def __str__(self) -> str:
        return f"invitation {self.pk} to {self.study_id}"


class ApiToken(models.Model):
    """The SHA-256 of a secret by which a program acts for a researcher."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        related_name="api_tokens",
        db_index=False,
    )
    name = models.CharField(max_length=60)
    digest = models.CharField(max_length=64, unique=True)
    created_at = models.DateTimeField()
    expires_at = models.DateTimeField(null=True, blank=True)
    last_used_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("-pk",)
        constraints = (
            models.UniqueConstraint(fields=["user", "name"], name="api_token_name"),
        )

    def __str__(self) -> str:
        return f"token {self.name} of {self.user_id}"


class SecondFactor(models.Model):
    """What the phone of a researcher makes codes of, beside their password.

    The server has to make the same codes, so the secret itself is stored.
    """

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="second_factor"
    )
    secret = models.CharField(max_length=64)
    last_step = models.BigIntegerField(help_text="Codes up to here are used up.")
    created_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"second factor of {self.user_id}"


class RecoveryCode(models.Model):
    """The SHA-256 of a code on paper, for whoever lost their phone; used, it goes."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        related_name="recovery_codes",
        db_index=False,
    )
    digest = models.CharField(max_length=64)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["user", "digest"], name="recovery_code"),
        )

    def __str__(self) -> str:
        return f"recovery code of {self.user_id}"
