"""Addresses of the researcher's pages."""

from django.urls import include, path

from studies.dashboard import beginnings, decks, home, study
from studies.dashboard.accounts import SignIn, SignOut
from studies.dashboard.design import urls as design

app_name = "dashboard"

urlpatterns = [
    path("", home.home, name="home"),
    path("sign-in/", SignIn.as_view(), name="sign_in"),
    path("sign-out/", SignOut.as_view(), name="sign_out"),
    path("studies/<slug:slug>/", study.open_study, name="study"),
    path("studies/<slug:slug>/clone/", beginnings.clone, name="clone"),
    path("studies/<slug:slug>/design/", include(design.urlpatterns)),
    path("new-study/", beginnings.new_study, name="new_study"),
    path("import-design/", beginnings.import_design, name="import_design"),
    path("decks/", decks.list_decks, name="decks"),
    path("decks/import/", decks.upload_deck, name="deck_upload"),
    path(
        "decks/import/<uuid:upload_id>/",
        decks.preview_deck_upload,
        name="deck_preview",
    ),
    path("decks/credits/", decks.show_credits, name="credits"),
]
