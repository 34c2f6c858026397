"""Answers per second against oTree: ``python -m bench.peer``.

Both servers run at the same time and are asked in turn, by as many people who give as
many answers as fast as they can. An answer is a form and the page it leads to. What
joining adds is told beside it: it happens once, an answer forty times.
"""

import argparse
import asyncio
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Protocol

from bench.connection import Connection
from bench.otree import N_ROUNDS, OtreePlayer, create_session, otree
from bench.pages import Guest, Page, consent_request, join_request
from bench.ratios import Ratio, print_all
from bench.servers import Server, forgetmenot, machine_cpu_seconds, stay_on_two_cores
from bench.study import SLUG

N_AT_ONCE = 50
N_TURNS = 2
# As many cards as oTree has rounds: one answer warms up, and nobody comes to an end.
N_CONCEPTS = N_ROUNDS
N_ANSWERS = N_ROUNDS - 2


class Player(Protocol):
    async def join(self) -> None: ...

    async def answer(self) -> None: ...


class QuizPlayer:
    """Somebody who answers quiz cards at once."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._guest = Guest("", Random(0))
        self._page = Page("")

    async def join(self) -> None:
        joined = await self._connection.open(join_request(SLUG))
        begun = await self._connection.open(consent_request(SLUG, joined.text))
        self._guest = Guest(begun.path, Random(begun.path))
        self._page = Page(begun.text)
        for _ in range(3):
            if self._page.kind == "card":
                return
            await self._send()
        raise RuntimeError(f"no card came, but a page that is {self._page.kind}")

    async def answer(self) -> None:
        step = self._page.step
        await self._send()
        if self._page.kind != "card" or self._page.step != step + 1:
            raise RuntimeError("an answer led to no next card")

    async def _send(self) -> None:
        reply = await self._connection.open(self._guest.next_request(self._page))
        if reply.status != 200:
            raise RuntimeError(f"an answer was met with {reply.status}")
        self._page = Page(reply.text)


@dataclass
class Tally:
    """What a server did in its turns."""

    n_answers: int = 0
    seconds: float = 0.0
    cpu_seconds: float = 0.0
    joining_cpu_seconds: float = 0.0
    others_cpu_seconds: float = 0.0

    @property
    def per_second(self) -> float:
        return self.n_answers / self.seconds

    @property
    def per_cpu_second(self) -> float:
        return self.n_answers / self.cpu_seconds

    @property
    def per_cpu_second_with_joining(self) -> float:
        return self.n_answers / (self.cpu_seconds + self.joining_cpu_seconds)


async def take_turn(server: Server, players: Sequence[Player], tally: Tally) -> None:
    """All ``players`` join, then give their answers; only these are timed."""
    before = server.cpu_seconds()
    await asyncio.gather(*(_warm_up(player) for player in players))
    others, cpu, began = _others(server), server.cpu_seconds(), time.monotonic()
    await asyncio.gather(*(_answer(player) for player in players))
    tally.seconds += time.monotonic() - began
    tally.cpu_seconds += server.cpu_seconds() - cpu
    tally.joining_cpu_seconds += cpu - before
    tally.others_cpu_seconds += _others(server) - others
    tally.n_answers += N_ANSWERS * len(players)


def _others(server: Server) -> float:
    return machine_cpu_seconds() - server.cpu_seconds() - time.process_time()


async def _warm_up(player: Player) -> None:
    await player.join()
    await player.answer()


async def _answer(player: Player) -> None:
    for _ in range(N_ANSWERS):
        await player.answer()


async def measure(ours: Server, theirs: Server, n_turns: int) -> tuple[Tally, Tally]:
    """Both servers in turn."""
    link = create_session(theirs, n_participants=n_turns * N_AT_ONCE)
    tallies = Tally(), Tally()
    for _ in range(n_turns):
        quiz = [QuizPlayer(Connection(ours.port)) for _ in range(N_AT_ONCE)]
        await take_turn(ours, quiz, tallies[0])
        words = [OtreePlayer(Connection(theirs.port), link) for _ in range(N_AT_ONCE)]
        await take_turn(theirs, words, tallies[1])
    return tallies


def ratios(n_turns: int) -> Iterator[Ratio]:
    """How many answers Forgetmenot takes for every one of oTree's."""
    with tempfile.TemporaryDirectory() as name:
        ours_in, theirs_in = Path(name) / "ours", Path(name) / "theirs"
        ours_in.mkdir()
        theirs_in.mkdir()
        with (
            forgetmenot(ours_in, n_concepts=N_CONCEPTS) as ours,
            otree(theirs_in) as theirs,
        ):
            mine, peer = asyncio.run(measure(ours, theirs, n_turns))
    others = [t.others_cpu_seconds / t.seconds for t in (mine, peer)]
    print("     cores used by others meanwhile: {:.2f} and {:.2f}".format(*others))
    visits = mine.per_cpu_second_with_joining / peer.per_cpu_second_with_joining
    print(f"     answers per CPU second with joining counted: {visits:.2f}")
    yield Ratio.at_least(
        f"answers per CPU second of the server, {N_AT_ONCE} at once, against oTree",
        mine.per_cpu_second / peer.per_cpu_second,
        5,
    )
    yield Ratio.at_least(
        f"answers per second, {N_AT_ONCE} at once, against oTree",
        mine.per_second / peer.per_second,
        6,
    )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--turns", type=int, default=N_TURNS, help="of each server")
    given = parser.parse_args()
    stay_on_two_cores()
    return print_all(ratios(given.turns))


if __name__ == "__main__":
    sys.exit(main())
