"""Everything stored, one module per topic."""

from studies.models.account import ApiToken, Invitation
from studies.models.decision import (
    AlertMail,
    ExclusionDecision,
    ParticipantNote,
)
from studies.models.deck import Concept, Deck, DeckUpload, DeckVersion, Picture
from studies.models.log import BrowserEvent, LogEntry
from studies.models.recruitment import (
    AccessToken,
    ArrivalRecord,
    ErasedPerson,
    Participant,
    RecruiterIdentity,
)
from studies.models.response import RegradedVerdict, Regrading, Response
from studies.models.session import (
    CompletionCode,
    ConsentRecord,
    QuestionnaireAnswer,
    SessionConcept,
    TeachingSession,
)
from studies.models.study import Arm, Place, Questionnaire, Study, StudyChange
from studies.models.team import AuditEntry, Membership

__all__ = [
    "AccessToken",
    "AlertMail",
    "ApiToken",
    "Arm",
    "ArrivalRecord",
    "AuditEntry",
    "BrowserEvent",
    "CompletionCode",
    "Concept",
    "ConsentRecord",
    "Deck",
    "DeckUpload",
    "DeckVersion",
    "ErasedPerson",
    "ExclusionDecision",
    "Invitation",
    "LogEntry",
    "Membership",
    "Participant",
    "ParticipantNote",
    "Picture",
    "Place",
    "Questionnaire",
    "QuestionnaireAnswer",
    "RecruiterIdentity",
    "RegradedVerdict",
    "Regrading",
    "Response",
    "SessionConcept",
    "Study",
    "StudyChange",
    "TeachingSession",
]
