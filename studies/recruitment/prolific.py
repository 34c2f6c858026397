"""Prolific: participants with submissions, which it calls sessions."""

import re
from collections.abc import Mapping

from studies.recruitment.base import Arrival, Recruiter, Terms


class Prolific(Recruiter):
    """Participants, by the parameters that Prolific adds to a study's link."""

    name = "prolific"
    title = "Prolific"
    person_id = re.compile(r"[0-9A-Fa-f]{24}")
    parameters = (
        "?PROLIFIC_PID={{%PROLIFIC_PID%}}"
        "&STUDY_ID={{%STUDY_ID%}}&SESSION_ID={{%SESSION_ID%}}"
    )
    advice = (
        "Enter this as the address of the study, with its braces: Prolific puts each "
        "person's id in their place."
    )
    needs_way_back = True

    def read(self, query: Mapping[str, str], terms: Terms) -> Arrival | None:
        if "PROLIFIC_PID" not in query:
            return None
        return Arrival(
            self.name,
            person=query["PROLIFIC_PID"],
            assignment=query.get("SESSION_ID", ""),
        )
