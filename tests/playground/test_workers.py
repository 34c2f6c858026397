"""The workers' site: what people do there is what requesters are told."""

import urllib.error
import urllib.parse
import urllib.request

import pytest

from playground.mturk import Market, StandIn
from studies.services.recruiting.questions import write_frame, write_link

STUDY = "http://127.0.0.1:8000/join/study/"
SUBMIT = "mturk/externalSubmit"
OFFER = {
    "Title": "Words <b>",
    "Description": "Flashcards",
    "Reward": "1.00",
    "AssignmentDurationInSeconds": 600,
    "AutoApprovalDelayInSeconds": 86_400,
    "QualificationRequirements": [],
}


class Clock:
    now = 1_000_000.0

    def __call__(self):
        return self.now


@pytest.fixture(scope="module")
def stand_in():
    with StandIn() as service:
        yield service


@pytest.fixture
def market(stand_in):
    stand_in.market = Market(clock=Clock())
    return stand_in.market


@pytest.fixture
def visit(stand_in, market):
    """Opens a page, or posts a form; gives the address in the end and its text."""

    def open_page(path, fields=None):
        body = None if fields is None else urllib.parse.urlencode(fields).encode()
        request = urllib.request.Request(f"{stand_in.site}/{path}", data=body)
        with urllib.request.urlopen(request) as reply:
            return reply.url.removeprefix(stand_in.site), reply.read().decode()

    return open_page


def offer(market, question="", n_workers=2):
    from playground.mturk.operations import obey

    kind = obey(market, "CreateHITType", OFFER)["HITTypeId"]
    hit = {"HITTypeId": kind, "MaxAssignments": n_workers, "LifetimeInSeconds": 3600}
    return obey(market, "CreateHITWithHITType", {**hit, "Question": question})["HIT"][
        "HITId"
    ]


@pytest.fixture
def framed(settings, market):
    settings.MTURK_ENDPOINT = "http://localhost:1"
    return offer(market, write_frame(STUDY + "?wave=1"))


def accept(visit, hit, worker="A1X"):
    """The id of the assignment."""
    return visit(f"as/{worker}/hits/{hit}/accept/", {})[0].split("/")[-2]


def test_a_preview_frames_the_study_and_tells_of_nobody(visit, market, framed):
    page = visit(f"as/A1X/hits/{framed}/")[1]

    assert f'src="{STUDY}?wave=1&amp;assignmentId=ASSIGNMENT_ID_NOT_AVAILABLE' in page
    assert 'sandbox="allow-scripts allow-same-origin allow-forms"' in page
    assert "workerId" not in page
    assert "Words &lt;b&gt;" in page
    assert market.assignments == {}


def test_who_accepts_is_framed_with_all_ids(visit, stand_in, market, framed):
    task = accept(visit, framed)

    page = visit(f"as/A1X/tasks/{task}/")[1]

    site = urllib.parse.quote(stand_in.site, safe="")
    told = f"assignmentId={task}&amp;hitId={framed}&amp;turkSubmitTo={site}"
    assert f"{told}&amp;workerId=A1X" in page


def test_what_the_frame_posts_is_an_answer_for_the_requester(visit, market, framed):
    task = accept(visit, framed)
    form = {"assignmentId": task, "completion_code": "ABC"}

    first, again = visit(SUBMIT, form)[1], visit(SUBMIT, form)[1]

    assert "The requester has it now" in first
    assert "It was handed in before" in again
    assert market.forms == [form, form]
    assert market.assignments[task].status == "Submitted"
    assert "<FreeText>ABC</FreeText>" in market.assignments[task].answer
    assert "assignmentId" not in market.assignments[task].answer


@pytest.mark.parametrize("assignment", ["", "3NONE"])
def test_a_form_without_an_assignment_of_the_site_is_refused(visit, assignment):
    with pytest.raises(urllib.error.HTTPError, match="400"):
        visit(SUBMIT, {"assignmentId": assignment})


def test_a_query_alone_hands_nothing_in(visit, market, framed):
    task = accept(visit, framed)
    with pytest.raises(urllib.error.HTTPError, match="400"):
        visit(f"{SUBMIT}?assignmentId={task}", {})

    assert market.assignments[task].status == "Accepted"


def test_what_one_worker_returns_goes_to_the_next_under_its_id(visit, market, framed):
    task = accept(visit, framed)
    visit(f"as/A1X/tasks/{task}/return/", {})

    assert accept(visit, framed, "A2Y") == task
    with pytest.raises(urllib.error.HTTPError, match="400"):
        visit(f"as/A1X/tasks/{task}/return/", {})


def test_a_task_that_is_not_handed_in_is_taken_away(visit, market, framed):
    task = accept(visit, framed)
    market.clock.now += 601

    assert visit(f"as/A1X/tasks/{task}/")[0] == "/as/A1X/"
    with pytest.raises(urllib.error.HTTPError, match="400"):
        visit(SUBMIT, {"assignmentId": task})


def test_what_nobody_decides_about_is_approved_by_itself(visit, market, framed):
    task = accept(visit, framed)
    visit(SUBMIT, {"assignmentId": task})
    market.clock.now += 86_401

    assert "approved" in visit("as/A1X/")[1]
    assert "1.00 USD" in visit("as/A1X/")[1]
    assert f"{market.balance:.2f}" == "9998.80"


def test_nobody_takes_the_same_task_twice(visit, market, framed):
    accept(visit, framed)

    with pytest.raises(urllib.error.HTTPError, match="400"):
        accept(visit, framed)
    assert "Accept and work" not in visit("as/A1X/")[1]
    assert "Accept and work" in visit("as/A2Y/")[1]


def test_a_survey_link_has_a_box_for_the_code(visit, market, settings):
    settings.MTURK_ENDPOINT = "http://localhost:1"
    hit = offer(market, write_link(STUDY, title="Words"))
    assert 'name="completion_code"' not in visit(f"as/A1X/hits/{hit}/")[1]
    task = accept(visit, hit)

    page = visit(f"as/A1X/tasks/{task}/")[1]
    visit(f"as/A1X/tasks/{task}/submit/", {"completion_code": "XYZ"})

    assert f'<a href="{STUDY}" target="_blank">' in page
    assert "<iframe" not in page
    assert "<FreeText>XYZ</FreeText>" in market.assignments[task].answer


def test_one_chooses_who_to_be(visit):
    assert "Ada" in visit("")[1]
    assert visit("", {"worker": " a9zz "})[0] == "/as/A9ZZ/"
    assert "playground" in visit("as/A1PLAYADA/")[1]


def test_another_name_of_the_machine_leads_to_the_one_that_may_frame(stand_in):
    with urllib.request.urlopen(f"{stand_in.endpoint}/as/A1X/") as reply:
        assert reply.url == f"{stand_in.site}/as/A1X/"
