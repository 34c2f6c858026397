"""The contact sheet shows every picture once, in rows."""

from pathlib import Path

import pytest

from decks.contact_sheet import find_pictures, main, page


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for stem in ("02", "01", "practice"):
        (tmp_path / f"{stem}.svg").touch()
    (tmp_path / "notes.txt").touch()
    return tmp_path


def test_finds_the_pictures_by_name(folder: Path) -> None:
    assert [picture.stem for picture in find_pictures(folder)] == [
        "01",
        "02",
        "practice",
    ]


def test_picks_some_in_the_order_asked(folder: Path) -> None:
    chosen = find_pictures(folder, ["practice", "01"])
    assert [picture.stem for picture in chosen] == ["practice", "01"]


def test_names_a_picture_that_is_missing(folder: Path) -> None:
    with pytest.raises(ValueError, match="07"):
        find_pictures(folder, ["01", "07"])


def test_page_starts_a_new_row(folder: Path) -> None:
    html = page(find_pictures(folder), size=100, columns=2, labels=False)
    assert html.count("<img") == 3
    assert html.count("left:8px") == 2
    assert html.count("top:116px") == 1


def test_labels_are_the_names(folder: Path) -> None:
    html = page(find_pictures(folder), size=100, columns=2, labels=True)
    assert ">practice</div>" in html


def test_empty_folder_is_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([str(tmp_path), str(tmp_path / "out.png")]) == 2
    assert "no SVG files" in capsys.readouterr().err
