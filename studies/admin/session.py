"""What participants did: to look at, search and filter."""

from django.contrib import admin

from studies.admin.base import RecordAdmin
from studies.models import (
    AccessToken,
    ArrivalRecord,
    BrowserEvent,
    ConsentRecord,
    ErasedPerson,
    LogEntry,
    Participant,
    QuestionnaireAnswer,
    RecruiterIdentity,
    RegradedVerdict,
    Regrading,
    Response,
    SessionConcept,
    TeachingSession,
)

_BY_SESSION = ("session__public_id", "session__participant__pseudonym")


@admin.register(TeachingSession)
class TeachingSessionAdmin(RecordAdmin):
    list_display = (
        "public_id",
        "study",
        "participant",
        "purpose",
        "phase",
        "step",
        "arm",
        "is_away",
        "is_over_full",
        "last_seen_at",
    )
    list_filter = ("purpose", "phase", "is_away", "is_over_full", "study")
    list_select_related = ("study", "participant", "arm")
    search_fields = ("public_id", "participant__pseudonym", "completion_code")


@admin.register(Response)
class ResponseAdmin(RecordAdmin):
    list_display = ("session", "phase", "step", "outcome", "text", "rule", "closed_at")
    list_filter = ("phase", "outcome", "rule")
    list_select_related = ("session",)
    search_fields = (*_BY_SESSION, "text")


@admin.register(SessionConcept)
class SessionConceptAdmin(RecordAdmin):
    list_display = ("session", "position", "concept")
    list_select_related = ("session", "concept")
    search_fields = _BY_SESSION


@admin.register(LogEntry)
class LogEntryAdmin(RecordAdmin):
    list_display = ("session", "number", "kind", "at")
    list_filter = ("kind",)
    list_select_related = ("session",)
    search_fields = _BY_SESSION


@admin.register(BrowserEvent)
class BrowserEventAdmin(RecordAdmin):
    list_display = ("session", "kind", "phase", "step", "received_at")
    list_filter = ("kind", "phase")
    list_select_related = ("session",)
    search_fields = _BY_SESSION


@admin.register(QuestionnaireAnswer)
class QuestionnaireAnswerAdmin(RecordAdmin):
    list_display = ("session", "item", "value")
    list_filter = ("item",)
    list_select_related = ("session",)
    search_fields = (*_BY_SESSION, "value")


@admin.register(ConsentRecord)
class ConsentRecordAdmin(RecordAdmin):
    list_display = ("session", "version", "language", "given_at")
    list_filter = ("version", "language")
    list_select_related = ("session",)
    search_fields = _BY_SESSION


@admin.register(Participant)
class ParticipantAdmin(RecordAdmin):
    list_display = ("pseudonym", "created_at")
    search_fields = ("pseudonym",)


@admin.register(RecruiterIdentity)
class RecruiterIdentityAdmin(RecordAdmin):
    list_display = ("participant", "study", "recruiter", "external_id")
    list_filter = ("recruiter", "study")
    list_select_related = ("participant", "study")
    search_fields = ("external_id", "participant__pseudonym")


@admin.register(ArrivalRecord)
class ArrivalRecordAdmin(RecordAdmin):
    list_display = ("session", "recruiter", "assignment", "proof", "at")
    list_filter = ("proof", "recruiter")
    list_select_related = ("session",)
    search_fields = (*_BY_SESSION, "assignment")


@admin.register(ErasedPerson)
class ErasedPersonAdmin(RecordAdmin):
    list_display = ("study", "expires_at")
    list_filter = ("study",)
    list_select_related = ("study",)
    search_fields = ("study__slug",)
    exclude = ("digest",)


@admin.register(AccessToken)
class AccessTokenAdmin(RecordAdmin):
    list_display = ("session", "created_at", "expires_at")
    list_select_related = ("session",)
    search_fields = _BY_SESSION
    exclude = ("digest",)


@admin.register(Regrading)
class RegradingAdmin(RecordAdmin):
    list_display = ("study", "level", "article_rule", "created_at", "note")
    list_filter = ("level", "study")
    list_select_related = ("study",)
    search_fields = ("study__slug", "note")


@admin.register(RegradedVerdict)
class RegradedVerdictAdmin(RecordAdmin):
    list_display = ("regrading", "response", "correct", "rule", "distance")
    list_filter = ("correct", "rule")
    list_select_related = ("regrading", "response")
    search_fields = ("response__session__public_id",)
