"""Who takes part: a pseudonym, and apart from it who the recruiter says it is."""

import secrets

from django.db import models
from django.db.models import Q


def new_pseudonym() -> str:
    """64 random bits, as hexadecimal."""
    return secrets.token_hex(8)


class Participant(models.Model):
    """A person in one study, known to every analysis by a random pseudonym alone.

    In another study they have another one, so that nobody can put the two together.
    """

    pseudonym = models.CharField(max_length=16, unique=True, default=new_pseudonym)
    created_at = models.DateTimeField()

    def __str__(self) -> str:
        return self.pseudonym


class RecruiterIdentity(models.Model):
    """Who a participant is at a recruiter. Deleted on erasure."""

    participant = models.OneToOneField(
        Participant, on_delete=models.CASCADE, related_name="identity"
    )
    study = models.ForeignKey(
        "studies.Study",
        on_delete=models.CASCADE,
        related_name="identities",
        db_index=False,
    )
    recruiter = models.CharField(max_length=16)
    person_key = models.CharField(max_length=64)
    external_id = models.CharField(max_length=64, blank=True)

    class Meta:
        verbose_name_plural = "recruiter identities"
        constraints = (
            models.UniqueConstraint(
                fields=["study", "recruiter", "person_key"],
                name="one_participant_per_person",
            ),
        )

    def __str__(self) -> str:
        return f"{self.recruiter}: {self.participant_id}"


class ErasedPerson(models.Model):
    """That somebody was in a study, as a keyed hash, until it expires."""

    study = models.ForeignKey(
        "studies.Study", on_delete=models.CASCADE, related_name="erased_people"
    )
    digest = models.CharField(max_length=64, unique=True)
    expires_at = models.DateTimeField(db_index=True)

    class Meta:
        verbose_name_plural = "erased people"

    def __str__(self) -> str:
        return f"erased person {self.pk}"


class KnownWorker(models.Model):
    """Who handed in the code of somebody who came by a link, as a keyed hash.

    So the same worker is known again, by whichever way they come next. The hash is
    empty where several handed in the same code: then it is not known whose it is.
    """

    session = models.OneToOneField(
        "studies.TeachingSession",
        on_delete=models.CASCADE,
        related_name="known_worker",
    )
    study = models.ForeignKey(
        "studies.Study", on_delete=models.CASCADE, related_name="known_workers"
    )
    recruiter = models.CharField(max_length=16)
    digest = models.CharField(max_length=64, db_index=True)
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"worker of {self.session_id}"

    @property
    def is_contested(self) -> bool:
        return not self.digest


class PersonalLink(models.Model):
    """Somebody who was given a link of their own, by a label that researchers chose.

    ``key`` is equal for all spellings of a label. The link itself is not stored: it is
    signed anew whenever it is shown.
    """

    study = models.ForeignKey(
        "studies.Study",
        on_delete=models.CASCADE,
        related_name="personal_links",
        db_index=False,
    )
    label = models.CharField(max_length=64)
    key = models.CharField(max_length=64)
    created_at = models.DateTimeField()

    class Meta:
        ordering = ("pk",)
        constraints = (
            models.UniqueConstraint(fields=["study", "key"], name="one_link_per_label"),
        )

    def __str__(self) -> str:
        return f"personal link {self.pk}"


class Proof(models.TextChoices):
    """What showed that an arrival is of the person whose session it is.

    ``TAKEN`` is no coming back: somebody else brought the assignment of the session
    and was not let in.
    """

    FIRST = "first", "it made the session"
    ASSIGNMENT = "assignment", "the assignment that came first"
    SECRET = "secret", "an id that nobody else knows"
    SIGNED = "signed", "a link that the recruiter signed"
    NONE = "none", "nothing"
    TAKEN = "taken", "another worker brought its assignment"


class ArrivalRecord(models.Model):
    """One coming through a recruiter's link. Rows are added and never changed, but for
    an erasure, which empties the assignment."""

    session = models.ForeignKey(
        "studies.TeachingSession", on_delete=models.CASCADE, related_name="arrivals"
    )
    recruiter = models.CharField(max_length=16)
    assignment = models.CharField(max_length=64, blank=True)
    task = models.CharField(
        max_length=64, blank=True, help_text="What the recruiter calls the study."
    )
    key_id = models.CharField(
        max_length=64,
        blank=True,
        help_text="The recruiter's key under the link, if the signature was checked.",
    )
    site = models.CharField(
        max_length=64, blank=True, help_text="Where the task is handed in."
    )
    proof = models.CharField(max_length=10, choices=Proof)
    at = models.DateTimeField()

    class Meta:
        constraints = (
            models.CheckConstraint(
                condition=Q(proof__in=Proof.values), name="arrival_proof"
            ),
        )
        indexes = (models.Index(fields=["assignment"], name="arrival_assignment"),)

    def __str__(self) -> str:
        return f"arrival {self.pk} of {self.session_id}"

    @property
    def is_proved(self) -> bool:
        return self.proof not in (Proof.NONE, Proof.TAKEN)


class AccessToken(models.Model):
    """The SHA-256 of a secret that opens a session; the secret is not stored."""

    session = models.ForeignKey(
        "studies.TeachingSession", on_delete=models.CASCADE, related_name="tokens"
    )
    arrival = models.ForeignKey(
        ArrivalRecord,
        on_delete=models.CASCADE,
        null=True,
        blank=True,
        related_name="tokens",
    )
    digest = models.CharField(max_length=64, unique=True)
    created_at = models.DateTimeField()
    expires_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"token {self.pk}"
