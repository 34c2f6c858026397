"""The answer never reaches the browser before it is due: a deck of canaries."""

import base64
import binascii
import re
from urllib.parse import quote

import pytest

from studies.models import Picture
from studies.services.decks.media.pictures import PictureFile
from studies.services.decks.reading import read_deck
from tests.studies.factories import make_deck_version, make_row, make_study

pytestmark = pytest.mark.django_db
JSON = "application/json"
N = 6


def canary(kind: str, number: int) -> str:
    return f"Zq{kind}wx{number}vuj"


def make_canary_study():
    pictures = {
        f"{canary('file', n)}.svg": PictureFile(
            f"<svg id='{n}'/>".encode(),
            "image/svg+xml",
            source=canary("source", n),
            attribution=canary("credit", n),
        )
        for n in range(1, N + 1)
    }
    rows = [
        make_row(
            n,
            canary("answer", n),
            article=canary("art", n)[:16],
            plural=canary("plural", n),
            alternatives=[{"text": canary("other", n), "article": "die"}],
            other_plurals=[canary("plurals", n)],
            too_general=[canary("general", n)],
            look_alikes=[canary("alike", n)],
            level=canary("level", n),
            picture=f"{canary('file', n)}.svg",
        )
        for n in range(1, N + 1)
    ]
    version = make_deck_version(slug="canaries", rows=rows, pictures=pictures)
    return make_study(deck_version=version, n_concepts=4, horizon=6, review_seconds=0)


def spellings(word: str):
    raw = word.encode()
    yield raw
    yield quote(word).encode()
    yield binascii.hexlify(raw)
    for shift in range(3):
        coded = base64.b64encode(b"\0" * shift + raw)
        yield coded[4 if shift else 0 : -4]


def leaks(content: bytes, words: list[str]) -> list[str]:
    folded = content.lower()
    return [
        word
        for word in words
        if any(coded.lower() in folded for coded in spellings(word))
    ]


def all_words() -> list[str]:
    kinds = ("answer", "art", "plural", "other", "general", "level", "file", "source")
    return [
        canary(kind, n)[:16] for kind in (*kinds, "credit") for n in range(1, N + 1)
    ]


def test_the_search_finds_every_spelling():
    word = canary("answer", 1)

    for text in (word, word.upper(), quote(word)):
        assert leaks(text.encode(), [word])
    for shift in range(3):
        assert leaks(base64.b64encode(b"x" * shift + word.encode() + b"yz"), [word])


def test_no_response_of_a_journey_tells_what_is_not_due(client):
    make_canary_study()
    joined = client.post(
        "/api/v1/sessions/", {"study": "study", "consent": True}, content_type=JSON
    )
    url = f"/api/v1/sessions/{joined.json()['token']}/"
    due: set[str] = set()
    n_reviews = 0

    response = client.get(url)
    while response.json()["page"] != "completed":
        state = response.json()
        if state["review"]:
            n_reviews += 1
            due = {word for word in all_words() if word in str(state["review"])}
            assert len(due) == 2
        found = leaks(_bytes_of(response), all_words())
        assert set(found) <= (due if state["review"] else set())
        after = _move(client, url, state)
        allowed = due if after.json()["page"] != "review" else set(all_words())
        assert set(leaks(_bytes_of(after), all_words())) <= allowed
        response = client.get(url)

    assert n_reviews == 6


def test_neither_pictures_nor_their_headers_tell(client):
    make_canary_study()

    for picture in Picture.objects.all():
        shown = client.get(f"/pictures/{picture.pk}")
        assert leaks(_bytes_of(shown), all_words()) == []


def test_the_schema_does_not_tell(client):
    make_canary_study()

    assert leaks(client.get("/api/v1/schema/").content, all_words()) == []


@pytest.mark.parametrize("name", ["german", "biodiversity"])
def test_no_example_of_the_schema_is_an_answer_of_a_shipped_deck(
    client, settings, name
):
    schema = client.get("/api/v1/schema/?format=json").json()
    deck = read_deck(settings.BASE_DIR / "decks" / name)
    words = [" ".join(re.findall(r"\w+", text.casefold())) for text in examples(schema)]

    assert "das beispiel" in words
    for row in deck.rows:
        others = [alternative["text"] for alternative in row.alternatives]
        for answer in filter(None, [row.answer, row.plural, *others]):
            spelled = rf"\b{re.escape(answer.casefold())}\b"
            assert not any(re.search(spelled, text) for text in words), answer


def examples(part, *, within=False):
    """Every text in the examples of a schema."""
    if isinstance(part, dict):
        for name, value in part.items():
            yield from examples(value, within=within or name == "examples")
    elif isinstance(part, list):
        for value in part:
            yield from examples(value, within=within)
    elif within and isinstance(part, str):
        yield part


@pytest.mark.parametrize("name", ["german", "biodiversity"])
def test_the_pictures_of_a_shipped_deck_have_no_words_in_them(settings, name):
    deck = read_deck(settings.BASE_DIR / "decks" / name)

    for row in deck.rows:
        content = deck.pictures[row.picture].content.lower()
        assert row.answer.lower().encode() not in content
        assert not any(tag in content for tag in (b"<title", b"<desc", b"<!--"))


def _bytes_of(response) -> bytes:
    headers = "\n".join(f"{name}: {value}" for name, value in response.headers.items())
    return headers.encode() + b"\n\n" + response.content


def _move(client, url, state):
    if state["page"] == "card":
        body = {"phase": state["phase"], "step": state["step"], "dont_know": True}
        return client.post(f"{url}answers/", body, content_type=JSON)
    if state["page"] == "questionnaire":
        body = {"answers": {"q": "a"}}
        return client.post(f"{url}questionnaire/", body, content_type=JSON)
    key = {name: state[name] for name in ("phase", "stage", "step")}
    return client.post(f"{url}continue/", key, content_type=JSON)
