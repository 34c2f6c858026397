"""Addresses under /api/v1/."""

from django.urls import path
from drf_spectacular.views import SpectacularAPIView

from studies.api import views
from studies.api.researchers import exports
from studies.api.researchers import views as researchers

STUDY = "studies/<slug:slug>/"

urlpatterns = [
    path("schema/", SpectacularAPIView.as_view(), name="schema"),
    path("studies/", researchers.StudiesView.as_view(), name="api_studies"),
    path(STUDY, researchers.StudyView.as_view(), name="api_study"),
    path(
        f"{STUDY}participants/",
        researchers.ParticipantsView.as_view(),
        name="api_participants",
    ),
    path(
        f"{STUDY}participants/<slug:pseudonym>/notes/",
        researchers.NotesView.as_view(),
        name="api_notes",
    ),
    path(f"{STUDY}progress/", researchers.ProgressView.as_view(), name="api_progress"),
    path(f"{STUDY}export/", exports.ExportsView.as_view(), name="api_exports"),
    path(
        f"{STUDY}export/<int:job_id>/", exports.ExportView.as_view(), name="api_export"
    ),
    path(
        f"{STUDY}export/<int:job_id>/file/",
        exports.ExportFileView.as_view(),
        name="api_export_file",
    ),
    path(f"{STUDY}results/", researchers.ResultsView.as_view(), name="api_results"),
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
