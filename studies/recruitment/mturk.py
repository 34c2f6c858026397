"""Amazon Mechanical Turk: workers with assignments, who may look before they accept."""

import re
from collections.abc import Mapping
from dataclasses import replace
from decimal import Decimal
from typing import Any

from studies.recruitment.base import (
    Arrival,
    Identity,
    Recruiter,
    Terms,
    gettext_noop,
)
from studies.recruitment.finish import Ending, Finish

CODE_FIELD = "completion_code"
SITES = {
    "production": "https://www.mturk.com",
    "sandbox": "https://workersandbox.mturk.com",
}
_SUBMIT = "/mturk/externalSubmit"
# Browsers hold a policy also against where a posted form is redirected, and workers
# are at another host than the one that takes forms.
_LEADS_ON = {SITES["production"]: ("https://worker.mturk.com",)}


class MTurk(Recruiter):
    """Workers; MTurk gives an assignment once the task is accepted.

    The last page hands the task in by a form, from within MTurk's frame.
    """

    name = "mturk"
    title = "Amazon Mechanical Turk"
    task = gettext_noop("this HIT")
    person_id = re.compile(r"[A-Za-z0-9]{1,64}")
    # More for HITs of many people and for Masters, which each offer tells.
    usual_fee_percent = Decimal(20)
    currencies = ("USD",)
    advice = (
        "Offer it on the page Recruiting. If you create HITs elsewhere, enter this as "
        "the address of an external question; MTurk adds its parameters itself."
    )

    def name_for_people(self, options: Mapping[str, Any]) -> str:
        return "Mechanical Turk"

    def read(self, query: Mapping[str, str], terms: Terms) -> Arrival | None:
        if not {"assignmentId", "workerId"} & query.keys():
            return None
        return Arrival(
            self.name,
            person=query.get("workerId", ""),
            assignment=query.get("assignmentId", ""),
            task=query.get("hitId", ""),
            site=query.get("turkSubmitTo", ""),
        )

    def finish(self, ending: Ending, terms: Terms) -> Finish:
        if not (ending.code and ending.assignment and terms.site):
            return super().finish(ending, terms)
        site = ending.site if ending.site in _allowed(terms) else terms.site
        return Finish(
            ending.code,
            site + _SUBMIT,
            {"assignmentId": ending.assignment, CODE_FIELD: ending.code},
            hosts=(site, *_LEADS_ON.get(site, ())),
        )

    def _identity(self, arrival: Arrival, terms: Terms) -> Identity:
        site = arrival.site.strip().rstrip("/")
        known = site if site in _allowed(terms) else ""
        return replace(super()._identity(arrival, terms), site=known)


def _allowed(terms: Terms) -> frozenset[str]:
    """Where forms may go: to MTurk, or to the stand-in that the server is told of.

    What a link says about it is anybody's to write.
    """
    own = frozenset(SITES.values())
    return own if terms.site in own else frozenset({terms.site} - {""})
