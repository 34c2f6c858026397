"""Stored results: that they are there. What they say is for the Results page alone."""

from django.contrib import admin

from studies.admin.base import RecordAdmin
from studies.models import ResultsReport


@admin.register(ResultsReport)
class ResultsReportAdmin(RecordAdmin):
    ordering = ("-pk",)
    exclude = ("report",)
    list_display = ("study", "purpose", "computed_at", "data_hash", "code_version")
    list_filter = ("purpose", "study")
    list_select_related = ("study",)
    search_fields = ("study__slug", "data_hash")
