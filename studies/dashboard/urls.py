"""Addresses of the researcher's pages."""

from django.urls import include, path

from studies.dashboard import (
    beginnings,
    decks,
    home,
    launching,
    monitor,
    participant,
    participants,
    simulate,
    study,
    trying,
)
from studies.dashboard.accounts import SignIn, SignOut
from studies.dashboard.design import urls as design

app_name = "dashboard"
STUDY = "studies/<slug:slug>/"
PEOPLE = f"{STUDY}participants/"
PERSON = f"{PEOPLE}<slug:pseudonym>/"

urlpatterns = [
    path("", home.home, name="home"),
    path("sign-in/", SignIn.as_view(), name="sign_in"),
    path("sign-out/", SignOut.as_view(), name="sign_out"),
    path(STUDY, study.open_study, name="study"),
    path(f"{STUDY}clone/", beginnings.clone, name="clone"),
    path(f"{STUDY}design/", include(design.urlpatterns)),
    path("new-study/", beginnings.new_study, name="new_study"),
    path("import-design/", beginnings.import_design, name="import_design"),
    path(f"{STUDY}try/", trying.choose_try, name="try"),
    path(
        f"{STUDY}try/<uuid:public_id>/",
        trying.show_try,
        name="try_session",
    ),
    path(
        f"{STUDY}try/<uuid:public_id>/teacher/",
        trying.show_teacher,
        name="try_teacher",
    ),
    path(f"{STUDY}launch/", launching.show_launch, name="launch"),
    path(f"{STUDY}launch/pilot/", launching.start_pilot, name="pilot"),
    path(f"{STUDY}launch/draft/", launching.back_to_draft, name="draft"),
    path(f"{STUDY}launch/qr.svg", launching.show_qr, name="qr"),
    path(
        f"{STUDY}launch/preregistration.md",
        launching.download_preregistration,
        name="preregistration",
    ),
    path(f"{STUDY}simulate/", simulate.simulate, name="simulate"),
    path(f"{STUDY}jobs/<int:job_id>/", simulate.show_job, name="job"),
    path(
        f"{STUDY}jobs/<int:job_id>/cancel/",
        simulate.cancel,
        name="job_cancel",
    ),
    path(f"{STUDY}monitor/", monitor.show_monitor, name="monitor"),
    path(f"{STUDY}monitor/now/", monitor.show_monitor_now, name="monitor_now"),
    path(f"{STUDY}monitor/pause/", monitor.pause_study, name="pause"),
    path(f"{STUDY}monitor/resume/", monitor.resume_study, name="resume"),
    path(f"{STUDY}monitor/close/", monitor.close_study, name="close"),
    path(f"{STUDY}monitor/places/", monitor.add_places, name="add_places"),
    path(PEOPLE, participants.show_participants, name="participants"),
    path(f"{PEOPLE}find/", participants.find_participant, name="find_participant"),
    path(PERSON, participant.show_participant, name="participant"),
    path(f"{PERSON}identity/", participant.show_identity, name="identity"),
    path(f"{PERSON}exclude/", participant.exclude, name="exclude"),
    path(f"{PERSON}include/", participant.include, name="include"),
    path(f"{PERSON}note/", participant.note, name="note"),
    path(f"{PERSON}time/", participant.grant_time, name="grant_time"),
    path(f"{PERSON}screen-out/", participant.screen_out, name="screen_out"),
    path(f"{PERSON}erase/", participant.erase, name="erase"),
    path("decks/", decks.list_decks, name="decks"),
    path("decks/import/", decks.upload_deck, name="deck_upload"),
    path(
        "decks/import/<uuid:upload_id>/",
        decks.preview_deck_upload,
        name="deck_preview",
    ),
    path("decks/credits/", decks.show_credits, name="credits"),
]
