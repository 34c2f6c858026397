"""What the link of a study says before anybody agrees to anything."""

from dataclasses import dataclass

from django.utils.safestring import SafeString

from studies.models import Study
from studies.services.decks.content import content_of
from studies.services.enrolment.consent import build_consent
from studies.services.markdown import render_markdown
from studies.services.session.showing.progress import Duration, duration_of


@dataclass(frozen=True)
class StudyOffer:
    """The texts of the join page, as HTML."""

    about: SafeString
    consent: SafeString
    duration: Duration
    needs_sight: bool


def describe_offer(study: Study) -> StudyOffer:
    """What participants of ``study`` read first."""
    return StudyOffer(
        about=render_markdown(study.about_text),
        consent=render_markdown(build_consent(study)),
        duration=duration_of(study),
        needs_sight=content_of(study.deck_version).needs_sight,
    )
