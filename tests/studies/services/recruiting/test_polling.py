"""Studies that are offered are looked at without anybody asking."""

import pytest

from playground.mturk.errors import ServiceFaultError
from studies.models import PaymentRecord, RecruitingAccount
from studies.services.recruiting.polling import poll_recruiters
from studies.services.recruiting.requester import mturk_account
from tests.studies.factories import NOON, make_study
from tests.studies.offered import offer_study

pytestmark = pytest.mark.django_db


def test_newcomers_are_marked_and_approvals_noted(offered):
    (hit,) = offered.create()
    assignment = offered.work(hit, "A1X")
    offered.requester.act("approve_assignment", AssignmentId=assignment)

    assert poll_recruiters(now=NOON) == 1

    assert list(offered.market.granted.values()) == [{"A1X"}]
    assert PaymentRecord.objects.get().is_paid


def test_a_study_that_fails_keeps_no_other_from_being_looked_at(offered, study):
    offered.create()
    other = make_study(slug="other", deck_version=study.deck_version)
    later = offer_study(other, offered.market)
    (hit,) = later.create()
    later.work(hit, "A1X")
    offered.market.faults_before += [ServiceFaultError()] * 3

    poll_recruiters(now=NOON)

    account = mturk_account(other)
    assert offered.market.granted == {account.qualification: {"A1X"}}


def test_nothing_is_asked_without_keys_or_hits(offered, settings):
    assert poll_recruiters(now=NOON) == 0
    offered.create()
    settings.MTURK_ACCESS_KEY_ID = ""

    assert poll_recruiters(now=NOON) == 0
    assert RecruitingAccount.objects.count() == 1
