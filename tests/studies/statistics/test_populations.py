import numpy as np
import pytest

from studies.statistics.populations import SENSITIVITY, People, Population, values_in

NAN = np.nan
VALUES = np.array([0.1, 0.2, 0.3, 0.4, 0.5, NAN, NAN])


def flags(*people):
    return np.isin(np.arange(7), people)


PEOPLE = People(
    has_postquiz=~flags(5, 6),
    followed_protocol=~flags(1),
    is_over_full=flags(2),
    is_excluded=flags(3),
    is_excluded_late=flags(4),
    is_inside=flags(6),
)


@pytest.mark.parametrize(
    ("population", "expected"),
    [
        (Population.ALLOCATED, [0.1, 0.2, 0.3, NAN, 0.5, NAN, NAN]),
        (Population.WITH_EXCLUDED, [0.1, 0.2, 0.3, 0.4, 0.5, NAN, NAN]),
        (Population.PER_PROTOCOL, [0.1, NAN, 0.3, NAN, 0.5, NAN, NAN]),
        (Population.WITHOUT_OVER_FULL, [0.1, 0.2, NAN, NAN, 0.5, NAN, NAN]),
        (Population.LEAVERS_AS_ZERO, [0.1, 0.2, 0.3, NAN, 0.5, 0.0, NAN]),
        (Population.LATE_EXCLUSIONS, [0.1, 0.2, 0.3, NAN, NAN, NAN, NAN]),
    ],
)
def test_a_population_leaves_out_whom_its_name_says(population, expected):
    found = values_in(population, VALUES, PEOPLE)

    assert found == pytest.approx(expected, nan_ok=True)


def test_late_exclusions_enter_the_sensitivity_table_alone():
    late = {p for p in Population if np.isnan(values_in(p, VALUES, PEOPLE)[4])}

    assert late == {Population.LATE_EXCLUSIONS} <= set(SENSITIVITY)
    assert Population.ALLOCATED not in SENSITIVITY


def test_somebody_who_knew_everything_before_stays_undefined_as_a_stayer():
    values = np.where(flags(0), NAN, VALUES)

    assert np.isnan(values_in(Population.LEAVERS_AS_ZERO, values, PEOPLE)[0])
