"""A worker who comes by two ways is one person, and is paid once."""

import pytest

from playground.mturk.errors import RequestError
from studies.errors import FullOrEarlierError, InvalidError, StudyFullError
from studies.models import (
    AuditEntry,
    CompletionCode,
    HandPayment,
    KnownWorker,
    TeachingSession,
)
from studies.recruitment import Arrival
from studies.services.enrolment.joining import join_study
from studies.services.owing import find_owed, find_unassigned
from studies.services.recruiting.joining import join_submission
from studies.services.recruiting.judging import approve_submissions
from studies.services.recruiting.matching import read_chosen
from studies.services.recruiting.submissions import Match
from studies.services.session.withdrawal import erase_session
from studies.services.team.sentences import tell_action
from tests.studies.factories import NOON, Person, make_study, seconds

pytestmark = pytest.mark.django_db


@pytest.fixture
def hits(offered):
    """One by a link, with a box for the code, and one in a frame."""
    (link,) = offered.create(layout="link")
    (frame,) = offered.create(nonce="n2")
    return link, frame


def work_by_link(offered, hit, worker, *, now=NOON):
    person = Person(offered.study, now=now)
    person.finish()
    code = CompletionCode.objects.get(session=person.session).code
    return offered.work(hit, worker, code=code, finishes=False), person


def come(study, worker, assignment="AS9"):
    arrival = Arrival("mturk", person=worker, assignment=assignment)
    return join_study(slug=study.slug, consent=True, arrival=arrival, now=NOON)


@pytest.mark.parametrize("comes_first", ["link", "frame"])
def test_the_second_way_of_a_worker_is_flagged_and_not_ticked(
    offered, hits, comes_first
):
    link, frame = hits
    if comes_first == "link":
        first, _ = work_by_link(offered, link, "A1X")
        second = offered.work(frame, "A1X")
    else:
        first = offered.work(frame, "A1X")
        second, _ = work_by_link(offered, link, "A1X", now=NOON + seconds(1))
    other = offered.work(frame, "A2Y")

    found = offered.look()

    matches = {each.assignment: each.match for each in found.submissions}
    assert matches == {
        first: Match.MATCHED,
        second: Match.SAME_WORKER,
        other: Match.MATCHED,
    }
    assert {each.assignment for each in found.payable} == {first, other}
    (alone,) = read_chosen(offered.account, [second], offered.requester)
    assert (alone.match, alone.session is None) == (Match.SAME_WORKER, False)


def test_a_worker_of_a_link_is_turned_away_from_the_frame_and_does_not_see_it(
    offered, hits
):
    link, frame = hits
    _, person = work_by_link(offered, link, "A1X")
    offered.look()

    with pytest.raises(RequestError, match="kept out"):
        offered.market.accept(frame.hit_id, "A1X")
    with pytest.raises(StudyFullError):
        come(offered.study, "a1x")
    assert come(offered.study, "A2Y").is_new

    later = make_study(
        slug="later",
        deck_version=offered.study.deck_version,
        earlier_studies=["study"],
    )
    erase_session(session_id=person.session.pk, now=NOON)
    assert not KnownWorker.objects.exists()
    offered.look()
    for study in (offered.study, later):
        with pytest.raises(StudyFullError):
            come(study, "A1X")
    assert "A1X" not in str(list(TeachingSession.objects.values()))


def test_people_of_a_named_earlier_study_do_not_see_the_hit(offered, market):
    from tests.studies.offered import offer_study

    Person(offered.study, name="A1X")
    (own,) = offered.create()
    later = make_study(
        slug="later",
        deck_version=offered.study.deck_version,
        earlier_studies=["study"],
    )
    other = offer_study(later, market)

    (hit,) = other.create()

    with pytest.raises(RequestError, match="kept out"):
        market.accept(hit.hit_id, "A1X")
    market.accept(own.hit_id, "A1X")
    Person(offered.study, name="A3Z")
    other.look()
    with pytest.raises(RequestError, match="kept out"):
        market.accept(hit.hit_id, "A3Z")
    with pytest.raises(FullOrEarlierError):
        come(later, "A1X")


@pytest.fixture
def mistyped(offered, hits):
    """Somebody of a link who typed another code than theirs, and their submission."""
    person = Person(offered.study)
    person.finish()
    return person, offered.work(hits[0], "A1X", code="WRONGWRONG22", finishes=False)


def join(offered, assignment, person, **changes):
    code = CompletionCode.objects.get(session=person.session).code
    given = {"assignment": assignment, "code": f" {code.lower()} ", **changes}
    return join_submission(**offered.arguments(**given))


def approve(offered, assignment):
    given = {"assignments": [assignment], "confirmed": "1.20"}
    return approve_submissions(**offered.arguments(**given))


@pytest.mark.parametrize("is_paid_first", [True, False])
def test_who_mistyped_is_joined_to_their_code_which_is_settled(
    offered, mistyped, is_paid_first
):
    person, task = mistyped
    steps = [lambda: approve(offered, task), lambda: join(offered, task, person)]
    for step in steps if is_paid_first else reversed(steps):
        step()

    (submission,) = offered.look().submissions
    assert (submission.match, submission.session) == (Match.MATCHED, person.session)
    claim = find_owed(offered.study)[person.session.pk]
    assert (claim.has_whole, claim.paid) == (True, 1)
    assert find_unassigned(offered.study) == []
    entry = AuditEntry.objects.get(action="submission_joined")
    assert tell_action(entry).endswith(person.session.participant.pseudonym)


def test_a_code_is_joined_to_one_submission_and_only_if_it_is_free(
    offered, hits, mistyped
):
    person, task = mistyped
    taken, other = work_by_link(offered, hits[0], "A2Y", now=NOON + seconds(1))
    second = offered.work(hits[0], "A3Z", code="none", finishes=False)
    with pytest.raises(InvalidError, match="no code of this study"):
        join(offered, task, person, code="NOBODYSCODE2")
    with pytest.raises(InvalidError, match="Another submission has this code"):
        join(offered, task, other)
    join(offered, task, person)
    with pytest.raises(InvalidError, match="Another submission has this code"):
        join(offered, second, person)
    with pytest.raises(InvalidError, match="It is known whose"):
        join(offered, taken, person)


def test_no_code_is_joined_that_is_paid_or_came_by_another_way(offered, mistyped):
    person, task = mistyped
    framed = Person(offered.study, name="A9Q", now=NOON + seconds(1))
    framed.finish()
    HandPayment.objects.create(
        study=offered.study,
        session=person.session,
        amount=100,
        currency="USD",
        paid_on=NOON.date(),
        token="0" * 64,
        at=NOON,
        who="ada",
    )

    with pytest.raises(InvalidError, match="paid already"):
        join(offered, task, person)
    with pytest.raises(InvalidError, match="did not come by this HIT"):
        join(offered, task, framed)


def test_who_brings_a_code_that_is_paid_is_doubted_for_it(offered, hits):
    first, person = work_by_link(offered, hits[0], "A1X")
    approve(offered, first)
    code = CompletionCode.objects.get(session=person.session).code
    second = offered.work(hits[0], "A2Y", code=code, finishes=False)

    (submission,) = read_chosen(offered.account, [second], offered.requester)

    assert submission.doubt.startswith("this code is paid already")
