"""Addresses under /api/v1/."""

from django.urls import path
from drf_spectacular.views import SpectacularAPIView

from studies.api import views

urlpatterns = [
    path("schema/", SpectacularAPIView.as_view(), name="schema"),
    path("sessions/", views.SessionsView.as_view(), name="sessions"),
    path("sessions/<str:token>/", views.SessionView.as_view(), name="session"),
    path("sessions/<str:token>/answers/", views.AnswersView.as_view(), name="answers"),
    path(
        "sessions/<str:token>/continue/", views.ContinueView.as_view(), name="continue"
    ),
    path(
        "sessions/<str:token>/questionnaire/",
        views.QuestionnaireView.as_view(),
        name="questionnaire",
    ),
    path("sessions/<str:token>/events/", views.EventsView.as_view(), name="events"),
    path(
        "sessions/<str:token>/withdraw/", views.WithdrawView.as_view(), name="withdraw"
    ),
]
