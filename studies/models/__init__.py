"""Everything stored, one module per topic."""

from studies.models.account import (
    ApiToken,
    Invitation,
    RecoveryCode,
    SecondFactor,
)
from studies.models.arms import Arm, Place
from studies.models.certificate import DesignCertificate
from studies.models.decision import (
    AlertMail,
    ExclusionDecision,
    ParticipantNote,
)
from studies.models.deck import Concept, Deck, DeckUpload, DeckVersion, Picture, Sound
from studies.models.device import SessionDevice
from studies.models.hand_payment import HandPayment
from studies.models.job import Job
from studies.models.ledger import (
    Hit,
    PaymentRecord,
    RecruitingAccount,
    ReportedSubmission,
    WorkerMark,
)
from studies.models.log import BrowserEvent, LogEntry
from studies.models.power import PowerEstimate
from studies.models.questions import Questionnaire
from studies.models.recruitment import (
    AccessToken,
    ArrivalRecord,
    ErasedPerson,
    KnownWorker,
    Participant,
    PersonalLink,
    RecruiterIdentity,
)
from studies.models.report import ResultsReport
from studies.models.response import RegradedVerdict, Regrading, Response
from studies.models.session import (
    CompletionCode,
    ConsentRecord,
    ConsentText,
    QuestionnaireAnswer,
    SessionConcept,
    TeachingSession,
)
from studies.models.sign import Sign
from studies.models.study import Study, StudyChange
from studies.models.team import AuditEntry, Membership
from studies.models.upkeep import UpkeepRun
from studies.models.visits import VisitCount

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
    "ConsentText",
    "Deck",
    "DeckUpload",
    "DeckVersion",
    "DesignCertificate",
    "ErasedPerson",
    "ExclusionDecision",
    "HandPayment",
    "Hit",
    "Invitation",
    "Job",
    "KnownWorker",
    "LogEntry",
    "Membership",
    "Participant",
    "ParticipantNote",
    "PaymentRecord",
    "PersonalLink",
    "Picture",
    "Place",
    "PowerEstimate",
    "Questionnaire",
    "QuestionnaireAnswer",
    "RecoveryCode",
    "RecruiterIdentity",
    "RecruitingAccount",
    "RegradedVerdict",
    "Regrading",
    "ReportedSubmission",
    "Response",
    "ResultsReport",
    "SecondFactor",
    "SessionConcept",
    "SessionDevice",
    "Sign",
    "Sound",
    "Study",
    "StudyChange",
    "TeachingSession",
    "UpkeepRun",
    "VisitCount",
    "WorkerMark",
]
