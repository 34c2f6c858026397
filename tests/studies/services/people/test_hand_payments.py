"""Marking people as paid by hand: once, and taken back by an entry of its own."""

from datetime import date, timedelta
from decimal import Decimal

import pytest

from studies.errors import InvalidError, NotFoundError, UnconfirmedError
from studies.models import AuditEntry, CompletionCode, HandPayment, Study
from studies.services.owing import find_owed, find_unassigned
from studies.services.people.hand_payments import (
    list_hand_payments,
    mark_paid,
    undo_payment,
)
from studies.services.people.payments import list_payments, summarise
from studies.services.recruiting.judging import approve_submissions
from studies.services.session.withdrawal import erase_session, withdraw_session
from studies.services.team.sentences import tell_action
from tests.studies.factories import NOON, Person, make_study

pytestmark = pytest.mark.django_db
TODAY = NOON.date()


@pytest.fixture
def visitor():
    """Somebody in a lab, who came by an open link and finished."""
    person = Person(make_study(pay_amount=4, recruiters=["link"]))
    person.finish()
    return person


def mark(person, *, amount="4.00", paid_on=TODAY, note="cash", now=NOON, confirmed=""):
    return mark_paid(
        study=person.study,
        code_pk=CompletionCode.objects.get(session=person.session).pk,
        amount=Decimal(amount),
        paid_on=paid_on,
        note=note,
        who="pam",
        now=now,
        confirmed=confirmed,
    )


def owed(person):
    return find_owed(Study.objects.get())[person.session.pk]


def test_who_is_marked_is_owed_nothing_and_the_log_says_who_did_it(visitor):
    assert owed(visitor).words == "4.00 USD"

    payment = mark(visitor)

    assert (payment.amount, payment.currency, payment.note) == (400, "USD", "cash")
    assert owed(visitor).words == "nothing: paid"
    (sums,) = summarise(visitor.study, list_payments(visitor.study)).by_currency
    assert (sums.due, sums.paid, sums.left) == (4, 4, 0)
    entry = AuditEntry.objects.get(action="paid_by_hand")
    assert (entry.who, entry.detail["amount"]) == ("pam", "4.00 USD")
    assert tell_action(entry) == (
        f"marked participant {visitor.session.participant.pseudonym} as paid 4.00 USD "
        f"by hand, on {TODAY:%Y-%m-%d}"
    )


def test_a_second_click_marks_nobody_twice_and_another_sum_is_refused(visitor):
    first = mark(visitor)

    assert mark(visitor, now=NOON + timedelta(seconds=1)) == first
    with pytest.raises(InvalidError, match=r"4\.00 USD on .* by pam.*take it back"):
        mark(visitor, amount="5")

    assert HandPayment.objects.count() == 1
    assert AuditEntry.objects.filter(action="paid_by_hand").count() == 1


def test_a_mark_is_taken_back_by_a_counter_entry_and_can_be_made_anew(visitor):
    wrong = mark(visitor, amount="3.00", confirmed="3.00")
    undo = {"study": visitor.study, "pk": wrong.pk, "who": "pam", "now": NOON}

    counter = undo_payment(**undo)
    assert undo_payment(**undo) == counter

    assert (counter.amount, counter.undoes) == (-300, wrong)
    assert owed(visitor).left == 4
    mark(visitor)
    assert owed(visitor).words == "nothing: paid"
    amounts = [line.amount for line in list_hand_payments(visitor.study)]
    assert amounts == ["4.00", "-3.00", "3.00"]
    assert AuditEntry.objects.filter(action="payment_undone").count() == 1
    with pytest.raises(NotFoundError):
        undo_payment(**{**undo, "pk": counter.pk})


@pytest.mark.parametrize(
    ("amount", "mind"),
    [("3.00", "less than is owed was paid"), ("5.00", "paid 5.00 USD, 1.00 more than")],
)
def test_another_sum_than_is_owed_is_asked_back_and_flagged(visitor, amount, mind):
    with pytest.raises(UnconfirmedError, match=rf"owed 4\.00 USD, and not {amount}"):
        mark(visitor, amount=amount)
    with pytest.raises(UnconfirmedError):
        mark(visitor, amount=amount, confirmed="4.00")
    assert not HandPayment.objects.exists()

    mark(visitor, amount=amount, confirmed=amount)

    (row,) = list_payments(visitor.study)
    assert row.warning.startswith(mind)


def test_what_is_paid_on_several_days_is_noted_until_nothing_is_owed(visitor):
    yesterday = TODAY - timedelta(days=1)
    for paid_on in (yesterday, TODAY):
        mark(visitor, amount="1.50", paid_on=paid_on, confirmed="1.50")
    assert owed(visitor).words == "1.00 USD"

    mark(visitor, amount="1.00")

    assert (owed(visitor).words, owed(visitor).warning) == ("nothing: paid", "")
    with pytest.raises(InvalidError, match="take it back first"):
        mark(visitor, amount="1.00", note="once more")
    first, *_ = HandPayment.objects.order_by("pk")
    undo_payment(study=visitor.study, pk=first.pk, who="pam", now=NOON)
    assert owed(visitor).words == "1.50 USD"


def test_the_rest_of_what_a_recruiter_paid_is_paid_by_hand(offered):
    offered.study.pay_amount = 4
    offered.study.save()
    (hit,) = offered.create()
    assignment = offered.work(hit, "A1X")
    approve_submissions(**offered.arguments(assignments=[assignment], confirmed="1.20"))

    mark(offered.people["A1X"], amount="3.00")

    claim = owed(offered.people["A1X"])
    assert (claim.by_hand, claim.by_recruiter, claim.words) == (3, 1, "nothing: paid")


def test_who_is_erased_is_owed_the_rest_and_marked_anew():
    pay = {"pays_withdrawn": True, "partial_pay_amount": 4, "currency": "USD"}
    visitor = Person(make_study(n_places=2, **pay)).go_to("learning", 1)
    withdraw_session(token=visitor.token, keep_answers=True, now=visitor.now)
    undo_payment(study=visitor.study, pk=mark(visitor).pk, who="pam", now=NOON)
    mark(visitor, amount="1.00", confirmed="1.00")
    withdraw_session(token=visitor.token, keep_answers=False, now=visitor.now)
    assert owed(visitor).words == "3.00 USD"

    for _ in range(2):
        mark(visitor, amount="2.00", confirmed="2.00")
    mark(visitor, amount="1.00", note="the rest", paid_on=TODAY - timedelta(days=1))

    assert (owed(visitor).words, owed(visitor).by_hand) == ("nothing: paid", 4)
    assert not HandPayment.objects.exclude(session=None, note="").exists()


def test_who_is_owed_nothing_is_not_marked(visitor):
    Study.objects.update(pay_amount=0)
    visitor.study.refresh_from_db()

    with pytest.raises(InvalidError, match="They are owed nothing"):
        mark(visitor, amount="1.00", confirmed="1.00")


def test_nothing_and_days_to_come_are_no_payment(visitor):
    with pytest.raises(InvalidError, match="at least a cent"):
        mark(visitor, amount="0")
    with pytest.raises(InvalidError, match="yet to come"):
        mark(visitor, paid_on=date(2999, 1, 1))
    assert not HandPayment.objects.exists()


def test_nobody_is_paid_by_hand_and_by_the_recruiter_unminded(offered):
    (hit,) = offered.create()
    first, second = (offered.work(hit, worker) for worker in ("A1X", "A2Y"))
    approve = offered.arguments(assignments=[first], confirmed="1.20")
    approve_submissions(**approve)

    with pytest.raises(InvalidError, match="Nobody is paid twice"):
        mark(offered.people["A1X"])
    mark(offered.people["A2Y"], amount="1")

    assert offered.look().payable == []
    again = offered.arguments(assignments=[second], confirmed="")
    with pytest.raises(UnconfirmedError, match="this participant was paid by hand"):
        approve_submissions(**again)


def test_an_erasure_keeps_the_sum_and_forgets_whom_it_was_for(visitor):
    mark(visitor, note="cash for Ada")
    erase_session(session_id=visitor.session.pk, now=NOON)

    kept = HandPayment.objects.get()
    assert (kept.session, kept.note, kept.amount) == (None, "", 400)
    (beside,) = find_unassigned(visitor.study)
    assert (beside.currency, beside.paid) == ("USD", 4)
    with pytest.raises(InvalidError, match="erased"):
        undo_payment(study=visitor.study, pk=kept.pk, who="pam", now=NOON)
