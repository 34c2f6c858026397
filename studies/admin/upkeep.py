"""Backups, their trials and signs of life: to look at; programs make them."""

from django.contrib import admin

from studies.admin.base import RecordAdmin
from studies.models import Sign, UpkeepRun


@admin.register(UpkeepRun)
class UpkeepRunAdmin(RecordAdmin):
    ordering = ("-pk",)
    list_display = ("kind", "began_at", "ended_at", "is_good", "size", "words")
    list_filter = ("kind", "is_good")
    search_fields = ("file", "words")


@admin.register(Sign)
class SignAdmin(RecordAdmin):
    ordering = ("kind",)
    list_display = ("kind", "last_at", "n_times")
    search_fields = ("kind",)
