"""Takes the pictures of the guides from a server of its own.

    python -m docs.screenshots              the pictures of the guides
    python -m docs.screenshots FOLDER       every page, both widths, light and dark

They show what the pages are, so render them again when a page changes.
"""

import itertools
import sys
import tempfile
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

from docs.hit_tour import tour_hit
from docs.paper_tour import paper_tour, print_figures
from docs.prolific_tour import OF_A_PERSON, prolific_tour
from docs.tour import tour
from docs.walk import walk
from playground.prolific import StandIn as ProlificStandIn
from tests.browser.server import CHROMIUM, FLAGS, ROOT, serve

PICTURES = ROOT / "docs" / "pictures"
SHAPES: dict[str, dict[str, Any]] = {
    "desktop": {"viewport": {"width": 1280, "height": 800}},
    "phone": {"viewport": {"width": 360, "height": 720}, "device_scale_factor": 2},
}
FIGURE_WIDTH = 900
IN_SIGHT = ":target, [data-in-sight]"

IN_GUIDES = {
    "card-desktop-light",
    "join-phone-light",
    "instructions-phone-light",
    "part-1-phone-light",
    "last-seconds-phone-light",
    "review-wrong-phone-light",
    "offline-phone-light",
    "withdraw-phone-light",
    "completed-phone-light",
}
IN_RESEARCHERS_GUIDE = {
    "new-study-desktop-light",
    "design-desktop-light",
    "design-written-phone-light",
    "try-teacher-desktop-light",
    "payments-desktop-light",
    "go-live-desktop-light",
    "live-desktop-light",
    "monitor-desktop-light",
    "monitor-phone-light",
    "participants-desktop-light",
    "erase-desktop-light",
    "export-desktop-light",
    "team-desktop-light",
}

OF_PAPERS_STUDY = {
    "paper-certificate-desktop-light",
    "paper-power-desktop-light",
    "paper-simulated-desktop-light",
    "paper-data-quality-desktop-light",
    "paper-items-desktop-light",
    "paper-results-desktop-light",
    "paper-figure-phone-light",
    "paper-memory-desktop-light",
    "paper-participant-desktop-light",
}

IN_MTURK_GUIDE = {
    "hit-offer-sum",
    "hit-offered",
    "hit-hits",
    "hit-preview",
    "hit-frame",
    "hit-hand-in",
    "hit-submissions",
    "hit-paid",
}

IN_RECRUITING_GUIDE = {
    "prolific-set-up-desktop-light",
    "prolific-playground-desktop-light",
    "prolific-recruiting-desktop-light",
    "prolific-submissions-desktop-light",
    "prolific-kept-out-desktop-light",
}


def main(folder: Path | None = None) -> None:
    """The pictures of the guides in their place, or all there are in ``folder``."""
    if folder is None:
        own = IN_RECRUITING_GUIDE
        take_prolific([Look(PICTURES, shape, "light", own) for shape in SHAPES])
        take([Look(PICTURES, shape, "light", IN_GUIDES) for shape in SHAPES])
        names = IN_RESEARCHERS_GUIDE
        take_tour([Look(PICTURES, shape, "light", names) for shape in SHAPES])
        papers = OF_PAPERS_STUDY
        take_paper([Look(PICTURES, shape, "light", papers) for shape in SHAPES])
        take_hit(PICTURES, IN_MTURK_GUIDE)
    else:
        both = itertools.product(SHAPES, ("light", "dark"))
        looks = [Look(folder, shape, scheme) for shape, scheme in both]
        take(looks)
        take_tour(looks)
        take_paper(looks)
        take_hit(folder)
        take_prolific(looks)


@dataclass(frozen=True)
class Look:
    """One width in one scheme, and which of its pictures are kept."""

    folder: Path
    shape: str
    scheme: str
    wanted: Collection[str] | None = None

    def path(self, name: str) -> Path | None:
        full = f"{name}-{self.shape}-{self.scheme}"
        is_wanted = self.wanted is None or full in self.wanted
        return self.folder / f"{full}.png" if is_wanted else None


def take(looks: Iterable[Look]) -> None:
    """Walk through a session once for each look, on a server of their own."""
    prepare = ["-m", "docs.showcase"]
    with (
        tempfile.TemporaryDirectory() as place,
        serve(Path(place), prepare=prepare) as site,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        for look in looks:
            render(browser, site, look)
        browser.close()


def render(browser: Browser, site: str, look: Look) -> None:
    look.folder.mkdir(parents=True, exist_ok=True)
    context = browser.new_context(**SHAPES[look.shape], color_scheme=look.scheme)
    page = context.new_page()
    page.clock.install()
    taken = []
    for name in walk(page, site):
        if path := look.path(name):
            page.wait_for_timeout(250)
            page.screenshot(path=path)
            taken.append(path)
    context.close()
    # Not on the way, where the clock of a card runs.
    for path in taken:
        shrink(path)


def take_tour(looks: Sequence[Look]) -> None:
    """Go through the dashboard once, and show every page in each look."""
    with _at_desk() as (page, site):
        for name in tour(page, site):
            for look in looks:
                show(page, name, look)


def take_paper(looks: Sequence[Look]) -> None:
    """The same of the paper's German study, with its figures as they are printed."""
    with _at_desk() as (page, site):
        for name in paper_tour(page, site):
            for look in looks:
                show(page, name, look)
        for part, content in print_figures(page, site):
            path = looks[0].folder / f"results-{part}.png"
            path.write_bytes(content)
            shrink(path, width=FIGURE_WIDTH)


@contextmanager
def _at_desk() -> Iterator[tuple[Page, str]]:
    """A researcher before an empty dashboard."""
    prepare = ["-m", "docs.desk"]
    with (
        tempfile.TemporaryDirectory() as place,
        serve(Path(place), prepare=prepare, has_worker=True) as site,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser.new_page(**SHAPES["desktop"], device_scale_factor=2), site
        browser.close()


def take_hit(folder: Path, wanted: Collection[str] | None = None) -> None:
    """Rehearse a task: researchers at a desk, workers at their phones."""
    # It brings Amazon's library, which takes long.
    from playground.mturk import StandIn

    prepare = ["-m", "docs.hit_desk"]
    with (
        tempfile.TemporaryDirectory() as place,
        StandIn() as mturk,
        serve(Path(place), prepare=prepare, MTURK_ENDPOINT=mturk.site) as site,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        desk = browser.new_page(**SHAPES["desktop"])
        for page, name in tour_hit(desk, site, mturk.site):
            if wanted is None or f"hit-{name}" in wanted:
                page.wait_for_timeout(250)
                page.screenshot(path=folder / f"hit-{name}.png")
                shrink(folder / f"hit-{name}.png")
        browser.close()


def take_prolific(looks: Iterable[Look]) -> None:
    """Go through a study at a stand-in for Prolific, with both sides of it."""
    prepare = ["-m", "docs.prolific_desk"]
    with (
        tempfile.TemporaryDirectory() as place,
        ProlificStandIn() as stand_in,
        serve(
            Path(place), prepare=prepare, PROLIFIC_ENDPOINT=stand_in.endpoint
        ) as site,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        page = browser.new_page(**SHAPES["desktop"], device_scale_factor=2)
        person = browser.new_page(**SHAPES["desktop"], device_scale_factor=2)
        for name in prolific_tour(page, person, site, stand_in.endpoint):
            shown = person if name in OF_A_PERSON else page
            for look in looks:
                show(shown, name, look)
        browser.close()


def show(page: Page, name: str, look: Look) -> None:
    """A picture of a page that is open; the next look finds it as it was."""
    path = look.path(name)
    if path is None:
        return
    shape = SHAPES[look.shape]
    page.set_viewport_size(shape["viewport"])
    page.emulate_media(color_scheme=look.scheme)
    # Another width moves what the address leads to, or what should be in sight.
    page.evaluate(f"document.querySelector('{IN_SIGHT}')?.scrollIntoView()")
    page.wait_for_timeout(250)
    sharpness = "device" if shape.get("device_scale_factor") else "css"
    page.screenshot(path=path, scale=sharpness)
    shrink(path)
    page.set_viewport_size(SHAPES["desktop"]["viewport"])
    page.emulate_media(color_scheme="light")


def shrink(path: Path, *, width: int | None = None) -> None:
    """256 colours are enough for a guide, and a third of the file.

    The usual way to choose them goes by area, and gives two arms the same colour.
    """
    with Image.open(path) as picture:
        plain = picture.convert("RGB")
    if width:
        height = round(plain.height * width / plain.width)
        plain = plain.resize((width, height), Image.Resampling.LANCZOS)
    farthest = Image.Quantize.MAXCOVERAGE
    small = plain.quantize(256, farthest, kmeans=2, dither=Image.Dither.NONE)
    small.save(path, optimize=True)


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
