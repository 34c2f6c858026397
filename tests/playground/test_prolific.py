"""The stand-in speaks Prolific's language: a real client understands it."""

import httpx
import pytest

from playground.prolific import BusyError, Pool, StandIn, Study

LINK = "http://127.0.0.1:1/join/x/?PROLIFIC_PID={{%PROLIFIC_PID%}}&STUDY_ID=s"


@pytest.fixture(scope="module")
def stand_in():
    with StandIn() as service:
        yield service


@pytest.fixture
def pool(stand_in):
    stand_in.pool = Pool(keys=stand_in.pool.keys)
    return stand_in.pool


@pytest.fixture
def client(stand_in, pool):
    headers = {"Authorization": f"Token {pool.token}"}
    with httpx.Client(base_url=f"{stand_in.endpoint}/api/v1", headers=headers) as own:
        yield own


@pytest.fixture
def browser(stand_in, pool):
    with httpx.Client(base_url=stand_in.endpoint) as own:
        yield own


@pytest.fixture
def study(pool):
    return pool.add_study(Study(LINK, codes={"BYE": "REQUEST_RETURN"}))


def test_errors_have_the_shape_of_the_service(client, pool):
    missing = client.get("/submissions/")
    unknown = client.get("/studies/x/")
    stranger = client.get("/studies/x/", headers={"Authorization": "Token y"})
    pool.faults_before.append(BusyError())
    busy = client.get("/studies/x/")

    replies = (missing, unknown, stranger, busy)
    assert [reply.status_code for reply in replies] == [400, 404, 401, 429]
    assert missing.json()["error"]["detail"] == {"study": ["This field is required."]}


def test_submissions_are_told_page_by_page(client, pool, study):
    ids = [pool.begin(study.id).id for _ in range(3)]
    wanted = {"study": study.id, "page_size": 2}

    pages = [client.get("/submissions/", params={**wanted, "page": n}) for n in (1, 2)]

    told = [each["id"] for page in pages for each in page.json()["results"]]
    assert (told, pages[0].json()["meta"]["count"]) == (ids, 3)
    beyond = client.get("/submissions/", params={**wanted, "page": 3})
    assert beyond.status_code == 404


def test_setting_a_bonus_up_pays_nothing_and_paying_twice_pays_twice(
    client, pool, study
):
    submission = pool.begin(study.id)
    sent = {"study_id": study.id, "csv_bonuses": f"{submission.id},1.50\n"}
    told = client.post("/submissions/bonus-payments/", json=sent).json()
    assert (told["total_amount"], submission.bonuses) == (200, [])

    for _ in range(2):
        client.post(f"/bulk-bonus-payments/{told['id']}/pay/")

    whole = client.get(f"/submissions/{submission.id}/").json()
    assert whole["bonus_payments"] == [150, 150]


def test_a_person_takes_a_place_and_comes_back_with_a_code(browser, pool, study):
    went = browser.post("/begin/", data={"study": study.id, "anew": "1"})
    (submission,) = pool.submissions.values()
    assert f"PROLIFIC_PID={submission.participant}" in went.headers["Location"]

    back = browser.get("/submissions/complete", params={"cc": "BYE"})

    assert "return requested" in back.text
    assert submission.return_requested is not None
    again = browser.get("/submissions/complete", params={"cc": "BYE"})
    assert again.status_code == 400


def test_a_changed_key_signs_and_the_old_one_is_still_served(client, pool, study):
    study.is_signed = True
    first = pool.link_of(pool.begin(study.id))
    key_id = pool.keys.rotate()
    second = pool.link_of(pool.begin(study.id))

    address = str(client.base_url).replace("/api/v1/", "/.well-known/study/jwks.json")
    served = [key["kid"] for key in httpx.get(address).json()["keys"]]
    assert {"key-1", key_id} <= set(served)
    assert first.partition("prolific_token=")[2] != second.partition("token=")[2]


def test_a_researcher_enters_a_study_by_its_link(browser, pool):
    refused = browser.post("/studies/", data={"link": "http://x/"})
    taken = browser.post("/studies/", data={"link": LINK, "completed": "DONE"})

    assert (refused.status_code, taken.status_code) == (400, 303)
    (study,) = pool.studies.values()
    assert study.codes == {"DONE": "MANUALLY_REVIEW"}
    assert study.id in browser.get("/").text


@pytest.mark.parametrize(
    ("action", "status", "is_asked"),
    [
        ("", "AWAITING REVIEW", True),
        ("MANUALLY_REVIEW", "AWAITING REVIEW", False),
        ("AUTOMATICALLY_APPROVE", "APPROVED", False),
        ("REQUEST_RETURN", "AWAITING REVIEW", True),
        ("FIXED_SCREEN_OUT_PAYMENT", "SCREENED OUT", False),
    ],
)
def test_the_code_of_who_leaves_does_what_was_chosen(
    browser, pool, action, status, is_asked
):
    chosen = {"withdrawn": "LEFT", "action_withdrawn": action}
    browser.post("/studies/", data={"link": LINK, **chosen})
    (study,) = pool.studies.values()
    submission = pool.begin(study.id)

    pool.complete(submission.id, "LEFT")

    asked = submission.return_requested is not None
    assert (submission.status, asked) == (status, is_asked)


def test_one_code_alone_pays_a_fixed_sum(browser, pool):
    fixed = "FIXED_SCREEN_OUT_PAYMENT"
    chosen = {"withdrawn": "LEFT", "action_withdrawn": fixed, "screened_out": "OUT"}

    refused = browser.post("/studies/", data={"link": LINK, **chosen})

    assert (refused.status_code, pool.studies) == (400, {})
