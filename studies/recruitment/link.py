"""An open link: anybody may come, and nobody is known."""

import hashlib
import secrets
from collections.abc import Mapping

from studies.recruitment.base import (
    OPEN_LINK,
    Arrival,
    Identity,
    Recruiter,
    Terms,
    clean_id,
)
from studies.recruitment.options import Option

ONCE = "once_per_browser"


class Link(Recruiter):
    """People without an id; the nonce of a form makes a double click one session.

    Whoever has the nonce has the session, so it is hashed before it is stored.
    """

    name = OPEN_LINK
    title = "an open link"
    knows_people = False
    advice = "Give this to anybody, or show them the code."
    options = (
        Option(
            ONCE,
            "Let browsers remember who began, and flag who comes again",
            is_switch=True,
        ),
    )

    def read(self, query: Mapping[str, str], terms: Terms) -> Arrival:
        return Arrival(self.name)

    def _identity(self, arrival: Arrival, terms: Terms) -> Identity:
        nonce = clean_id(arrival.nonce) if arrival.nonce else secrets.token_urlsafe(32)
        # A nonce is random: folding its case would throw half of it away.
        digest = hashlib.sha256(nonce.encode()).hexdigest()
        return Identity(self.name, digest, external_id="", is_proof=True)
