"""What numpy and scipy alone do not bring."""

from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def needed_for(what: str, extra: str) -> Iterator[None]:
    """Import what an extra brings; if it is not there, say how to install it."""
    try:
        yield
    except ModuleNotFoundError as error:
        raise ValueError(
            f"{what} need {error.name}: pip install 'forgetmenot-teaching[{extra}]'"
        ) from None
