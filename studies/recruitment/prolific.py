"""Prolific: participants with submissions, which it calls sessions."""

import re
from collections.abc import Collection, Mapping
from dataclasses import replace
from decimal import Decimal
from typing import Any
from urllib.parse import quote

from studies.recruitment.base import (
    Arrival,
    Identity,
    Recruiter,
    Terms,
    gettext_noop,
)
from studies.recruitment.finish import COMPLETED, Ending, Finish
from studies.recruitment.options import (
    CODE_OPTIONS,
    ENDS,
    Option,
    fee_option,
    find_uncoded,
    pick_code,
)

SIGNED = "requires_signature"


class Prolific(Recruiter):
    """Participants, by the parameters that Prolific adds to a study's link."""

    name = "prolific"
    title = "Prolific"
    task = gettext_noop("your submission")
    person_id = re.compile(r"[0-9A-Fa-f]{24}")
    parameters = (
        "?PROLIFIC_PID={{%PROLIFIC_PID%}}"
        "&STUDY_ID={{%STUDY_ID%}}&SESSION_ID={{%SESSION_ID%}}"
    )
    advice = (
        "Enter this as the address of the study, with its braces: Prolific puts each "
        "person's id in their place."
    )
    without_way_back = (
        "enter the code that Prolific shows for those who finish, under Prolific."
    )
    way_back_option = "code_completed"
    usual_fee_percent = Decimal(33)
    currencies = ("GBP", "USD")
    options = (
        Option(
            SIGNED,
            "Take only links that Prolific signed",
            "Without it anybody can make a link up. Switch secure links on at Prolific "
            "as well.",
            is_switch=True,
        ),
        fee_option(title, usual_fee_percent),
        *CODE_OPTIONS,
    )

    def name_for_people(self, options: Mapping[str, Any]) -> str:
        return self.title

    def read(self, query: Mapping[str, str], terms: Terms) -> Arrival | None:
        if "PROLIFIC_PID" not in query:
            return None
        return Arrival(
            self.name,
            person=query["PROLIFIC_PID"],
            assignment=query.get("SESSION_ID", ""),
            task=query.get("STUDY_ID", ""),
            proof=query.get("prolific_token", ""),
        )

    def has_way_back(self, terms: Terms) -> bool:
        return "code_completed" in terms.options or super().has_way_back(terms)

    def finish(self, ending: Ending, terms: Terms) -> Finish:
        code = pick_code(ending.outcome, terms.options) if ending.is_earned else ""
        if code:
            return Finish(code, f"{terms.site}/submissions/complete?cc={quote(code)}")
        # The study's own address without a code in it hands in as who finishes does.
        if ending.outcome == COMPLETED or "{code}" in terms.completion_url:
            own = super().finish(ending, terms)
            if own.address:
                return own
        # Prolific knows no code but those that are entered there.
        if not ending.code:
            return Finish()
        return Finish(ending.code, terms.site, is_known_there=False)

    def find_uncoded(
        self, ends: Collection[str], options: Mapping[str, Any]
    ) -> list[str]:
        return find_uncoded(ends, options)

    def setup_for(
        self, options: Mapping[str, Any], *, paid: Collection[str] = ()
    ) -> list[str]:
        lines = ["Record Prolific ids: by URL parameters."]
        if options.get(SIGNED):
            lines.append("Secure links (signed with a JWT): on.")
        for name, (kind, unpaid) in _CODES.items():
            if code := pick_code(name, options):
                action = _PAID.get(name, unpaid) if name in paid else unpaid
                lines.append(f"Completion code {code}: {kind}; {action}.")
        missing = [
            ENDS[end] + (" (they are paid a part)" if end in paid else "")
            for end in find_uncoded(_CODES, options)
        ]
        if missing:
            lines.append(f"No code is entered in the design for {', '.join(missing)}.")
        return lines

    def _identity(self, arrival: Arrival, terms: Terms) -> Identity:
        identity = super()._identity(arrival, terms)
        if not terms.options.get(SIGNED):
            return identity
        # What checks signatures is large, and few studies ask for it.
        from studies.recruitment.signed import verify_link

        key_id = verify_link(
            arrival.proof,
            terms,
            PROLIFIC_PID=identity.external_id,
            SESSION_ID=identity.assignment,
            STUDY_ID=identity.task,
        )
        return replace(identity, is_proof=True, key_id=key_id)


# What Prolific calls such an end, and what should happen to the submission.
_CODES = {
    "completed": ("completed", "review by hand, and compare with the list of payments"),
    "no_consent": ("no consent", "ask for a return"),
    "screened_out": ("screened out", "ask for a return"),
    "withdrawn": ("other, left early", "ask for a return"),
}
# The same where the study pays a part for it.
_PAID = {
    "screened_out": "a fixed payment of the part that the design promises",
    "withdrawn": "review by hand, and pay the part as a bonus: approving pays all",
}
