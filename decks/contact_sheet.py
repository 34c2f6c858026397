"""Render a folder of SVG pictures onto one sheet, to judge them side by side.

The sheet is a static page of ``<img>`` tags photographed by a headless Chromium, so
that it shows the pictures as a learner's browser will.
"""

import argparse
import math
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from html import escape
from pathlib import Path

BROWSERS = (
    *("chromium-headless-shell", "chromium", "chromium-browser"),
    *("google-chrome", "chrome"),
)
GAP = 8
LABEL_HEIGHT = 18
TIMEOUT_SECONDS = 120


def main(arguments: Sequence[str] | None = None) -> int:
    """Render the sheet; wrong input is answered in one sentence, with exit code 2."""
    options = _parser().parse_args(arguments)
    try:
        render(
            find_pictures(options.folder, options.only),
            options.out,
            size=options.size,
            columns=options.columns,
            labels=options.labels,
            browser=options.browser,
        )
    except (ValueError, OSError, subprocess.SubprocessError) as error:
        print(f"contact_sheet: {error}", file=sys.stderr)
        return 2
    return 0


def find_pictures(folder: Path, only: Sequence[str] = ()) -> list[Path]:
    """List the SVG files of a folder by name; ``only`` picks some by their stems."""
    pictures = sorted(folder.glob("*.svg"))
    if only:
        by_stem = {picture.stem: picture for picture in pictures}
        missing = [stem for stem in only if stem not in by_stem]
        if missing:
            raise ValueError(f"no such picture in {folder}: {', '.join(missing)}")
        pictures = [by_stem[stem] for stem in only]
    if not pictures:
        raise ValueError(f"no SVG files in {folder}")
    return pictures


def page(pictures: Sequence[Path], *, size: int, columns: int, labels: bool) -> str:
    """Write the HTML page that shows the pictures in rows."""
    cells = []
    for index, picture in enumerate(pictures):
        row, column = divmod(index, columns)
        left = GAP + column * (size + GAP)
        top = GAP + row * _row_height(size, labels)
        source = escape(picture.resolve().as_uri(), quote=True)
        cells.append(
            f'<img src="{source}" alt="" width="{size}" height="{size}" '
            f'style="position:absolute;left:{left}px;top:{top}px">'
        )
        if labels:
            cells.append(
                f'<div style="position:absolute;left:{left}px;top:{top + size}px;'
                f"width:{size}px;text-align:center;"
                f'font:12px/{LABEL_HEIGHT}px sans-serif">{escape(picture.stem)}</div>'
            )
    return (
        '<!doctype html><html><head><meta charset="utf-8"></head>'
        f'<body style="margin:0;background:#fff">{"".join(cells)}</body></html>'
    )


def render(
    pictures: Sequence[Path],
    out: Path,
    *,
    size: int = 160,
    columns: int = 7,
    labels: bool = True,
    browser: str | None = None,
) -> None:
    """Photograph the page of pictures into a PNG file."""
    if size < 1 or columns < 1:
        raise ValueError("size and columns must be at least 1")
    columns = min(columns, len(pictures))
    rows = math.ceil(len(pictures) / columns)
    width = GAP + columns * (size + GAP)
    height = GAP + rows * _row_height(size, labels)
    out.unlink(missing_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        sheet = Path(folder) / "sheet.html"
        sheet.write_text(
            page(pictures, size=size, columns=columns, labels=labels), encoding="utf-8"
        )
        command = [
            browser or _find_browser(),
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--hide-scrollbars",
            "--force-device-scale-factor=1",
            f"--user-data-dir={folder}/profile",
            f"--window-size={width},{height}",
            f"--screenshot={out.resolve()}",
            sheet.as_uri(),
        ]
        subprocess.run(
            command, check=True, capture_output=True, timeout=TIMEOUT_SECONDS
        )
    if not out.exists():
        raise ValueError("the browser wrote no screenshot")


def _row_height(size: int, labels: bool) -> int:
    return size + GAP + (LABEL_HEIGHT if labels else 0)


def _find_browser() -> str:
    for name in BROWSERS:
        path = shutil.which(name)
        if path:
            return path
    raise ValueError("no Chromium found; install one or name it with --browser")


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m decks.contact_sheet",
        description="Render a folder of SVG pictures onto one PNG contact sheet.",
        epilog="example:\n"
        "  python -m decks.contact_sheet decks/biodiversity/pictures out.png",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("folder", type=Path, help="the folder with the SVG files")
    parser.add_argument("out", type=Path, help="the PNG file to write")
    parser.add_argument(
        "--size", type=int, default=160, help="side of a picture in pixels (160)"
    )
    parser.add_argument("--columns", type=int, default=7, help="pictures in a row (7)")
    parser.add_argument(
        "--only",
        nargs="+",
        default=[],
        metavar="NAME",
        help="show these pictures alone, in this order, named without .svg",
    )
    parser.add_argument(
        "--no-labels",
        dest="labels",
        action="store_false",
        help="leave out the file names under the pictures",
    )
    parser.add_argument("--browser", help="the Chromium to call, if not on the path")
    return parser


if __name__ == "__main__":
    sys.exit(main())
