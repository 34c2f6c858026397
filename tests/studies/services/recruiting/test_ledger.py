"""Payments are rows of our own, within a budget, and stay when people are erased."""

import pytest
from django.db import IntegrityError

from studies.errors import BudgetError, InvalidError
from studies.models import AuditEntry, PaymentRecord
from studies.models.ledger import PaymentPurpose, PaymentState
from studies.models.team import Action
from studies.services.recruiting.accounts import set_budget, spending_of
from studies.services.recruiting.ledger import plan_payments
from studies.services.session.withdrawal import erase_session, withdraw_session
from studies.services.team.sentences import tell_action
from tests.studies.factories import NOON, Person, make_study
from tests.studies.services.recruiting.paid import (
    Recruiter,
    due_to,
    make_account,
    pay,
    plan,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def account(study):
    return make_account(study)


def test_a_study_may_spend_nothing_until_somebody_says_how_much(study):
    account = make_account(study, budget=0)

    with pytest.raises(BudgetError, match=r"1\.20 USD too much"):
        plan(account, due_to(Person(study)))

    assert not PaymentRecord.objects.exists()


def test_the_same_payment_planned_again_is_the_same_row(study, account):
    person = Person(study, name="A1X")

    rows = {plan(account, due_to(person)).pk for _ in range(3)}

    assert len(rows) == 1
    assert spending_of(account).planned == 120


def test_another_amount_for_what_is_planned_is_refused(study, account):
    person = Person(study, name="A1X")
    plan(account, due_to(person))

    with pytest.raises(InvalidError, match=r"a bonus of 1\.00, not sent yet"):
        plan(account, due_to(person, amount=200))


def test_a_second_submission_of_somebody_is_not_rewarded_again(study, account):
    person, reward = Person(study, name="A1X"), PaymentPurpose.APPROVAL
    pay(account, due_to(person, purpose=reward, assignment="3A"), Recruiter())

    with pytest.raises(InvalidError, match=r"the reward of 1\.00, paid"):
        plan(account, due_to(person, purpose=reward, assignment="3B"))


def test_of_payments_planned_together_all_are_or_none(study, account):
    person = Person(study, name="A1X")
    dues = [due_to(person), due_to(person, amount=200)]

    with pytest.raises(InvalidError):
        plan_payments(account_id=account.pk, dues=dues, who="ada", now=NOON)

    assert not PaymentRecord.objects.exists()


def test_purposes_and_people_have_payments_of_their_own(study, account):
    ada, bob = Person(study, name="A1X"), Person(study, name="B2Y")

    for person, assignment in ((ada, "3A"), (bob, "3B")):
        for purpose in PaymentPurpose:
            plan(account, due_to(person, purpose=purpose, assignment=assignment))

    assert PaymentRecord.objects.values("token").distinct().count() == 6


def test_who_was_paid_by_assignment_alone_is_not_paid_as_a_participant(study, account):
    channel = Recruiter()
    pay(account, due_to(assignment="3AS1"), channel)

    again = pay(account, due_to(Person(study, name="A1X"), assignment="3AS1"), channel)

    assert again.is_paid
    assert len(channel.paid) == 1


def test_the_database_itself_knows_a_payment_once(study, account):
    payment = plan(account, due_to(Person(study, name="A1X")))
    payment.pk = None

    with pytest.raises(IntegrityError):
        payment.save(force_insert=True)


def test_planned_and_paid_with_fees_never_pass_the_budget(study):
    account = make_account(study, budget=250)
    people = [Person(study, name=name) for name in ("A1", "A2", "A3")]
    pay(account, due_to(people[0], assignment="3A"), Recruiter())
    plan(account, due_to(people[1], assignment="3B"))

    with pytest.raises(BudgetError):
        plan(account, due_to(people[2], assignment="3C"))

    spending = spending_of(account)
    assert (spending.paid, spending.planned, spending.left) == (120, 120, 10)


def test_a_budget_cannot_be_less_than_what_is_spoken_for(study, account):
    plan(account, due_to(Person(study, name="A1X")))

    with pytest.raises(InvalidError, match=r"1\.20 are spent or promised"):
        set_budget(account_id=account.pk, budget=119, who="ada", now=NOON)


def test_sandbox_and_production_have_budgets_of_their_own(study, account):
    real = make_account(study, budget=100, environment="production")
    plan(account, due_to(Person(study, name="A1X")))

    assert spending_of(real).committed == 0


def test_what_was_paid_stays_when_the_person_is_erased(study, account):
    person = Person(study, name="A1X")
    pay(account, due_to(person), Recruiter())

    erase_session(session_id=person.session.pk, now=NOON)

    kept = PaymentRecord.objects.get()
    assert (kept.session, kept.assignment) == (None, "")
    assert (kept.amount, kept.fee, kept.state) == (100, 20, PaymentState.PAID)
    assert "A1X" not in str(PaymentRecord.objects.values().get())


def test_who_was_erased_is_not_paid_the_same_again(study, account):
    person, channel = Person(study, name="A1X"), Recruiter()
    due = due_to(person)
    pay(account, due, channel)
    erase_session(session_id=person.session.pk, now=NOON)

    assert pay(account, due, channel).is_paid
    assert len(channel.paid) == 1


def test_who_is_erased_while_owed_is_cut_off_once_paid(study, account):
    person = Person(study, name="A1X")
    due = due_to(person)
    plan(account, due)
    withdraw_session(token=person.token, keep_answers=False, now=NOON)
    assert PaymentRecord.objects.get().assignment == "3AS1"

    pay(account, due, Recruiter())

    paid = PaymentRecord.objects.get()
    assert (paid.is_paid, paid.session, paid.assignment) == (True, None, "")


def test_the_log_tells_what_was_paid_to_whom(study, account):
    person = Person(study, name="A1X")

    pay(account, due_to(person), Recruiter())

    entry = AuditEntry.objects.get(action=Action.PAID)
    name = person.session.participant.pseudonym
    assert tell_action(entry) == f"paid participant {name} 1.00 USD (bonus)"


def test_another_study_has_another_account(study, account):
    other = make_study(slug="other", deck_version=study.deck_version)

    assert spending_of(make_account(other)).committed == 0
