"""Addresses of the Results page, below a study's."""

from django.urls import path

from studies.dashboard.results import page

urlpatterns = [
    path("", page.show_results, name="results"),
    path("progress/", page.show_progress, name="results_progress"),
    path("compute/", page.compute, name="results_compute"),
    path("unlock/", page.unlock, name="results_unlock"),
    path("tables/<slug:key>.csv", page.download_table, name="results_table"),
    path("<slug:part>.<slug:kind>", page.download, name="results_figure"),
]
