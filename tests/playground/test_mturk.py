"""The stand-in speaks the service's language: the real client understands it."""

import boto3
import pytest
from botocore.config import Config
from botocore.exceptions import ClientError

from playground.mturk import Market, StandIn
from playground.mturk.errors import ServiceFaultError, ThrottledError

OFFER = {
    "Title": "Words",
    "Description": "Flashcards",
    "Reward": "1.00",
    "AssignmentDurationInSeconds": 600,
}


@pytest.fixture(scope="module")
def stand_in():
    with StandIn() as service:
        yield service


@pytest.fixture(scope="module")
def client(stand_in):
    return boto3.client(
        "mturk",
        region_name="us-east-1",
        endpoint_url=stand_in.endpoint,
        aws_access_key_id="dummy",
        aws_secret_access_key="dummy",
        config=Config(retries={"total_max_attempts": 1}),
    )


@pytest.fixture
def market(stand_in):
    stand_in.market = Market()
    return stand_in.market


def create(client, n_workers=3, **rest):
    kind = client.create_hit_type(**OFFER)["HITTypeId"]
    reply = client.create_hit_with_hit_type(
        HITTypeId=kind,
        MaxAssignments=n_workers,
        LifetimeInSeconds=3600,
        Question="?",
        **rest,
    )
    return reply["HIT"]["HITId"]


def submit(market, hit, worker="A1X", **fields):
    assignment = market.accept(hit, worker).id
    market.submit(assignment, **fields)
    return assignment


def refused(call, **arguments):
    with pytest.raises(ClientError) as said:
        call(**arguments)
    return said.value.response["TurkErrorCode"].rsplit(".", 1)[-1]


def test_a_hit_goes_through_its_states(client, market):
    hit = create(client, n_workers=1)
    states = [client.get_hit(HITId=hit)["HIT"]["HITStatus"]]
    assignment = market.accept(hit, "A1X").id
    states.append(client.get_hit(HITId=hit)["HIT"]["HITStatus"])
    market.submit(assignment)
    states.append(client.get_hit(HITId=hit)["HIT"]["HITStatus"])

    assert states == ["Assignable", "Unassignable", "Reviewable"]


def test_who_returns_a_hit_makes_room(client, market):
    hit = create(client, n_workers=1)
    market.give_back(market.accept(hit, "A1X").id)

    assert market.accept(hit, "A2Y").worker == "A2Y"


def test_the_same_offer_is_the_same_type(client, market):
    kinds = {client.create_hit_type(**OFFER)["HITTypeId"] for _ in range(2)}

    assert len(kinds) == len(market.hit_types) == 1


def test_a_token_makes_one_hit(client, market):
    create(client, UniqueRequestToken="t1")

    with pytest.raises(ClientError, match="already exists"):
        create(client, UniqueRequestToken="t1")
    assert len(market.hits) == 1


def test_a_token_is_forgotten_after_a_day(client, market):
    create(client, UniqueRequestToken="t1")
    later = market.clock() + 86_401
    market.clock = lambda: later

    create(client, UniqueRequestToken="t1")

    assert len(market.hits) == 2


def test_lists_come_in_pages_of_at_most_a_hundred(client, market):
    hit = create(client, n_workers=150)
    for number in range(150):
        submit(market, hit, f"A{number}")

    first = client.list_assignments_for_hit(HITId=hit, MaxResults=100)
    rest = client.list_assignments_for_hit(
        HITId=hit, MaxResults=100, NextToken=first["NextToken"]
    )

    assert (first["NumResults"], rest["NumResults"]) == (100, 50)
    assert "NextToken" not in rest
    too_many = refused(client.list_assignments_for_hit, HITId=hit, MaxResults=101)
    assert too_many == "ParameterValidationError"


def test_only_what_was_submitted_is_told(client, market):
    hit = create(client)
    market.accept(hit, "A1X")
    submit(market, hit, "A2Y", completion_code="ÄB&C", hitId="reserved")

    (told,) = client.list_assignments_for_hit(HITId=hit)["Assignments"]

    assert (told["WorkerId"], told["AssignmentStatus"]) == ("A2Y", "Submitted")
    assert "B&amp;C" in told["Answer"]
    assert "reserved" not in told["Answer"]


def test_a_submission_is_judged_once(client, market):
    assignment = submit(market, create(client))
    client.approve_assignment(AssignmentId=assignment)

    again = refused(client.approve_assignment, AssignmentId=assignment)

    assert again == "InvalidAssignmentState"
    assert client.get_account_balance()["AvailableBalance"] == "9998.80"


def test_a_rejection_can_be_taken_back_on_purpose(client, market):
    assignment = submit(market, create(client))
    client.reject_assignment(AssignmentId=assignment, RequesterFeedback="No.")

    override = {"AssignmentId": assignment, "OverrideRejection": True}
    assert refused(client.approve_assignment, AssignmentId=assignment)
    market.assignments[assignment].judged_at -= 31 * 86_400
    assert refused(client.approve_assignment, **override) == "InvalidAssignmentState"
    market.assignments[assignment].judged_at += 2 * 86_400
    client.approve_assignment(**override)

    assert market.assignments[assignment].status == "Approved"


def test_a_bonus_with_its_token_is_paid_once(client, market):
    assignment = submit(market, create(client))
    bonus = {
        "WorkerId": "A1X",
        "BonusAmount": "0.50",
        "AssignmentId": assignment,
        "Reason": "Thanks",
        "UniqueRequestToken": "t",
    }
    client.send_bonus(**bonus)

    assert refused(client.send_bonus, **bonus) == "DuplicateRequest"
    (paid,) = client.list_bonus_payments(AssignmentId=assignment)["BonusPayments"]
    assert (paid["BonusAmount"], paid["Reason"]) == ("0.50", "Thanks")


def test_a_small_hit_does_not_grow_large(client, market):
    hit = create(client, n_workers=9)
    grow = client.create_additional_assignments_for_hit

    said = refused(grow, HITId=hit, NumberOfAdditionalAssignments=1)

    assert said == "InvalidMaximumAssignmentsIncrease"
    grow(HITId=create(client, n_workers=10), NumberOfAdditionalAssignments=1)


def test_what_the_model_does_not_allow_is_refused(client, market):
    bad = {**OFFER, "Reward": "1.234"}

    assert refused(client.create_hit_type, **bad) == "ParameterValidationError"
    assert refused(client.get_hit, HITId="lower") == "ParameterValidationError"


def test_it_fails_on_demand_before_or_after_it_obeyed(client, market):
    market.faults_before.append(ThrottledError())
    with pytest.raises(ClientError, match="Rate exceeded"):
        client.get_account_balance()
    market.faults_after += [None, ServiceFaultError()]
    with pytest.raises(ClientError, match="unavailable"):
        create(client)

    assert len(market.hits) == 1
