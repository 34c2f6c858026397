"""Seeds: derived, never shared. A new purpose does not shift an old stream."""

from collections.abc import Iterable, Sequence
from uuid import UUID

from studies.derivation import derive_seed
from studies.models import TeachingSession
from teaching.draws import draw


def new_session_seed(study_seed: str, public_id: UUID) -> str:
    """A session's seed as it is stored."""
    return f"{derive_seed(study_seed, 'session', public_id):016x}"


def seed_of(session: TeachingSession) -> int:
    """A session's seed as it is used."""
    return int(session.seed, 16)


def shuffle(items: Iterable[int], *, seed: int, stream: int, step: int) -> list[int]:
    """``items`` (distinct numbers) in the order of their draws."""
    return sorted(items, key=lambda item: (draw(seed, stream, step, item), item))


def pick(options: Sequence[int], *, seed: int, stream: int, step: int) -> int:
    """One of ``options``."""
    return options[int(draw(seed, stream, step, 0) * len(options))]
