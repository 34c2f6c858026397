"""What participants read, and what they are paid."""

from decimal import Decimal

from django.db import models
from django.utils.formats import number_format
from django.utils.translation import override

from studies.languages import DEFAULT_LANGUAGE, LANGUAGES


class Words(models.Model):
    """In which language, from whom, for how much."""

    language = models.CharField(
        max_length=8,
        choices=LANGUAGES,
        default=DEFAULT_LANGUAGE,
        help_text="Of the pages; the deck has languages of its own.",
    )
    about_text = models.TextField(blank=True, help_text="What this is, in Markdown.")
    organiser = models.CharField(max_length=200, blank=True)
    contact = models.CharField(
        max_length=200, blank=True, help_text="Whom to write to: an e-mail address."
    )
    ethics_number = models.CharField(max_length=100, blank=True)
    pay_text = models.CharField(
        max_length=200, blank=True, help_text="What finishing pays, such as 4 dollars."
    )
    pay_amount = models.DecimalField(
        max_digits=8,
        decimal_places=2,
        null=True,
        blank=True,
        help_text="For the summary of costs; participants read the pay text.",
    )
    currency = models.CharField(max_length=3, default="USD")
    fee_percent = models.DecimalField(
        max_digits=5,
        decimal_places=2,
        default=0,
        help_text="What the recruiter takes on top of the pay.",
    )
    pays_withdrawn = models.BooleanField(
        default=False,
        help_text="Those who stop early or run out of time get a code as well.",
    )
    pays_screened_out = models.BooleanField(
        default=False, help_text="Those who are screened out get a code as well."
    )
    partial_pay_amount = models.DecimalField(
        max_digits=8,
        decimal_places=2,
        null=True,
        blank=True,
        help_text="What such a code pays, for the list of payments.",
    )
    partial_pay_text = models.CharField(
        max_length=200, blank=True, help_text="What such a code pays, such as 1 dollar."
    )
    debrief_text = models.TextField(
        blank=True, help_text="Shown before the completion code, in Markdown."
    )
    left_debrief_text = models.TextField(
        blank=True,
        help_text="Shown to those who leave or are screened out, in Markdown; "
        "if empty, a sentence and the contact.",
    )
    leavers_read_debrief = models.BooleanField(
        default=False,
        help_text="Those who leave or are screened out read the debriefing of those "
        "who finish. They may come again, or tell others.",
    )
    completion_url = models.CharField(
        max_length=500,
        blank=True,
        help_text="The way back to the recruiter; {code} becomes the code.",
    )

    class Meta:
        abstract = True

    @property
    def pay_words(self) -> str:
        """What participants read of the pay: its own words, else the amount."""
        return self.pay_text or self._say(self.pay_amount)

    @property
    def partial_pay_words(self) -> str:
        """What participants read of the part that a code without finishing pays."""
        return self.partial_pay_text or self._say(self.partial_pay_amount)

    def _say(self, amount: Decimal | None) -> str:
        if not amount:
            return ""
        with override(self.language):
            return f"{number_format(amount, 2)} {self.currency}"
