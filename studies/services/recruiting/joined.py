"""Submissions of which somebody of the team said whose they are."""

from collections.abc import Iterable
from dataclasses import replace

from studies.models import RecruitingAccount, ReportedSubmission
from studies.services.recruiting.submissions import Submission


def put_joined(
    account: RecruitingAccount, submissions: Iterable[Submission]
) -> list[Submission]:
    """Those of whom somebody said whose they are, with the code of that person."""
    rows = ReportedSubmission.objects.filter(
        session__study=account.study_id, session__codes__arrival=None
    ).exclude(joined_by="")
    codes = dict(rows.values_list("submission", "session__codes__code"))
    return [
        replace(each, code=codes[each.assignment], is_joined=True)
        if codes.get(each.assignment)
        else each
        for each in submissions
    ]
