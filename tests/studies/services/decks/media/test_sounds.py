"""Sounds of decks: in and out with a deck, and sent to those who may hear them."""

import pytest

from studies.models import Sound
from tests.studies.uploads import exported, look, make_zip, messages, save

pytestmark = pytest.mark.django_db
TABLE = "prompt,answer,sound\ndog,Hund,dog.mp3\ncat,Katze,\n"
MP3 = b"ID3 as a dog is called"


def files(content=MP3):
    return make_zip(**{"audio/dog.mp3": content})


def test_a_deck_with_sounds_comes_back_the_same():
    version, _ = save(TABLE, pictures=files())

    again, is_new = save(exported(version))

    assert (again, is_new) == (version, False)
    assert version.concepts.get(number=1).sound.content_type == "audio/mpeg"
    assert version.concepts.get(number=2).sound is None


def test_another_sound_makes_another_version():
    first, _ = save(TABLE, pictures=files())

    second, is_new = save(TABLE, pictures=files(b"OggS"))

    assert is_new
    assert second.fingerprint != first.fingerprint


def test_a_deck_without_sounds_keeps_its_fingerprint():
    plain = "prompt,answer\ndog,Hund\ncat,Katze\n"

    fingerprint = look(plain).file.fingerprint

    assert fingerprint.startswith("9b195593695cda4420f6e1abb9102fb4")


@pytest.mark.parametrize(
    ("content", "content_type"),
    [
        (b"ID3\x04", "audio/mpeg"),
        (b"\xff\xfb\x90", "audio/mpeg"),
        (b"OggS", "audio/ogg"),
        (b"RIFF\x00\n\x00\x00WAVE", "audio/wav"),
        (b"\x00\x00\x00\x20ftypM4A ", "audio/mp4"),
    ],
)
def test_a_sound_is_what_its_first_bytes_say(content, content_type):
    sounds = look(TABLE, pictures=files(content)).file.sounds

    assert sounds["dog.mp3"].content_type == content_type


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"<script>", "cannot be read; MP3, Ogg, WAV and M4A are taken"),
        (b"ID3" + bytes(2_000_000), "is larger than 2 MB"),
    ],
)
def test_what_is_no_sound_is_refused(content, told):
    preview = look(TABLE, pictures=files(content))

    assert messages(preview.errors) == [f"row 2: the sound dog.mp3 {told}"]


def test_a_sound_that_is_missing_is_a_warning():
    preview = look(TABLE)

    assert messages(preview.warnings) == ["row 2: the sound dog.mp3 is missing"]


@pytest.mark.parametrize(
    ("wanted", "status", "content"),
    [
        ("", 200, MP3),
        ("bytes=0-2", 206, b"ID3"),
        ("bytes=4-", 206, MP3[4:]),
        ("bytes=900-", 416, b""),
        ("lines=1-2", 200, MP3),
    ],
)
def test_a_sound_is_sent_whole_or_in_parts(client, wanted, status, content):
    save(TABLE, pictures=files())
    address = f"/sounds/{Sound.objects.get().pk}"

    reply = client.get(address, headers={"Range": wanted})

    assert (reply.status_code, reply.content) == (status, content)
    assert reply["Content-Security-Policy"] == "default-src 'none'; sandbox"
    assert "immutable" in reply["Cache-Control"]


def test_there_is_no_sound_under_another_address(client):
    address = "/sounds/2f1c8a36-6f0c-4a53-9d3c-6a0a4f1f8b11"

    assert client.get(address).status_code == 404
