"""Addresses of the researcher's pages."""

from django.urls import path

from studies.dashboard import decks, home

app_name = "dashboard"

urlpatterns = [
    path("", home.home, name="home"),
    path("decks/", decks.list_decks, name="decks"),
    path("decks/import/", decks.upload_deck, name="deck_upload"),
    path(
        "decks/import/<uuid:upload_id>/",
        decks.preview_deck_upload,
        name="deck_preview",
    ),
    path("decks/credits/", decks.show_credits, name="credits"),
]
