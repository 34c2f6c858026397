"""Amazon Mechanical Turk: workers with assignments, who may look before they accept."""

import re
from collections.abc import Mapping

from studies.recruitment.base import Arrival, Recruiter, Terms


class MTurk(Recruiter):
    """Workers; MTurk gives an assignment once the task is accepted."""

    name = "mturk"
    title = "Amazon Mechanical Turk"
    person_id = re.compile(r"[A-Za-z0-9]{1,64}")
    advice = (
        "Enter this as the address of an external question. MTurk adds its parameters "
        "itself."
    )

    def read(self, query: Mapping[str, str], terms: Terms) -> Arrival | None:
        if not {"assignmentId", "workerId"} & query.keys():
            return None
        return Arrival(
            self.name,
            person=query.get("workerId", ""),
            assignment=query.get("assignmentId", ""),
            task=query.get("hitId", ""),
        )
