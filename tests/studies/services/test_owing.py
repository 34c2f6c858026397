"""What people are owed: due less paid, each in one currency, on every page alike."""

from decimal import Decimal

import pytest

from studies.dashboard.recruiting.showing import tell_spending, usual_bonus
from studies.errors import InvalidError, UnconfirmedError
from studies.models import PaymentRecord
from studies.models.ledger import PaymentPurpose
from studies.services.owing import add_up, find_owed, find_unassigned
from studies.services.recruiting.judging import approve_submissions, pay_bonus
from studies.services.recruiting.prolific.judging import (
    approve_submissions as approve_at_prolific,
)
from studies.services.session.withdrawal import withdraw_session
from tests.studies.factories import Person, make_study
from tests.studies.offered import offer_study
from tests.studies.services.recruiting.paid import (
    Recruiter,
    due_to,
    make_account,
    pay,
    plan,
)

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite_is_enough]
PAY = {"pay_text": "4 dollars", "pay_amount": 4, "partial_pay_text": "1 dollar"}
APPROVAL, PARTIAL = PaymentPurpose.APPROVAL, PaymentPurpose.PARTIAL


@pytest.fixture
def paying():
    return make_study(n_places=4, pays_withdrawn=True, **PAY)


@pytest.fixture
def offering(paying, market):
    """Pays 4 by the design, of which a HIT pays 1."""
    return offer_study(paying, market)


def leave(study, *, keep_answers=True):
    person = Person(study, name="A1X").go_to("learning", 1)
    withdraw_session(token=person.token, keep_answers=keep_answers, now=person.now)
    return person


def owed_to(person):
    return find_owed(person.study)[person.session.pk]


def test_owed_is_what_is_due_less_what_the_ledger_says_was_paid(offering):
    (hit,) = offering.create()
    assignment = offering.work(hit, "A1X")
    person = offering.people["A1X"]
    assert (owed_to(person).left, owed_to(person).words) == (4, "4.00 USD")

    approve_submissions(
        **offering.arguments(assignments=[assignment], confirmed="1.20")
    )
    assert (owed_to(person).paid, owed_to(person).words) == (1, "3.00 USD")

    pay_bonus(
        **offering.arguments(
            assignment=assignment, amount=50, reason="well done", confirmed="0.60"
        )
    )
    assert (owed_to(person).bonus, owed_to(person).words) == (0.5, "3.00 USD")

    pay_bonus(
        **offering.arguments(
            assignment=assignment,
            amount=300,
            reason="the rest",
            confirmed="3.60",
            purpose=PARTIAL,
        )
    )
    assert (owed_to(person).left, owed_to(person).words) == (0, "nothing: paid")


def test_what_is_on_its_way_is_owed_until_it_is_paid(offering):
    (hit,) = offering.create()
    person = Person(offering.study, name="A1X")
    person.finish()
    plan(offering.account, due_to(person, purpose=APPROVAL, amount=400, hit=hit))

    assert (owed_to(person).coming, owed_to(person).left) == (4, 4)


def test_a_part_is_told_in_the_words_of_the_design_until_it_is_paid(paying):
    account, person = make_account(paying), leave(paying)
    assert (owed_to(person).left, owed_to(person).words) == (None, "in part: 1 dollar")

    pay(account, due_to(person, purpose=PARTIAL), Recruiter())

    assert (owed_to(person).left, owed_to(person).words) == (0, "nothing: paid")


def test_a_part_with_an_amount_is_owed_until_all_of_it_is_paid(paying):
    paying.partial_pay_amount = Decimal(1)
    paying.save()
    account, person = make_account(paying), leave(paying)
    assert (owed_to(person).due, owed_to(person).words) == (1, "1.00 USD")

    pay(account, due_to(person, purpose=PARTIAL, amount=1), Recruiter())

    assert (owed_to(person).words, owed_to(person).settling) == ("0.99 USD", "")
    (total,) = add_up(find_owed(paying).values())
    assert (total.due, total.left) == (1, Decimal("0.99"))


def test_a_part_without_an_amount_says_how_it_is_settled(paying):
    account, person = make_account(paying), leave(paying)
    assert "no amount in USD is set: one payment" in owed_to(person).settling

    pay(account, due_to(person, purpose=PARTIAL, amount=1), Recruiter())

    assert (owed_to(person).words, owed_to(person).settling) == ("nothing: paid", "")


def test_a_part_in_the_designs_currency_is_no_amount_in_the_recruiters(enlisted):
    study = enlisted.study
    study.partial_pay_amount, study.currency = Decimal(1), "USD"
    study.pays_withdrawn = True
    study.save()
    submission = enlisted.come()
    person = enlisted.people[submission.id].go_to("learning", 1)
    withdraw_session(token=person.token, keep_answers=True, now=person.now)

    assert (owed_to(person).left, owed_to(person).currency) == (None, "GBP")
    assert owed_to(person).words == "in part: 1.00 USD"


def test_a_part_is_paid_as_a_whole_and_more_of_it_is_doubted(offering):
    study = offering.study
    study.partial_pay_amount = Decimal("0.50")
    study.save()
    (hit,) = offering.create()
    assignment = offering.market.accept(hit.hit_id, "A1X").id
    person = Person(study, name="A1X", assignment=assignment).go_to("learning", 1)
    withdraw_session(token=person.token, keep_answers=True, now=person.now)
    code = person.session.codes.get().code
    offering.market.submit(assignment, completion_code=code)
    part = {"assignment": assignment, "reason": "your part", "purpose": PARTIAL}

    with pytest.raises(InvalidError, match=r"They are owed 0.50 USD. A part is paid o"):
        pay_bonus(**offering.arguments(amount=1, confirmed="0.02", **part))
    with pytest.raises(UnconfirmedError, match=r"Mind: they are owed 0.50 USD"):
        pay_bonus(**offering.arguments(amount=60, confirmed="", **part))
    assert not PaymentRecord.objects.exists()

    pay_bonus(**offering.arguments(amount=50, confirmed="0.60", **part))
    assert owed_to(person).words == "nothing: paid"
    assert offering.look().missing == []
    offering.market.hits.clear()
    # Paid is paid, also when the service has forgotten the submission.
    assert offering.look().missing == []


def test_pounds_are_not_added_to_dollars(enlisted):
    study, account = enlisted.study, enlisted.account
    study.pay_amount, study.currency = Decimal(4), "USD"
    study.recruiters = ["prolific", "mturk"]
    study.save()
    assert (account.currency, account.reward) == ("GBP", 200)
    first, _ = enlisted.finish(), enlisted.finish()
    Person(study, name="A1X").finish()

    approve_at_prolific(**enlisted.arguments(ids=[first.id], confirmed="2.66"))

    sums = add_up(find_owed(study).values())
    assert [(one.currency, one.due, one.paid, one.left) for one in sums] == [
        ("GBP", 4, 2, 2),
        ("USD", 4, 0, 4),
    ]


@pytest.mark.parametrize("is_erased_first", [True, False])
def test_who_was_erased_is_not_owed_again_what_was_paid(paying, is_erased_first):
    account = make_account(paying)
    person = leave(paying, keep_answers=not is_erased_first)
    assert owed_to(person).left is None

    pay(account, due_to(person, purpose=PARTIAL), Recruiter())
    if not is_erased_first:
        withdraw_session(token=person.token, keep_answers=False, now=person.now)

    assert not PaymentRecord.objects.exclude(session=None).exists()
    assert (owed_to(person).left, owed_to(person).words) == (0, "nothing: paid")


def test_who_was_erased_has_a_row_that_adds_up(paying):
    paying.partial_pay_amount = Decimal("0.40")
    paying.save()
    account, person = make_account(paying), leave(paying, keep_answers=False)

    pay(account, due_to(person, purpose=PARTIAL, amount=40), Recruiter())

    claim = owed_to(person)
    assert (claim.due, claim.paid, claim.left) == (Decimal("0.40"), Decimal("0.40"), 0)
    assert find_unassigned(paying) == []


def test_a_reward_of_who_is_erased_stays_in_their_row(paying):
    paying.partial_pay_amount = Decimal("0.40")
    paying.save()
    account, person = make_account(paying), leave(paying)
    pay(account, due_to(person, purpose=APPROVAL, amount=30), Recruiter())
    before = owed_to(person)

    withdraw_session(token=person.token, keep_answers=False, now=person.now)

    assert person.session.erased_at
    assert before.words == "0.10 USD"
    assert owed_to(person) == before
    assert find_unassigned(paying) == []


def test_who_was_erased_and_paid_before_claims_were_kept_is_owed_nothing(paying):
    account, person = make_account(paying), leave(paying)
    paying.partial_pay_amount = Decimal("0.40")
    paying.save()
    pay(account, due_to(person, purpose=PARTIAL, amount=40), Recruiter())
    PaymentRecord.objects.update(session=None, assignment="")
    person.session.codes.update(is_settled=True)

    claim = owed_to(person)
    assert (claim.due, claim.paid, claim.words) == (0, 0, "nothing: paid")
    assert [each.paid for each in find_unassigned(paying)] == [Decimal("0.40")]


def test_what_went_to_somebody_without_a_code_is_beside_the_list(paying):
    account, inside = make_account(paying), Person(paying, name="A1X")
    pay(account, due_to(inside), Recruiter())

    assert find_owed(paying) == {}
    (beside,) = find_unassigned(paying)
    assert (beside.currency, beside.paid) == ("USD", 1)


def test_who_had_their_answers_deleted_is_owed_by_their_recruiter(offering):
    study = offering.study
    study.partial_pay_amount = Decimal("0.40")
    study.save()
    offering.account.refresh_from_db()
    offering.create()
    person = leave(study, keep_answers=False)

    assert (owed_to(person).recruiter, owed_to(person).words) == ("mturk", "0.40 USD")
    codes = [code.code for code in offering.look().missing]
    assert codes == [person.session.codes.get().code]
    assert tell_spending(offering.account)["owed"] == "0.40 USD"


def test_a_worker_who_took_part_twice_is_owed_once(offering):
    (link,) = offering.create(layout="link")
    person = Person(offering.study)
    person.finish()
    (frame,) = offering.create(nonce="n2")
    offering.work(frame, "A1X")
    offering.work(link, "A1X", code=person.session.codes.get().code, finishes=False)
    offering.look()

    claims = find_owed(offering.study)

    (total,) = add_up(claims.values())
    assert (total.due, total.left) == (4, 4)
    assert {each.recruiter for each in claims.values()} == {"mturk"}
    assert "took part before" in owed_to(offering.people["A1X"]).warning


def test_a_hit_that_pays_another_sum_than_people_read_is_doubted(offering):
    with pytest.raises(
        UnconfirmedError, match=r"promises 4 dollars, and this pays 1.00"
    ):
        offering.create(confirmed="")

    with pytest.raises(UnconfirmedError) as paying_all:
        offering.create(confirmed="", reward=400)
    assert "Mind" not in paying_all.value.message


def test_the_rest_of_what_is_owed_is_paid_without_a_doubt(offering):
    (hit,) = offering.create()
    assignment = offering.work(hit, "A1X")
    approve_submissions(
        **offering.arguments(assignments=[assignment], confirmed="1.20")
    )
    more = {"assignment": assignment, "reason": "more", "purpose": PARTIAL}

    for amount, is_doubted in ((300, False), (301, True)):
        with pytest.raises(UnconfirmedError) as asked:
            pay_bonus(**offering.arguments(amount=amount, confirmed="", **more))
        told = "they got 1.00 of 4.00 USD, and are owed 3.00 USD yet"
        assert asked.value.mind == ((told,) if is_doubted else ())

    (found,) = offering.look().submissions
    assert usual_bonus(found.session, found.owed)["amount"] == 300
    pay_bonus(**offering.arguments(amount=300, confirmed="3.60", **more))
    assert owed_to(offering.people["A1X"]).warning == ""
