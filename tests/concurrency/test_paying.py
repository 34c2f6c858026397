"""Payments raced for by threads, as by impatient clicks and a worker beside them."""

import threading

from studies.models import PaymentRecord
from studies.services.recruiting.accounts import spending_of
from tests.concurrency.test_races import at_once
from tests.studies.factories import Person, make_study
from tests.studies.services.recruiting.paid import (
    Recruiter,
    due_to,
    make_account,
    pay,
    plan,
)


class Counting(Recruiter):
    """Knows nothing of what it paid, as a service that is slow to tell."""

    def __init__(self):
        super().__init__()
        self.lock = threading.Lock()

    def was_paid(self, payment):
        return False

    def pay(self, payment):
        with self.lock:
            super().pay(payment)


def test_eight_clicks_pay_a_bonus_once():
    study = make_study()
    account, channel = make_account(study), Counting()
    due = due_to(Person(study, name="A1X"))

    results = at_once([lambda: pay(account, due, channel)] * 8)

    assert len(channel.paid) == 1
    assert PaymentRecord.objects.get().is_paid
    said = {each if isinstance(each, str) else each.state for each in results}
    assert said <= {"paid", "busy_payment"}


def test_many_payments_at_once_stay_within_the_budget():
    study = make_study()
    account = make_account(study, budget=5 * 120 + 119)
    dues = [due_to(Person(study, name=f"A{i}"), assignment=f"3A{i}") for i in range(12)]

    results = at_once([lambda due=due: plan(account, due) for due in dues])

    assert results.count("budget") == 7
    assert spending_of(account).planned == 5 * 120
