"""The pages of a study, in a researcher's order."""

from dataclasses import dataclass
from enum import Enum

from studies.services.team.rights import Right, StudyAccess


@dataclass(frozen=True)
class TabPage:
    """One page: its name, the question it answers, and who may see it.

    ``address`` is the name of its address.
    """

    label: str
    question: str
    right: Right
    address: str


class Tab(Enum):
    """Every page of a study."""

    DESIGN = TabPage(
        "Design", "What exactly will happen?", Right.SEE_DESIGN, "dashboard:design"
    )
    TRY = TabPage("Try", "What do they see?", Right.SEE_DESIGN, "dashboard:try")
    POWER = TabPage("Power", "How many people?", Right.SEE_DESIGN, "dashboard:power")
    LAUNCH = TabPage("Launch", "Am I ready?", Right.SEE_DESIGN, "dashboard:launch")
    MONITOR = TabPage(
        "Monitor", "Is it going well?", Right.MONITOR, "dashboard:monitor"
    )
    PARTICIPANTS = TabPage(
        "Participants",
        "Who needs a decision?",
        Right.SEE_PARTICIPANTS,
        "dashboard:participants",
    )
    PAYMENTS = TabPage("Payments", "Who is owed what?", Right.PAY, "dashboard:payments")
    RECRUITING = TabPage(
        "Recruiting",
        "Who is asked, and what does it cost?",
        Right.PAY,
        "dashboard:recruiting",
    )
    QUALITY = TabPage(
        "Data quality",
        "Whom can I trust?",
        Right.SEE_PARTICIPANTS,
        "dashboard:quality",
    )
    RESULTS = TabPage(
        "Results", "What came out?", Right.SEE_RESULTS, "dashboard:results"
    )
    MEMORY = TabPage(
        "Memory",
        "How do people learn this deck?",
        Right.SEE_RESULTS,
        "dashboard:memory",
    )
    ITEMS = TabPage(
        "Items", "How did each card do?", Right.SEE_RESULTS, "dashboard:items"
    )
    EXPORT = TabPage(
        "Export", "How do I analyse it elsewhere?", Right.EXPORT, "dashboard:export"
    )
    TEAM = TabPage(
        "Team and log",
        "Who may do what, who did what?",
        Right.SEE_LOG,
        "dashboard:team",
    )


def tabs_for(access: StudyAccess) -> list[Tab]:
    """The pages that the role of ``access`` may see."""
    return [tab for tab in Tab if access.allows(tab.value.right)]
