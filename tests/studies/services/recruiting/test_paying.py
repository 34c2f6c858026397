"""Once and only once, whatever dies between the call and our note of it."""

from datetime import timedelta

import pytest

from studies.errors import BusyPaymentError, RecruiterError, UnsureError
from studies.models import PaymentRecord
from studies.models.ledger import PaymentState
from studies.services.recruiting.accounts import spending_of
from studies.services.recruiting.ledger import LEASE, claim_payment
from studies.services.recruiting.paying import send_payment
from tests.studies.factories import NOON, Person
from tests.studies.services.recruiting.paid import (
    DOWN,
    NO,
    Recruiter,
    due_to,
    make_account,
    pay,
    plan,
)

pytestmark = pytest.mark.django_db
LATER = NOON + LEASE + timedelta(seconds=1)


class Killed(BaseException):
    """The process dies: nothing after it runs."""


@pytest.fixture
def account(study):
    return make_account(study)


@pytest.fixture
def due(study):
    return due_to(Person(study, name="A1X"))


def state():
    return PaymentRecord.objects.get().state


def test_the_row_is_there_before_the_recruiter_is_asked(account, due):
    class Watching(Recruiter):
        def pay(self, payment):
            self.seen = state()
            super().pay(payment)

    channel = Watching()
    pay(account, due, channel)

    assert channel.seen == PaymentState.SENDING
    assert state() == PaymentState.PAID


def test_what_is_paid_is_not_paid_again(account, due):
    channel = Recruiter()

    for _ in range(3):
        assert pay(account, due, channel).is_paid

    assert len(channel.paid) == 1


def test_a_reply_that_was_lost_is_asked_for_not_paid_for(account, due):
    channel = Recruiter(DOWN())

    assert pay(account, due, channel).is_paid
    assert len(channel.paid) == 1


def test_a_fault_before_anything_happened_is_tried_again(account, due):
    channel = Recruiter(DOWN(), DOWN(), pays_before_fault=False)

    assert pay(account, due, channel).is_paid
    assert (len(channel.paid), channel.n_asked) == (1, 3)


def test_who_never_answers_leaves_it_open_and_later_it_is_paid_once(account, due):
    channel = Recruiter(DOWN(), DOWN(), DOWN(), pays_before_fault=False)
    with pytest.raises(UnsureError):
        pay(account, due, channel)
    assert state() == PaymentState.SENDING

    with pytest.raises(BusyPaymentError):
        pay(account, due, channel)

    assert pay(account, due, channel, now=LATER).is_paid
    assert len(channel.paid) == 1


def test_a_process_that_dies_after_the_call_pays_nothing_twice(account, due):
    channel = Recruiter(Killed())
    with pytest.raises(Killed):
        pay(account, due, channel)
    assert (state(), len(channel.paid)) == (PaymentState.SENDING, 1)

    assert pay(account, due, channel, now=LATER).is_paid
    assert len(channel.paid) == 1


def test_a_refusal_gives_the_budget_its_money_back_and_may_be_tried_again(account, due):
    channel = Recruiter(NO("No money."), pays_before_fault=False)
    with pytest.raises(RecruiterError, match=r"No money\."):
        pay(account, due, channel)
    refused = PaymentRecord.objects.get()
    assert (refused.state, refused.said) == ("refused", "No money.")
    assert spending_of(account).committed == 0

    assert pay(account, due, channel).is_paid


def test_a_token_that_is_refused_because_it_was_used_counts_as_paid(account, due):
    assert pay(account, due, Recruiter(NO())).is_paid


def test_of_two_who_hold_the_row_one_may_send_it(account, due):
    payment = plan(account, due)
    assert claim_payment(payment, now=NOON)

    assert not claim_payment(payment, now=NOON + timedelta(minutes=9))
    with pytest.raises(BusyPaymentError):
        send_payment(payment, channel=Recruiter(), now=NOON)
