"""HITs against a stand-in, by the real client."""

from datetime import timedelta
from decimal import Decimal

import pytest

from playground.mturk.errors import RequestError, ServiceFaultError, ThrottledError
from studies.errors import (
    BudgetError,
    FaultyDesignError,
    InvalidError,
    RecruiterDownError,
    RecruiterError,
    UnconfirmedError,
)
from studies.models import AuditEntry, Hit
from studies.services.recruiting.accounts import spending_of
from studies.services.recruiting.extending import expire_hit, extend_hit
from studies.services.recruiting.hits import send_planned
from studies.services.recruiting.requester import connect, mturk_account
from tests.studies.factories import NOON, Person
from tests.studies.services.recruiting.paid import make_account

pytestmark = pytest.mark.django_db


def extend(offered, hit, **changes):
    values = {
        "n_more": 2,
        "n_known": hit.n_assignments,
        "more_days": 0,
        "confirmed": "2.40",
        "who": "ada",
        "requester": offered.requester,
        "now": NOON,
    }
    extend_hit(hit=hit, **{**values, **changes})


def test_people_are_asked_for_in_hits_below_the_higher_fee(offered):
    hits = offered.create(n_people=20)

    assert [hit.n_assignments for hit in hits] == [9, 9, 2]
    told = list(offered.market.hits.values())
    assert [hit.max_assignments for hit in told] == [9, 9, 2]
    assert len({hit.type_id for hit in told}) == 1
    assert {hit.fee for hit in hits} == {20}


def test_what_workers_are_told_is_what_was_offered(offered):
    offered.create(reward=240, minutes=45, days=2, approve_days=3)

    (told,) = offered.market.hits.values()
    offer = told.offer
    assert (offer["Reward"], offer["Title"]) == ("2.40", "Learn words")
    assert offer["AssignmentDurationInSeconds"] == 45 * 60
    assert offer["AutoApprovalDelayInSeconds"] == 3 * 86_400
    assert told.expires_at == (NOON + timedelta(days=2)).timestamp()
    assert "https://study.example.org/join/study/" in told.question


def test_whom_the_service_lets_in_is_said_in_its_own_numbers(offered):
    offered.create(
        countries=("us", "CA"), approval_percent=95, n_approved=100, masters_only=True
    )

    (told,) = offered.market.hits.values()
    wishes = {
        wish["QualificationTypeId"]: wish
        for wish in told.offer["QualificationRequirements"]
    }
    countries = wishes["00000000000000000071"]["LocaleValues"]
    assert countries == [{"Country": "US"}, {"Country": "CA"}]
    assert wishes["000000000000000000L0"]["IntegerValues"] == [95]
    assert wishes["00000000000000000040"]["IntegerValues"] == [100]
    assert wishes["2ARFPLSP75KLA8M8DH1HTEQVJT3SY6"]["Comparator"] == "Exists"


def test_who_took_part_is_kept_out_of_the_other_hits(offered):
    first, second = offered.create(n_people=18)
    offered.work(first, "A1X")

    offered.look()

    with pytest.raises(RequestError, match="kept out"):
        offered.market.accept(second.hit_id, "A1X")
    offered.market.accept(second.hit_id, "A2Y")


def test_an_invented_worker_keeps_nobody_from_being_marked(offered):
    (hit,) = offered.create()
    offered.work(hit, "xx")
    offered.work(hit, "A1X")

    offered.look()

    assert list(offered.market.granted.values()) == [{"A1X"}]


def test_who_is_inside_is_marked_when_the_time_of_a_task_is_over(offered):
    (hit,) = offered.create(minutes=60)
    task = offered.market.accept(hit.hit_id, "A1X")
    Person(offered.study, name="A1X", assignment=task.id)
    offered.look()
    offered.market.give_back(task.id)

    assert offered.market.accept(hit.hit_id, "A1X").id == task.id
    offered.now = NOON + timedelta(minutes=60)
    offered.look()
    assert list(offered.market.granted.values()) == [{"A1X"}]


@pytest.mark.parametrize(
    ("layout", "recruiters"), [("frame", ["link"]), ("link", ["mturk"])]
)
def test_nothing_is_offered_to_people_whom_the_design_turns_away(
    offered, layout, recruiters
):
    offered.account.study.recruiters = recruiters

    with pytest.raises(FaultyDesignError) as said:
        offered.create(layout=layout)

    assert "turned away" in said.value.faults[0]
    assert offered.market.calls == []


def test_nothing_is_offered_before_the_sum_is_typed(offered):
    with pytest.raises(UnconfirmedError, match=r"costs 3\.60 USD.*play money") as said:
        offered.create(confirmed="3.00")

    assert said.value.expected == "3.60"
    assert (offered.market.calls, Hit.objects.count()) == ([], 0)


@pytest.mark.parametrize(
    ("layout", "pay", "promised"),
    [
        ("frame", {"pay_amount": Decimal("2.50")}, "2.50 USD"),
        ("link", {"pay_amount": Decimal("0.50")}, "0.50 USD"),
        ("link", {"pay_amount": Decimal(1), "currency": "EUR"}, "1.00 EUR"),
        ("link", {"pay_text": "2.50 dollars"}, "2.50 dollars"),
        ("frame", {"pay_amount": Decimal(1)}, ""),
        ("link", {"pay_text": "1,00 dollar"}, ""),
    ],
)
def test_what_the_consent_promises_otherwise_is_minded(offered, layout, pay, promised):
    offered.account.study.recruiters = ["mturk", "link"]
    for name, value in pay.items():
        setattr(offered.account.study, name, value)

    with pytest.raises(UnconfirmedError) as said:
        offered.create(layout=layout, confirmed="")

    told = f"the consent promises {promised}, and this pays 1.00 USD"
    assert said.value.mind == ((told,) if promised else ())


def test_real_money_wants_a_word_more(offered, settings):
    settings.MTURK_ENVIRONMENT = "production"
    make_account(offered.study, environment="production")
    offered.account = mturk_account(offered.study)

    with pytest.raises(UnconfirmedError, match="real money"):
        offered.create(confirmed="3.60")

    assert offered.create(confirmed="production 3.60")


def test_what_is_offered_counts_against_the_budget(offered):
    make_account(offered.study, budget=700)
    offered.create()

    with pytest.raises(BudgetError):
        offered.create(nonce="n2")

    assert (len(offered.market.hits), Hit.objects.count()) == (1, 1)
    assert spending_of(mturk_account(offered.study)).offered == 360


def test_two_clicks_create_one_batch(offered):
    offered.create()
    offered.create()

    assert (len(offered.market.hits), AuditEntry.objects.count()) == (1, 2)


def test_faults_of_the_service_are_waited_for(offered):
    offered.market.faults_before += [ThrottledError(), ServiceFaultError()]

    (hit,) = offered.create()

    assert hit.hit_id in offered.market.hits


def test_a_hit_whose_reply_was_lost_is_found_not_made_again(offered):
    """The type is answered, the HIT is made, its reply fails."""
    offered.create(nonce="n0", n_people=1)
    offered.market.faults_after += [None, ServiceFaultError()]

    (hit,) = offered.create()

    assert len(offered.market.hits) == 2
    assert offered.market.hits[hit.hit_id].annotation == hit.token


def test_hits_that_a_dead_try_left_behind_are_sent_later(offered):
    offered.market.faults_before += [None] * 3 + [ServiceFaultError()] * 3
    with pytest.raises(RecruiterDownError):
        offered.create(n_people=18)
    assert [bool(hit.hit_id) for hit in Hit.objects.order_by("pk")] == [True, False]

    send_planned(offered.account, requester=offered.requester)
    send_planned(offered.account, requester=offered.requester)

    assert set(Hit.objects.values_list("hit_id", flat=True)) == set(offered.market.hits)


def test_a_refused_hit_leaves_nothing_behind(offered):
    with pytest.raises(RecruiterError, match="Mechanical Turk refused this"):
        offered.requester.act(
            "create_hit_with_hit_type",
            HITTypeId="3NONE",
            LifetimeInSeconds=60,
            Question="",
        )

    assert spending_of(offered.account).offered == 0


def test_everything_wrong_with_an_offer_is_said_at_once(offered):
    with pytest.raises(FaultyDesignError) as said:
        offered.create(title="", reward=0, countries=("USA",), days=400)

    assert len(said.value.faults) == 4


def test_a_site_without_https_is_offered_to_nobody(offered):
    with pytest.raises(InvalidError, match="https alone"):
        offered.create(address="http://study.example.org/join/study/")


def test_a_hit_is_extended_and_its_cost_reserved(offered):
    (hit,) = offered.create()

    extend(offered, hit)

    assert offered.market.hits[hit.hit_id].max_assignments == 5
    assert spending_of(offered.account).offered == 5 * 120


@pytest.mark.parametrize(
    "more", [{"n_more": 2001}, {"more_days": 366}, {"n_more": 10**30}]
)
def test_nobody_extends_by_more_than_a_hit_may_have(offered, more):
    (hit,) = offered.create()

    with pytest.raises(InvalidError, match="Up to 2,000 people more"):
        extend(offered, hit, **more)

    assert offered.market.hits[hit.hit_id].max_assignments == 3


def test_who_clicks_twice_extends_once(offered):
    (hit,) = offered.create()
    extend(offered, hit, n_known=3)

    with pytest.raises(InvalidError, match="takes 5 people by now"):
        extend(offered, hit, n_known=3)

    assert offered.market.hits[hit.hit_id].max_assignments == 5


def test_an_extension_whose_reply_was_lost_happened_once(offered):
    (hit,) = offered.create()
    offered.market.faults_after += [ServiceFaultError()]

    extend(offered, hit)

    assert offered.market.hits[hit.hit_id].max_assignments == 5
    assert Hit.objects.get().n_assignments == 5


def test_a_small_hit_is_not_raised_to_ten(offered):
    (hit,) = offered.create(n_people=9)

    with pytest.raises(InvalidError, match="fewer than 10"):
        extend(offered, hit, n_more=1, confirmed="1.20")


def test_the_service_itself_says_so_too_in_our_words(offered):
    (hit,) = offered.create(n_people=9)

    with pytest.raises(RecruiterError, match="Create another HIT"):
        offered.requester.ask(
            "create_additional_assignments_for_hit",
            HITId=hit.hit_id,
            NumberOfAdditionalAssignments=1,
        )


def test_a_hit_is_offered_for_longer(offered):
    (hit,) = offered.create(days=1)

    extend(offered, hit, n_more=0, more_days=2)

    end = (NOON + timedelta(days=3)).timestamp()
    assert offered.market.hits[hit.hit_id].expires_at == end


def test_days_more_for_an_ended_hit_cost_what_its_places_cost(offered):
    (hit,) = offered.create()
    offered.market.accept(hit.hit_id, "A1X")
    expire_hit(hit=hit, who="ada", requester=offered.requester, now=NOON)
    longer = {"n_more": 0, "more_days": 2}

    with pytest.raises(UnconfirmedError, match=r"type “2\.40”") as asked:
        extend(offered, hit, **longer, confirmed="")
    assert asked.value.mind[-1].startswith("the HIT had ended, and 2 places")
    assert not offered.market.is_open(offered.market.hits[hit.hit_id])
    extend(offered, hit, **longer, confirmed="2.40")

    assert spending_of(offered.account).offered == 3 * 120
    offered.look()
    assert spending_of(offered.account).offered == 3 * 120


def test_an_ended_hit_is_not_offered_again_beyond_the_budget(offered):
    (hit,) = offered.create()
    expire_hit(hit=hit, who="ada", requester=offered.requester, now=NOON)
    offered.look()
    make_account(offered.study, budget=359)

    with pytest.raises(BudgetError):
        extend(offered, hit, n_more=0, more_days=2, confirmed="3.60")

    assert not offered.market.is_open(offered.market.hits[hit.hit_id])


def test_what_the_consent_promises_otherwise_is_minded_when_a_hit_grows(offered):
    (hit,) = offered.create()
    hit.account.study.pay_amount = Decimal("2.50")

    with pytest.raises(UnconfirmedError) as asked:
        extend(offered, hit, confirmed="")

    told = "the consent promises 2.50 USD, and this pays 1.00 USD"
    assert asked.value.mind == (told,)


def test_an_ended_hit_takes_nobody_and_owes_only_who_is_inside(offered):
    (hit,) = offered.create()
    offered.market.accept(hit.hit_id, "A1X")

    expire_hit(hit=hit, who="ada", requester=offered.requester, now=NOON)
    offered.look()

    with pytest.raises(RequestError, match="no assignment left"):
        offered.market.accept(hit.hit_id, "A2Y")
    assert spending_of(offered.account).offered == 120


def test_without_keys_it_is_said_which_are_missing(settings, study):
    settings.MTURK_ACCESS_KEY_ID = ""

    with pytest.raises(InvalidError, match="MTURK_ACCESS_KEY_ID"):
        connect()


def test_a_service_that_is_not_there_is_told_as_such(offered, settings):
    settings.MTURK_ENDPOINT = "http://127.0.0.1:9"

    with pytest.raises(RecruiterDownError):
        connect().ask("get_account_balance")
