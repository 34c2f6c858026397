"""A small site that plays Prolific's for a person: take a place, come back."""

from collections.abc import Callable
from dataclasses import dataclass, field
from html import escape
from http.cookies import SimpleCookie

from playground.prolific.errors import ProlificError, RefusedError
from playground.prolific.pages import show_back, show_page, show_studies
from playground.prolific.pool import (
    ACTIONS,
    CODES,
    SCREEN_OUT,
    Pool,
    Study,
    action_field,
    new_id,
)

_HTML = "text/html; charset=utf-8"


@dataclass(frozen=True)
class Visit:
    method: str
    path: str
    fields: dict[str, str]
    cookie: str = ""

    @property
    def participant(self) -> str:
        """Who looks: the browser keeps who it plays."""
        kept = SimpleCookie(self.cookie).get("participant")
        return kept.value if kept else ""


@dataclass(frozen=True)
class Page:
    content: str
    status: int = 200
    kind: str = _HTML
    headers: dict[str, str] = field(default_factory=dict)


def show_site(pool: Pool, visit: Visit) -> Page:
    """The page for one request of a browser."""
    act = _PAGES.get((visit.method, visit.path))
    if act is None:
        return Page(show_page("Not found", "<p>There is no such page.</p>"), 404)
    try:
        return act(pool, visit)
    except ProlificError as error:
        words = f"<p>{escape(str(error.detail))}</p>"
        return Page(show_page("This does not work", words), error.status)


def home(pool: Pool, visit: Visit) -> Page:
    return Page(show_studies(pool, visit.participant))


def offer(pool: Pool, visit: Visit) -> Page:
    """A researcher enters a study: its link, as Launch shows it, and its codes."""
    given = visit.fields
    if "{{%PROLIFIC_PID%}}" not in given.get("link", ""):
        raise RefusedError("The link lacks {{%PROLIFIC_PID%}}. Copy it from Launch.")
    codes = _read_codes(given)
    study = Study(
        link=given["link"].strip(),
        name=given.get("name") or "A study",
        reward=int(given.get("reward") or 200),
        screen_out_reward=int(given.get("screen_out_reward") or 50),
        places=int(given.get("places") or 20),
        is_signed=bool(given.get("signed")),
        codes=codes,
    )
    pool.add_study(study)
    return _go("/")


def _read_codes(given: dict[str, str]) -> dict[str, str]:
    """What each code does; as at Prolific, one alone pays a fixed sum."""
    codes = {
        given[end]: given.get(action_field(end)) or usual
        for end, usual in CODES.items()
        if given.get(end)
    }
    if not set(codes.values()) <= set(ACTIONS):
        raise RefusedError("This action is not played here.")
    if list(codes.values()).count(SCREEN_OUT) > 1:
        raise RefusedError("Only one code of a study may pay a fixed sum.")
    return codes


def begin(pool: Pool, visit: Visit) -> Page:
    """Take a place, as whoever this browser plays or as somebody new."""
    known = "" if visit.fields.get("anew") else visit.participant
    submission = pool.begin(visit.fields["study"], known or new_id())
    kept = f"participant={submission.participant}; Path=/; HttpOnly; SameSite=Lax"
    return _go(pool.link_of(submission), {"Set-Cookie": kept})


def come_back(pool: Pool, visit: Visit) -> Page:
    """Where the study leads those whose part has ended."""
    open_ones = [
        each
        for each in pool.submissions.values()
        if each.participant == visit.participant
        and each.status in ("ACTIVE", "TIMED-OUT")
    ]
    if not open_ones:
        raise RefusedError("This browser plays nobody with an open submission.")
    submission = pool.complete(open_ones[-1].id, visit.fields.get("cc", ""))
    return Page(show_back(submission))


def give_back(pool: Pool, visit: Visit) -> Page:
    pool.end(visit.fields["submission"], "RETURNED")
    return _go("/")


def time_out(pool: Pool, visit: Visit) -> Page:
    pool.end(visit.fields["submission"], "TIMED-OUT")
    return _go("/")


def rotate(pool: Pool, visit: Visit) -> Page:
    pool.keys.rotate()
    return _go("/")


def _go(address: str, headers: dict[str, str] | None = None) -> Page:
    return Page("", 303, headers={"Location": address, **(headers or {})})


_PAGES: dict[tuple[str, str], Callable[[Pool, Visit], Page]] = {
    ("GET", "/"): home,
    ("POST", "/studies/"): offer,
    ("POST", "/begin/"): begin,
    ("GET", "/submissions/complete"): come_back,
    ("POST", "/return/"): give_back,
    ("POST", "/time-out/"): time_out,
    ("POST", "/rotate/"): rotate,
}
