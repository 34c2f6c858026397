"""A worker that is told to end."""

import os
import signal

import pytest
from django.db import connection

from studies.services.jobs.progress import STOPPING
from studies.services.jobs.worker import Worker

ENDING = (signal.SIGINT, signal.SIGTERM, signal.SIGQUIT)


@pytest.fixture
def worker():
    usual = {each: signal.getsignal(each) for each in ENDING}
    worker = Worker(interval=0)
    worker.configure_signals()
    yield worker
    STOPPING.clear()
    for each, handler in usual.items():
        signal.signal(each, handler)


@pytest.mark.sqlite_is_enough
@pytest.mark.django_db(transaction=True)
def test_who_is_told_to_end_while_a_transaction_begins_ends_it_first(worker):
    def end_after_beginning(execute, sql, *others):
        done = execute(sql, *others)
        if sql.startswith("BEGIN"):
            os.kill(os.getpid(), signal.SIGTERM)
        return done

    with connection.execute_wrapper(end_after_beginning):
        worker.run()

    assert not worker.running
    assert not connection.connection.in_transaction


def test_who_is_told_again_ends_at_once(worker):
    worker.shutdown(signal.SIGTERM, None)

    with pytest.raises(SystemExit):
        worker.shutdown(signal.SIGTERM, None)
