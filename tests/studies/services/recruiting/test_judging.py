"""Approving, rejecting and paying more, against a stand-in."""

from datetime import timedelta
from decimal import Decimal

import pytest

from playground.mturk.errors import ServiceFaultError
from studies.errors import (
    BudgetError,
    InvalidError,
    NotFoundError,
    RecruiterError,
    UnconfirmedError,
    UnsureError,
)
from studies.models import AuditEntry, CompletionCode, Hit, PaymentRecord, Study
from studies.models.ledger import PaymentPurpose
from studies.services.owing import add_up, find_owed, find_unassigned
from studies.services.people.ledger_table import list_ledger
from studies.services.recruiting.accounts import spending_of
from studies.services.recruiting.extending import extend_hit
from studies.services.recruiting.judging import (
    Judged,
    approve_submissions,
    pay_bonus,
    reject_submission,
    reverse_rejection,
)
from studies.services.recruiting.ledger import LEASE
from studies.services.session.withdrawal import erase_session, withdraw_session
from studies.services.team.sentences import tell_action
from tests.studies.factories import NOON, Person

pytestmark = pytest.mark.django_db


@pytest.fixture
def hit(offered):
    return offered.create()[0]


@pytest.fixture
def assignment(offered, hit):
    return offered.work(hit, "A1X")


def approve(offered, *assignments, confirmed="1.20"):
    return approve_submissions(
        **offered.arguments(assignments=assignments, confirmed=confirmed)
    )


def bonus(offered, assignment, **changes):
    values = {"amount": 50, "reason": "Well done", "confirmed": "0.60", **changes}
    return pay_bonus(**offered.arguments(assignment=assignment, **values))


@pytest.mark.parametrize("part_first", [True, False])
def test_whole_and_part_are_not_paid_to_one_person_unminded(offered, hit, part_first):
    assignment = offered.work(hit, "A1X")
    part = {"purpose": PaymentPurpose.PARTIAL}
    if part_first:
        bonus(offered, assignment, **part)
        found = offered.look()
        assert found.payable == []
        told = "a part is paid: decide by 2026-03-08"
        assert found.submissions[0].owed.warning == told
        with pytest.raises(UnconfirmedError, match="this participant got a part alr"):
            approve(offered, assignment, confirmed="")
    else:
        approve(offered, assignment)
        with pytest.raises(InvalidError, match=r"owed nothing more.*make it a bonus"):
            bonus(offered, assignment, **part)
        assert offered.market.bonuses == []


def test_who_left_is_told_so_with_what_they_are_owed(offered, hit):
    offered.study.pays_withdrawn, offered.study.partial_pay_text = True, "1 dollar"
    offered.study.save()
    task = offered.market.accept(hit.hit_id, "A1X").id
    person = Person(offered.study, name="A1X", assignment=task)
    person.go_to("learning", 1)
    withdraw_session(token=person.token, keep_answers=True, now=NOON)
    code = CompletionCode.objects.get().code
    offered.market.submit(task, completion_code=code)
    offered.account.refresh_from_db()

    found = offered.look()

    (told,) = found.submissions
    assert (told.owed.words, found.payable) == ("in part: 1 dollar", [])


def leave_early(offered, hit, worker, *, keep_answers=True):
    """A worker takes the task and leaves it, with a claim to a part."""
    task = offered.market.accept(hit.hit_id, worker).id
    person = Person(offered.study, name=worker, assignment=task)
    person.go_to("learning", 1)
    withdraw_session(token=person.token, keep_answers=keep_answers, now=NOON)
    return person, task


def test_everybody_who_got_a_part_is_named_also_who_deleted_their_answers(offered, hit):
    Study.objects.update(pays_withdrawn=True, partial_pay_amount=Decimal("0.50"))
    offered.account.refresh_from_db()
    tasks = []
    for worker, keeps in (("A1X", True), ("A2Y", False)):
        person, task = leave_early(offered, hit, worker, keep_answers=keeps)
        code = CompletionCode.objects.get(session=person.session).code
        offered.market.submit(task, completion_code=code)
        bonus(offered, task, purpose=PaymentPurpose.PARTIAL)
        tasks.append(task)

    with pytest.raises(UnconfirmedError) as asked:
        approve(offered, *tasks, confirmed="")

    assert f"{', '.join(tasks)}: got a part already" in asked.value.mind


def test_a_part_is_booked_to_the_worker_whosever_code_they_handed_in(offered, hit):
    Study.objects.update(pays_withdrawn=True, partial_pay_amount=Decimal("0.50"))
    offered.account.refresh_from_db()
    other = offered.work(hit, "A1X")
    person, task = leave_early(offered, hit, "A2Y")
    offered.market.submit(task, completion_code=offered.code("A1X"))

    bonus(offered, task, purpose=PaymentPurpose.PARTIAL)
    approve(offered, other)

    claims = find_owed(Study.objects.get())
    assert claims[person.session.pk].words == "nothing: paid"
    (paid,) = add_up(claims.values())
    assert paid.paid == Decimal("1.50")
    assert spending_of(offered.account).paid == 60 + 120


def test_a_part_of_a_claim_that_nobody_has_is_refused(offered, hit):
    stranger = offered.work(hit, "A1X", code="ABCDEFGHJKMN", finishes=False)

    with pytest.raises(InvalidError, match="Nobody who took part here is known"):
        bonus(offered, stranger, purpose=PaymentPurpose.PARTIAL)
    bonus(offered, stranger)

    (beside,) = find_unassigned(Study.objects.get())
    assert (beside.currency, beside.paid) == ("USD", Decimal("0.50"))


def test_there_is_no_part_of_nothing(offered, hit):
    Study.objects.update(pays_withdrawn=True, partial_pay_amount=0)
    offered.account.refresh_from_db()
    _, task = leave_early(offered, hit, "A1X")
    offered.market.submit(task, completion_code=CompletionCode.objects.get().code)

    with pytest.raises(InvalidError, match="no part of nothing"):
        bonus(offered, task, purpose=PaymentPurpose.PARTIAL)
    with pytest.raises(InvalidError, match="at least a cent"):
        bonus(offered, task, amount=0, purpose=PaymentPurpose.PARTIAL)


def test_who_has_no_claim_is_paid_no_part_and_a_second_click_is_told_the_same(
    offered, hit
):
    Study.objects.update(pays_withdrawn=True, partial_pay_amount=Decimal("0.50"))
    offered.account.refresh_from_db()
    part = {"purpose": PaymentPurpose.PARTIAL}
    inside = offered.market.accept(hit.hit_id, "A1X").id
    Person(offered.study, name="A1X", assignment=inside).go_to("learning", 1)
    offered.market.submit(inside, completion_code="")
    _, left = leave_early(offered, hit, "A2Y")
    offered.market.submit(left, completion_code=CompletionCode.objects.get().code)

    with pytest.raises(InvalidError, match=r"no code.*make it a bonus"):
        bonus(offered, inside, **part)
    first = bonus(offered, left, **part)

    assert bonus(offered, left, **part) == first
    assert len(offered.market.bonuses) == 1


def test_who_was_erased_is_paid_once_and_the_page_still_knows(offered, hit):
    Study.objects.update(pays_withdrawn=True, partial_pay_amount=Decimal("0.50"))
    offered.account.refresh_from_db()
    task = offered.market.accept(hit.hit_id, "A1X").id
    person = Person(offered.study, name="A1X", assignment=task)
    person.go_to("learning", 1)
    withdraw_session(token=person.token, keep_answers=False, now=NOON)
    offered.market.submit(task, completion_code=CompletionCode.objects.get().code)
    part = {"purpose": PaymentPurpose.PARTIAL}
    bonus(offered, task, **part)
    bonus(offered, task)

    for again in (part, {}):
        with pytest.raises(InvalidError, match="There is one for each"):
            bonus(offered, task, **again)

    (told,) = offered.look().submissions
    paid = {payment.purpose: payment.amount for payment in told.payments}
    assert paid == {"partial": 50, "bonus": 50}
    assert PaymentRecord.objects.filter(assignment="", session=None).count() == 2


def test_what_the_budget_does_not_allow_is_said_before_any_sum_is_asked_for(
    offered, hit, assignment
):
    offered.account.budget = 400
    offered.account.save()

    with pytest.raises(BudgetError):
        bonus(offered, assignment, confirmed="")
    with pytest.raises(BudgetError):
        offered.create(nonce="n2", confirmed="")
    with pytest.raises(InvalidError, match="Create another HIT"):
        extend_hit(
            hit=hit,
            n_more=7,
            n_known=3,
            more_days=0,
            confirmed="",
            who="ada",
            requester=offered.requester,
            now=NOON,
        )
    assert (Hit.objects.count(), PaymentRecord.objects.count()) == (1, 0)
    assert not AuditEntry.objects.filter(action="hit_extended").exists()
    with pytest.raises(UnconfirmedError, match=r"You typed “1\.00”.*type “1\.20”"):
        approve(offered, assignment, confirmed="1.00")


def status(offered, assignment):
    return offered.market.assignments[assignment].status


def test_approving_pays_the_reward_and_the_ledger_knows(offered, assignment):
    judged = approve(offered, assignment)

    assert (judged.n_paid, judged.faults) == (1, [])
    assert status(offered, assignment) == "Approved"
    paid = PaymentRecord.objects.get()
    assert (paid.purpose, paid.amount, paid.fee) == ("approval", 100, 20)
    spending = spending_of(offered.account)
    assert (spending.paid, spending.offered) == (120, 240)


def test_many_are_approved_for_one_sum(offered, hit):
    ids = [offered.work(hit, worker) for worker in ("A1", "A2", "A3")]

    with pytest.raises(UnconfirmedError, match=r"3\.60"):
        approve(offered, *ids)
    assert approve(offered, *ids, confirmed="3.60").n_paid == 3


def test_one_that_fails_does_not_keep_others_from_their_money(offered, hit):
    first, second = (offered.work(hit, worker) for worker in ("A1", "A2"))
    offered.market.balance = Decimal("1.30")

    judged = approve(offered, first, second, confirmed="2.40")

    assert judged.n_paid == 1
    assert "not enough money" in judged.faults[0]
    assert spending_of(offered.account).paid == 120


def test_an_approval_whose_reply_was_lost_is_paid_once(offered, assignment):
    # The list, the look before paying, and the payment itself.
    offered.market.faults_after += [None, None, ServiceFaultError()]

    assert approve(offered, assignment).n_paid == 1
    assert offered.market.calls.count("ApproveAssignment") == 1


def test_what_is_approved_already_costs_nothing_more(offered, hit, assignment):
    approve(offered, assignment)
    other = offered.work(hit, "A2Y")

    assert approve(offered, assignment) == Judged(0, [], n_before=1)
    assert approve(offered, assignment, other) == Judged(1, [], n_before=1)

    assert offered.market.calls.count("ApproveAssignment") == 2
    rejected = offered.work(hit, "A3Z")
    reject(offered, rejected)
    with pytest.raises(InvalidError, match="approved or rejected before"):
        approve(offered, assignment, rejected)


def test_a_submission_of_another_study_is_not_there(offered, assignment, settings):
    offered.account.hits.update(hit_id="3OTHER")

    with pytest.raises(NotFoundError):
        approve(offered, assignment)


def reject(offered, assignment, *, reason="No code.", confirmed="reject"):
    given = {"assignment": assignment, "reason": reason, "confirmed": confirmed}
    reject_submission(**offered.arguments(**given))


def test_rejecting_needs_a_reason_which_the_worker_reads(offered, assignment):
    with pytest.raises(InvalidError, match="write a reason"):
        reject(offered, assignment, reason=" ")
    with pytest.raises(UnconfirmedError, match=r"not paid.*30 days.*type “reject”"):
        reject(offered, assignment, confirmed="")
    assert status(offered, assignment) == "Submitted"

    reject(offered, assignment)

    assert status(offered, assignment) == "Rejected"
    assert offered.market.assignments[assignment].feedback == "No code."
    assert spending_of(offered.account).offered == 240
    entry = AuditEntry.objects.get(action="rejected")
    session = offered.people["A1X"].session
    name = session.participant.pseudonym
    assert tell_action(entry) == (
        f"rejected the submission ({assignment}) of participant {name}: No code."
    )
    erase_session(session_id=session.pk, now=NOON)
    entry.refresh_from_db()
    assert entry.detail == {"participant": name}


def reverse(offered, assignment, *, confirmed="1.20"):
    given = {"assignment": assignment, "confirmed": confirmed}
    return reverse_rejection(**offered.arguments(**given))


def test_a_rejection_is_taken_back_within_thirty_days(offered, assignment):
    with pytest.raises(InvalidError, match="not rejected"):
        reverse(offered, assignment)
    reject(offered, assignment)
    offered.now = NOON + timedelta(days=31)
    with pytest.raises(InvalidError, match="more than 30 days ago"):
        reverse(offered, assignment)
    offered.now = NOON + timedelta(days=29)
    with pytest.raises(UnconfirmedError, match=r"1\.20"):
        reverse(offered, assignment, confirmed="")

    assert reverse(offered, assignment).is_paid

    assert status(offered, assignment) == "Approved"
    spending = spending_of(offered.account)
    assert (spending.paid, spending.offered) == (120, 240)
    noted = AuditEntry.objects.get(action="rejection_reversed").detail
    session = offered.people["A1X"].session
    assert noted["participant"] == session.participant.pseudonym


@pytest.mark.parametrize(
    ("code", "finishes", "mind"),
    [
        ("others", False, "Mind: the code of somebody else"),
        ("none", True, "Mind: submitted without our code"),
        ("ABCDEFGHJKMN", False, "Mind: no code of this study"),
        ("own", True, ""),
    ],
)
def test_what_speaks_against_an_approval_is_told(offered, hit, code, finishes, mind):
    first = offered.work(hit, "A1X")
    told = offered.code("A1X") if code == "others" else code
    doubtful = offered.work(hit, "A2Y", code=told, finishes=finishes)

    with pytest.raises(UnconfirmedError) as alone:
        approve(offered, doubtful, confirmed="")
    with pytest.raises(UnconfirmedError) as both:
        approve(offered, first, doubtful, confirmed="")

    assert ("Mind" in alone.value.message) == bool(mind)
    assert mind in alone.value.message
    assert mind.replace("Mind: ", f"Mind: {doubtful}: ") in both.value.message


def test_who_left_is_not_approved_unminded(offered, hit):
    Study.objects.update(pays_withdrawn=True)
    _, task = leave_early(offered, hit, "A1X")
    offered.market.submit(task, completion_code=CompletionCode.objects.get().code)

    with pytest.raises(UnconfirmedError, match="Mind: they did not finish"):
        approve(offered, task, confirmed="")


def test_the_budget_is_told_as_a_sum(offered, hit, assignment):
    with pytest.raises(UnconfirmedError, match=r"so far 3\.60 \+ this 0\.60 = 4\.20 U"):
        bonus(offered, assignment, confirmed="")
    with pytest.raises(UnconfirmedError, match=r"so far 2\.40 \+ this 1\.20 = 3\.60 U"):
        approve(offered, assignment, confirmed="")
    offered.account.budget = 400
    offered.account.save()

    with pytest.raises(BudgetError) as told:
        bonus(offered, assignment)

    assert told.value.message == (
        "Spent or promised so far 3.60 + this 0.60 = 4.20 USD, of a budget of 4.00: "
        "0.20 USD too much."
    )


def test_looking_rejects_and_approves_nobody(offered, hit):
    ids = [
        offered.work(hit, "A1", code="none"),
        offered.work(hit, "A2", code="ABCDEFGHJKMN"),
        offered.work(hit, "A3"),
    ]

    offered.look()

    assert {status(offered, each) for each in ids} == {"Submitted"}


def test_a_bonus_is_paid_once_with_its_reason(offered, assignment):
    bonus(offered, assignment)
    bonus(offered, assignment, reason="Said otherwise")

    (paid,) = offered.market.bonuses
    assert (paid.worker, paid.amount) == ("A1X", "0.50")
    assert paid.reason.startswith("Well done (reference ")
    assert PaymentRecord.objects.get().is_paid


def test_the_ledger_names_the_hit_of_all_that_was_paid_for_it(offered, hit, assignment):
    reject(offered, assignment)
    reverse(offered, assignment)
    bonus(offered, assignment)
    offered.market.balance *= 0
    other = offered.work(hit, "A2Y")
    with pytest.raises(RecruiterError):
        bonus(offered, other)

    lines = list_ledger(offered.study)

    assert [line["task"] for line in lines] == [hit.hit_id] * 3
    # A bonus takes no place of the HIT, paid or refused.
    assert spending_of(offered.account).offered == 2 * 120


def test_a_bonus_needs_the_sum_with_fees(offered, assignment):
    with pytest.raises(UnconfirmedError) as said:
        bonus(offered, assignment, confirmed="0.50")

    assert said.value.expected == "0.60"
    assert not PaymentRecord.objects.exists()


def test_another_amount_is_no_second_bonus(offered, assignment):
    bonus(offered, assignment)

    with pytest.raises(InvalidError, match=r"a bonus of 0\.50, paid\."):
        bonus(offered, assignment, amount=70, confirmed="0.84")


def test_a_part_is_paid_beside_a_bonus(offered, assignment):
    bonus(offered, assignment)
    bonus(offered, assignment, purpose=PaymentPurpose.PARTIAL)

    assert len(offered.market.bonuses) == 2


def test_a_bonus_whose_reply_was_lost_is_paid_once(offered, assignment):
    offered.market.faults_after += [None, None, ServiceFaultError()]

    assert bonus(offered, assignment).is_paid
    assert len(offered.market.bonuses) == 1


def test_a_service_that_pays_and_then_falls_silent_pays_once(offered, assignment):
    silence = [ServiceFaultError()] * 6
    offered.market.faults_after += [None, None, *silence]
    with pytest.raises(UnsureError, match="nothing is paid twice"):
        bonus(offered, assignment)
    offered.market.faults_after.clear()
    offered.now = NOON + LEASE + timedelta(seconds=1)

    assert bonus(offered, assignment).is_paid
    assert len(offered.market.bonuses) == 1


def test_a_refusal_is_told_in_words_that_help(offered, assignment):
    offered.market.balance *= 0

    with pytest.raises(RecruiterError, match="not enough money"):
        bonus(offered, assignment)

    assert PaymentRecord.objects.get().state == "refused"
