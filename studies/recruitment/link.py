"""An open link: anybody may come, and nobody is known."""

import secrets
from collections.abc import Mapping

from studies.recruitment.base import (
    OPEN_LINK,
    Arrival,
    Identity,
    Recruiter,
    clean_id,
)


class Link(Recruiter):
    """People without an id; the nonce of a form makes a double click one session."""

    name = OPEN_LINK

    def read(self, query: Mapping[str, str]) -> Arrival:
        return Arrival(self.name)

    def _identity(self, arrival: Arrival) -> Identity:
        nonce = clean_id(arrival.nonce) if arrival.nonce else secrets.token_urlsafe(32)
        # A nonce is random: folding its case would throw half of it away.
        return Identity(self.name, nonce, nonce)
