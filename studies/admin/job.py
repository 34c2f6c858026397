"""Work in the background: to look at; the dashboard starts and cancels it."""

from django.contrib import admin

from studies.admin.base import RecordAdmin
from studies.models import Job


@admin.register(Job)
class JobAdmin(RecordAdmin):
    ordering = ("-pk",)
    list_display = ("study", "kind", "state", "n_done", "n_total", "who", "asked_at")
    list_filter = ("kind", "state", "study")
    list_select_related = ("study",)
    search_fields = ("study__slug", "who")
