"""Prolific's API for researchers: the one place that calls it.

Paths, fields and states are those of https://docs.prolific.com/api-reference.
"""

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings

from studies.errors import (
    InvalidError,
    RecruiterBusyError,
    RecruiterDownError,
    RecruiterError,
)
from studies.models import RecruitingAccount, Study
from studies.services.outgoing import trusted_authorities
from studies.services.recruiting.accounts import account_of
from studies.services.recruiting.confirming import PRODUCTION

PROLIFIC = "prolific"
STAND_IN = "playground"
_LOOPBACK = {"127.0.0.1", "::1", "localhost"}
_SECONDS = 20
# Before each further try of what may be asked twice: longer each time, as it wants.
PAUSES: Sequence[float] = (1, 2, 4)
_PER_PAGE = 100
_MOST_PAGES = 500
_LONGEST = 300


class UnknownAtProlificError(RecruiterError):
    """There is no such study or submission, or it is of somebody else."""

    code = "unknown_at_prolific"


def is_configured() -> bool:
    """Whether the server has a token for the service."""
    return bool(settings.PROLIFIC_API_TOKEN)


def is_stand_in() -> bool:
    """Whether somebody on this machine plays Prolific: then no money is real."""
    return urlsplit(settings.PROLIFIC_API).hostname in _LOOPBACK


def prolific_account(study: Study) -> RecruitingAccount:
    """The account of ``study`` at Prolific."""
    environment = STAND_IN if is_stand_in() else PRODUCTION
    return account_of(
        study, recruiter=PROLIFIC, environment=environment, currency=study.currency
    )


def connect() -> "Client":
    """The service, by the token of the settings alone."""
    if not is_configured():
        raise InvalidError(
            "This server has no token for Prolific. Whoever runs it sets "
            "PROLIFIC_API_TOKEN."
        )
    return Client(f"{settings.PROLIFIC_API}/api/v1", settings.PROLIFIC_API_TOKEN)


@dataclass(frozen=True)
class Client:
    """Calls by their paths, with the service's errors as ours."""

    address: str
    token: str

    def act(self, method: str, path: str, **sent: Any) -> Any:
        """Call once: for whatever must not happen twice."""
        # Imported here: it is large, and servers never pay anybody by themselves.
        import httpx

        headers = {"Authorization": f"Token {self.token}"}
        given = {"params": sent} if method == "GET" else {"json": sent}
        try:
            reply = httpx.request(
                method,
                f"{self.address}{path}",
                headers=headers,
                timeout=_SECONDS,
                verify=trusted_authorities(),
                **given,  # type: ignore[arg-type]
            )
            return _read(reply.status_code, reply)
        except (httpx.TransportError, ValueError) as error:
            raise RecruiterDownError from error

    def ask(self, method: str, path: str, **sent: Any) -> Any:
        """Call, and again after a while if the service is to blame."""
        for pause in PAUSES:
            try:
                return self.act(method, path, **sent)
            except RecruiterDownError:
                time.sleep(pause)
        return self.act(method, path, **sent)

    def list_submissions(self, study_id: str) -> Iterator[dict[str, Any]]:
        """Every submission to a study, on all pages.

        How much is on a page is for the service to say, and how many there are if it
        likes. Else a short page is the last one; after a full one may come none.
        """
        n_first = n_seen = 0
        for page in range(1, _MOST_PAGES):
            told = self._page(study_id, page)
            results = told["results"]
            yield from results
            n_first, n_seen = n_first or len(results), n_seen + len(results)
            n_in_all = told.get("meta", {}).get("count")
            if len(results) < max(1, n_first) or n_seen == n_in_all:
                return

    def _page(self, study_id: str, page: int) -> dict[str, Any]:
        wanted = {"study": study_id, "page": page, "page_size": _PER_PAGE}
        try:
            told: dict[str, Any] = self.ask("GET", "/submissions/", **wanted)
        except UnknownAtProlificError:
            if page == 1:
                raise
            return {"results": []}
        return told


def _read(status: int, reply: Any) -> Any:
    if status == 429:
        raise RecruiterBusyError
    if status >= 500:
        raise RecruiterDownError
    if status >= 400:
        raise _refusal(status, reply.text, reply)
    return reply.json()


def _refusal(status: int, text: str, reply: Any) -> RecruiterError:
    if status in (401, 403):
        return RecruiterError(
            "Prolific does not accept this server's token. Whoever runs the server "
            "sets PROLIFIC_API_TOKEN."
        )
    if status == 404:
        return UnknownAtProlificError(
            "Prolific does not know this, or the account of this server's token may "
            "not see it."
        )
    return RecruiterError(f"Prolific refused this: {_detail(text, reply)[:_LONGEST]}")


def _detail(text: str, reply: Any) -> str:
    """What its error says: a text, a list, or lists by the names of fields."""
    try:
        told = reply.json()
        error = told.get("error", told)
        detail = error.get("detail") or error.get("title") or text
    except (ValueError, AttributeError):
        return text
    if isinstance(detail, dict):
        return "; ".join(f"{name}: {_join(said)}" for name, said in detail.items())
    return _join(detail)


def _join(said: Any) -> str:
    return " ".join(map(str, said)) if isinstance(said, list) else str(said)
