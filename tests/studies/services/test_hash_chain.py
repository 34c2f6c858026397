"""The chained log: whatever is changed or dropped shows."""

import pytest

from studies.services.hash_chain import find_log_fault
from tests.studies.factories import NOON

pytestmark = pytest.mark.django_db


def test_the_log_of_a_session_is_whole(finished):
    session = finished.session

    assert find_log_fault(session) == ""
    assert session.log.count() == session.log_length > 20


@pytest.mark.parametrize(
    "change",
    [
        {"payload": "{}"},
        {"at": NOON.replace(year=2020)},
        {"kind": "served"},
        {"payload_digest": "0" * 64},
        {"salt": "0" * 32},
    ],
)
def test_one_changed_field_breaks_the_log(finished, change):
    entry = finished.session.log.get(number=5)
    assert all(getattr(entry, name) != value for name, value in change.items())
    finished.session.log.filter(number=5).update(**change)

    assert "log entry 5 " in find_log_fault(finished.session)


def test_a_dropped_entry_breaks_the_log(finished):
    finished.session.log.filter(number=4).delete()

    assert "log entry 4 " in find_log_fault(finished.session)


def test_a_cut_end_breaks_the_log(finished):
    session = finished.session
    session.log.filter(number=session.log_length).delete()

    assert "ends" in find_log_fault(session)
