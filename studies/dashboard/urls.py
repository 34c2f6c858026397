"""Addresses of the researcher's pages."""

from django.urls import path

from studies.dashboard import decks, home, simulate, study
from studies.dashboard.accounts import SignIn, SignOut

app_name = "dashboard"

urlpatterns = [
    path("", home.home, name="home"),
    path("sign-in/", SignIn.as_view(), name="sign_in"),
    path("sign-out/", SignOut.as_view(), name="sign_out"),
    path("studies/<slug:slug>/", study.open_study, name="study"),
    path("studies/<slug:slug>/simulate/", simulate.simulate, name="simulate"),
    path("studies/<slug:slug>/jobs/<int:job_id>/", simulate.show_job, name="job"),
    path(
        "studies/<slug:slug>/jobs/<int:job_id>/cancel/",
        simulate.cancel,
        name="job_cancel",
    ),
    path("decks/", decks.list_decks, name="decks"),
    path("decks/import/", decks.upload_deck, name="deck_upload"),
    path(
        "decks/import/<uuid:upload_id>/",
        decks.preview_deck_upload,
        name="deck_preview",
    ),
    path("decks/credits/", decks.show_credits, name="credits"),
]
