"""Addresses of the Recruiting page, below a study's own."""

from django.urls import path

from studies.dashboard.recruiting import page, submissions

_HIT = "hits/<int:hit_pk>/"
_ONE = "submissions/<slug:assignment>/"

urlpatterns = [
    path("", page.show_recruiting, name="recruiting"),
    path("budget/", page.save_budget, name="budget"),
    path("new/", page.new_hits, name="new_hits"),
    path("send/", page.send_left, name="send_hits"),
    path(_HIT, page.show_hit, name="hit"),
    path(f"{_HIT}end/", page.end_hit, name="end_hit"),
    path("submissions/", submissions.show_submissions, name="submissions"),
    path(_ONE, submissions.show_submission, name="submission"),
    path(f"{_ONE}reject/", submissions.reject, name="reject"),
    path(f"{_ONE}bonus/", submissions.bonus, name="bonus"),
]
