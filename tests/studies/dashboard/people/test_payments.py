"""Payments: codes, outcomes and what is owed; nothing else about people."""

import csv
import re
from copy import deepcopy
from decimal import Decimal

import pytest

from playground.mturk.errors import ServiceFaultError
from studies.models import (
    AuditEntry,
    HandPayment,
    RecruiterIdentity,
    Study,
    TeachingSession,
)
from studies.models.ledger import PaymentPurpose
from studies.models.team import Action, Role
from studies.recruitment import Arrival
from studies.services.recruiting.judging import reject_submission
from studies.services.session.withdrawal import withdraw_session
from tests.studies.factories import NOON, Person, make_study, seconds
from tests.studies.services.recruiting.paid import Recruiter, due_to, make_account, pay
from tests.studies.sharing import shared_rows

pytestmark = pytest.mark.django_db
APPROVAL, PARTIAL = PaymentPurpose.APPROVAL, PaymentPurpose.PARTIAL
PAGE = "/dashboard/studies/study/payments/"


@pytest.fixture(scope="module")
def shared_study(django_db_setup, django_db_blocker):
    pay = {"pay_text": "4 dollars", "pay_amount": 4, "partial_pay_text": "1 dollar"}
    short = {"n_places": 4, "n_concepts": 2, "horizon": 2}
    with shared_rows(django_db_blocker, "payments"):
        yield make_study(pays_withdrawn=True, **pay, **short)


@pytest.fixture(scope="module")
def shared_people(shared_study, django_db_blocker):
    with shared_rows(django_db_blocker, "people"):
        done, gone = (Person(shared_study, name=name) for name in ("W1", "W2"))
        done.finish()
        gone.go_to("learning", 1)
        withdraw_session(token=gone.token, keep_answers=True, now=gone.now)
        yield done, gone


@pytest.fixture
def people(study, shared_people):
    """Who finished and who left, until the last test of this file: those who begin
    with nobody come before."""
    return deepcopy(shared_people)


def code_of(person):
    return person.session.codes.get().code


def rows(client, **form):
    response = client.post(f"{PAGE}download/", form)
    return list(csv.DictReader(response.content.decode().splitlines()))


def words(response):
    return " ".join(re.sub("<[^>]+>", " ", response.text).split())


def test_what_others_wrote_is_no_formula_in_the_file(sign_in, study):
    Study.objects.update(pay_text="=4 dollars")
    Person(study, arrival=Arrival("panel", person="-1-1")).finish()

    (row,) = rows(sign_in(Role.OWNER), ids="1")

    assert (row["promised"], row["recruiter_id"]) == ("'=4 dollars", "'-1-1")


def test_an_amount_without_words_is_owed_and_the_pilot_is_in_the_sum(sign_in, study):
    Study.objects.update(pay_text="")
    study.refresh_from_db()
    for name in ("W1", "W2"):
        person = Person(study, name=name)
        person.finish()
    TeachingSession.objects.filter(pk=person.session.pk).update(purpose="pilot")
    payer = sign_in(Role.PAYER)

    page = words(payer.get(PAGE))

    assert "Completed 2, each 4.00 USD" in page
    assert "Of them people of the pilot 1" in page
    assert page.count("4.00 USD") == 3
    assert "Due in USD 8.00" in page
    assert {row["promised"] for row in rows(payer)} == {"4.00 USD"}


def test_the_worker_of_a_link_is_in_the_file_once_they_handed_in(sign_in, offered):
    (hit,) = offered.create(layout="link")
    person = Person(offered.study)
    person.finish()
    payer = sign_in(Role.PAYER)
    assert [row["recruiter_id"] for row in rows(payer, ids="1")] == [""]

    offered.work(hit, "A1X", code=code_of(person), finishes=False)

    offered.look()
    (row,) = rows(payer, ids="1")
    # As Participants says it, whoever pays them.
    assert (row["recruiter_id"], row["recruiter"]) == ("A1X", "link")
    offered.market.faults_before += [ServiceFaultError()] * 3
    refused = payer.post(f"{PAGE}download/", {"ids": "1"}, follow=True)
    assert "Nothing was downloaded." in words(refused)


def test_the_worker_of_a_link_who_was_erased_is_not_in_the_file(sign_in, offered):
    (hit,) = offered.create(layout="link")
    offered.study.pays_withdrawn = True
    offered.study.save()
    person = Person(offered.study).go_to("learning", 1)
    withdraw_session(token=person.token, keep_answers=False, now=person.now)
    offered.work(hit, "A1X", code=code_of(person), finishes=False)

    (row,) = rows(sign_in(Role.PAYER), ids="1")

    assert (row["code"], row["recruiter_id"]) == (code_of(person), "")


def test_a_code_that_two_workers_handed_in_is_no_proof(sign_in, offered):
    (hit,) = offered.create(layout="link")
    person = Person(offered.study)
    person.finish()
    for worker in ("A1X", "A2Y"):
        offered.work(hit, worker, code=code_of(person), finishes=False)
        offered.look()

    (row,) = rows(sign_in(Role.PAYER), ids="1")

    assert (row["proof"], row["recruiter_id"]) == ("no", "")
    assert "open the HIT at Mechanical Turk, then each worker" in row["mind"]


def test_who_pays_by_hand_is_told_that_the_submission_approves_itself(sign_in, offered):
    Study.objects.update(
        pays_withdrawn=True, partial_pay_amount="0.50", recruiters=["link", "mturk"]
    )
    (hit,) = offered.create(layout="link")
    leaver = Person(Study.objects.get()).go_to("learning", 1)
    withdraw_session(token=leaver.token, keep_answers=True, now=NOON)
    task = offered.work(hit, "A1X", code=code_of(leaver), finishes=False)
    payer = sign_in(Role.PAYER)
    address = f"{PAGE}by-hand/{leaver.session.codes.get().pk}/"
    assert "approves itself" not in words(payer.get(address))
    offered.look()

    page = words(payer.get(address))
    sent = {"amount": "0.50", "paid_on": "2026-01-05"}
    done = payer.post(address, sent, follow=True)

    assert "approves itself on 2026-03-08 and then pays the whole reward" in page
    assert f"{task} : 0.50 USD paid, decide by" in words(done)
    given = {"assignment": task, "reason": "Left.", "confirmed": "reject"}
    reject_submission(**offered.arguments(**given))
    assert "decide by" not in words(payer.get(PAGE))


def test_a_payer_begins_here_and_sees_codes_and_what_is_owed(sign_in, people):
    payer = sign_in(Role.PAYER)

    page = payer.get("/dashboard/studies/study/", follow=True).content.decode()

    assert "Who is owed what?" in page
    assert all(code_of(person) in page for person in people)
    assert "1, each 4 dollars" in page
    assert "1, each 1 dollar" in page
    assert "4.00" in page


@pytest.mark.parametrize(
    ("sort", "key"),
    [("code", code_of), ("owed", lambda person: person.session.phase == "withdrawn")],
)
def test_the_list_is_sorted_both_ways(sign_in, people, sort, key):
    payer = sign_in(Role.PAYER)
    expected = [code_of(person) for person in sorted(people, key=key)]

    up, down = (
        re.findall("<code>(.*?)</code>", payer.get(PAGE, {"sort": asked}).text)
        for asked in (sort, f"-{sort}")
    )

    assert up == expected
    assert down == expected[::-1]


def test_neither_arms_nor_answers_nor_people_are_on_the_page(sign_in, people):
    page = sign_in(Role.PAYER).get(PAGE).content.decode()

    for person in people:
        assert person.session.participant.pseudonym not in page
    # As words: a code may have such letters in it.
    assert {"W1", "GR", "RD"}.isdisjoint(re.findall(r"\w+", page))


def test_codes_are_found_by_their_letters_and_outcome(sign_in, people):
    done, gone = map(code_of, people)
    payer = sign_in(Role.PAYER)

    found = payer.get(f"{PAGE}?search={done[:8].lower()}").content.decode()
    left = payer.get(f"{PAGE}?outcome=withdrawn").content.decode()

    assert (done in found, gone in found) == (True, False)
    assert (done in left, gone in left) == (False, True)


def test_the_file_has_what_is_owed_and_is_logged(sign_in, people):
    written = {row["code"]: row for row in rows(sign_in(Role.PAYER))}

    done, gone = (written[code_of(person)] for person in people)
    assert (done["outcome"], done["due"], done["owed"], done["currency"]) == (
        *("completed", "4.00", "4.00", "USD"),
    )
    assert (gone["outcome"], gone["promised"], gone["due"], gone["owed"]) == (
        *("withdrawn", "1 dollar", "", ""),
    )
    assert "recruiter_id" not in done
    assert [entry.action for entry in AuditEntry.objects.all()] == [Action.EXPORTED]


def test_what_the_ledger_paid_is_owed_on_no_page(sign_in, study, people):
    done, gone = people
    account = make_account(study)
    for person, purpose in ((done, APPROVAL), (gone, PARTIAL)):
        due = due_to(person, purpose=purpose, amount=300, assignment=code_of(person))
        pay(account, due, Recruiter())
    owner = sign_in(Role.OWNER)

    page = words(owner.get(PAGE))
    people_page = owner.get("/dashboard/studies/study/participants/").text
    recruiting = words(owner.get("/dashboard/studies/study/recruiting/"))

    assert "Paid in USD 6.00 Owed in USD 1.00" in page
    assert "owed 1.00 USD" in people_page
    assert "owed nothing: paid" in people_page
    assert "Owed to people of Amazon Mechanical Turk 1.00 USD Fees" in recruiting
    written = {row["code"]: row for row in rows(owner)}
    row = written[code_of(done)]
    assert (row["due"], row["paid"], row["owed"]) == ("4.00", "3.00", "1.00")
    assert written[code_of(gone)]["owed"] == "0.00"


def test_a_part_without_an_amount_is_told_apart_and_one_with_is_in_the_sum(
    sign_in, study, people
):
    payer = sign_in(Role.PAYER)
    without = words(payer.get(PAGE))
    Study.objects.update(partial_pay_amount=Decimal("1.50"), partial_pay_text="")

    with_amount = words(payer.get(PAGE))

    assert "Owed something that has no amount 1" in without
    assert "Due in USD 4.00" in without
    assert "Owed something that has no amount" not in with_amount
    assert "1, each 1.50 USD" in with_amount
    assert "Due in USD 5.50" in with_amount


def test_how_people_came_is_a_column_and_in_the_file(sign_in, study, people):
    Person(study).finish()
    withdraw_session(token=people[1].token, keep_answers=False, now=people[1].now)
    payer = sign_in(Role.PAYER)

    page = payer.get(PAGE, {"sort": "-recruiter"}).text

    came = re.findall("<td>(Amazon Mechanical Turk|an open link)</td>", page)
    assert came == ["Amazon Mechanical Turk"] * 2 + ["an open link"]
    assert sorted(row["recruiter"] for row in rows(payer)) == ["link"] + ["mturk"] * 2


def test_ids_are_in_the_file_on_request_and_the_look_is_logged(sign_in, people):
    written = rows(sign_in(Role.PAYER), ids="1")

    assert {row["recruiter_id"] for row in written} == {"W1", "W2"}
    entry = AuditEntry.objects.get(action=Action.IDENTITY_SEEN)
    assert len(entry.detail["participants"]) == 2


def test_files_with_and_without_ids_have_names_of_their_own(sign_in, people):
    payer = sign_in(Role.PAYER)
    forms = ({}, {"ids": "1"})

    names = [
        payer.post(f"{PAGE}download/", form)["Content-Disposition"] for form in forms
    ]

    assert "study-payments.csv" in names[0]
    assert "study-payments-with-ids.csv" in names[1]


def test_tries_and_simulated_people_are_owed_nothing(sign_in, study, people):
    study.sessions.update(purpose="simulated")

    page = sign_in(Role.PAYER).get(PAGE).content.decode()

    assert "Nobody is owed anything yet" in page


@pytest.fixture
def stranger_code(people):
    """A second code of the session that ended last, as if it were the oldest."""
    session = people[0].session
    arrival = session.arrivals.create(recruiter="mturk", at=NOON, proof="none")
    before = NOON - seconds(1)
    session.codes.create(
        arrival=arrival, outcome="completed", code="0" * 12, created_at=before
    )
    return "0" * 12


def test_a_code_without_proof_is_counted_apart(sign_in, stranger_code):
    page = sign_in(Role.PAYER).get(PAGE).content.decode()

    assert "came without proof" in page
    assert "4.00" in page


def test_codes_of_one_session_stand_together_and_are_named_so(
    sign_in, people, stranger_code
):
    own = people[0].session.codes.get(arrival=None).code

    page = sign_in(Role.PAYER).get(PAGE).content.decode()

    order = sorted([own, code_of(people[1]), stranger_code], key=page.index)
    assert order.index(stranger_code) == order.index(own) + 1
    assert page.count("one of 2 codes of session 1: pay one") == 2


def test_somebody_is_marked_as_paid_by_hand_and_it_is_taken_back(sign_in, people):
    payer = sign_in(Role.PAYER)
    code = people[0].session.codes.get()
    address = f"{PAGE}by-hand/{code.pk}/"
    assert address in payer.get(PAGE).text
    assert "4.00 USD" in words(payer.get(address))
    sent = {"amount": "4,00", "paid_on": "2026-01-05", "note": "cash"}

    wrong = payer.post(address, {**sent, "amount": "0"})
    done = payer.post(address, sent, follow=True)

    assert (wrong.status_code, "at least a cent" in words(wrong)) == (400, True)
    assert "4.00 USD paid by hand" in words(done)
    again = words(payer.post(address, sent, follow=True))
    assert "The same payment is noted already: 4.00 USD on 2026-01-05" in again
    assert "Marked as paid" not in again
    (payment,) = HandPayment.objects.all()
    back = payer.post(f"{PAGE}undo/{payment.pk}/", follow=True)
    assert "they are owed it again" in words(back)
    assert "-4.00 USD" in words(back)


def test_half_is_noted_twice_if_the_note_says_that_it_is_another(sign_in, people):
    payer = sign_in(Role.PAYER)
    address = f"{PAGE}by-hand/{people[0].session.codes.get().pk}/"
    half = {"amount": "2.00", "paid_on": "2026-01-05", "confirmed": "2.00"}
    payer.post(address, half)

    same = words(payer.post(address, half, follow=True))
    assert "Nothing was noted again. If you paid this sum twice, say so" in same
    assert HandPayment.objects.count() == 1
    other = payer.post(address, {**half, "note": "the second half"}, follow=True)

    assert "Marked as paid by hand." in words(other)
    assert "4.00 USD paid by hand" in words(other)


def test_another_sum_is_noted_by_a_second_press_and_told_apart(sign_in, study, people):
    payer = sign_in(Role.PAYER)
    code = people[0].session.codes.get()
    address = f"{PAGE}by-hand/{code.pk}/"
    sent = {"amount": "3", "paid_on": "2026-01-05", "note": ""}

    asked = payer.post(address, sent)
    assert (asked.status_code, HandPayment.objects.count()) == (400, 0)
    assert "press the button once more" in words(asked)
    assert "Is this the right sum?" in words(asked)
    assert "Something is not right" not in words(asked)
    confirmed = re.search(r'name="confirmed" value="(.*?)"', asked.text)[1]
    payer.post(address, {**sent, "confirmed": confirmed})
    due = due_to(people[0], purpose=APPROVAL, amount=100, assignment="3A")
    pay(make_account(study), due, Recruiter())

    page = words(payer.get(PAGE))
    assert "3.00 USD paid by hand 1.00 USD paid by Amazon Mechanical Turk" in page
    row = next(row for row in rows(payer) if row["code"] == code.code)
    assert (row["paid"], row["paid_by_hand"], row["owed"]) == ("4.00", "3.00", "0.00")
    assert "There is nothing" not in words(payer.get(address))
    assert "Mark as paid" not in words(payer.get(address))


def test_whose_link_it_was_is_told_to_who_may_know_and_logged(sign_in, study, people):
    RecruiterIdentity.objects.filter(external_id="W1").update(
        recruiter="personal", external_id="lab1"
    )
    people[0].session.arrivals.update(recruiter="personal")
    code = people[0].session.codes.get()
    payer = sign_in(Role.PAYER)

    for address in (PAGE, f"{PAGE}by-hand/{code.pk}/"):
        assert "lab1" in words(payer.get(address))

    assert AuditEntry.objects.filter(action=Action.IDENTITY_SEEN).count() == 2
    assert "W2" not in words(payer.get(PAGE))


def test_who_only_looks_marks_nobody_as_paid(sign_in, people):
    address = f"{PAGE}by-hand/{people[0].session.codes.get().pk}/"

    assert sign_in(Role.VIEWER).get(address).status_code in (403, 404)


def test_the_file_without_ids_tells_which_codes_are_of_one_session(
    sign_in, people, stranger_code
):
    written = {row["code"]: row for row in rows(sign_in(Role.PAYER))}

    gone = written.pop(code_of(people[1]))
    assert {(row["session"], row["codes_of_session"]) for row in written.values()} == {
        ("1", "2")
    }
    assert (gone["session"], gone["codes_of_session"]) == ("2", "1")
