"""What researchers decided and wrote about participants: to look at."""

from django.contrib import admin

from studies.admin.base import RecordAdmin
from studies.models import AlertMail, ExclusionDecision, ParticipantNote

_BY_SESSION = ("session__public_id", "session__participant__pseudonym")


@admin.register(ExclusionDecision)
class ExclusionDecisionAdmin(RecordAdmin):
    list_display = (
        *("session", "at", "who", "is_excluded", "reason"),
        *("after_unlocking", "after_seeing_outcomes"),
    )
    list_filter = (
        *("is_excluded", "after_unlocking", "after_seeing_outcomes"),
        "session__study",
    )
    list_select_related = ("session",)
    search_fields = (*_BY_SESSION, "who", "reason")


@admin.register(ParticipantNote)
class ParticipantNoteAdmin(RecordAdmin):
    list_display = ("session", "at", "who", "text")
    list_filter = ("session__study",)
    list_select_related = ("session",)
    search_fields = (*_BY_SESSION, "who", "text")


@admin.register(AlertMail)
class AlertMailAdmin(RecordAdmin):
    list_display = ("study", "alert", "day")
    list_filter = ("study",)
    list_select_related = ("study",)
    search_fields = ("study__slug", "alert")
