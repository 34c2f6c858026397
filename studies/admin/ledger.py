"""What recruiting costs: to look at."""

from django.contrib import admin

from studies.admin.base import RecordAdmin
from studies.models import (
    HandPayment,
    Hit,
    PaymentRecord,
    RecruitingAccount,
    ReportedSubmission,
    WorkerMark,
)


@admin.register(RecruitingAccount)
class RecruitingAccountAdmin(RecordAdmin):
    list_display = ("study", "recruiter", "environment", "budget", "currency")
    list_filter = ("recruiter", "environment")
    list_select_related = ("study",)
    search_fields = ("study__slug",)


@admin.register(Hit)
class HitAdmin(RecordAdmin):
    list_display = (
        *("hit_id", "account", "reward", "fee", "n_assignments", "n_owed"),
        *("created_at", "expires_at", "who"),
    )
    list_select_related = ("account",)
    search_fields = ("hit_id", "account__study__slug", "who")


@admin.register(PaymentRecord)
class PaymentRecordAdmin(RecordAdmin):
    list_display = (
        *("account", "purpose", "amount", "fee", "state", "said"),
        *("planned_at", "settled_at", "who"),
    )
    list_filter = ("purpose", "state")
    list_select_related = ("account",)
    search_fields = ("account__study__slug", "session__participant__pseudonym", "who")


@admin.register(HandPayment)
class HandPaymentAdmin(RecordAdmin):
    list_display = ("study", "amount", "currency", "paid_on", "note", "at", "who")
    list_select_related = ("study",)
    search_fields = ("study__slug", "session__participant__pseudonym", "who")


@admin.register(WorkerMark)
class WorkerMarkAdmin(RecordAdmin):
    list_display = ("session", "account", "at")
    list_select_related = ("session", "account")
    search_fields = ("session__participant__pseudonym",)


@admin.register(ReportedSubmission)
class ReportedSubmissionAdmin(RecordAdmin):
    list_display = ("session", "status", "at", "freed_at")
    list_filter = ("status",)
    list_select_related = ("session",)
    search_fields = ("session__participant__pseudonym",)
