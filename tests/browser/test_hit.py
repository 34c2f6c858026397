"""A whole HIT, with the real client and the real pages: offered, taken, paid."""

import sqlite3

import pytest

from docs.hit_tour import tour_hit
from tests.browser.server import serve

WIDE = """() => [...document.querySelectorAll(".table-box")]
    .filter((box) => box.scrollWidth > box.clientWidth)
    .map((box) => box.getAttribute("aria-label"))"""
PEOPLE = "SELECT count(*) FROM studies_participant"
ENDS = """
    SELECT i.external_id, s.phase, count(a.id), group_concat(DISTINCT a.proof)
    FROM studies_teachingsession s
    JOIN studies_recruiteridentity i ON i.participant_id = s.participant_id
    JOIN studies_arrivalrecord a ON a.session_id = s.id GROUP BY s.id ORDER BY s.id
"""
LEDGER = """
    SELECT purpose, amount, fee, state FROM studies_paymentrecord ORDER BY id
"""


@pytest.fixture
def played(tmp_path):
    """A server and the stand-in that plays Mechanical Turk for it."""
    from playground.mturk import StandIn

    with StandIn() as stand_in:
        variables = {"MTURK_ENDPOINT": stand_in.site}
        with serve(tmp_path, prepare=["-m", "tests.browser.hit"], **variables) as site:
            yield site, stand_in, tmp_path / "browser.sqlite3"


def test_a_hit_is_rehearsed_from_its_budget_to_the_last_payment(chromium, played):
    site, stand_in, database = played
    context = chromium.new_context(viewport={"width": 1280, "height": 800})
    n_people = {}

    for page, name in tour_hit(context.new_page(), site, stand_in.site):
        n_people[name] = rows(database, PEOPLE)[0][0]
        if name in ("preview", "hand-in"):
            assert page.context.cookies() == []
        if name in ("submissions", "paid"):
            assert wide_tables(page) == []

    context.close()
    assert n_people["preview"] == 0
    assert n_people["welcome-back"] == 2
    assert rows(database, ENDS) == [
        ("A1PLAYADA", "completed", 1, "first"),
        ("A1PLAYBEN", "completed", 2, "first,assignment"),
        ("A1PLAYCLEO", "withdrawn", 1, "first"),
    ]
    assert [set(form) for form in stand_in.market.forms] == [
        {"assignmentId", "completion_code"}
    ] * 3
    assert rows(database, LEDGER) == [
        ("approval", 100, 20, "paid"),
        ("approval", 100, 20, "paid"),
        ("partial", 40, 8, "paid"),
        ("bonus", 50, 10, "paid"),
    ]
    assert [bonus.amount for bonus in stand_in.market.bonuses] == ["0.40", "0.50"]
    assert f"{stand_in.market.balance:.2f}" == "9996.52"


def wide_tables(page):
    """What scrolls sideways on a phone; a code is in sight there all the same."""
    page.set_viewport_size({"width": 390, "height": 844})
    codes = page.locator(".submissions .on-phones").filter(has_text="code ")
    assert all(one.is_visible() for one in codes.all())
    found = page.evaluate(WIDE)
    page.set_viewport_size({"width": 1280, "height": 800})
    return found


def rows(database, query):
    with sqlite3.connect(database) as connection:
        return connection.execute(query).fetchall()
