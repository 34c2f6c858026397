"""What ends a command of manage.py, said in a sentence."""

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from studies.outages import DATABASE_FAILURES


@contextmanager
def outage_told_in_a_sentence(arguments: Sequence[str]) -> Iterator[None]:
    """End the program with a sentence when the block's database is away or refuses.

    Its address or password is wrong, not the program; --traceback tells where.
    """
    try:
        yield
    except DATABASE_FAILURES as error:
        if "--traceback" in arguments:
            raise
        # What follows the first line says the same for every address of a name.
        complaint = str(error).strip().partition("\n")[0]
        sys.exit(f"The database cannot be used: {complaint.rstrip('.')}.")
