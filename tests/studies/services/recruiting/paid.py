"""What tests of paying share: an account, what is due, a recruiter that remembers."""

from studies.errors import RecruiterDownError, RecruiterError
from studies.models.ledger import PaymentPurpose
from studies.services.recruiting.accounts import account_of, set_budget
from studies.services.recruiting.ledger import Due, plan_payments
from studies.services.recruiting.paying import send_payment
from tests.studies.factories import NOON

AMOUNT, FEE = 100, 20


def make_account(study, *, budget=10_000, environment="sandbox"):
    account = account_of(study, recruiter="mturk", environment=environment)
    set_budget(account_id=account.pk, budget=budget, who="ada", now=NOON)
    account.refresh_from_db()
    return account


def due_to(person=None, *, purpose=PaymentPurpose.BONUS, assignment="3AS1", **changes):
    session = person.session if person else None
    values = {"amount": AMOUNT, "fee": FEE, "assignment": assignment, **changes}
    return Due(purpose=purpose, session=session, **values)


def plan(account, due, *, now=NOON):
    (row,) = plan_payments(account_id=account.pk, dues=[due], who="ada", now=now)
    return row


def pay(account, due, channel, *, now=NOON):
    payment = plan(account, due, now=now)
    return send_payment(payment, channel=channel, now=now)


class Recruiter:
    """Pays, and knows what it paid; ``faults`` come after it has, or before."""

    def __init__(self, *faults, pays_before_fault=True):
        self.paid = []
        self.n_asked = 0
        self.faults = list(faults)
        self.pays_before_fault = pays_before_fault

    def was_paid(self, payment):
        self.n_asked += 1
        return payment.token in self.paid

    def pay(self, payment):
        fault = self.faults.pop(0) if self.faults else None
        if fault is None or self.pays_before_fault:
            self.paid.append(payment.token)
        if fault is not None:
            raise fault


DOWN = RecruiterDownError
NO = RecruiterError
