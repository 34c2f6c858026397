"""What participants read, as forms; the consent is built from parts."""

from collections.abc import Iterator
from typing import Any

from django import forms

from studies.dashboard.design.fields import Text, Whole
from studies.dashboard.design.sections import SectionForm
from studies.labels import DESIGN
from studies.languages import LANGUAGES
from studies.models import Study
from studies.services.enrolment.consent import CONSENT_PARTS, LONGEST_PART

_PREFIX = "part_"


class TextsSection(SectionForm):
    key = "texts"
    heading = "Texts"
    lead = (
        "What participants read before they agree, and at the end. Texts may have "
        "Markdown: an empty line begins a paragraph, *stars* make it slanted."
    )

    language = forms.ChoiceField(
        label=DESIGN["language"],
        choices=LANGUAGES,
        help_text="The deck has languages of its own.",
    )
    organiser = Text(
        label=DESIGN["organiser"],
        longest=200,
        required=False,
        help_text="A person or a group, and their university.",
    )
    contact = Text(
        label=DESIGN["contact"],
        longest=200,
        required=False,
        help_text="An e-mail address, a phone number or a web address.",
    )
    ethics_number = Text(label=DESIGN["ethics_number"], longest=100, required=False)
    about_text = Text(
        label=DESIGN["about_text"],
        rows=3,
        required=False,
        help_text="The first words of the page. Empty: one sentence about the cards.",
    )
    minimum_age = Whole(
        label=DESIGN["minimum_age"],
        required=False,
        help_text="A box to tick at the consent. Empty: no box.",
    )
    identities_kept_days = Whole(
        label=DESIGN["identities_kept_days"],
        required=False,
        help_text="The ids and labels by which recruiters and lists know people. "
        "Counted from when the study is over, carried out by itself, and written into "
        "the consent. Empty: kept until you delete them.",
    )
    data_kept_days = Whole(
        label=DESIGN["data_kept_days"],
        required=False,
        help_text="The same for everything that people gave. The design, the log and "
        "what was paid in all stay.",
    )
    consent_text = Text(
        label=DESIGN["consent_text"],
        rows=4,
        required=False,
        help_text="For a text that must stay as your ethics board approved it. "
        "Participants read it first and then every part that is written above, and "
        "always what is stored about them: leave parts empty that it says itself.",
    )
    consent_version = Text(
        label=DESIGN["consent_version"],
        longest=20,
        help_text="Stored with every participant.",
    )
    consent_language = forms.ChoiceField(
        label=DESIGN["consent_language"],
        choices=[("", "as the pages"), *LANGUAGES],
        required=False,
        help_text="What is written for you in it is in this language.",
    )
    debrief_text = Text(
        label=DESIGN["debrief_text"],
        rows=4,
        required=False,
        help_text="What this was about, shown before the completion code.",
    )
    left_debrief_text = Text(
        label=DESIGN["left_debrief_text"],
        rows=3,
        required=False,
        help_text="Empty: one sentence about the cards, and your contact.",
    )
    leavers_read_debrief = forms.BooleanField(
        label=DESIGN["leavers_read_debrief"],
        required=False,
    )

    ABOUT = (
        *("language", "consent_language", "organiser", "contact"),
        *("ethics_number", "about_text", "minimum_age"),
        *("identities_kept_days", "data_kept_days"),
    )
    OWN = ("consent_text", "consent_version")
    AFTER = ("debrief_text", "left_debrief_text", "leavers_read_debrief")

    def initial_of(self, study: Study) -> dict[str, Any]:
        parts = {_PREFIX + name: text for name, text in study.consent_parts.items()}
        return {**super().initial_of(study), **parts}

    def adapt(self, study: Study) -> None:
        self.fields |= dict(consent_part_fields())

    def about_fields(self) -> Iterator[forms.BoundField]:
        return self.some(self.ABOUT)

    def part_fields(self) -> Iterator[forms.BoundField]:
        return self.some(_PREFIX + part.name for part in CONSENT_PARTS)

    def own_fields(self) -> Iterator[forms.BoundField]:
        return self.some(self.OWN)

    def after_fields(self) -> Iterator[forms.BoundField]:
        return self.some(self.AFTER)

    def values(self) -> dict[str, Any]:
        cleaned = super().values()
        names = [part.name for part in CONSENT_PARTS]
        stored = self.study.consent_parts
        written = {n: cleaned.pop(_PREFIX + n, stored.get(n, "")) for n in names}
        cleaned["consent_parts"] = {n: text for n, text in written.items() if text}
        return cleaned


def consent_part_fields() -> Iterator[tuple[str, forms.Field]]:
    """A field for each part of a consent, by its name in forms."""
    for part in CONSENT_PARTS:
        yield (
            _PREFIX + part.name,
            Text(
                label=part.title,
                help_text=part.help,
                rows=2,
                longest=LONGEST_PART,
                required=False,
            ),
        )
