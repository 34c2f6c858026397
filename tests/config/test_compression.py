"""Which replies are compressed, and which never."""

import gzip

import pytest
from django.http import HttpResponse
from django.test import RequestFactory

from config.compression import FEWEST_BYTES, CompressionMiddleware
from studies.services.decks.content import picture_address
from studies.services.decks.media.pictures import PictureFile
from tests.studies.factories import (
    WORDS,
    Person,
    make_deck_version,
    make_row,
    make_study,
)

pytestmark = pytest.mark.django_db
ZIPPED = {"Accept-Encoding": "gzip, deflate, br"}
DRAWING = b"<svg xmlns='http://www.w3.org/2000/svg'>" + b"<path/>" * 1000 + b"</svg>"


@pytest.fixture
def person():
    files = {"p": PictureFile(DRAWING, "image/svg+xml")}
    rows = [make_row(i, word, picture="p") for i, word in enumerate(WORDS[:4], 1)]
    study = make_study(deck_version=make_deck_version(rows=rows, pictures=files))
    return Person(study).go_to("prequiz", 1)


def test_a_participants_page_is_compressed_for_whoever_asks(client, person):
    address = f"/s/{person.token}/"
    plain, zipped = client.get(address), client.get(address, headers=ZIPPED)

    assert "Content-Encoding" not in plain
    assert zipped["Content-Encoding"] == "gzip"
    assert b'id="stage"' in gzip.decompress(zipped.content)
    assert len(zipped.content) == int(zipped["Content-Length"]) < FEWEST_BYTES
    assert plain["Vary"] == zipped["Vary"] == "Accept-Encoding"


def test_the_reply_to_an_answer_is_too_short_to_be_compressed(client, person):
    body = {"phase": "prequiz", "step": 1, "answer-1": "xx"}

    response = client.post(
        f"/s/{person.token}/answer/", body, headers={**ZIPPED, "HX-Request": "true"}
    )

    assert 1_000 < len(response.content) < FEWEST_BYTES
    assert "Content-Encoding" not in response


def test_a_drawing_is_compressed_once(client, person):
    picture = picture_address(person.card().shown.concept.picture_id)

    first, again = (client.get(picture, headers=ZIPPED) for _ in range(2))

    assert first["Content-Encoding"] == "gzip"
    assert gzip.decompress(again.content).startswith(b"<svg")


@pytest.mark.parametrize(
    ("address", "is_compressed"),
    [
        ("/", True),
        ("/s/token/", True),
        ("/pictures/1", True),
        ("/join/study/", False),
        ("/dashboard/", False),
        ("/admin/login/", False),
        ("/api/v1/sessions/token/", False),
        ("/nowhere", False),
    ],
)
def test_where_secrets_may_stand_beside_others_text_nothing_is(address, is_compressed):
    request = RequestFactory().get(address, headers=ZIPPED)

    response = CompressionMiddleware(lambda _: HttpResponse("x" * 9000))(request)

    assert ("Content-Encoding" in response) == is_compressed
