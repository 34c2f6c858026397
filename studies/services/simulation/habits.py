"""How simulated people come and type: devices, slips, guesses, eyes elsewhere.

None of it decides what they remember. It gives pages about people something to show.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum

from studies.models.device import Touch, Viewport
from studies.models.log import EventKind
from studies.services.participation.events import Event
from teaching.draws import Stream, draw

SLIP_SHARE = 0.06
GUESS_SHARE = 0.5
PASTER_SHARE = 0.04
PASTED_SHARE = 0.3
# Shorter words forgive no slip.
SHORTEST_SLIP = 5
MOST_RESTLESS = 0.2
FEWER_KEYS_ON_PHONES = 0.8


class _Habit(IntEnum):
    """Which of a person's draws; the learner's own traits have the numbers below."""

    DEVICE = 10
    SLIP = 11
    SLIP_AT = 12
    GUESS = 13
    GUESSED = 14
    RESTLESS = 15
    LOOKS_AWAY = 16
    PASTER = 17
    PASTES = 18
    FIRST_KEY = 19
    CORRECTS = 20


@dataclass(frozen=True)
class Gadget:
    """A device as its browser tells of it."""

    user_agent: str
    viewport: Viewport
    touch: Touch

    @property
    def is_phone(self) -> bool:
        return self.viewport == Viewport.NARROW


_WINDOWS = "Mozilla/5.0 (Windows NT 10.0; Win64; x64)"
_MAC = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/17.0"
_IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) Version/17.0 Mobile"
_ANDROID = "Mozilla/5.0 (Linux; Android 14) Chrome/120.0 Mobile Safari/537.36"
_IPAD = "Mozilla/5.0 (iPad; CPU OS 17_0 like Mac OS X) Version/17.0 Safari/604.1"
# As often as each stands here.
_GADGETS = (
    *(Gadget(f"{_WINDOWS} Chrome/120.0", Viewport.WIDE, Touch.NO),) * 4,
    *(Gadget(f"{_WINDOWS} Firefox/120.0", Viewport.WIDE, Touch.NO),) * 2,
    Gadget(f"{_WINDOWS} Chrome/120.0 Edg/120.0", Viewport.MEDIUM, Touch.YES),
    *(Gadget(f"{_MAC} Safari/605.1", Viewport.WIDE, Touch.NO),) * 2,
    *(Gadget(f"{_IPHONE} Safari/604.1", Viewport.NARROW, Touch.YES),) * 2,
    *(Gadget(_ANDROID, Viewport.NARROW, Touch.YES),) * 3,
    Gadget(_IPAD, Viewport.MEDIUM, Touch.YES),
)


@dataclass(frozen=True)
class Habits:
    """Somebody's ways; they follow from the seed alone."""

    seed: int

    @property
    def gadget(self) -> Gadget:
        """What they take part with."""
        return _GADGETS[int(self._luck(0, _Habit.DEVICE) * len(_GADGETS))]

    def types(self, word: str, card: int) -> str:
        """``word``, now and then with two letters swapped or one forgotten."""
        if len(word) < SHORTEST_SLIP or self._luck(card, _Habit.SLIP) >= SLIP_SHARE:
            return word
        # The first letter is hardly ever wrong, and the last has no neighbour.
        at = 1 + int(self._luck(card, _Habit.SLIP_AT) * (len(word) - 2))
        if word[at] != word[at + 1]:
            return word[:at] + word[at + 1] + word[at] + word[at + 2 :]
        return word[:at] + word[at + 1 :]

    def guesses(self, others: Sequence[str], card: int) -> str:
        """Another word that comes to mind instead, or nothing."""
        if not others or self._luck(card, _Habit.GUESS) >= GUESS_SHARE:
            return ""
        return others[int(self._luck(card, _Habit.GUESSED) * len(others))]

    def client(self, text: str, card: int, seconds: float) -> dict[str, float]:
        """What their browser tells of an answer that took so long."""
        n_keys = 0 if self._pastes(text, card) else self._count_keys(text, card)
        first = (0.3 + 0.4 * self._luck(card, _Habit.FIRST_KEY)) * seconds * 1000
        return {
            "elapsed_ms": round(seconds * 1000),
            "first_key_ms": round(first) if n_keys else -1,
            "n_keys": n_keys,
            "n_pastes": int(self._pastes(text, card)),
            "n_blurs": int(self._looks_away(card)),
        }

    def events(self, text: str, card: int, *, phase: str, step: int) -> list[Event]:
        """What their browser tells beside an answer."""
        kinds = []
        if self._looks_away(card):
            kinds += [EventKind.BLUR, EventKind.FOCUS]
        if self._pastes(text, card):
            kinds.append(EventKind.PASTE)
        return [Event(kind=kind, phase=phase, step=step) for kind in kinds]

    def _count_keys(self, text: str, card: int) -> int:
        if self.gadget.is_phone:
            return round(FEWER_KEYS_ON_PHONES * len(text))
        corrections = 2 * int(3 * self._luck(card, _Habit.CORRECTS) ** 3)
        return len(text) + corrections if text else 0

    def _looks_away(self, card: int) -> bool:
        """Few are restless, and they are often."""
        restless = MOST_RESTLESS * self._luck(0, _Habit.RESTLESS) ** 6
        return self._luck(card, _Habit.LOOKS_AWAY) < restless

    def _pastes(self, text: str, card: int) -> bool:
        is_paster = self._luck(0, _Habit.PASTER) < PASTER_SHARE
        return (
            bool(text) and is_paster and self._luck(card, _Habit.PASTES) < PASTED_SHARE
        )

    def _luck(self, card: int, habit: _Habit) -> float:
        return draw(self.seed, Stream.PERSON, card + 1, habit)
