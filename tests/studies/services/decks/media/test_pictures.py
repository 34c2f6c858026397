"""Pictures of strangers: the pixels stay, everything else goes."""

import contextlib
import io
import struct
import zlib

import pytest
from PIL import Image, PngImagePlugin

from studies.errors import DeckError
from studies.services.decks.media import pictures
from studies.services.decks.media.pictures import (
    clean_drawing,
    clean_picture,
    find_shipped,
    read_shipped,
)

SECRET = b"Haubentaucher"


def encoded(image, **options):
    out = io.BytesIO()
    image.save(out, **options)
    return out.getvalue()


def opened(picture):
    return Image.open(io.BytesIO(picture.content))


def noise(mode="RGB", size=(40, 20)):
    return Image.effect_noise(size, 50).convert(mode)


def refuse(content):
    with pytest.raises(DeckError) as refusal:
        clean_picture(content, name="a.png")
    return refusal.value.message


def png_of(width, height):
    def chunk(kind, data):
        check = struct.pack(">I", zlib.crc32(kind + data))
        return struct.pack(">I", len(data)) + kind + data + check

    head = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    rows = zlib.compress(b"\0" * 1000)
    return (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", head)
        + chunk(b"IDAT", rows)
        + chunk(b"IEND", b"")
    )


@pytest.mark.parametrize(
    ("file_format", "content_type"),
    [
        ("PNG", "image/png"),
        ("JPEG", "image/jpeg"),
        ("GIF", "image/png"),
        ("WEBP", "image/png"),
    ],
)
def test_raster_pictures_are_encoded_anew(file_format, content_type):
    picture = clean_picture(encoded(noise(), format=file_format), name="a")

    assert picture.content_type == content_type
    assert opened(picture).size == (40, 20)


def test_transparency_stays():
    image = Image.new("RGBA", (4, 4), (255, 0, 0, 0))

    assert opened(clean_picture(encoded(image, format="PNG"), name="a")).mode == "RGBA"


def test_notes_in_a_png_are_dropped():
    notes = PngImagePlugin.PngInfo()
    notes.add_text("Description", SECRET.decode())
    notes.add_itxt("XML:com.adobe.xmp", SECRET.decode(), zip=False)
    exif = Image.Exif()
    exif[0x010E] = SECRET.decode()
    content = encoded(
        noise(), format="PNG", pnginfo=notes, exif=exif, icc_profile=SECRET * 9
    )
    assert SECRET in content

    assert opened(clean_picture(content, name="a")).info == {}


def test_notes_in_a_jpeg_are_dropped():
    exif = Image.Exif()
    exif[0x010E] = SECRET.decode()
    content = encoded(
        noise(), format="JPEG", exif=exif, comment=SECRET, icc_profile=SECRET * 20
    )
    assert SECRET in content

    clean = clean_picture(content, name="a")
    assert SECRET not in clean.content
    assert not opened(clean).getexif()


def test_notes_in_a_drawing_are_dropped():
    notes = b"<title>%b</title><!-- %b\n --><desc>%b</desc>" % ((SECRET,) * 3)

    clean = clean_drawing(b"<svg>" + notes + b'<path d="M0 0"/>' + notes + b"</svg>")

    assert clean.content == b'<svg><path d="M0 0"/></svg>'


def test_what_hangs_behind_a_picture_is_dropped():
    content = encoded(noise(), format="GIF") + b"*/=1;alert('" + SECRET + b"')"

    assert SECRET not in clean_picture(content, name="a").content


def test_a_picture_taken_sideways_stands_upright():
    exif = Image.Exif()
    exif[0x0112] = 6
    content = encoded(noise(size=(40, 20)), format="JPEG", exif=exif)

    assert opened(clean_picture(content, name="a")).size == (20, 40)


def test_a_large_photograph_is_made_smaller():
    content = encoded(Image.new("RGB", (4000, 2000)), format="JPEG")

    assert opened(clean_picture(content, name="a")).size == (1600, 800)


def test_a_clean_png_stays_byte_for_byte():
    once = clean_picture(encoded(noise("RGBA"), format="PNG"), name="a")

    assert clean_picture(once.content, name="a") == once


@pytest.mark.parametrize("size", [(50_000, 50_000), (6_000, 5_000), (10_000, 10_000)])
def test_too_many_pixels_are_refused_unpacked(size):
    assert "too large" in refuse(png_of(*size))


def test_a_moving_picture_gives_its_first_frame_alone():
    frames = [Image.new("P", (2000, 1000), i) for i in range(60)]
    content = encoded(
        frames[0], format="GIF", save_all=True, append_images=frames[1:], loop=0
    )

    assert getattr(opened(clean_picture(content, name="a")), "n_frames", 1) == 1


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>",
        b"<!doctype html><script>alert(1)</script>",
        b"GIF89a/*",
        b"\x89PNG\r\n\x1a\n",
        b"BM" + b"\0" * 60,
        png_of(400, 400),
    ],
)
def test_what_is_no_picture_is_refused(content):
    assert "cannot be read" in refuse(content)


@pytest.mark.parametrize("file_format", ["PNG", "JPEG", "GIF", "WEBP"])
def test_a_truncated_picture_is_refused(file_format):
    content = encoded(noise(size=(300, 300)), format=file_format)

    assert "cannot be read" in refuse(content[: len(content) // 2])


def test_every_damaged_picture_is_refused_or_read_and_never_a_fault():
    content = encoded(noise(), format="PNG")
    for position in range(8, len(content), 7):
        damaged = bytearray(content)
        damaged[position] ^= 0xFF
        with contextlib.suppress(DeckError):
            clean_picture(bytes(damaged), name="a")


@pytest.mark.parametrize("name", ["twemoji:../x", "drawing:1", "drawing:99", "other:1"])
def test_a_shipped_picture_that_does_not_exist_is_not_found(name):
    assert find_shipped(name) is None
    with pytest.raises(DeckError):
        read_shipped(name)


def test_shipped_pictures_come_with_their_credits():
    emoji, drawing = read_shipped("twemoji:1f415"), read_shipped("drawing:practice")

    assert (emoji.licence, drawing.licence) == ("CC-BY-4.0", "CC-BY-4.0")
    assert "Twitter" in emoji.attribution
    assert "Forgetmenot" in drawing.attribution


def test_limits_are_below_those_of_the_library():
    assert Image.MAX_IMAGE_PIXELS > pictures.MAX_PIXELS
