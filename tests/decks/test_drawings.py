"""The drawings of the biodiversity deck keep to one form and give nothing away."""

import csv
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

DECK = Path(__file__).resolve().parents[2] / "decks" / "biodiversity"
DRAWINGS = sorted((DECK / "pictures").glob("*.svg"))
SVG = "{http://www.w3.org/2000/svg}"
XLINK = "{http://www.w3.org/1999/xlink}"
ELEMENTS = (
    *("svg", "defs", "linearGradient", "radialGradient", "stop", "clipPath", "g"),
    *("path", "circle", "ellipse", "rect", "polygon", "polyline", "line", "use"),
)
SMALLEST, LARGEST = 2048, 8192

each_drawing = pytest.mark.parametrize(
    "drawing", DRAWINGS, ids=[drawing.stem for drawing in DRAWINGS]
)


def elements(drawing: Path) -> list[ElementTree.Element]:
    return list(ElementTree.fromstring(drawing.read_text(encoding="utf-8")).iter())


def test_there_are_drawings() -> None:
    assert DRAWINGS


@each_drawing
def test_name_is_a_number(drawing: Path) -> None:
    assert re.fullmatch(r"\d\d|practice", drawing.stem)


@each_drawing
def test_size(drawing: Path) -> None:
    assert SMALLEST <= drawing.stat().st_size <= LARGEST


@each_drawing
def test_view_box(drawing: Path) -> None:
    root = elements(drawing)[0]
    assert root.tag == f"{SVG}svg"
    assert root.get("viewBox") == "0 0 400 400"


@each_drawing
def test_elements_are_known(drawing: Path) -> None:
    tags = {element.tag for element in elements(drawing)}
    assert tags <= {SVG + name for name in ELEMENTS}


@each_drawing
def test_no_text(drawing: Path) -> None:
    source = drawing.read_text(encoding="utf-8")
    assert source.isascii()
    for mark in ("<!", "<?", "&"):
        assert mark not in source
    for element in elements(drawing):
        assert not (element.text or "").strip()
        assert not (element.tail or "").strip()


@each_drawing
def test_presentation_attributes_only(drawing: Path) -> None:
    for element in elements(drawing):
        for name in element.attrib:
            assert name not in {"style", "class"}
            assert not name.startswith(("on", "data-", "aria-"))


@each_drawing
def test_ids_are_single_letters_and_unique(drawing: Path) -> None:
    ids = [element.get("id") for element in elements(drawing)]
    used = [name for name in ids if name is not None]
    assert all(re.fullmatch(r"[A-Za-z]", name) for name in used)
    assert len(used) == len(set(used))


@each_drawing
def test_references_stay_inside_and_resolve(drawing: Path) -> None:
    parts = elements(drawing)
    ids = {element.get("id") for element in parts}
    for element in parts:
        for name, value in element.attrib.items():
            if name in {"href", f"{XLINK}href"}:
                assert value.startswith("#")
                assert value[1:] in ids
            else:
                assert ":" not in value
            for target in re.findall(r"url\((.*?)\)", value):
                assert target.startswith("#")
                assert target[1:] in ids


@each_drawing
def test_tile_fills_the_square(drawing: Path) -> None:
    parts = elements(drawing)
    clipped = {
        id(part) for clip in parts if clip.tag == f"{SVG}clipPath" for part in clip
    }
    shapes = [
        part
        for part in parts
        if part.tag in {f"{SVG}rect", f"{SVG}path"} and id(part) not in clipped
    ]
    defined = {
        id(part) for defs in parts if defs.tag == f"{SVG}defs" for part in defs.iter()
    }
    first = next(shape for shape in shapes if id(shape) not in defined)
    assert first.tag == f"{SVG}rect"
    assert (first.get("width"), first.get("height")) == ("400", "400")
    assert first.get("x", "0") == first.get("y", "0") == "0"
    assert first.get("fill", "none") != "none"
    assert first.get("opacity") is None


def test_every_drawing_has_its_field_marks() -> None:
    with (DECK / "field_marks.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert all(row["name"] and row["field_marks"] for row in rows)
    stems = {"practice" if row["number"] == "P" else row["number"] for row in rows}
    assert len(stems) == len(rows)
    assert stems >= {drawing.stem for drawing in DRAWINGS}
