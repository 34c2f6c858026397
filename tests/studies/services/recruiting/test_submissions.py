"""What workers handed in, held against our records."""

import pytest

from studies.errors import UnconfirmedError
from studies.models import CompletionCode, KnownWorker, PaymentRecord, Study
from studies.recruitment import Arrival
from studies.services.links.finishing import find_finish
from studies.services.links.personal_links import make_links
from studies.services.owing import find_owed
from studies.services.recruiting.accounts import spending_of
from studies.services.recruiting.judging import (
    approve_submissions,
    reject_submission,
)
from studies.services.recruiting.reconciling import find_worker_ids
from studies.services.recruiting.submissions import Match
from studies.services.session.withdrawal import erase_session, withdraw_session
from studies.services.tokens import sign_label
from tests.studies.factories import NOON, Person

pytestmark = pytest.mark.django_db


@pytest.fixture
def hit(offered):
    return offered.create(n_people=9)[0]


def test_every_way_a_submission_can_fit_or_not(offered, hit):
    offered.work(hit, "A1FITS")
    offered.work(hit, "A2NONE", code="none")
    offered.work(hit, "A3WRONG", code="ABCDEFGHJKMN", finishes=False)
    offered.work(hit, "A4OTHERS", code=offered.code("A1FITS"), finishes=False)

    assert offered.matches() == {
        "A1FITS": Match.MATCHED,
        "A2NONE": Match.NO_CODE,
        "A3WRONG": Match.WRONG_CODE,
        "A4OTHERS": Match.OTHERS_CODE,
    }


def test_a_code_that_nobody_handed_in_is_named(offered, hit):
    offered.work(hit, "A1X", code="none")
    offered.work(hit, "A2Y")

    missing = offered.look().missing

    assert [code.code for code in missing] == [offered.code("A1X")]


def test_a_code_is_read_however_it_is_typed(offered, hit):
    person = Person(offered.study, name="A1X")
    person.finish()
    code = CompletionCode.objects.get().code
    typed = f" {code[:6].lower()}-{code[6:]} "

    offered.work(hit, "A1X", code=typed, finishes=False)

    assert offered.matches() == {"A1X": Match.MATCHED}


@pytest.fixture
def claimed(offered):
    """One code of an open link, handed in by somebody who heard of it and then by its
    own worker; their assignments."""
    (hit,) = offered.create(layout="link")
    Person(offered.study).finish()
    code = CompletionCode.objects.get().code
    thief = offered.work(hit, "A1X", code=code, finishes=False)
    (first,) = offered.look().submissions
    assert (first.match, first.words) == (Match.MATCHED, "a code of this study")
    return thief, offered.work(hit, "A2Y", code=code, finishes=False)


def test_a_code_that_two_workers_hand_in_is_of_none_of_them(offered, claimed):
    found = offered.look()

    assert {each.match for each in found.submissions} == {Match.CONTESTED}
    assert found.payable == []
    assert KnownWorker.objects.get().is_contested
    assert find_worker_ids(offered.account, lambda: offered.requester) == {}
    for each in claimed:
        with pytest.raises(UnconfirmedError, match="Mind: two workers handed in this"):
            approve_submissions(**offered.arguments(assignments=[each], confirmed=""))


def test_of_two_workers_with_one_code_the_first_who_is_paid_is_booked(offered, claimed):
    thief, true = claimed
    for each in (true, thief):
        given = offered.arguments(assignments=[each], confirmed="1.20")
        assert approve_submissions(**given).n_paid == 1

    booked = PaymentRecord.objects.get(session=CompletionCode.objects.get().session)
    assert booked.assignment == true
    assert PaymentRecord.objects.get(session=None).assignment == thief


def test_two_workers_with_one_code_can_be_paid_at_once(offered, claimed):
    given = offered.arguments(assignments=claimed, confirmed="2.40")

    assert approve_submissions(**given).n_paid == 2
    assert PaymentRecord.objects.filter(session=None).count() == 1


def test_a_code_fits_again_when_the_other_worker_is_rejected(offered, claimed):
    thief, true = claimed
    given = {"assignment": thief, "reason": "Not yours.", "confirmed": "reject"}
    reject_submission(**offered.arguments(**given))

    found = offered.look()

    assert offered.matches() == {"A1X": Match.REPEATED, "A2Y": Match.MATCHED}
    assert [each.assignment for each in found.payable] == [true]
    known = find_worker_ids(offered.account, lambda: offered.requester)
    assert list(known.values()) == ["A2Y"]


def test_a_second_submission_of_one_worker_is_no_other_worker(offered):
    hits = [offered.create(layout="link", nonce=nonce)[0] for nonce in ("n1", "n2")]
    Person(offered.study).finish()
    code = CompletionCode.objects.get().code
    for hit in hits:
        offered.work(hit, "A1X", code=code, finishes=False)

    found = [each.match for each in offered.look().submissions]
    assert sorted(found) == [Match.MATCHED, Match.REPEATED]


def personal(study):
    label = "P07"
    return Arrival("personal", person=label, proof=sign_label(study.pk, label))


@pytest.mark.parametrize("layout", ["link", "frame"])
def test_a_code_of_who_came_another_way_is_somebody_elses(offered, layout):
    (hit,) = offered.create(layout=layout)
    Study.objects.update(pay_amount=1)
    make_links(study=offered.study, labels=["P07"], who="ada", now=NOON)
    person = Person(offered.study, arrival=personal(offered.study))
    person.finish()
    code = CompletionCode.objects.get().code

    assignment = offered.work(hit, "A1X", code=code, finishes=False)

    found = offered.look()
    assert [each.match for each in found.submissions] == [Match.OTHERS_CODE]
    assert (found.payable, KnownWorker.objects.exists()) == ([], False)
    given = offered.arguments(assignments=[assignment], confirmed="1.20")
    approve_submissions(**given)
    assert PaymentRecord.objects.get().session is None
    owed = find_owed(Study.objects.get())[person.session.pk]
    assert (owed.left, owed.recruiter) == (1, "personal")


def test_a_code_of_an_open_link_is_not_of_who_works_in_a_frame(offered, hit):
    Person(offered.study).finish()
    code = CompletionCode.objects.get().code

    offered.work(hit, "A1X", code=code, finishes=False)

    assert offered.matches() == {"A1X": Match.OTHERS_CODE}


def test_who_had_their_answers_deleted_still_fits_by_the_code(offered, hit):
    offered.study.pays_withdrawn = True
    offered.study.save()
    assignment = offered.market.accept(hit.hit_id, "A1X").id
    person = Person(offered.study, name="A1X", assignment=assignment)
    person.go_to("learning", 1)
    withdraw_session(token=person.token, keep_answers=False, now=NOON)
    code = CompletionCode.objects.get().code

    offered.market.submit(assignment, completion_code=code)

    (submission,) = offered.look().submissions
    assert (submission.match, submission.outcome) == (Match.MATCHED, "withdrawn")


def test_more_than_a_page_of_submissions_is_read(offered):
    (hit,) = offered.create(n_people=130, per_hit=130, reward=1)
    for number in range(130):
        offered.work(hit, f"A{number}", finishes=False)

    assert len(offered.look().submissions) == 130


def test_a_hit_that_the_service_forgot_hides_no_other(offered, hit):
    (other,) = offered.create(nonce="n2")
    offered.work(other, "A1X")
    del offered.market.hits[hit.hit_id]

    assert offered.matches() == {"A1X": Match.MATCHED}


def test_what_was_approved_elsewhere_is_in_the_ledger_once(offered, hit):
    assignment = offered.work(hit, "A1X")
    offered.requester.act("approve_assignment", AssignmentId=assignment)

    offered.look()
    offered.look()

    paid = PaymentRecord.objects.get()
    assert (paid.state, paid.amount, paid.who) == ("paid", 100, "Mechanical Turk")
    assert spending_of(offered.account).committed == 9 * 120


def test_an_erased_person_does_not_come_back_by_a_look_at_the_service(offered, hit):
    assignment = offered.work(hit, "A1X")
    offered.requester.act("approve_assignment", AssignmentId=assignment)
    offered.look()
    erase_session(session_id=offered.people["A1X"].session.pk, now=NOON)

    (told,) = offered.look().submissions

    kept = PaymentRecord.objects.get()
    assert (kept.session, kept.assignment) == (None, "")
    assert (told.words, told.payments) == ("its person was erased since", (kept,))


def test_an_answer_that_is_no_xml_is_no_code(offered, hit):
    offered.work(hit, "A1X", finishes=False)
    (told,) = offered.market.assignments.values()
    told.answer = "<!DOCTYPE a [<!ENTITY b 'c'>]><a>&b;</a>"

    assert offered.matches() == {"A1X": Match.NO_CODE}


def accept(offered, hit, worker):
    """A worker takes the task and comes by it."""
    task = offered.market.accept(hit.hit_id, worker).id
    arrival = Arrival("mturk", person=worker, assignment=task)
    return Person(offered.study, arrival=arrival), task


def hand_in(offered, person):
    """What the last page posts."""
    fields = dict(find_finish(token=person.token, now=person.now).fields)
    offered.market.submit(fields.pop("assignmentId"), **fields)


def test_workers_who_pass_a_task_on_are_each_paid_for_their_own(offered, hit):
    first, task = accept(offered, hit, "A1X")
    first.go_to("learning")
    offered.market.give_back(task)
    second, same = accept(offered, hit, "A2Y")
    second.finish()
    hand_in(offered, second)
    again, other = accept(offered, hit, "A1X")
    again.finish()
    hand_in(offered, again)

    assert (same == task, other == task) == (True, False)
    assert first.session == again.session != second.session
    # Who came back with another assignment proved nothing, and has a code of it.
    assert again.session.codes.exclude(arrival=None).count() == 1
    assert offered.matches() == {"A1X": Match.MATCHED, "A2Y": Match.MATCHED}
    assert len(offered.look().payable) == 2


def test_who_left_early_fits_and_is_not_proposed_for_the_whole_reward(offered, hit):
    Study.objects.update(pays_withdrawn=True)
    person, _ = accept(offered, hit, "A1X")
    person.go_to("learning")
    withdraw_session(token=person.token, keep_answers=True, now=NOON)
    hand_in(offered, person)

    assert offered.matches() == {"A1X": Match.MATCHED}
    assert offered.look().payable == []
