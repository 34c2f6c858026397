"""The paper's German study in the dashboard: planned, rehearsed and analysed.

With eighty simulated people; the guides and the README show what comes out.
"""

from collections.abc import Iterator

from playwright.sync_api import Page

from docs.tour import begin, certify, design, meet, pilot, plan, rehearse

TITLE, TEMPLATE = "German words in fifteen minutes", "German words"
SLUG = "german-words-in-fifteen-minutes"
N_PEOPLE = 80
DESIGN = {
    "Run by": "Memory Lab, University of Somewhere",
    "Contact": "memory-lab@example.org",
    "Ethics approval": "2026-017",
    "Pay for finishing": "4",
    "Fee of other recruiters, in percent": "33",
}
FIGURES = ("outcome", "comparisons", "curve", "distribution")


def paper_tour(page: Page, site: str) -> Iterator[str]:
    """Yields a name wherever there is much to see."""
    page.set_default_timeout(30_000)
    for name in _steps(page, site):
        yield f"paper-{name}"


def _steps(page: Page, site: str) -> Iterator[str]:
    yield from begin(page, site, title=TITLE, template=TEMPLATE)
    yield from design(page, DESIGN)
    yield from certify(page)
    yield from plan(page)
    yield from pilot(page, N_PEOPLE)
    yield from rehearse(page)
    yield from meet(page)


def print_figures(page: Page, site: str) -> Iterator[tuple[str, bytes]]:
    """The figures of its results by their names, as their downloads are."""
    results = f"{site}/dashboard/studies/{SLUG}/results"
    for part in FIGURES:
        reply = page.request.get(f"{results}/{part}.png?purpose=simulated")
        assert reply.ok, part
        yield part, reply.body()
