"""What a requester shows to workers, read from the XML of a task."""

from dataclasses import dataclass
from urllib.parse import urlencode

from defusedxml import DefusedXmlException, ElementTree

from playground.mturk.market import Assignment, Hit

# What stands in the place of an assignment while nobody has accepted the task.
PREVIEW = "ASSIGNMENT_ID_NOT_AVAILABLE"


@dataclass(frozen=True)
class Frame:
    """A page of the requester's own, as high as the window."""

    address: str


@dataclass(frozen=True)
class Form:
    """Words of the requester, with one box that workers fill in."""

    content: str
    name: str
    label: str


def read_question(hit: Hit) -> Frame | Form | None:
    """What ``hit`` shows; None if it is neither of the two kinds played here."""
    try:
        root = ElementTree.fromstring(hit.question)
    except (ElementTree.ParseError, DefusedXmlException):
        return None
    if address := root.findtext("{*}ExternalURL"):
        return Frame(address.strip())
    if name := root.findtext("{*}Question/{*}QuestionIdentifier"):
        content = root.findtext("{*}Overview/{*}FormattedContent") or ""
        label = root.findtext("{*}Question/{*}QuestionContent/{*}Text") or name
        return Form(content, name, label)
    return None


def frame_address(
    frame: Frame, hit: Hit, *, site: str, assignment: Assignment | None = None
) -> str:
    """The requester's address with what the service adds to it.

    Who only looks is not told of: neither an assignment nor a worker.
    """
    added = {"assignmentId": PREVIEW, "hitId": hit.id, "turkSubmitTo": site}
    if assignment is not None:
        added["assignmentId"] = assignment.id
        added["workerId"] = assignment.worker
    join = "&" if "?" in frame.address else "?"
    return frame.address + join + urlencode(added)
