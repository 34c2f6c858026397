"""Decks: versions that never change, their concepts and pictures."""

import uuid
from enum import StrEnum

from django.conf import settings
from django.db import models

from studies.grading.rule import ArticleRule, Level


def _choices(words: type[StrEnum]) -> list[tuple[str, str]]:
    """What is stored of each word, and how people read it."""
    return [(word.value, word.name.replace("_", " ").title()) for word in words]


GRADING_LEVELS = _choices(Level)
ARTICLE_RULES = _choices(ArticleRule)
SOUND_TYPES = ["audio/mpeg", "audio/ogg", "audio/wav", "audio/mp4"]


class Credited(models.Model):
    """Somebody's work, and under which licence it is used."""

    source = models.CharField(max_length=300, blank=True)
    licence = models.CharField(max_length=100, blank=True)
    attribution = models.TextField(blank=True)

    class Meta:
        abstract = True


class Deck(models.Model):
    """A named set of concepts; what it holds is in its versions."""

    slug = models.SlugField(unique=True)
    title = models.CharField(max_length=200)

    def __str__(self) -> str:
        return self.title


class DeckVersion(Credited):
    """One state of a deck. Never changed: other content makes another version."""

    deck = models.ForeignKey(
        Deck, on_delete=models.PROTECT, related_name="versions", db_index=False
    )
    number = models.PositiveIntegerField()
    fingerprint = models.CharField(max_length=64)
    prompt_language = models.CharField(max_length=16)
    answer_language = models.CharField(max_length=16)
    extra_letters = models.CharField(max_length=64, blank=True)
    grading_version = models.PositiveSmallIntegerField(default=1)
    grading_level = models.CharField(
        max_length=16, choices=GRADING_LEVELS, default=Level.NORMAL.value
    )
    article_rule = models.CharField(
        max_length=24, choices=ARTICLE_RULES, default=ArticleRule.IGNORE.value
    )
    created_at = models.DateTimeField()

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["deck", "number"], name="deck_version_number"
            ),
            models.UniqueConstraint(
                fields=["deck", "fingerprint"], name="deck_version_content"
            ),
        )

    def __str__(self) -> str:
        return f"{self.deck.title}, version {self.number}"


class Picture(Credited):
    """A picture under a random id, so that its address tells nothing.

    ``content`` is what is sent; ``original`` what it was made of, if that is something
    else. The digest is of what it was made of.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    content = models.BinaryField()
    original = models.BinaryField(null=True, blank=True)
    content_type = models.CharField(max_length=50)
    size = models.PositiveIntegerField()
    digest = models.CharField(max_length=64, unique=True)

    class Meta:
        constraints = (
            models.CheckConstraint(
                condition=models.Q(
                    content_type__in=["image/svg+xml", "image/png", "image/jpeg"]
                ),
                name="picture_type",
            ),
        )

    def __str__(self) -> str:
        return str(self.id)

    @property
    def source_content(self) -> bytes:
        return bytes(self.content if self.original is None else self.original)


class Sound(models.Model):
    """How an answer is said, under a random id, so that its address tells nothing."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    content = models.BinaryField()
    content_type = models.CharField(max_length=50)
    size = models.PositiveIntegerField()
    digest = models.CharField(max_length=64, unique=True)

    class Meta:
        constraints = (
            models.CheckConstraint(
                condition=models.Q(content_type__in=SOUND_TYPES), name="sound_type"
            ),
        )

    def __str__(self) -> str:
        return str(self.id)


class Concept(Credited):
    """One thing to learn: what is shown, what is accepted, what is believed of it."""

    deck_version = models.ForeignKey(
        DeckVersion, on_delete=models.PROTECT, related_name="concepts", db_index=False
    )
    number = models.PositiveIntegerField()
    prompt = models.CharField(max_length=300, blank=True)
    answer = models.CharField(max_length=200)
    article = models.CharField(max_length=16, blank=True)
    plural = models.CharField(max_length=200, blank=True)
    alternatives = models.JSONField(default=list, blank=True)
    other_plurals = models.JSONField(default=list, blank=True)
    too_general = models.JSONField(default=list, blank=True)
    look_alikes = models.JSONField(default=list, blank=True)
    level = models.CharField(max_length=50, blank=True)
    theta_a = models.FloatField()
    theta_b = models.FloatField()
    theta_c = models.FloatField()
    picture = models.ForeignKey(
        Picture, on_delete=models.PROTECT, null=True, blank=True
    )
    sound = models.ForeignKey(Sound, on_delete=models.PROTECT, null=True, blank=True)
    is_practice = models.BooleanField(default=False)

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["deck_version", "number"], name="concept_number"
            ),
            models.CheckConstraint(
                condition=~models.Q(answer=""), name="concept_has_answer"
            ),
        )

    def __str__(self) -> str:
        return f"{self.number}: {self.answer}"

    @property
    def theta(self) -> tuple[float, float, float]:
        return (self.theta_a, self.theta_b, self.theta_c)


class DeckUpload(models.Model):
    """Files that a researcher looks at before they become a deck; soon deleted."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE)
    table = models.BinaryField()
    pictures = models.BinaryField(blank=True)
    about = models.JSONField(default=dict)
    created_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"upload of {self.created_at:%Y-%m-%d %H:%M}"
