"""Approving and paying more at Prolific, against a stand-in."""

from datetime import timedelta
from decimal import Decimal

import pytest

from playground.prolific import BusyError, DownError, RefusedError
from studies.errors import (
    BudgetError,
    DesignError,
    InvalidError,
    NotFoundError,
    RecruiterError,
    UnconfirmedError,
)
from studies.models import AuditEntry, CompletionCode, PaymentRecord
from studies.models.ledger import PaymentPurpose
from studies.services.design.amending import amend_fee
from studies.services.design.lifecycle import fingerprint_design
from studies.services.owing import find_owed
from studies.services.people.hand_payments import mark_paid
from studies.services.recruiting.ledger import LEASE
from studies.services.recruiting.prolific.bonuses import PATIENCE
from studies.services.recruiting.prolific.judging import (
    Judged,
    approve_submissions,
    pay_bonus,
)
from studies.services.session.withdrawal import withdraw_session
from tests.studies.enlisted import enlist_study
from tests.studies.factories import NOON

pytestmark = pytest.mark.django_db
MINUTE = timedelta(minutes=1)


def approve(enlisted, *submissions, confirmed="2.66", now=NOON):
    ids = [each.id for each in submissions]
    return approve_submissions(
        **enlisted.arguments(ids=ids, confirmed=confirmed, now=now)
    )


def bonus(enlisted, submission, *, now=NOON, **changes):
    values = {"amount": 100, "confirmed": "1.33", **changes}
    return pay_bonus(
        **enlisted.arguments(submission_id=submission.id, now=now, **values)
    )


def test_approving_pays_the_reward_once_its_sum_was_typed(enlisted):
    first, second = enlisted.finish(), enlisted.finish()
    with pytest.raises(UnconfirmedError, match=r"5\.32"):
        approve(enlisted, first, second)
    assert not PaymentRecord.objects.exists()

    judged = approve(enlisted, first, second, confirmed="5.32")

    assert (judged.n_sent, judged.n_paid) == (2, 2)
    assert {each.status for each in (first, second)} == {"APPROVED"}
    assert [p.state for p in PaymentRecord.objects.all()] == ["paid", "paid"]
    assert approve(enlisted, first, confirmed="2.66") == Judged(0, 0, n_before=1)


def test_what_speaks_against_an_approval_is_told(enlisted):
    left, wrong = enlisted.come(), enlisted.finish(code="LEFT1")
    person = enlisted.people[left.id]
    person.go_to("learning")
    withdraw_session(token=person.token, keep_answers=True, now=NOON)
    enlisted.pool.complete(left.id, "LEFT1")

    with pytest.raises(UnconfirmedError, match="Mind: they did not finish, and app"):
        approve(enlisted, left, confirmed="")
    with pytest.raises(
        UnconfirmedError, match=f"Mind: {wrong.id}: the code is for another end"
    ):
        approve(enlisted, left, wrong, confirmed="")


def test_the_reward_of_another_submission_of_a_person_settles_their_claim(enlisted):
    first = enlisted.come()
    enlisted.pool.end(first.id, "RETURNED")
    enlisted.people[first.id].finish()
    again = enlisted.pool.begin(enlisted.offered.id, first.participant)
    enlisted.pool.complete(again.id, "C0MPLETE")
    with pytest.raises(UnconfirmedError, match="Mind: came here with another subm"):
        approve(enlisted, again, confirmed="")

    approve(enlisted, again)

    claim = find_owed(enlisted.study)[enlisted.session(first).pk]
    assert (claim.left, claim.has_whole) == (0, True)


def test_an_approval_counts_as_paid_once_prolific_shows_it(enlisted):
    submission = enlisted.finish()
    enlisted.pool.is_prompt = False

    assert approve(enlisted, submission).n_paid == 0
    assert PaymentRecord.objects.get().state == "sending"
    with pytest.raises(InvalidError, match="a moment ago"):
        approve(enlisted, submission)

    enlisted.pool.catch_up()
    enlisted.look()
    assert PaymentRecord.objects.get().is_paid


def test_nothing_is_approved_beyond_the_budget(pool):
    enlisted = enlist_study(pool, budget=200)
    submission = enlisted.finish()

    with pytest.raises(BudgetError):
        approve(enlisted, submission)
    assert submission.status == "AWAITING REVIEW"


def test_a_submission_of_another_study_is_not_approved_here(enlisted):
    other = enlist_study(
        enlisted.pool, slug="other", deck_version=enlisted.study.deck_version
    )

    with pytest.raises(NotFoundError):
        approve(enlisted, other.finish())


def test_a_refused_approval_gives_the_budget_its_money_back(enlisted):
    submission = enlisted.finish()
    enlisted.pool.faults_before += [None, RefusedError("not enough money")]

    with pytest.raises(RecruiterError, match="not enough money"):
        approve(enlisted, submission)

    refused = PaymentRecord.objects.get()
    assert (refused.state, "not enough money" in refused.said) == ("refused", True)
    enlisted.pool.end(submission.id, "APPROVED")
    enlisted.look()
    assert PaymentRecord.objects.get().is_paid


def test_a_bonus_is_paid_once_and_only_once(enlisted):
    submission = enlisted.finish()

    first = bonus(enlisted, submission)
    again = bonus(enlisted, submission)

    assert (first.pk, first.state) == (again.pk, "paid")
    assert submission.bonuses == [100]
    with pytest.raises(InvalidError, match=r"1\.00"):
        bonus(enlisted, submission, amount=50, confirmed="0.67")


def test_a_part_for_who_has_not_handed_in_there_is_minded(enlisted):
    enlisted.study.pays_withdrawn = True
    enlisted.study.save()
    submission = enlisted.come()
    person = enlisted.people[submission.id].go_to("learning", 1)
    withdraw_session(token=person.token, keep_answers=True, now=person.now)
    part = {"purpose": PaymentPurpose.PARTIAL}

    with pytest.raises(UnconfirmedError, match="still active; it was not handed in"):
        bonus(enlisted, submission, confirmed="", **part)
    enlisted.pool.complete(submission.id, "LEFT1")
    with pytest.raises(UnconfirmedError) as asked:
        bonus(enlisted, submission, confirmed="", **part)
    assert "Mind" not in asked.value.message

    enlisted.study.partial_pay_amount = Decimal("0.50")
    enlisted.study.save()
    enlisted.account.refresh_from_db()
    with pytest.raises(UnconfirmedError, match=r"0\.50 USD, and this pays 0\.05 GBP"):
        bonus(enlisted, submission, amount=5, confirmed="", **part)


def test_who_returned_it_without_a_code_is_paid_no_part(enlisted):
    submission = enlisted.come()
    enlisted.pool.end(submission.id, "RETURNED")

    with pytest.raises(InvalidError, match=r"no code.*make it a bonus"):
        bonus(enlisted, submission, purpose=PaymentPurpose.PARTIAL)

    assert (PaymentRecord.objects.exists(), submission.bonuses) == (False, [])


@pytest.fixture
def gone(enlisted):
    """Somebody who left and had their answers deleted, and is owed a part."""
    study = enlisted.study
    study.pays_withdrawn, study.partial_pay_amount = True, Decimal("0.40")
    study.currency = enlisted.account.currency
    study.save()
    enlisted.account.refresh_from_db()
    submission = enlisted.come()
    person = enlisted.people[submission.id].go_to("learning", 1)
    withdraw_session(token=person.token, keep_answers=False, now=person.now)
    return submission


def test_who_was_erased_is_paid_by_their_own_code(enlisted, gone):
    session = enlisted.session(gone)
    code = CompletionCode.objects.get(session=session).code
    enlisted.pool.complete(gone.id, code.lower())

    bonus(enlisted, gone, purpose=PaymentPurpose.PARTIAL, amount=40, confirmed="0.54")

    claim = find_owed(enlisted.study)[session.pk]
    assert (claim.words, claim.paid, claim.currency) == (
        *("nothing: paid", Decimal("0.40"), "GBP"),
    )


def test_who_was_erased_and_brings_no_code_is_settled_by_hand(enlisted, gone):
    session = enlisted.session(gone)
    enlisted.pool.complete(gone.id, "LEFT1")
    with pytest.raises(InvalidError, match="mark their code as paid by hand"):
        bonus(enlisted, gone, purpose=PaymentPurpose.PARTIAL)

    mark = mark_paid(
        study=enlisted.study,
        code_pk=CompletionCode.objects.get(session=session).pk,
        amount=Decimal("0.40"),
        paid_on=NOON.date(),
        note="at Prolific",
        who="pam",
        now=NOON,
    )

    claim = find_owed(enlisted.study)[session.pk]
    assert (mark.currency, claim.words, claim.paid) == (
        *("GBP", "nothing: paid", Decimal("0.40")),
    )


def test_a_bonus_and_a_part_of_the_same_amount_are_two_payments(enlisted):
    submission = enlisted.finish()
    bonus(enlisted, submission)

    part = bonus(enlisted, submission, purpose=PaymentPurpose.PARTIAL)

    assert (part.state, submission.bonuses) == ("paid", [100, 100])


@pytest.mark.parametrize("is_prompt", [True, False])
def test_a_reply_that_is_lost_pays_nobody_twice(enlisted, is_prompt):
    submission = enlisted.finish()
    enlisted.pool.is_prompt = is_prompt
    # Asked whether it was paid, set up, and then paid without saying so.
    enlisted.pool.faults_after += [None, None, None, DownError()]

    paid = bonus(enlisted, submission)
    assert paid.state == ("paid" if is_prompt else "sending")
    later = bonus(enlisted, submission, now=NOON + LEASE + MINUTE)
    enlisted.pool.catch_up()
    enlisted.look(now=NOON + LEASE + MINUTE)

    later.refresh_from_db()
    assert (later.state, submission.bonuses) == ("paid", [100])
    assert sum("/pay/" in call for call in enlisted.pool.calls) == 1


def test_a_bonus_that_never_came_is_tried_again_after_an_hour_by_hand(enlisted):
    submission = enlisted.finish()
    lost = enlisted.pool.bonuses
    enlisted.pool.is_prompt = False
    bonus(enlisted, submission)
    enlisted.pool._late.clear()
    enlisted.pool.is_prompt = True

    soon = bonus(enlisted, submission, now=NOON + PATIENCE - MINUTE)
    assert (soon.state, submission.bonuses, len(lost)) == ("sending", [], 1)

    late = bonus(enlisted, submission, now=NOON + PATIENCE + LEASE)
    assert (late.state, submission.bonuses, len(lost)) == ("paid", [100], 2)


def test_a_bonus_waits_while_prolific_asks_to(enlisted):
    submission = enlisted.finish()
    enlisted.pool.faults_before += [None, None, None, BusyError()]

    assert bonus(enlisted, submission).is_paid
    assert submission.bonuses == [100]


def test_prolific_has_its_own_fee_beside_that_of_turk(pool):
    enlisted = enlist_study(pool, recruiters=["prolific", "mturk"], fee_percent=20)
    submission = enlisted.finish()

    assert bonus(enlisted, submission).fee == 33
    approve(enlisted, submission, confirmed="2.66")
    assert PaymentRecord.objects.get(purpose="approval").fee == 66


def test_the_fee_of_a_live_study_can_be_set(enlisted):
    enlisted.pool.fee_percent = 43
    fingerprint = enlisted.study.fingerprint
    fee = {"study_id": enlisted.study.pk, "recruiter": "prolific"}
    with pytest.raises(DesignError, match="a number below 200"):
        amend_fee(**fee, percent="many", who="ada", now=NOON)

    amend_fee(**fee, percent="42.8", who="ada", now=NOON)

    enlisted.account.refresh_from_db()
    assert bonus(enlisted, enlisted.finish(), confirmed="1.43").is_paid
    study = enlisted.account.study
    assert fingerprint_design(study) == study.fingerprint == fingerprint
    assert AuditEntry.objects.get(action="fee_set").detail["values"] == {
        "recruiter_options: Prolific, Fee of Prolific, in percent": ["nothing", "42.8"]
    }


def test_a_fee_above_what_was_confirmed_stops_the_bonus(enlisted):
    submission = enlisted.finish()
    enlisted.pool.fee_percent = 43

    with pytest.raises(RecruiterError, match=r"1\.43"):
        bonus(enlisted, submission)

    assert (PaymentRecord.objects.get().state, submission.bonuses) == ("refused", [])
