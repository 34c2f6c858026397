"""Recruiting by page: offered, looked at, approved and paid against a stand-in."""

import re
import time
from datetime import timedelta

import pytest
from django.utils import timezone

from studies.models import Hit, PaymentRecord
from studies.models.team import Role
from tests.studies.factories import make_study
from tests.studies.sharing import shared_rows

pytestmark = pytest.mark.django_db
PAGE = "/dashboard/studies/study/recruiting/"
SUBMISSIONS = f"{PAGE}submissions/"
HTTPS = {"secure": True}
OFFER = {
    "n_people": 3,
    "reward": "1.00",
    "title": "Learn words",
    "description": "Flashcards",
    "layout": "frame",
    "minutes": 60,
    "days": 7,
    "approve_days": 7,
    "per_hit": 9,
    "approval_percent": 95,
    "n_approved": 100,
    "excludes_past": "on",
    "nonce": "n1",
}


@pytest.fixture(scope="module")
def shared_study(django_db_setup, django_db_blocker):
    with shared_rows(django_db_blocker, "recruiting"):
        yield make_study(n_places=4, n_concepts=2, horizon=2)


@pytest.fixture
def editor(sign_in):
    return sign_in(Role.EDITOR)


@pytest.fixture
def hit(offered):
    offered.market.clock = time.time
    offered.now = timezone.now()
    return offered.create()[0]


def words(response):
    return response.content.decode()


def test_a_server_without_keys_says_which(client, editor, settings):
    settings.MTURK_ACCESS_KEY_ID = ""

    assert "MTURK_ACCESS_KEY_ID" in words(editor.get(PAGE))
    assert "MTURK_ACCESS_KEY_ID" in words(editor.get(SUBMISSIONS))


def test_a_budget_is_set(editor, market):
    editor.post(f"{PAGE}budget/", {"budget": "12.5"})

    assert "12.50 USD" in words(editor.get(PAGE))
    wrong = editor.post(f"{PAGE}budget/", {"budget": "much"})
    assert (wrong.status_code, "looks like 2.40" in words(wrong)) == (400, True)


def test_what_the_service_did_beyond_the_budget_is_told_as_such(editor, offered, hit):
    editor.post(f"{PAGE}budget/", {"budget": "3.60"})
    assert "Left of the budget</dt><dd>0.00 USD" in words(editor.get(PAGE))
    offered.requester.act(
        "create_additional_assignments_for_hit",
        HITId=hit.hit_id,
        NumberOfAdditionalAssignments=1,
    )
    offered.look()

    page = words(editor.get(PAGE))

    told = page.split("Over budget by</dt>")[1].split("</div>")[0]
    assert "1.20 USD" in told
    assert "on its own site" in told
    assert "Left of the budget" not in page


def test_an_offer_is_made_once_its_sum_was_typed(editor, offered):
    asked = editor.post(f"{PAGE}new/", OFFER, **HTTPS)
    assert (asked.status_code, Hit.objects.count()) == (400, 0)
    assert "type “3.60”" in words(asked)
    assert re.search(r"<input[^>]*name=\"confirm\"[^>]* autofocus", words(asked))
    wrong = words(editor.post(f"{PAGE}new/", {**OFFER, "confirm": "3"}, **HTTPS))
    assert "You typed “3”" in wrong
    assert "(optional)" not in wrong.split('for="id_confirm"')[1][:80]

    done = editor.post(f"{PAGE}new/", {**OFFER, "confirm": "3.60"}, **HTTPS)

    assert done.status_code == 302
    (told,) = offered.market.hits.values()
    assert "https://testserver/join/study/" in told.question
    assert "Learn words" in words(editor.get(PAGE))


def test_a_form_sent_twice_offers_once(editor, offered):
    sent = {**OFFER, "confirm": "3.60"}
    first, again = (
        words(editor.post(f"{PAGE}new/", sent, **HTTPS, follow=True)) for _ in range(2)
    )

    assert len(offered.market.hits) == 1
    assert "1 HIT offered." in first
    assert "1 HIT offered already by this form. Nothing was offered again." in again


def test_everything_wrong_is_said_beside_the_form(editor, offered):
    wrong = {**OFFER, "reward": "a lot", "countries": "USA"}

    assert "looks like 2.40" in words(editor.post(f"{PAGE}new/", wrong, **HTTPS))
    wrong["reward"] = "1"
    said = words(editor.post(f"{PAGE}new/", wrong, **HTTPS))
    assert "two letters each" in said


def test_a_hit_is_extended_and_ended(editor, offered, hit):
    address = f"{PAGE}hits/{hit.pk}/"
    form = {"n_more": 2, "more_days": 0, "n_known": 3}
    assert "type “2.40”" in words(editor.post(address, form))

    editor.post(address, {**form, "confirm": "2.40"})
    asked = editor.post(f"{address}end/", follow=True)
    (told,) = offered.market.hits.values()
    assert "tick that you are sure" in words(asked)
    assert told.expires_at > time.time()
    editor.post(f"{address}end/", {"sure": "1"})

    assert told.max_assignments == 5
    assert told.expires_at <= time.time()


def test_who_pays_approves_those_who_fit(sign_in, offered, hit):
    payer = sign_in(Role.PAYER)
    fits = offered.work(hit, "A1X")
    offered.work(hit, "A2Y", code="none")
    page = words(payer.get(SUBMISSIONS))
    assert page.count(" checked") == 1
    assert "submitted without our code" in page

    asked = payer.post(SUBMISSIONS, {"assignment": [fits]})
    assert "type “1.20”" in words(asked)
    sent = {"assignment": [fits], "confirm": "1.20"}
    assert "1 approved and paid." in words(payer.post(SUBMISSIONS, sent, follow=True))
    again = words(payer.post(SUBMISSIONS, sent, follow=True))

    assert "1 was approved and paid already. Nothing was paid again." in again
    assert "1 approved and paid." not in again
    assert offered.market.assignments[fits].status == "Approved"
    assert PaymentRecord.objects.get().who == "ada"


def test_what_to_mind_is_a_list_that_names_submissions_once(sign_in, offered, hit):
    first = offered.work(hit, "A1X")
    others = [offered.work(hit, worker, code="none") for worker in ("A2Y", "A3Z")]

    page = words(
        sign_in(Role.PAYER).post(SUBMISSIONS, {"assignment": [first, *others]})
    )

    (told,) = re.findall(r"<li>Mind: (.*?)</li>", page)
    assert told == f"{', '.join(others)}: submitted without our code"
    assert page.count("Mind: ") == 1


def rows_of(page, name):
    table = page.split(f'aria-label="{name}"')[1].split("</table>")[0]
    return re.findall(r'<th scope="row">.*?>?([\w ]+)<', table)


def test_when_a_submission_approves_itself_is_told_until_somebody_decides(
    sign_in, offered, hit
):
    assignment = offered.work(hit, "A1X")
    at = timezone.now() + timedelta(days=hit.offer["approve_days"])
    payer, told = sign_in(Role.PAYER), f"{at:%Y-%m-%d}</span>"

    for page in (SUBMISSIONS, f"{SUBMISSIONS}{assignment}/"):
        assert told in words(payer.get(page))
    payer.post(SUBMISSIONS, {"assignment": assignment, "confirm": "1.20"})

    assert "approves itself" not in words(payer.get(SUBMISSIONS))


def test_parts_beside_which_the_whole_will_be_paid_are_listed(sign_in, offered, hit):
    payer, assignment = sign_in(Role.PAYER), offered.work(hit, "A1X")
    at = timezone.now() + timedelta(days=hit.offer["approve_days"])
    part = {"purpose": "partial", "amount": "0.50", "reason": "Thanks"}
    bonus = f"{SUBMISSIONS}{assignment}/bonus/"
    assert f"by itself on {at:%Y-%m-%d}" in words(payer.post(bonus, part))
    pages = (SUBMISSIONS, "/dashboard/studies/study/payments/")
    assert not any("Parts paid" in words(payer.get(page)) for page in pages)

    payer.post(bonus, {**part, "confirm": "0.60"})

    for page in pages:
        listed = words(payer.get(page)).split("Parts paid")[1].split("</ul>")[0]
        assert f"{SUBMISSIONS}{assignment}/" in listed
        assert f"{at:%Y-%m-%d}" in listed


def test_hits_are_searched_and_sorted(editor, offered, hit):
    editor.post(
        f"{PAGE}new/",
        {**OFFER, "title": "Again", "nonce": "n2", "confirm": "3.60"},
        **HTTPS,
    )

    def titles(query):
        return rows_of(words(editor.get(f"{PAGE}?{query}")), "HITs")

    first, second = titles("")
    assert first == "Again"
    assert titles("hits-sort=-title") == [second, "Again"]
    assert titles("hits-search=AGAIN") == ["Again"]
    assert titles("hits-search=offered&hits-sort=title") == ["Again", second]
    assert "Nothing fits" in words(editor.get(f"{PAGE}?hits-search=z-z"))


def test_hits_in_a_frame_and_by_a_link_are_told_apart(editor, offered, hit):
    (link,) = offered.create(nonce="n2", layout="link")
    page = words(editor.get(PAGE))

    assert page.count("<td>in a frame</td>") == page.count("<td>by a link</td>") == 1
    for own, taken in ((hit, "in a frame"), (link, "by a link")):
        told = f"<dt>Taken</dt><dd>{taken}</dd>"
        assert told in words(editor.get(f"{PAGE}hits/{own.pk}/"))


def test_submissions_are_searched_and_sorted_and_only_those_seen_are_ticked(
    sign_in, offered, hit
):
    payer = sign_in(Role.PAYER)
    fits, codeless = offered.work(hit, "A1X"), offered.work(hit, "A2Y", code="none")

    def shown(query):
        return rows_of(words(payer.get(f"{SUBMISSIONS}?{query}")), "Submissions")

    assert sorted(shown("")) == sorted([fits, codeless])
    assert shown("submissions-sort=submission") == sorted([fits, codeless])
    assert shown("submissions-sort=-submission") == sorted([fits, codeless])[::-1]
    assert shown("submissions-sort=records") == [codeless, fits]
    assert shown("submissions-search=without+our") == [codeless]
    found = words(payer.get(f"{SUBMISSIONS}?submissions-search=without+our"))
    assert " checked" not in found


def test_a_submission_tells_its_hit_and_what_that_pays(sign_in, offered, hit):
    (other,) = offered.create(nonce="n2", reward=150)
    first, second = offered.work(hit, "A1X"), offered.work(other, "A2Y")
    payer = sign_in(Role.PAYER)

    for assignment, own, reward in ((first, hit, "1.00"), (second, other, "1.50")):
        page = words(payer.get(f"{SUBMISSIONS}{assignment}/"))
        found = words(payer.get(f"{SUBMISSIONS}?submissions-search={own.hit_id}"))
        assert rows_of(found, "Submissions") == [assignment]
        for text in (page, found):
            assert f">{own.hit_id}</code>" in text
            assert f"{reward} USD" in text


def test_nobody_finds_people_by_a_name_that_they_do_not_see(sign_in, offered, hit):
    assignment = offered.work(hit, "A1X")
    pseudonym = offered.people["A1X"].session.participant.pseudonym
    address = f"{SUBMISSIONS}?submissions-search={pseudonym}"

    assert assignment in words(sign_in(Role.EDITOR).get(address))
    assert assignment not in words(sign_in(Role.PAYER, "bob").get(address))


def test_no_page_tells_who_workers_are(sign_in, offered, hit):
    payer = sign_in(Role.PAYER)
    assignment = offered.work(hit, "A1SECRET")
    pseudonym = offered.people["A1SECRET"].session.participant.pseudonym

    told = "".join(
        words(payer.get(page))
        for page in (SUBMISSIONS, PAGE, f"{SUBMISSIONS}{assignment}/")
    )

    assert assignment in told
    assert "A1SECRET" not in told
    assert pseudonym not in told


def test_a_bonus_is_paid_once_its_sum_was_typed(sign_in, offered, hit):
    payer = sign_in(Role.PAYER)
    assignment = offered.work(hit, "A1X")
    address = f"{SUBMISSIONS}{assignment}/bonus/"
    form = {"purpose": "bonus", "amount": "0.50", "reason": "Thanks"}
    assert "type “0.60”" in words(payer.post(address, form))

    payer.post(address, {**form, "confirm": "0.60"})
    payer.post(address, {**form, "confirm": "0.60"})

    assert len(offered.market.bonuses) == 1


def test_a_rejection_needs_words(sign_in, offered, hit):
    payer = sign_in(Role.PAYER)
    assignment = offered.work(hit, "A1X", code="none")
    address = f"{SUBMISSIONS}{assignment}/reject/"
    assert payer.post(address, {"reason": " "}).status_code == 400

    given = {"reason": "You handed in no code."}
    assert "type “reject”" in words(payer.post(address, given))
    payer.post(address, {**given, "confirm": "reject"})

    assert offered.market.assignments[assignment].status == "Rejected"
    page = words(payer.get(f"{SUBMISSIONS}{assignment}/"))
    assert "Take the rejection back and pay" in page
    address = f"{SUBMISSIONS}{assignment}/reverse/"
    assert "type “1.20”" in words(payer.post(address))
    payer.post(address, {"confirm": "1.20"})
    assert offered.market.assignments[assignment].status == "Approved"


def test_what_was_paid_is_not_offered_to_be_paid_again(sign_in, offered, hit):
    payer = sign_in(Role.PAYER)
    assignment = offered.work(hit, "A1X")
    address = f"{SUBMISSIONS}{assignment}/"
    given = {"amount": "0.50", "reason": "Thanks", "confirm": "0.60"}
    payer.post(f"{address}bonus/", {**given, "purpose": "bonus"})
    once = words(payer.get(address))
    assert "a bonus, on top" not in once
    assert "a part of what is owed" in once

    payer.post(f"{address}bonus/", {**given, "purpose": "partial"})

    assert "there is nothing more to pay" in words(payer.get(address))


def test_a_part_is_not_offered_to_who_is_owed_none(sign_in, offered, hit):
    payer = sign_in(Role.PAYER)
    assignment = offered.work(hit, "A1X")
    assert "a part of what is owed" in words(payer.get(f"{SUBMISSIONS}{assignment}/"))

    payer.post(SUBMISSIONS, {"assignment": [assignment], "confirm": "1.20"})

    page = words(payer.get(f"{SUBMISSIONS}{assignment}/"))
    assert ("a part of what is owed" in page, "No part is owed" in page) == (
        False,
        True,
    )


@pytest.mark.parametrize("path", ["", "submissions/"])
def test_pages_of_mechanical_turk_lead_to_prolific(editor, offered, hit, path):
    assert "/recruiting/prolific/" in editor.get(f"{PAGE}{path}").text


def test_a_service_that_is_down_is_told_as_such(editor, offered, hit, settings):
    settings.MTURK_ENDPOINT = "http://127.0.0.1:9"

    said = editor.get(SUBMISSIONS)

    assert said.status_code == 503
    assert "does not answer" in words(said)


def test_a_study_that_no_service_sends_people_is_led_to_its_links(editor, study):
    study.recruiters = ["link"]
    study.save()

    page = words(editor.get(PAGE))

    assert "Nobody is asked for through a service" in page
    assert "note-error" not in page


def test_the_page_of_a_wrong_code_asks_for_the_right_one(sign_in, offered, hit):
    task = offered.work(hit, "A1X", code="WRONGWRONG22", finishes=False)
    payer, address = sign_in(Role.PAYER), f"{SUBMISSIONS}{task}/"
    assert "The code they should have typed" in words(payer.get(address))

    refused = payer.post(f"{address}join/", {"code": "NOBODYSCODE2"})

    assert refused.status_code == 400
    assert "This is no code of this study." in words(refused)
