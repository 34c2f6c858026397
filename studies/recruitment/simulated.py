"""Participants made of code. No link leads them here: they come by the API."""

from collections.abc import Mapping
from dataclasses import replace

from studies.recruitment.base import Arrival, Identity, Recruiter, Terms


class Simulated(Recruiter):
    """People who are none, and are marked as such; there is nobody to impersonate."""

    name = "simulated"
    title = "a simulation"
    is_simulated = True
    advice = "Send them from the page of the pilot."

    def read(self, query: Mapping[str, str], terms: Terms) -> None:
        return None

    def _identity(self, arrival: Arrival, terms: Terms) -> Identity:
        return replace(
            super()._identity(arrival, terms), is_simulated=True, is_proof=True
        )
