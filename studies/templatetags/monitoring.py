"""How the pages of a running study say things."""

from django import template

from studies.models.recruitment import Proof
from studies.models.session import Phase
from studies.recruitment import RECRUITERS
from studies.services.links.finishing import AS_FROM

register = template.Library()

_PROOFS = {
    Proof.FIRST: "for the first time",
    Proof.ASSIGNMENT: "back with the assignment that came first",
    Proof.SECRET: "back with an id that nobody else knows",
    Proof.SIGNED: "by a link that the recruiter signed",
    Proof.NONE: "back without proof of being the same person",
    Proof.TAKEN: "turned away: another person brought this assignment",
}


@register.filter
def phase_words(phase: str) -> str:
    """A phase as people write it: questions before, not questions_before.

    What a browser says it was in may be anything, and stays as it is.
    """
    return Phase(phase).label.lower() if phase in Phase.values else phase


@register.filter
def time_words(minutes: float) -> str:
    """Seconds of what takes less than a minute, else minutes."""
    seconds = round(minutes * 60)
    return f"{seconds} s" if seconds < 60 else f"{minutes:.1f} min"


@register.filter
def recruiter_words(name: str) -> str:
    """Whose people they are, or come as in a try: Prolific, or an open link."""
    recruiter = RECRUITERS.get(name.removeprefix(AS_FROM))
    return recruiter.title if recruiter else name


@register.filter
def proof_words(proof: str) -> str:
    """How somebody came, and whether it is sure that they are the same person."""
    return _PROOFS[Proof(proof)] if proof in Proof.values else proof
