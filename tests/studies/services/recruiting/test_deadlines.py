"""A part keeps no submission from approving itself: until when to decide is told."""

from datetime import timedelta
from decimal import Decimal

import pytest

from studies.errors import UnconfirmedError
from studies.models import CompletionCode, Study
from studies.models.ledger import PaymentPurpose
from studies.services.owing import find_owed
from studies.services.recruiting.deadlines import list_deadlines
from studies.services.recruiting.judging import pay_bonus, reject_submission
from studies.services.session.withdrawal import withdraw_session
from tests.studies.factories import NOON, Person

pytestmark = pytest.mark.django_db
WEEK = NOON + timedelta(days=7)


@pytest.fixture(params=[True, False], ids=["keeps answers", "deletes them"])
def task(offered, request):
    """What somebody handed in who left early, with a claim to a part."""
    Study.objects.update(pays_withdrawn=True, partial_pay_amount=Decimal("0.50"))
    (hit,) = offered.create()
    offered.account.refresh_from_db()
    task = offered.market.accept(hit.hit_id, "A1X").id
    person = Person(offered.study, name="A1X", assignment=task)
    person.go_to("learning", 1)
    withdraw_session(token=person.token, keep_answers=request.param, now=NOON)
    offered.market.submit(task, completion_code=CompletionCode.objects.get().code)
    return task


def pay_part(offered, task, *, confirmed="0.60"):
    given = {"amount": 50, "reason": "Your part", "confirmed": confirmed}
    part = PaymentPurpose.PARTIAL
    pay_bonus(**offered.arguments(assignment=task, purpose=part, **given))


def reject(offered, task, *, confirmed="reject"):
    given = {"assignment": task, "reason": "Left.", "confirmed": confirmed}
    reject_submission(**offered.arguments(**given))


def told(offered):
    """What pages say, by the list and beside the claim."""
    study = Study.objects.get()
    (claim,) = find_owed(study).values()
    return [line.decide_by for line in list_deadlines(study)], claim.warning


def test_who_pays_a_part_is_told_when_the_whole_follows(offered, task):
    with pytest.raises(UnconfirmedError) as asked:
        pay_part(offered, task, confirmed="")

    (mind,) = asked.value.mind
    assert "by itself on 2026-03-08 and then pays the whole reward of 1.00 USD" in mind
    assert told(offered)[0] == []


def test_until_when_to_decide_is_told_from_the_part_to_the_decision(offered, task):
    pay_part(offered, task)
    assert told(offered) == ([WEEK], "a part is paid: decide by 2026-03-08")
    offered.look()
    assert told(offered)[0] == [WEEK]

    with pytest.raises(UnconfirmedError, match="beside the reward stays theirs"):
        reject(offered, task, confirmed="")
    reject(offered, task)

    assert told(offered) == ([], "")
    assert offered.market.assignments[task].status == "Rejected"


@pytest.mark.parametrize("decide", ["approve_assignment", "reject_assignment"])
def test_what_was_decided_elsewhere_is_heard_at_the_next_look(offered, task, decide):
    pay_part(offered, task)
    words = {"RequesterFeedback": "Left."} if decide == "reject_assignment" else {}
    offered.requester.act(decide, AssignmentId=task, **words)

    offered.look()

    both = "paid both the whole and a part"
    assert told(offered) == ([], both if decide == "approve_assignment" else "")


def test_who_rejects_is_told_that_the_part_stays_owed(offered, task):
    with pytest.raises(UnconfirmedError, match=r"owed, 0\.50 USD, stays owed"):
        reject(offered, task, confirmed="")
