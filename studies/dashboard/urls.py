"""Addresses of the researcher's pages."""

from django.urls import include, path

from studies.dashboard import (
    beginnings,
    decks,
    home,
    launching,
    simulate,
    study,
    trying,
)
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
    path("studies/<slug:slug>/try/", trying.choose_try, name="try"),
    path(
        "studies/<slug:slug>/try/<uuid:public_id>/",
        trying.show_try,
        name="try_session",
    ),
    path(
        "studies/<slug:slug>/try/<uuid:public_id>/teacher/",
        trying.show_teacher,
        name="try_teacher",
    ),
    path("studies/<slug:slug>/launch/", launching.show_launch, name="launch"),
    path("studies/<slug:slug>/launch/pilot/", launching.start_pilot, name="pilot"),
    path("studies/<slug:slug>/launch/draft/", launching.back_to_draft, name="draft"),
    path("studies/<slug:slug>/launch/qr.svg", launching.show_qr, name="qr"),
    path(
        "studies/<slug:slug>/launch/preregistration.md",
        launching.download_preregistration,
        name="preregistration",
    ),
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
