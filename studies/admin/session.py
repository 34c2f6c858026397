"""What participants did: to look at, search and filter."""

from typing import Any

from django.contrib import admin
from django.db.models import OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.http import HttpRequest

from studies.admin.base import RecordAdmin, RecordInline
from studies.admin.erasing import ErasingAdmin, erasing
from studies.models import (
    AccessToken,
    ArrivalRecord,
    BrowserEvent,
    CompletionCode,
    ConsentRecord,
    ConsentText,
    ErasedPerson,
    KnownWorker,
    LogEntry,
    Participant,
    PersonalLink,
    QuestionnaireAnswer,
    RecruiterIdentity,
    RegradedVerdict,
    Regrading,
    Response,
    SessionConcept,
    SessionDevice,
    TeachingSession,
)

_WORKER = "session__participant__identity__external_id"
_BY_SESSION = ("session__public_id", "session__participant__pseudonym")


def _whose(code: CompletionCode) -> str:
    return "the person" if code.arrival_id is None else "came without proof"


def _sessions_of(participants: QuerySet[Participant]) -> QuerySet[TeachingSession]:
    sessions = TeachingSession.objects.filter(participant__in=participants)
    return sessions.select_related("study", "participant").order_by("pk")


class CodeInline(RecordInline):
    model = CompletionCode
    fields = ("code", "outcome", "whose", "arrival", "created_at")
    readonly_fields = ("whose",)
    verbose_name_plural = "codes"

    @admin.display(description="whose it is")
    def whose(self, code: CompletionCode) -> str:
        return _whose(code)


class ArrivalInline(RecordInline):
    model = ArrivalRecord
    fields = ("recruiter", "assignment", "proof", "at")
    verbose_name_plural = "arrivals"


@admin.register(TeachingSession)
class TeachingSessionAdmin(ErasingAdmin, RecordAdmin):
    actions = (erasing(lambda chosen: chosen.select_related("study", "participant")),)
    inlines = (CodeInline, ArrivalInline)
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
    search_fields = (
        "public_id",
        "participant__pseudonym",
        "participant__identity__external_id",
        "codes__code",
    )


class WhoseFilter(admin.SimpleListFilter):
    """Codes of a session's person, or of who came to its end without proof."""

    title = "whose it is"
    parameter_name = "whose"

    def lookups(self, request: HttpRequest, page: Any) -> list[tuple[str, str]]:
        return [("person", "the person"), ("unproven", "came without proof")]

    def queryset(
        self, request: HttpRequest, codes: QuerySet[CompletionCode]
    ) -> QuerySet[CompletionCode]:
        wanted = {"person": True, "unproven": False}.get(self.value() or "")
        return codes if wanted is None else codes.filter(arrival__isnull=wanted)


@admin.register(CompletionCode)
class CompletionCodeAdmin(RecordAdmin):
    list_display = (
        *("code", "study", "outcome", "whose", "assignment"),
        *("session", "created_at"),
    )
    list_filter = ("session__study", WhoseFilter, "outcome")
    list_select_related = ("session__study",)
    search_fields = (
        *("code", _WORKER, "session__arrivals__assignment", "session__study__slug"),
        *_BY_SESSION,
    )

    def get_queryset(self, request: HttpRequest) -> QuerySet[CompletionCode]:
        """Each with the assignment that it is for."""
        came = ArrivalRecord.objects.filter(session=OuterRef("session")).order_by("pk")
        first = Subquery(came.values("assignment")[:1])
        codes: QuerySet[CompletionCode] = super().get_queryset(request)
        return codes.annotate(brought=Coalesce("arrival__assignment", first))

    @admin.display(ordering="session__study")
    def study(self, code: CompletionCode) -> str:
        return str(code.session.study)

    @admin.display(description="whose it is", ordering="arrival")
    def whose(self, code: CompletionCode) -> str:
        return _whose(code)

    @admin.display(ordering="brought")
    def assignment(self, code: Any) -> str:
        return str(code.brought or "")


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
    list_display = ("session", "phase", "item", "value")
    list_filter = ("phase", "item")
    list_select_related = ("session",)
    search_fields = (*_BY_SESSION, "value")


@admin.register(ConsentRecord)
class ConsentRecordAdmin(RecordAdmin):
    list_display = ("session", "version", "language", "given_at")
    list_filter = ("version", "language")
    list_select_related = ("session",)
    search_fields = _BY_SESSION


@admin.register(ConsentText)
class ConsentTextAdmin(RecordAdmin):
    list_display = ("text_hash", "text")
    search_fields = ("text_hash", "text")


@admin.register(SessionDevice)
class SessionDeviceAdmin(RecordAdmin):
    list_display = ("session", "kind", "browser", "viewport", "touch")
    list_filter = ("kind", "browser", "viewport", "touch")
    list_select_related = ("session",)
    search_fields = _BY_SESSION


@admin.register(Participant)
class ParticipantAdmin(ErasingAdmin, RecordAdmin):
    actions = (erasing(_sessions_of),)
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
    list_filter = ("proof", "recruiter", "session__study")
    list_select_related = ("session",)
    search_fields = (*_BY_SESSION, _WORKER, "assignment", "session__codes__code")


@admin.register(ErasedPerson)
class ErasedPersonAdmin(RecordAdmin):
    list_display = ("study", "expires_at")
    list_filter = ("study",)
    list_select_related = ("study",)
    search_fields = ("study__slug",)
    exclude = ("digest",)


@admin.register(KnownWorker)
class KnownWorkerAdmin(RecordAdmin):
    list_display = ("session", "at")
    list_filter = ("study",)
    list_select_related = ("session",)
    search_fields = _BY_SESSION
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


@admin.register(PersonalLink)
class PersonalLinkAdmin(RecordAdmin):
    list_display = ("study", "label", "created_at")
    list_filter = ("study",)
    list_select_related = ("study",)
    search_fields = ("study__slug", "label")
