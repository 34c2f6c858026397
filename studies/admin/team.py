"""Teams of studies, and what they did: to look at; the dashboard changes them."""

from django.contrib import admin

from studies.admin.base import RecordAdmin
from studies.models import AuditEntry, Membership


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
