"""What people agree to, and how long what they gave is kept."""

from django.db import models


class Consent(models.Model):
    """The words of the consent, and the promises about time in it."""

    consent_version = models.CharField(max_length=20, default="1")
    consent_language = models.CharField(
        max_length=16, blank=True, help_text="If empty, that of the pages."
    )
    consent_text = models.TextField(blank=True)
    consent_parts = models.JSONField(
        default=dict, blank=True, help_text="What the consent text is built from."
    )
    minimum_age = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="Asked for by a box to tick at the consent."
    )
    identities_kept_days = models.PositiveIntegerField(
        null=True,
        blank=True,
        help_text="From when the study is over until who took part is deleted.",
    )
    data_kept_days = models.PositiveIntegerField(
        null=True,
        blank=True,
        help_text="From when the study is over until all answers are deleted.",
    )
    identities_deleted_at = models.DateTimeField(null=True, blank=True, editable=False)
    data_deleted_at = models.DateTimeField(null=True, blank=True, editable=False)

    class Meta:
        abstract = True
