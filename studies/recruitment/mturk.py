"""Amazon Mechanical Turk: workers with assignments, who may look before they accept."""

from collections.abc import Mapping

from studies.recruitment.base import Arrival, Recruiter

PREVIEW_ASSIGNMENT = "ASSIGNMENT_ID_NOT_AVAILABLE"


class MTurk(Recruiter):
    """Workers; MTurk gives an assignment once the task is accepted."""

    name = "mturk"

    def read(self, query: Mapping[str, str]) -> Arrival | None:
        if "assignmentId" not in query:
            return None
        return Arrival(
            self.name,
            person=query.get("workerId", ""),
            assignment=query["assignmentId"],
        )

    def is_preview(self, arrival: Arrival) -> bool:
        return arrival.assignment.strip().upper() == PREVIEW_ASSIGNMENT
