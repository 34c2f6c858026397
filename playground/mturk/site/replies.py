"""What the site sends: pages filled from their files, redirects and refusals."""

from dataclasses import dataclass, field
from html import escape
from pathlib import Path
from string import Template

FOLDER = Path(__file__).parent / "html"
_HTML = "text/html; charset=utf-8"
_POLICY = (
    "default-src 'none'; style-src 'self'; script-src 'self'; frame-src http: https:; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'self'"
)


@dataclass(frozen=True)
class Reply:
    """Status, body and headers of an answer."""

    body: bytes = b""
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)


class Markup(str):
    """Text that is HTML already."""

    __slots__ = ()


def fill(file: str, /, **values: object) -> Markup:
    """The file with ``values`` in place, escaped unless they are markup."""
    text = (FOLDER / file).read_text(encoding="utf-8")
    shown = {
        key: value if isinstance(value, Markup) else escape(str(value))
        for key, value in values.items()
    }
    return Markup(Template(text).substitute(shown))


def join(parts: list[Markup]) -> Markup:
    return Markup("".join(parts))


def show(title: str, main: Markup, *, status: int = 200, **around: object) -> Reply:
    """A whole page."""
    values = {"nav": Markup(""), "kind": "list", **around}
    page = fill("base.html", title=title, main=main, **values)
    headers = {"Content-Type": _HTML, "Content-Security-Policy": _POLICY}
    return Reply(page.encode(), status, {**headers, "Cache-Control": "no-store"})


def lead(address: str) -> Reply:
    return Reply(status=303, headers={"Location": address})


def refuse(words: str, *, status: int = 400) -> Reply:
    return show("Not done", fill("problem.html", words=words), status=status)


def send_file(name: str, kind: str) -> Reply:
    """A style or a script."""
    return Reply((FOLDER / name).read_bytes(), headers={"Content-Type": kind})
