"""What a browser sends for a card, the same by page and by API."""

import re
from dataclasses import dataclass, field
from typing import Any

from studies.errors import InvalidError
from studies.limits import (
    BELIEVED_DELAY_SECONDS,
    LARGEST_CLIENT_NUMBER,
    MAX_ANSWER,
    is_step,
)
from studies.models import Response
from studies.models.session import CARD_PHASES

CLIENT_NUMBERS = (
    "picture_delay_ms",
    "elapsed_ms",
    "first_key_ms",
    "n_keys",
    "n_pastes",
    "n_blurs",
    "network_ms",
)
_UNSTORABLE = re.compile("[\x00\ud800-\udfff]")


@dataclass(frozen=True)
class Submission:
    """An answer to one card. (phase, step) is its key.

    White space alone is no text. Who does not know may have typed something all the
    same: it is kept, and not graded.
    """

    phase: str
    step: int
    text: str = ""
    dont_know: bool = False
    auto_submitted: bool = False
    client: dict[str, float] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if self.phase not in CARD_PHASES or not is_step(self.step):
            raise InvalidError("There is no such card.")
        if len(self.text) > MAX_ANSWER or not is_storable(self.text):
            raise InvalidError(f"An answer has at most {MAX_ANSWER} characters.")
        if not self.text.strip():
            object.__setattr__(self, "text", "")

    def is_like(self, card: Response) -> bool:
        return (self.text, self.dont_know) == (card.text, card.dont_know)

    @property
    def picture_delay_ms(self) -> int:
        """How long the picture took to appear, as far as it is believed."""
        told = self.client.get("picture_delay_ms", 0)
        return int(min(max(0, told), BELIEVED_DELAY_SECONDS * 1000))


def is_storable(text: str) -> bool:
    """Whether every database takes ``text``: no NUL, no half of a character."""
    return not _UNSTORABLE.search(text)


def clean_client(data: Any) -> dict[str, float]:
    """The sane ones of the numbers that a browser tells about itself.

    They are data, never believed. A broken clock must not cost anybody an answer, so
    nonsense is dropped.
    """
    if not isinstance(data, dict):
        return {}
    return {
        name: data[name] for name in CLIENT_NUMBERS if is_sane_number(data.get(name))
    }


def is_sane_number(value: object) -> bool:
    """Whether ``value`` is a number that a clock or a counter could have made."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return False
    return abs(value) <= LARGEST_CLIENT_NUMBER
