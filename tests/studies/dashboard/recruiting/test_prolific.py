"""Recruiting at Prolific by page and by command, against a stand-in."""

import re
from decimal import Decimal

import pytest
from django.core.management import CommandError, call_command

from studies.models import AuditEntry, PaymentRecord, Study
from studies.models.team import Role
from studies.services.recruiting.prolific.client import prolific_account
from studies.services.session.withdrawal import withdraw_session
from tests.studies.factories import NOON

pytestmark = pytest.mark.django_db
PAGE = "/dashboard/studies/study/recruiting/prolific/"
SUBMISSIONS = f"{PAGE}submissions/"
LISTS = f"{PAGE}lists/"


@pytest.fixture
def study(enlisted):
    return enlisted.study


@pytest.fixture
def editor(sign_in):
    return sign_in(Role.EDITOR)


def one(submission):
    return f"{SUBMISSIONS}{submission.id}/"


def words(response):
    return response.content.decode()


def test_a_study_of_prolific_alone_has_its_page_under_recruiting(client, editor):
    page = client.get("/dashboard/studies/study/recruiting/", follow=True)

    assert page.redirect_chain == [(PAGE, 302)]
    assert "A stand-in on this machine plays Prolific" in words(page)


def test_a_study_is_named_once_prolific_says_that_it_leads_here(
    client, editor, enlisted
):
    prolific_account(enlisted.study)
    enlisted.account.task = ""
    enlisted.account.save()

    wrong = client.post(f"{PAGE}study/", {"task": "x"})
    missing = client.post(f"{PAGE}study/", {"task": "0" * 24})
    right = client.post(f"{PAGE}study/", {"task": enlisted.offered.id}, follow=True)

    assert (wrong.status_code, missing.status_code) == (400, 400)
    assert "Prolific does not know this" in words(missing)
    assert enlisted.offered.id in words(right)
    assert prolific_account(enlisted.study).task == enlisted.offered.id


def test_looking_frees_places_and_says_so(client, editor, enlisted):
    submission = enlisted.come()
    enlisted.people[submission.id].go_to("learning", 1)
    enlisted.pool.end(submission.id, "RETURNED")

    page = words(client.post(f"{PAGE}look/", follow=True))

    assert "1 submission at Prolific; 1 place came free." in page
    assert "<dt>Returned</dt><dd>1</dd>" in page


def test_submissions_are_searched_and_sorted(client, sign_in, enlisted):
    sign_in(Role.PAYER)
    fits, codeless = enlisted.finish().id, enlisted.finish(code="").id

    def shown(query):
        page = words(client.get(f"{SUBMISSIONS}?{query}"))
        return re.findall(r"submissions/(\w+)/", page)

    assert shown("submissions-sort=submission") == sorted([fits, codeless])
    assert shown("submissions-sort=-submission") == sorted([fits, codeless])[::-1]
    assert shown("submissions-search=without+a+code") == [codeless]


def test_those_ticked_are_approved_once_the_sum_is_typed(client, sign_in, enlisted):
    sign_in(Role.PAYER)
    submission = enlisted.finish()
    enlisted.finish(code="")
    page = words(client.get(SUBMISSIONS))
    assert page.count(" checked") == 1
    assert enlisted.session(submission).participant.pseudonym not in page
    sent = {"submission": [submission.id]}

    asked = client.post(SUBMISSIONS, sent)
    done = client.post(SUBMISSIONS, {**sent, "confirm": "2.66"}, follow=True)

    assert (asked.status_code, "type “2.66”" in words(asked)) == (400, True)
    assert "1 approved and paid." in words(done)
    assert submission.status == "APPROVED"


def test_a_bonus_is_paid_from_its_submissions_page(client, editor, enlisted):
    submission = enlisted.finish()
    address = f"{SUBMISSIONS}{submission.id}/"
    assert "Amount in GBP" in words(client.get(address))
    sent = {"purpose": "bonus", "amount": "1.00"}

    asked = client.post(f"{address}bonus/", sent)
    done = client.post(f"{address}bonus/", {**sent, "confirm": "1.33"}, follow=True)

    assert "type “1.33”" in words(asked)
    assert ("1.00 GBP paid." in words(done), submission.bonuses) == (True, [100])
    again = client.post(f"{address}bonus/", {**sent, "confirm": "1.33"}, follow=True)
    assert "1.00 GBP was paid already. Nothing was paid again." in words(again)
    assert submission.bonuses == [100]
    listed = client.get(LISTS, {"outcome": "completed", "amount": "1"})
    assert f"{submission.id},1.00" not in words(listed)
    assert "A bonus" in words(client.get(PAGE))


def test_lists_to_paste_need_no_token(client, editor, enlisted, settings):
    settings.PROLIFIC_API_TOKEN = ""
    done, left = enlisted.finish(), enlisted.come()
    token = enlisted.people[left.id].token
    withdraw_session(token=token, keep_answers=True, now=NOON)

    page = words(client.get(LISTS, {"outcome": "withdrawn", "amount": "0.5"}))
    file = client.post(f"{LISTS}file/", {"outcome": "completed", "amount": "2"})

    assert f">{done.id}</pre>" in page
    assert f">{left.id},0.50</pre>" in page
    assert words(file) == f"{done.id},2.00\n"
    assert AuditEntry.objects.latest("pk").detail == {"what": "bonus list"}
    assert "sets <code>PROLIFIC_API_TOKEN</code>" in words(client.get(PAGE))
    unavailable = client.get(SUBMISSIONS)
    assert (unavailable.status_code, "no token" in words(unavailable)) == (400, True)


def test_who_returned_and_is_owed_a_part_is_in_the_list(client, editor, enlisted):
    Study.objects.update(pays_withdrawn=True, partial_pay_amount="0.50")
    left = enlisted.come()
    person = enlisted.people[left.id].go_to("learning", 1)
    withdraw_session(token=person.token, keep_answers=True, now=NOON)
    enlisted.pool.end(left.id, "RETURNED")
    enlisted.look()

    page = words(client.get(LISTS, {"outcome": "withdrawn", "amount": "0.5"}))

    assert f">{left.id},0.50</pre>" in page
    assert "<dt>Owed to people of Prolific</dt>" in words(client.get(PAGE))


def test_who_is_still_active_there_is_told_beside_the_list_and_the_form(
    client, editor, enlisted
):
    left = enlisted.come()
    token = enlisted.people[left.id].token
    withdraw_session(token=token, keep_answers=True, now=NOON)
    enlisted.look()
    asked = {"outcome": "withdrawn", "amount": "0.5"}

    assert "1 of these submissions is still active" in words(client.get(LISTS, asked))
    assert "counts this submission as active" in words(client.get(one(left)))
    enlisted.pool.complete(left.id, "LEFT1")
    enlisted.look()
    assert "still active" not in words(client.get(LISTS, asked))
    assert "counts this submission" not in words(client.get(one(left)))


def test_a_submission_that_is_lost_is_told_on_participants(client, sign_in, enlisted):
    returned, _ = enlisted.come("a" * 24), enlisted.come()
    enlisted.pool.end(returned.id, "RETURNED")
    enlisted.look()
    sign_in(Role.OWNER)
    people = "/dashboard/studies/study/participants/"
    own = f"{people}{enlisted.session(returned).participant.pseudonym}/"

    assert words(client.get(people)).count("returned at Prolific") == 1
    assert "returned at Prolific" in words(client.get(own))
    enlisted.come("a" * 24)
    enlisted.look()
    assert "returned at Prolific" not in words(client.get(people))


def test_a_part_that_prolific_pays_otherwise_than_promised_is_flagged(
    client, editor, enlisted
):
    study = enlisted.study
    study.pays_screened_out, study.partial_pay_amount = True, Decimal("0.50")
    study.save()
    told = "<dt>Paid by itself to who is screened out</dt><dd>0.50 GBP"
    assert f"{told}</dd>" in words(client.get(PAGE))

    study.partial_pay_amount = Decimal(1)
    study.save()

    assert f'{told} <span class="flag">the design says 1.00' in words(client.get(PAGE))


def test_what_is_approved_or_lost_is_not_in_the_approval_list(enlisted):
    ids = [enlisted.finish().id for _ in range(4)]
    enlisted.pool.end(ids[0], "APPROVED")
    enlisted.pool.end(ids[1], "RETURNED")
    enlisted.pool.submissions[ids[3]].status = "ACTIVE"
    enlisted.look()

    call_command("prolific", "approvals", "study", stdout=(out := _Out()))

    assert out.text.split() == [ids[2]]


class _Out:
    text = ""

    def write(self, text):
        self.text += text


def test_the_command_does_the_same(enlisted):
    submission = enlisted.finish()
    out = _Out()

    call_command("prolific", "submissions", "study", stdout=out)
    with pytest.raises(CommandError, match=r'--confirm "2\.66"'):
        call_command("prolific", "approve", "study", "--matched", stdout=out)
    call_command(
        *("prolific", "approve", "study", "--matched", "--confirm", "2.66"), stdout=out
    )

    assert f"{submission.id}\tawaiting review\tthe code fits" in out.text
    assert "1 sent, 1 approved and paid" in out.text
    assert PaymentRecord.objects.get().is_paid
