"""Both ways into a study lead through the same journey."""

import json
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import httpx
import pytest

from studies.models import BrowserEvent, SessionDevice, TeachingSession
from studies.services.participation.events import Event
from studies.services.simulation.habits import Gadget
from studies.services.simulation.learners import create_learner
from studies.services.simulation.participants import SimulatedParticipant
from studies.services.simulation.transports import (
    HttpError,
    HttpTransport,
    ServiceTransport,
    open_client,
)
from tests.studies.factories import NOON, make_study

pytestmark = pytest.mark.django_db
GADGET = Gadget("(Android 14; Mobile; rv:127.0) Gecko Firefox/127.0", "narrow", "yes")


@pytest.fixture
def server(client):
    """A client of httpx whose server is this very process."""

    def forward(request):
        response = client.generic(
            request.method,
            request.url.path,
            request.content,
            request.headers.get("Content-Type", ""),
            headers={"User-Agent": request.headers["User-Agent"]},
        )
        return httpx.Response(response.status_code, content=response.content)

    reply = httpx.MockTransport(forward)
    with httpx.Client(transport=reply, base_url="http://testserver") as server:
        yield server


@pytest.fixture
def counting_server():
    """The address of a server, and a list with an entry for each connection to it."""
    connections = []

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def setup(self):
            connections.append(self.client_address)
            super().setup()

        def do_GET(self):
            self.send_response(200)
            self.send_header("Content-Length", "2")
            self.end_headers()
            self.wfile.write(b"{}")

        def log_message(self, *arguments):
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}", connections
        server.shutdown()


def answering(status, content):
    """A client of a server that says nothing else."""
    reply = httpx.MockTransport(lambda request: httpx.Response(status, text=content))
    return httpx.Client(transport=reply, base_url="http://testserver")


def play(study, transport, person):
    learner = create_learner(seed=1, index=0)
    return SimulatedParticipant(study, learner, transport, person=person).play()


def test_both_ways_give_the_same_answers(server):
    study = make_study(teachers=("RR",), review_seconds=0)

    by_service = play(study, ServiceTransport(NOON), "service")
    by_http = play(study, HttpTransport(server), "http")

    assert by_service.fault == by_http.fault == ""
    assert by_service.completion_code
    assert by_http.completion_code
    prequizzes = [
        sorted(text for phase, _, text in one.acknowledged if phase == "prequiz")
        for one in (by_service, by_http)
    ]
    assert len(prequizzes[0]) == len(prequizzes[1]) == 3
    assert len(by_service.acknowledged) == len(by_http.acknowledged) == 12


def test_simulated_people_are_marked_on_both_ways(server, study):
    ServiceTransport(NOON).join("study", "s1", GADGET)
    HttpTransport(server).join("study", "s2", GADGET)

    purposes = TeachingSession.objects.values_list("purpose", flat=True)
    assert list(purposes) == ["simulated", "simulated"]


def test_device_and_events_are_told_on_both_ways(server, study):
    for way, person in (ServiceTransport(NOON), "s1"), (HttpTransport(server), "s2"):
        way.join("study", person, GADGET)
        way.tell([Event(kind="blur", phase="prequiz", step=1)])

    devices = SessionDevice.objects.values_list("kind", "browser", "viewport")
    assert list(devices) == [("phone", "firefox", "narrow")] * 2
    events = BrowserEvent.objects.values_list("kind", "phase", "step")
    assert list(events) == [("blur", "prequiz", 1)] * 2


def test_the_services_need_no_waiting():
    transport = ServiceTransport(NOON)

    transport.wait(60)
    transport.sit_out(10)

    assert (transport.now - NOON).total_seconds() == 70


def test_a_refusal_of_the_server_is_told(server, study):
    with pytest.raises(HttpError, match="404: There is nothing at this address"):
        HttpTransport(server).join("nothing", "s1", GADGET)


def test_a_server_that_speaks_no_json_is_a_fault_of_the_journey(study):
    with answering(502, "<html>Bad gateway</html>") as client:
        outcome = play(study, HttpTransport(client), "s1")

    assert outcome.fault == "HttpError: 502: Bad Gateway"
    assert outcome.acknowledged == []


def test_a_server_that_is_not_there_is_a_fault_of_the_journey(study):
    with open_client("http://127.0.0.1:1", at_once=1) as client:
        outcome = play(study, HttpTransport(client), "s1")

    assert outcome.fault.startswith("ConnectError")


@pytest.mark.parametrize("pace", [0.0, 0.5])
def test_thinking_takes_its_share_of_the_time(monkeypatch, pace):
    slept = []
    monkeypatch.setattr("time.sleep", slept.append)
    with answering(200, json.dumps({})) as client:
        transport = HttpTransport(client, pace=pace)
        transport.wait(8)
        transport.sit_out(10)

    assert slept == [8 * pace, 10]


def test_a_connection_serves_more_than_one_request(counting_server):
    url, connections = counting_server

    with open_client(url, at_once=1) as client:
        transport = HttpTransport(client)
        states = [transport.show(), transport.show(), transport.show()]

    assert states == [{}, {}, {}]
    assert len(connections) == 1
