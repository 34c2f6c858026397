"""Decks: versions never change, so they are only looked at."""

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest

from studies.admin.base import RecordAdmin
from studies.models import Concept, Deck, DeckUpload, DeckVersion, Picture, Sound


@admin.register(Deck)
class DeckAdmin(RecordAdmin):
    list_display = ("slug", "title")
    search_fields = ("slug", "title")


@admin.register(DeckUpload)
class DeckUploadAdmin(RecordAdmin):
    list_display = ("id", "owner", "created_at")
    list_select_related = ("owner",)
    search_fields = ("owner__username",)
    exclude = ("table", "pictures")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        return super().get_queryset(request).defer("table", "pictures")


@admin.register(DeckVersion)
class DeckVersionAdmin(RecordAdmin):
    list_display = ("deck", "number", "answer_language", "grading_level", "created_at")
    list_filter = ("grading_level", "answer_language")
    list_select_related = ("deck",)
    search_fields = ("deck__slug", "deck__title", "fingerprint")


@admin.register(Picture)
class PictureAdmin(RecordAdmin):
    list_display = ("id", "content_type", "size", "licence")
    list_filter = ("content_type", "licence")
    search_fields = ("id", "source")
    exclude = ("content", "original")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        return super().get_queryset(request).defer("content")


@admin.register(Sound)
class SoundAdmin(RecordAdmin):
    list_display = ("id", "content_type", "size")
    list_filter = ("content_type",)
    search_fields = ("id",)
    exclude = ("content",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        return super().get_queryset(request).defer("content")


@admin.register(Concept)
class ConceptAdmin(RecordAdmin):
    list_display = ("number", "prompt", "answer", "article", "level", "deck_version")
    list_filter = ("level", "is_practice", "deck_version__deck")
    list_select_related = ("deck_version__deck",)
    search_fields = ("prompt", "answer")
