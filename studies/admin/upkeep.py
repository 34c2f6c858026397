"""Backups and their trials: to look at; commands and the worker make them."""

from django.contrib import admin

from studies.admin.base import RecordAdmin
from studies.models import UpkeepRun


@admin.register(UpkeepRun)
class UpkeepRunAdmin(RecordAdmin):
    ordering = ("-pk",)
    list_display = ("kind", "began_at", "ended_at", "is_good", "size", "words")
    list_filter = ("kind", "is_good")
    search_fields = ("file", "words")
