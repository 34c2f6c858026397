"""Teams of studies, and what they did: to look at; the dashboard changes them."""

from django.contrib import admin

from studies.admin.base import RecordAdmin
from studies.models import (
    ApiToken,
    AuditEntry,
    Invitation,
    Membership,
    RecoveryCode,
    SecondFactor,
)


@admin.register(Membership)
class MembershipAdmin(RecordAdmin):
    list_display = ("study", "user", "role")
    list_filter = ("role", "study")
    list_select_related = ("study", "user")
    search_fields = ("study__slug", "user__username")


@admin.register(AuditEntry)
class AuditEntryAdmin(RecordAdmin):
    ordering = ("-pk",)
    list_display = ("study", "at", "who", "action")
    list_filter = ("action", "study")
    list_select_related = ("study",)
    search_fields = ("study__slug", "who")


@admin.register(Invitation)
class InvitationAdmin(RecordAdmin):
    ordering = ("-pk",)
    exclude = ("digest",)
    list_display = ("study", "role", "invited_by", "created_at", "used_by")
    list_filter = ("role", "study")
    list_select_related = ("study",)
    search_fields = ("study__slug", "invited_by", "used_by", "email")


@admin.register(ApiToken)
class ApiTokenAdmin(RecordAdmin):
    ordering = ("-pk",)
    exclude = ("digest",)
    list_display = ("user", "name", "created_at", "expires_at", "last_used_at")
    list_select_related = ("user",)
    search_fields = ("user__username", "name")


@admin.register(SecondFactor)
class SecondFactorAdmin(RecordAdmin):
    ordering = ("-pk",)
    exclude = ("secret",)
    list_display = ("user", "created_at")
    list_select_related = ("user",)
    search_fields = ("user__username",)


@admin.register(RecoveryCode)
class RecoveryCodeAdmin(RecordAdmin):
    ordering = ("-pk",)
    exclude = ("digest",)
    list_display = ("user",)
    list_select_related = ("user",)
    search_fields = ("user__username",)
