"""Questions that are asked before the cards and after them."""

from django.db import models


class QuestionKind(models.TextChoices):
    """How a question is answered."""

    CHOICE = "choice", "one of several answers"
    MULTIPLE = "multiple", "any number of several answers"
    SCALE = "scale", "a scale whose every point says what it means"
    LABELLED_SCALE = "labelled_scale", "a scale with words at its two ends"
    NUMBER = "number", "a number"
    TEXT = "text", "a text of their own"
    PLAIN = "plain", "nothing: words to read"


WITH_OPTIONS = (
    *(QuestionKind.CHOICE, QuestionKind.MULTIPLE),
    *(QuestionKind.SCALE, QuestionKind.LABELLED_SCALE),
)


class Questionnaire(models.Model):
    """Questions in their order, as plain data.

    Each is ``{id, kind, label, options, required}``; a labelled scale has ``low`` and
    ``high`` too, a number ``min`` and ``max``, and whatever is asked before may have
    ``screen_out``: the answers with which the study ends kindly.
    """

    name = models.CharField(max_length=100)
    items = models.JSONField(default=list)

    def __str__(self) -> str:
        return self.name
