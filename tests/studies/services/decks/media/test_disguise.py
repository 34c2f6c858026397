"""What is sent of a picture: the same to the eye, not to a program."""

import csv
import io
import re

import numpy as np
import pytest
from django.test import override_settings
from PIL import Image

from studies.models import Picture
from studies.services.decks.media.disguise import SHIFT, disguise
from studies.services.decks.media.pictures import (
    PictureFile,
    clean_picture,
    read_shipped,
)
from tests.studies.factories import make_deck_version, make_row

SHIPPED = ("twemoji:1f415", "drawing:01")
SVG = b'<svg viewBox="0 0 100 100"><circle cx="50" cy="50" r="20" fill="#fa0"/></svg>'


def shipped_names(folder):
    with (folder / "deck.csv").open(encoding="utf-8") as table:
        return [row["picture"] for row in csv.DictReader(table)]


def drawn_values(svg):
    return set(re.findall(rb'\bd="([^"]+)"', svg))


def raster(mode, file_format):
    pixels = np.add.outer(np.arange(20), np.arange(30 * len(mode))).reshape(20, 30, -1)
    out = io.BytesIO()
    Image.fromarray(pixels.astype(np.uint8), mode).save(out, format=file_format)
    return clean_picture(out.getvalue(), name="a")


def pixels_of(content):
    return np.asarray(Image.open(io.BytesIO(content))).astype(int)


@pytest.mark.parametrize("deck", ["german", "biodiversity"])
def test_nothing_drawn_of_a_shipped_picture_is_sent_as_published(settings, deck):
    for name in shipped_names(settings.BASE_DIR / "decks" / deck):
        picture = read_shipped(name)

        assert not drawn_values(picture.content) & drawn_values(disguise(picture)), name


@pytest.mark.parametrize("name", SHIPPED)
def test_another_server_sends_other_bytes(name):
    picture = read_shipped(name)

    with override_settings(SECRET_KEY="another"):
        other = disguise(picture)

    assert disguise(picture) == disguise(picture) != other


def test_points_and_colours_move_less_than_anybody_sees():
    sent = disguise(PictureFile(SVG, "image/svg+xml")).decode()

    x, y, r = (float(v) for v in re.findall(r'\b(?:cx|cy|r)="([\d.]+)"', sent))
    colour = bytes.fromhex(re.search(r'fill="#(\w{6})"', sent)[1])
    assert (x, y, r) != (50, 50, 20)
    assert (x, y, r) == pytest.approx((50, 50, 20), abs=100 * SHIFT + 0.001)
    assert list(colour) == pytest.approx([0xFF, 0xAA, 0], abs=1)


@pytest.mark.parametrize("mode", ["RGB", "RGBA"])
def test_pixels_differ_by_one_at_most(mode):
    picture = raster(mode, "PNG")

    before, after = pixels_of(picture.content), pixels_of(disguise(picture))

    assert abs(after - before).max() == 1
    assert (after[..., 3:] == before[..., 3:]).all()


def test_a_photograph_stays_one():
    picture = raster("RGB", "JPEG")

    before, after = pixels_of(picture.content), pixels_of(disguise(picture))

    assert disguise(picture) != picture.content
    assert abs(after - before).mean() < 3


@pytest.mark.django_db
def test_what_is_sent_is_made_once_and_the_source_is_kept():
    rows = [make_row(1, "Haus", picture="p")]
    pictures = {"p": PictureFile(SVG, "image/svg+xml")}
    make_deck_version(rows=rows, pictures=pictures)
    first = Picture.objects.get()

    with override_settings(SECRET_KEY="another"):
        make_deck_version(slug="other", rows=rows, pictures=pictures)

    again = Picture.objects.get()
    assert bytes(again.content) == bytes(first.content) != SVG
    assert (again.source_content, again.digest) == (SVG, pictures["p"].digest)
    assert again.size == len(again.content)


@pytest.mark.django_db
def test_pictures_stored_before_stay_as_they_are():
    kept = Picture.objects.create(
        content=SVG, content_type="image/svg+xml", size=len(SVG), digest="0"
    )

    assert (kept.source_content, bytes(kept.content)) == (SVG, SVG)
