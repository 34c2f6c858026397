"""Participants at real pacing: they read, think, look at the answer, and go on."""

import asyncio
from dataclasses import dataclass, field, replace
from random import Random

from bench.connection import Connection, Reply, Request
from bench.pages import Guest, Page, consent_request, join_request
from bench.study import SLUG

MEAN_THINKING_SECONDS = 3.0
SHORTEST_ANSWER_SECONDS = 1.0
READING_SECONDS = (5.0, 15.0)
# A browser's review ends a little after the server's.
REVIEW_MARGIN_SECONDS = 0.12
EVENTS_EVERY_SECONDS = 30.0
FIRST_PAUSE_SECONDS = 1.0
LONGEST_PAUSE_SECONDS = 15.0
FAILURES = (OSError, TimeoutError, asyncio.IncompleteReadError)


@dataclass
class Record:
    """What was heard while the load was steady."""

    is_open: bool = False
    seconds: list[float] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    n_answers: int = 0
    n_completed: int = 0

    def hear(self, seconds: float, reply: Reply) -> None:
        if not self.is_open:
            return
        self.seconds.append(seconds)
        if reply.status >= 400:
            self.errors.append(f"status {reply.status}")

    def fail(self, what: str) -> None:
        if self.is_open:
            self.errors.append(what)

    def taken(self) -> "Record":
        """What was heard so far; from now on it is heard anew."""
        heard = replace(self)
        self.seconds, self.errors = [], []
        self.n_answers = self.n_completed = 0
        return heard


class Participant:
    """One person after the other in one seat, each with a browser of their own."""

    def __init__(self, port: int, record: Record, random: Random) -> None:
        self._port = port
        self._record = record
        self._random = random
        self._connection = Connection(port, record.hear)
        self._guest = Guest("", random)
        self._loaded: set[str] = set()
        self._events: list[dict[str, object]] = []
        self._events_due = 0.0

    async def take_part(self, delay: float) -> None:
        """Somebody comes after ``delay``; who finishes is followed by another."""
        await asyncio.sleep(delay)
        while True:
            page = await self._take_part_once()
            if page.kind != "completed":
                self._record.fail("a page that nobody knows")
            self._record.n_completed += self._record.is_open

    async def _take_part_once(self) -> Page:
        """The page they are left with."""
        self._connection.close()
        self._connection = Connection(self._port, self._record.hear)
        self._loaded.clear()
        page = await self._join()
        while page.kind not in ("completed", "unknown"):
            await self._load(page)
            self._note_events(page)
            await self._wait(self._seconds_on(page))
            self._record.n_answers += self._record.is_open and page.kind == "card"
            page = Page((await self._send(self._guest.next_request(page))).text)
        return page

    async def _join(self) -> Page:
        shown = await self._send(join_request(SLUG))
        await self._load(Page(shown.text))
        await asyncio.sleep(self._random.uniform(*READING_SECONDS))
        begun = await self._send(consent_request(SLUG, shown.text))
        self._guest = Guest(begun.path, self._random)
        return Page(begun.text)

    async def _send(self, request: Request) -> Reply:
        """The page it leads to; sent again until it arrives, as the pages do."""
        pause = FIRST_PAUSE_SECONDS
        while True:
            try:
                reply = await self._connection.open(request)
                if reply.status < 500:
                    return reply
            except FAILURES as failure:
                self._connection.close()
                self._record.fail(type(failure).__name__)
            await asyncio.sleep(pause)
            pause = min(LONGEST_PAUSE_SECONDS, 2 * pause)

    async def _load(self, page: Page) -> None:
        """Pictures and static files, once each: browsers keep them."""
        for path in page.loaded:
            if path not in self._loaded:
                self._loaded.add(path)
                await self._send(Request(path))

    def _seconds_on(self, page: Page) -> float:
        if page.kind == "card":
            thinking = self._random.expovariate(1 / MEAN_THINKING_SECONDS)
            answer_seconds = SHORTEST_ANSWER_SECONDS + thinking
            return min(answer_seconds, page.seconds_left or answer_seconds)
        if page.kind == "review":
            return (page.seconds_left or 0.0) + REVIEW_MARGIN_SECONDS
        return self._random.uniform(*READING_SECONDS)

    def _note_events(self, page: Page) -> None:
        if page.kind != "card":
            return
        now = asyncio.get_running_loop().time()
        if not self._events:
            self._events_due = now + EVENTS_EVERY_SECONDS
        about = {"phase": page.phase, "step": page.step, "client_ms": round(1000 * now)}
        self._events += [{"kind": k, **about} for k in ("picture_shown", "first_key")]

    async def _wait(self, seconds: float) -> None:
        """Let time pass; what happened is told when it is due."""
        end = asyncio.get_running_loop().time() + seconds
        if self._events and self._events_due < end:
            await _sleep_until(self._events_due)
            events, self._events = self._events, []
            await self._send(self._guest.events_request(events))
        await _sleep_until(end)


async def _sleep_until(moment: float) -> None:
    await asyncio.sleep(max(0.0, moment - asyncio.get_running_loop().time()))
