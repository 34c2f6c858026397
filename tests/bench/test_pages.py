"""That the benchmarks still understand the pages they play."""

from random import Random

import pytest

from bench.pages import Guest, Page, consent_request, join_request
from studies.models import BrowserEvent, Response, TeachingSession
from tests.studies.factories import make_study

pytestmark = pytest.mark.django_db


def send(client, request):
    headers = {k: v for k, v in request.headers.items() if k != "Content-Type"}
    kind = request.headers.get("Content-Type", "")
    reply = client.generic(
        request.method, request.path, request.body or b"", kind, headers=headers
    )
    assert reply.status_code < 400
    if reply.has_header("Location"):
        return send(client, request.follow(reply["Location"]))
    return request.path, reply.content.decode()


def join(client, **options):
    make_study(slug="words", review_seconds=0)
    _, html = send(client, join_request("words"))
    address, html = send(client, consent_request("words", html))
    return Guest(address, Random(1), **options), Page(html)


@pytest.mark.parametrize("with_javascript", [True, False])
def test_a_guest_comes_from_consent_to_the_end(client, with_javascript):
    guest, page = join(client, with_javascript=with_javascript)

    seen = []
    while page.kind not in ("completed", "unknown") and len(seen) < 100:
        seen.append(page.kind)
        page = Page(send(client, guest.next_request(page))[1])

    assert TeachingSession.objects.get().phase == "completed"
    assert seen.count("card") == 3 + 6 + 3
    assert seen.count("review") == 6


def test_a_guest_recalls_what_a_review_showed(client):
    guest, page = join(client)

    while page.kind != "completed":
        page = Page(send(client, guest.next_request(page))[1])

    assert Response.objects.filter(phase="learning", outcome="correct").exists()


def test_events_of_a_guest_are_stored(client):
    guest, _ = join(client)
    events = [{"kind": "first_key", "phase": "prequiz", "step": 1, "client_ms": 7}]

    send(client, guest.events_request(events))

    assert BrowserEvent.objects.get().kind == "first_key"
