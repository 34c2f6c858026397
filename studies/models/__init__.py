"""Everything stored, one module per topic."""

from studies.models.deck import Concept, Deck, DeckUpload, DeckVersion, Picture, Sound
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

__all__ = [
    "AccessToken",
    "Arm",
    "ArrivalRecord",
    "BrowserEvent",
    "CompletionCode",
    "Concept",
    "ConsentRecord",
    "Deck",
    "DeckUpload",
    "DeckVersion",
    "ErasedPerson",
    "LogEntry",
    "Participant",
    "Picture",
    "Place",
    "Questionnaire",
    "QuestionnaireAnswer",
    "RecruiterIdentity",
    "RegradedVerdict",
    "Regrading",
    "Response",
    "SessionConcept",
    "Sound",
    "Study",
    "StudyChange",
    "TeachingSession",
]
