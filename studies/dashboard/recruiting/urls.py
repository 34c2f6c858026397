"""Addresses of the Recruiting page, below a study's own."""

from django.urls import path

from studies.dashboard.recruiting import (
    page,
    prolific,
    prolific_submissions,
    submissions,
)

_HIT = "hits/<int:hit_pk>/"
_ONE = "submissions/<slug:assignment>/"
_THEIRS = "prolific/submissions/<slug:submission>/"

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
    path(f"{_ONE}reverse/", submissions.reverse, name="reverse_rejection"),
    path(f"{_ONE}join/", submissions.join, name="join_submission"),
    path(f"{_ONE}bonus/", submissions.bonus, name="bonus"),
    path("prolific/", prolific.show_prolific, name="prolific"),
    path("prolific/study/", prolific.save_task, name="prolific_task"),
    path("prolific/budget/", prolific.save_prolific_budget, name="prolific_budget"),
    path("prolific/fee/", prolific.save_prolific_fee, name="prolific_fee"),
    path("prolific/look/", prolific.look_now, name="prolific_look"),
    path("prolific/lists/", prolific.show_lists, name="prolific_lists"),
    path("prolific/lists/file/", prolific.download_list, name="prolific_list"),
    path(
        "prolific/submissions/",
        prolific_submissions.show_prolific_submissions,
        name="prolific_submissions",
    ),
    path(
        _THEIRS,
        prolific_submissions.show_prolific_submission,
        name="prolific_submission",
    ),
    path(
        f"{_THEIRS}bonus/", prolific_submissions.prolific_bonus, name="prolific_bonus"
    ),
]
