"""The ledger as a file, for whoever keeps the books."""

import csv

import pytest

from studies.models import AuditEntry
from studies.models.ledger import PaymentPurpose
from studies.models.team import Role
from studies.services.session.withdrawal import erase_session
from studies.services.team.sentences import tell_action
from tests.studies.factories import Person, make_study
from tests.studies.services.recruiting.paid import Recruiter, due_to, make_account, pay

pytestmark = pytest.mark.django_db
PAGE = "/dashboard/studies/study/payments/"


@pytest.fixture
def study():
    return make_study(pay_amount=4, recruiters=["mturk", "link"])


@pytest.fixture
def people(study):
    """One is paid by the recruiter; the other came by a link."""
    there, here = Person(study, name="W1"), Person(study)
    for person in (there, here):
        person.finish()
    due = due_to(there, purpose=PaymentPurpose.APPROVAL, amount=400)
    pay(make_account(study), due, Recruiter())
    return there, here


@pytest.fixture
def read(sign_in, people):
    """Signs somebody in, who pays by hand, takes it back, and reads the ledger."""

    def read(role):
        client, code = sign_in(role), people[1].session.codes.get()
        sent = {"amount": "4", "paid_on": "2026-01-05", "note": "=cash"}
        client.post(f"{PAGE}by-hand/{code.pk}/", sent)
        client.post(f"{PAGE}undo/{code.session.hand_payments.get().pk}/")
        response = client.post(f"{PAGE}ledger/")
        return list(csv.DictReader(response.content.decode().splitlines()))

    return read


def test_every_payment_has_a_row(read):
    there, here, back = read(Role.PAYER)

    assert there["recruiter"] == "mturk"
    assert (there["purpose"], there["state"], there["by_hand"]) == (
        *("approval", "paid", "no"),
    )
    assert (there["amount"], there["fee"], there["currency"]) == ("4.00", "0.20", "USD")
    assert (here["amount"], here["state"], here["by_hand"]) == ("4.00", "paid", "yes")
    assert (here["paid_on"], here["note"]) == ("2026-01-05", "'=cash")
    assert (back["amount"], back["state"]) == ("-4.00", "taken back")


def test_it_names_people_to_whom_may_see_them_and_is_logged(read, people):
    names = [person.session.participant.pseudonym for person in people]

    assert [row["participant"] for row in read(Role.OWNER)] == [*names, names[1]]
    entry = AuditEntry.objects.get(action="exported")
    assert tell_action(entry) == "downloaded the table of all payments"


def test_a_payer_reads_no_names(read):
    assert "participant" not in read(Role.PAYER)[0]


def test_every_row_has_what_a_statement_calls_it(read, study):
    there, here, back = read(Role.PAYER)

    token = study.accounts.get().payments.get().token
    assert (there["submission"], there["transaction"]) == ("3AS1", token)
    assert (here["recruiter"], here["purpose"], here["submission"]) == (
        *("link", "approval", ""),
    )
    assert len({there["transaction"], here["transaction"], back["transaction"]}) == 3


def test_of_who_was_erased_the_transaction_alone_is_told(read, study, people):
    study.accounts.get().payments.update(reference="R1")
    erase_session(session_id=people[0].session.pk, now=people[0].now)

    there = read(Role.PAYER)[0]

    assert (there["submission"], there["reference"]) == ("", "")
    assert (there["amount"], len(there["transaction"])) == ("4.00", 64)
