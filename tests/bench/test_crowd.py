"""A crowd that is measured misses its bar as soon as one reply is an error."""

import pytest

from bench.connection import Reply
from bench.crowd import percentile
from bench.participants import Record
from bench.ratios import Ratio, print_all


def heard(*statuses):
    record = Record(is_open=True)
    for status in statuses:
        record.hear(0.1, Reply("/s/token/", status, {}, b""))
    return record


@pytest.mark.parametrize("status", [404, 409, 429, 500, 503])
def test_whatever_is_refused_counts_as_an_error(status):
    assert heard(200, status, 302).errors == [f"status {status}"]


def test_a_line_that_breaks_counts_as_an_error():
    record = heard(200)
    record.fail("broken off")

    assert record.errors == ["broken off"]


def test_one_slow_reply_of_ten_is_seen_at_the_95th_percent():
    record = heard(*[200] * 10)
    record.seconds[3] = 2.0

    assert percentile(record, 95) > 1


def test_one_measure_that_misses_its_bar_fails_the_whole(capsys):
    held, missed = Ratio.at_most("errors", 0, 0), Ratio.at_most("errors", 1, 0)

    assert (print_all([held]), print_all([held, missed])) == (0, 1)
    assert "MISS errors" in capsys.readouterr().out
