"""The same by command, against a stand-in."""

import time
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from studies.models import Hit, PaymentRecord

pytestmark = pytest.mark.django_db
CREATE = (
    *("create", "study", "--people", "3", "--reward", "1"),
    *("--title", "Words", "--description", "Flashcards"),
)


@pytest.fixture(autouse=True)
def _site(settings):
    settings.SITE_URL = "https://study.example.org"


@pytest.fixture
def hit(offered):
    offered.market.clock = time.time
    offered.now = timezone.now()
    return offered.create()[0]


def mturk(*arguments):
    out = StringIO()
    call_command("mturk", *arguments, stdout=out)
    return out.getvalue()


def test_hits_are_created_once_the_sum_was_typed(offered):
    with pytest.raises(CommandError, match=r"costs 3\.60 .* --confirm \"3\.60\""):
        mturk(*CREATE)
    assert not Hit.objects.exists()

    told = mturk(*CREATE, "--confirm", "3.60")

    assert "3 people, 3 not yet paid" in told
    assert Hit.objects.get().hit_id in told


def test_a_budget_is_set_and_listed(offered, hit):
    assert "budget 50.00 USD (sandbox)" in mturk("budget", "study", "50")
    told = mturk("list", "study")
    assert "0.00 paid, 3.60 spoken for" in told
    assert f"{hit.hit_id}\tin a frame\t3 people" in told


def test_a_hit_is_extended_and_expired(offered, hit):
    mturk("extend", "study", hit.hit_id, "--people", "1", "--confirm", "1.20")
    mturk("expire", "study", hit.hit_id)

    (told,) = offered.market.hits.values()
    assert told.max_assignments == 4
    assert not offered.market.is_open(told)


def test_submissions_are_listed_and_those_that_fit_approved(offered, hit):
    offered.work(hit, "A1X")
    other = offered.work(hit, "A2Y", code="none")
    told = mturk("submissions", "study")
    assert f"the code fits\t{hit.hit_id}\t1.00\n" in told
    assert "submitted without our code" in told

    mturk("approve", "study", "--matched", "--confirm", "1.20")
    mturk("reject", "study", other, "--reason", "No code.", "--confirm", "reject")

    statuses = [each.status for each in offered.market.assignments.values()]
    assert statuses == ["Approved", "Rejected"]


def test_a_rejection_is_taken_back(offered, hit):
    assignment = offered.work(hit, "A1X")
    mturk("reject", "study", assignment, "--reason", "No.", "--confirm", "reject")

    assert "1.00 USD paid" in mturk("reverse", "study", assignment, "--confirm", "1.20")

    assert offered.market.assignments[assignment].status == "Approved"


def test_a_bonus_and_a_part_are_paid(offered, hit):
    assignment = offered.work(hit, "A1X")
    bonus = ("bonus", "study", assignment, "--amount", "0.5", "--reason", "Thanks")

    mturk(*bonus, "--confirm", "0.60")
    mturk(*bonus, "--partial", "--confirm", "0.60")

    purposes = PaymentRecord.objects.values_list("purpose", flat=True)
    assert sorted(purposes) == ["bonus", "partial"]


def test_hits_left_behind_are_sent(offered, hit):
    Hit.objects.update(hit_id="")

    mturk("send", "study")

    assert Hit.objects.get().hit_id == hit.hit_id


def test_what_is_wrong_is_said_in_a_sentence(offered):
    with pytest.raises(CommandError, match="no such HIT"):
        mturk("expire", "study", "3NONE")
    with pytest.raises(CommandError, match="There is no study"):
        mturk("list", "nothing")
