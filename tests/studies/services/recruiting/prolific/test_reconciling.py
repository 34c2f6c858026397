"""Submissions at Prolific against our sessions, and the places that they free."""

from decimal import Decimal

import pytest

from playground.prolific import BusyError, DownError
from studies.errors import InvalidError, RecruiterDownError, RecruiterError
from studies.models import ArrivalRecord, PaymentRecord, Place, ReportedSubmission
from studies.models.log import LogKind
from studies.services.owing import find_owed
from studies.services.recruiting.polling import poll_recruiters
from studies.services.recruiting.prolific.client import prolific_account
from studies.services.recruiting.prolific.naming import name_study
from studies.services.recruiting.prolific.submissions import Fit
from studies.services.session.withdrawal import erase_session, screen_out
from tests.studies.enlisted import CODES, enlist_study
from tests.studies.factories import NOON, make_study, seconds

pytestmark = pytest.mark.django_db
LATER = NOON + seconds(60)


def teach(enlisted, pid=""):
    """Somebody who holds a place; their submission."""
    submission = enlisted.come(pid)
    enlisted.people[submission.id].go_to("learning", 1)
    return submission


def n_taken(enlisted):
    return Place.objects.filter(study=enlisted.study, state="taken").count()


def n_left(enlisted, submission):
    return enlisted.session(submission).log.filter(kind=LogKind.AWAY).count()


@pytest.mark.parametrize("status", ["RETURNED", "TIMED-OUT", "REJECTED"])
def test_a_submission_that_is_lost_frees_its_place_once(enlisted, status):
    submission = teach(enlisted)
    enlisted.look()
    assert n_taken(enlisted) == 1
    enlisted.pool.end(submission.id, status)

    found = [enlisted.look(now=LATER).n_freed for _ in range(2)]

    assert (found, n_taken(enlisted)) == ([1, 0], 0)
    assert enlisted.session(submission).is_away
    last = enlisted.session(submission).log.order_by("-number").first()
    assert (last.kind, status.lower() in last.payload) == ("away", True)


def test_who_goes_on_after_returning_is_not_put_out_again(enlisted):
    submission = teach(enlisted)
    enlisted.pool.end(submission.id, "TIMED-OUT")
    enlisted.look(now=LATER)
    person = enlisted.people[submission.id].wait(120)
    person.answer("?")

    assert enlisted.look(now=LATER).n_freed == 0
    enlisted.pool.end(submission.id, "REJECTED")
    assert enlisted.look(now=LATER).n_freed == 0
    assert (n_taken(enlisted), n_left(enlisted, submission)) == (1, 1)


def test_whoever_finished_keeps_their_place_whatever_prolific_says(enlisted):
    submission = enlisted.finish()
    enlisted.pool.end(submission.id, "RETURNED")

    assert enlisted.look().n_freed == 0
    assert enlisted.session(submission).place.state == "completed"


def test_who_took_the_study_again_keeps_the_place(enlisted):
    first = teach(enlisted, "a" * 24)
    enlisted.pool.end(first.id, "RETURNED")
    second = enlisted.come("a" * 24)

    assert enlisted.look().n_freed == 0
    enlisted.pool.end(second.id, "TIMED-OUT")
    assert enlisted.look(now=LATER).n_freed == 1


def test_a_submission_of_somebody_else_frees_nobodys_place(enlisted):
    victim = teach(enlisted, "a" * 24)
    other = enlisted.pool.begin(enlisted.offered.id, "b" * 24)
    ArrivalRecord.objects.create(
        session=enlisted.session(victim),
        recruiter="prolific",
        assignment=other.id,
        proof="none",
        at=NOON,
    )
    enlisted.pool.end(other.id, "RETURNED")

    assert enlisted.look().n_freed == 0
    assert enlisted.fits()[other.id] == Fit.OTHERS


def test_the_code_tells_how_a_submission_fits(enlisted):
    expected = {
        enlisted.finish().id: Fit.FITS,
        enlisted.finish(code="").id: Fit.NO_CODE,
        enlisted.finish(code="LEFT1").id: Fit.WRONG_CODE,
        enlisted.pool.begin(enlisted.offered.id).id: Fit.NOBODY,
    }
    declined = enlisted.pool.begin(enlisted.offered.id)
    enlisted.pool.complete(declined.id, "N0")
    expected[declined.id] = Fit.DECLINED
    begun = enlisted.come()
    enlisted.pool.complete(begun.id, "C0MPLETE")
    expected[begun.id] = Fit.UNFINISHED

    assert enlisted.fits() == expected
    found = enlisted.look()
    assert [each.fit for each in found.payable] == [Fit.FITS]


def test_what_is_active_there_was_not_handed_in_yet(enlisted):
    submission = enlisted.come()
    enlisted.people[submission.id].finish()

    assert enlisted.fits() == {submission.id: Fit.NOT_YET}


def test_every_submission_is_counted_whoever_it_is_of(enlisted):
    enlisted.finish()
    declined = enlisted.pool.begin(enlisted.offered.id)
    enlisted.pool.complete(declined.id, "N0")

    enlisted.look()

    enlisted.account.refresh_from_db()
    assert enlisted.account.reported == {"AWAITING REVIEW": 2}


def test_who_finished_and_handed_nothing_in_is_told(enlisted):
    submission = enlisted.come()
    enlisted.people[submission.id].finish()

    assert enlisted.look().unclaimed == [enlisted.session(submission)]


def test_all_pages_are_read_whatever_their_size(enlisted):
    enlisted.pool.largest_page = 2
    ids = {enlisted.pool.begin(enlisted.offered.id).id for _ in range(4)}

    assert {each.id for each in enlisted.look().submissions} == ids
    enlisted.pool.begin(enlisted.offered.id)
    assert len(enlisted.look().submissions) == 5


def test_prolific_is_asked_again_when_it_is_busy_or_down(enlisted):
    enlisted.come()
    enlisted.pool.faults_before += [BusyError(), DownError(), BusyError()]

    assert len(enlisted.look().submissions) == 1
    enlisted.pool.faults_before += [DownError()] * 4
    with pytest.raises(RecruiterDownError):
        enlisted.look()


def test_a_token_that_prolific_does_not_know_is_told_in_words(enlisted):
    enlisted.pool.token = "another"

    with pytest.raises(RecruiterError, match="PROLIFIC_API_TOKEN"):
        enlisted.look()


def test_which_study_it_is_is_learnt_from_who_comes(pool):
    enlisted = enlist_study(pool)
    enlisted.come()
    enlisted.account.task = ""

    assert len(enlisted.look().submissions) == 1
    assert prolific_account(enlisted.study).task == enlisted.offered.id


def test_a_study_that_leads_elsewhere_is_not_taken_for_ours(enlisted):
    other = make_study(slug="other", deck_version=enlisted.study.deck_version)

    with pytest.raises(InvalidError, match="leads elsewhere"):
        name_study(
            account=prolific_account(other),
            name=enlisted.offered.id,
            client=enlisted.client,
            who="ada",
            now=NOON,
        )


def test_polling_looks_where_people_came_and_fails_alone(enlisted, settings):
    assert poll_recruiters(now=NOON) == 0
    submission = teach(enlisted)
    enlisted.pool.end(submission.id, "RETURNED")
    broken = enlist_study(
        enlisted.pool, slug="broken", deck_version=enlisted.study.deck_version
    )
    broken.come()
    del enlisted.pool.studies[broken.offered.id]

    assert poll_recruiters(now=LATER) == 2
    assert n_taken(enlisted) == 0
    settings.PROLIFIC_API_TOKEN = ""
    assert poll_recruiters(now=LATER) == 0


def test_nothing_reported_is_left_of_who_is_erased(enlisted):
    submission = teach(enlisted)
    enlisted.look()
    session = enlisted.session(submission)
    assert ReportedSubmission.objects.get().session == session

    erase_session(session_id=session.pk, now=LATER)
    enlisted.look(now=LATER)

    assert not ReportedSubmission.objects.exists()


def test_what_was_approved_at_prolific_itself_is_in_the_ledger(enlisted):
    submission = enlisted.finish()
    enlisted.pool.end(submission.id, "APPROVED")

    enlisted.look()
    enlisted.look()

    paid = PaymentRecord.objects.get()
    assert (paid.state, paid.amount, paid.fee) == ("paid", 200, 66)
    assert (paid.who, paid.session) == ("Prolific", enlisted.session(submission))


def test_two_submissions_of_one_person_that_prolific_paid_are_two_payments(enlisted):
    first = enlisted.come("a" * 24)
    enlisted.pool.end(first.id, "APPROVED")
    second = enlisted.come("a" * 24)
    enlisted.pool.end(second.id, "APPROVED")

    enlisted.look()

    paid = PaymentRecord.objects.order_by("pk").values_list("assignment", "session")
    session = enlisted.session(first).pk
    assert list(paid) == [(first.id, session), (second.id, None)]


@pytest.mark.parametrize("is_known", [True, False])
def test_what_prolific_pays_to_whom_it_screens_out_is_not_owed_again(
    enlisted, is_known
):
    study, account = enlisted.study, enlisted.account
    study.pays_screened_out, study.partial_pay_amount = True, Decimal("0.50")
    study.currency = "GBP"
    study.save()
    assert account.screen_out_reward == 50
    if not is_known:
        account.screen_out_reward = 0
    submission = enlisted.come()
    person = enlisted.people[submission.id]
    screen_out(session_id=person.session.pk, reason="young", now=NOON)
    assert find_owed(study)[person.session.pk].words == "0.50 GBP"
    enlisted.pool.complete(submission.id, CODES["code_screened_out"])

    enlisted.look()
    enlisted.look()

    payment = PaymentRecord.objects.get()
    assert (payment.purpose, payment.amount, payment.who) == ("partial", 50, "Prolific")
    assert find_owed(study)[person.session.pk].words == "nothing: paid"
