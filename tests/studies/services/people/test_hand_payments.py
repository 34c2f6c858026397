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
from studies.services.session.withdrawal import erase_session
from tests.studies.factories import NOON, Person, make_study

pytestmark = pytest.mark.django_db
TODAY = NOON.date()


@pytest.fixture
def visitor():
    """Somebody in a lab, who came by an open link and finished."""
    person = Person(make_study(pay_amount=4, recruiters=["link"]))
    person.finish()
    return person


def mark(person, *, amount="4.00", paid_on=TODAY, note="cash", now=NOON):
    return mark_paid(
        study=person.study,
        code_pk=CompletionCode.objects.get(session=person.session).pk,
        amount=Decimal(amount),
        paid_on=paid_on,
        note=note,
        who="pam",
        now=now,
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
    assert entry.detail["paid_on"] == TODAY.isoformat()


def test_a_second_click_marks_nobody_twice_and_another_sum_is_refused(visitor):
    first = mark(visitor)

    assert mark(visitor, now=NOON + timedelta(seconds=1)) == first
    with pytest.raises(InvalidError, match=r"4\.00 USD on .* by pam.*take it back"):
        mark(visitor, amount="5")

    assert HandPayment.objects.count() == 1
    assert AuditEntry.objects.filter(action="paid_by_hand").count() == 1


def test_a_mark_is_taken_back_by_a_counter_entry_and_can_be_made_anew(visitor):
    wrong = mark(visitor, amount="3.00")
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
