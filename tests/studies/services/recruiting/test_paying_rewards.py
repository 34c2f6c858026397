"""Rewards of which nothing is heard, or that come another way."""

from decimal import Decimal

import pytest

from playground.mturk.errors import ServiceFaultError
from studies.errors import UnconfirmedError
from studies.models import PaymentRecord, Study
from studies.models.ledger import PaymentPurpose
from studies.services.owing import find_owed
from studies.services.recruiting.accounts import spending_of
from studies.services.recruiting.judging import approve_submissions, pay_bonus

pytestmark = pytest.mark.django_db


@pytest.fixture
def assignment(offered):
    return offered.work(offered.create()[0], "A1X")


def approve(offered, *assignments, confirmed="1.20"):
    given = {"assignments": assignments, "confirmed": confirmed}
    return approve_submissions(**offered.arguments(**given))


def bonus(offered, assignment, **changes):
    values = {"amount": 50, "reason": "Well done", "confirmed": "0.60", **changes}
    return pay_bonus(**offered.arguments(assignment=assignment, **values))


def lose_sight(offered, task):
    """Approve it, and hear nothing of what came of it."""
    # The submission, and the look before paying.
    offered.market.faults_after += [None, None, *[ServiceFaultError()] * 6]
    judged = approve(offered, task)
    offered.market.faults_after.clear()
    assert (judged.n_paid, "nothing is paid twice" in judged.faults[0]) == (0, True)


def test_a_reward_on_its_way_is_told_as_such_and_no_part_comes_unminded(
    offered, assignment
):
    Study.objects.update(pay_amount=2)
    offered.account.refresh_from_db()
    lose_sight(offered, assignment)

    (claim,) = find_owed(Study.objects.get()).values()
    assert (claim.coming, claim.paid, claim.words) == (1, 0, "2.00 USD")
    with pytest.raises(UnconfirmedError, match="whole reward is on its way"):
        bonus(offered, assignment, purpose=PaymentPurpose.PARTIAL, confirmed="")


def test_a_reward_that_arrived_unheard_is_settled_at_the_next_look(offered, assignment):
    lose_sight(offered, assignment)

    offered.look()

    assert PaymentRecord.objects.get().is_paid
    assert spending_of(offered.account).planned == 0
    assert offered.market.calls.count("ApproveAssignment") == 1


def test_what_was_refused_here_and_approved_there_is_in_the_ledger(offered, assignment):
    offered.market.balance, full = Decimal(0), offered.market.balance
    approve(offered, assignment)
    assert PaymentRecord.objects.get().state == "refused"
    offered.market.balance = full
    offered.requester.act("approve_assignment", AssignmentId=assignment)

    offered.look()

    assert (PaymentRecord.objects.get().state, spending_of(offered.account).paid) == (
        *("paid", 120),
    )
