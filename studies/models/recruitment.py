"""Who takes part: a pseudonym, and apart from it who the recruiter says it is."""

import secrets

from django.db import models


def new_pseudonym() -> str:
    """64 random bits, as hexadecimal."""
    return secrets.token_hex(8)


class Participant(models.Model):
    """A person, known to every analysis by a random pseudonym alone."""

    pseudonym = models.CharField(max_length=16, unique=True, default=new_pseudonym)
    created_at = models.DateTimeField()

    def __str__(self) -> str:
        return self.pseudonym


class RecruiterIdentity(models.Model):
    """Who a participant is at a recruiter. Deleted on erasure."""

    participant = models.OneToOneField(
        Participant, on_delete=models.CASCADE, related_name="identity"
    )
    recruiter = models.CharField(max_length=16)
    person_key = models.CharField(max_length=64)
    external_id = models.CharField(max_length=64)
    assignment = models.CharField(max_length=64, blank=True)

    class Meta:
        verbose_name_plural = "recruiter identities"
        constraints = (
            models.UniqueConstraint(
                fields=["recruiter", "person_key"], name="one_participant_per_person"
            ),
        )

    def __str__(self) -> str:
        return f"{self.recruiter}: {self.participant_id}"


class AccessToken(models.Model):
    """The SHA-256 of a secret that opens a session; the secret is not stored."""

    session = models.ForeignKey(
        "studies.TeachingSession", on_delete=models.CASCADE, related_name="tokens"
    )
    digest = models.CharField(max_length=64, unique=True)
    created_at = models.DateTimeField()
    expires_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"token {self.pk}"
