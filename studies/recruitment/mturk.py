"""Amazon Mechanical Turk: workers with assignments, who may look before they accept."""

from collections.abc import Mapping

from studies.recruitment.base import Arrival, Recruiter, spell

PREVIEW_ASSIGNMENT = "ASSIGNMENT_ID_NOT_AVAILABLE"


class MTurk(Recruiter):
    """Workers; MTurk gives an assignment once the task is accepted."""

    name = "mturk"
    title = "Amazon Mechanical Turk"
    advice = (
        "Enter this as the address of an external question. MTurk adds its parameters "
        "itself."
    )

    def read(self, query: Mapping[str, str]) -> Arrival | None:
        if not {"assignmentId", "workerId"} & query.keys():
            return None
        return Arrival(
            self.name,
            person=query.get("workerId", ""),
            assignment=query.get("assignmentId", ""),
        )

    def is_preview(self, arrival: Arrival) -> bool:
        return spell(arrival.assignment).upper() == PREVIEW_ASSIGNMENT
