"""What was computed: that it is there. What it says is for the dashboard alone."""

from django.contrib import admin

from studies.admin.base import RecordAdmin
from studies.models import DesignCertificate, PowerEstimate, ResultsReport


@admin.register(ResultsReport)
class ResultsReportAdmin(RecordAdmin):
    ordering = ("-pk",)
    exclude = ("report",)
    list_display = ("study", "purpose", "computed_at", "data_hash", "code_version")
    list_filter = ("purpose", "study")
    list_select_related = ("study",)
    search_fields = ("study__slug", "data_hash")


@admin.register(PowerEstimate, DesignCertificate)
class EstimateAdmin(RecordAdmin):
    ordering = ("-pk",)
    exclude = ("content",)
    list_display = ("study", "name", "computed_at")
    list_filter = ("study",)
    list_select_related = ("study",)
    search_fields = ("study__slug", "name")
