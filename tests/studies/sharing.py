"""Rows that all tests of a module share, made once."""

from contextlib import contextmanager
from itertools import count
from uuid import NAMESPACE_OID, uuid5

import pytest
from django.db import transaction

from studies.services.decks.content import load_content
from studies.services.enrolment import beginning


@contextmanager
def shared_rows(blocker, name):
    """What is made inside stays until the end of the block; each test adds its own.

    Sessions have the same ids in every run, as in every test.
    """
    numbers = count()
    load_content.cache_clear()
    with blocker.unblock(), transaction.atomic():
        with pytest.MonkeyPatch.context() as patch:
            ids = (uuid5(NAMESPACE_OID, f"{name}-{number}") for number in numbers)
            patch.setattr(beginning, "uuid4", lambda: next(ids))
            yield
        transaction.set_rollback(True)
