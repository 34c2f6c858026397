from studies.services.monitoring.completions import DAY, HOUR, WEEK, count_completions
from tests.studies.factories import NOON, seconds

HOURS = 3600


def after(*hours):
    return [NOON + seconds(HOURS * hour) for hour in hours]


def counted(completed, until):
    return count_completions(
        completed, since=NOON, until=NOON + seconds(HOURS * until), n_target=10
    )


def test_hours_without_a_completion_are_there_too():
    found = counted(after(0.5, 0.7, 2.5), until=4)

    assert found.length == HOUR
    assert [period.n_completed for period in found.periods] == [2, 0, 1, 0, 0]
    assert [period.n_so_far for period in found.periods] == [2, 2, 3, 3, 3]
    assert found.percent == 30


def test_longer_times_are_counted_in_longer_periods():
    assert counted(after(1), until=72).length == DAY
    assert counted(after(1), until=24 * 100).length == WEEK


def test_a_late_completion_counts_though_the_study_is_over():
    assert counted(after(5), until=0).n_completed == 1


def test_before_anybody_came_there_is_nothing_to_count():
    found = count_completions([], since=None, until=NOON, n_target=10)

    assert (found.periods, found.n_completed) == ([], 0)
