"""Pictures as browsers ask for them."""

import uuid

import pytest

from studies.models import Picture
from studies.services.decks.media import serving
from studies.services.decks.media.serving import find_picture

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _nothing_kept(monkeypatch):
    monkeypatch.setattr(serving, "_kept", {})


def make_picture(content=b"<svg/>"):
    return Picture.objects.create(
        content=content,
        content_type="image/svg+xml",
        size=len(content),
        digest=uuid.uuid4().hex,
    )


def test_a_small_picture_is_read_once(django_assert_num_queries):
    picture = make_picture()

    with django_assert_num_queries(1):
        found = [find_picture(picture.pk) for _ in range(3)]

    assert found == [(b"<svg/>", "image/svg+xml")] * 3


def test_a_large_picture_is_read_every_time(django_assert_num_queries):
    picture = make_picture(b"x" * (serving.MOST_KEPT_BYTES + 1))

    with django_assert_num_queries(2):
        find_picture(picture.pk)
        find_picture(picture.pk)


def test_a_picture_that_does_not_exist_may_come_later():
    picture_id = uuid.uuid4()
    assert find_picture(picture_id) is None

    picture = make_picture()
    Picture.objects.filter(pk=picture.pk).update(id=picture_id)

    assert find_picture(picture_id) is not None


def test_only_so_many_are_kept(monkeypatch):
    monkeypatch.setattr(serving, "MOST_KEPT", 2)

    for _ in range(5):
        find_picture(make_picture().pk)

    assert len(serving._kept) == 2
