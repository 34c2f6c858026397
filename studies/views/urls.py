"""Addresses of the participant's pages."""

from django.urls import path

from studies.views import (
    cards,
    consent,
    events,
    home,
    join,
    practice,
    questionnaire,
    session,
    withdrawal,
)

app_name = "pages"

urlpatterns = [
    path("", home.home, name="home"),
    path("join/<slug:slug>/", join.join, name="join"),
    path("join/<slug:slug>/back/", join.go_back, name="decline_back"),
    path("s/<str:token>/", session.show, name="session"),
    path("s/<str:token>/back/", session.go_back, name="back"),
    path("s/<str:token>/answer/", cards.answer, name="answer"),
    path("s/<str:token>/again/", cards.show_again, name="again"),
    path("s/<str:token>/continue/", cards.go_on, name="continue"),
    path("s/<str:token>/practice/", practice.practise, name="practice"),
    path("s/<str:token>/questionnaire/", questionnaire.answer, name="questionnaire"),
    path("s/<str:token>/events/", events.store, name="events"),
    path("s/<str:token>/consent/", consent.show, name="consent"),
    path("s/<str:token>/withdraw/", withdrawal.withdraw, name="withdraw"),
]
