"""Personal links: a label that researchers chose, signed by the server."""

import hmac
import re
from collections.abc import Mapping
from urllib.parse import urlencode

from studies.errors import AlteredLinkError
from studies.recruitment.base import Arrival, Identity, Recruiter, Terms

LABEL = re.compile(r"[A-Za-z0-9_-]{1,64}")


class Personal(Recruiter):
    """People whom researchers sent a link each; nobody else can make one."""

    name = "personal"
    title = "personal links"
    person_id = LABEL
    advice = "Make a link for everybody on your list, and give each person theirs."
    has_link = False
    stored_as = "label"

    def read(self, query: Mapping[str, str], terms: Terms) -> Arrival | None:
        if "label" not in query or "signature" not in query:
            return None
        return Arrival(self.name, person=query["label"], proof=query["signature"])

    def _identity(self, arrival: Arrival, terms: Terms) -> Identity:
        identity = super()._identity(arrival, terms)
        signature = terms.sign(identity.key).encode()
        if not hmac.compare_digest(arrival.proof.strip().encode(), signature):
            raise AlteredLinkError
        return identity.as_proved()


def personal_query(label: str, terms: Terms) -> str:
    """What the link of ``label`` ends with."""
    signature = terms.sign(label.upper())
    return "?" + urlencode({"label": label, "signature": signature})
