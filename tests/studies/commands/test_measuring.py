"""The command that measures our own false alarms."""

import io
from functools import partial

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from studies.management.commands import measure_false_alarms
from studies.statistics.calibration import measuring

SCENARIOS = measuring.SCENARIOS[:2]


@pytest.fixture(autouse=True)
def _few_scenarios_and_a_rough_truth(monkeypatch):
    monkeypatch.setattr(measuring, "true_difference", lambda scenario: 0.1)
    few = partial(measuring.measure, scenarios=SCENARIOS)
    monkeypatch.setattr(measure_false_alarms, "measure", few)


def measured(**options):
    out = io.StringIO()
    call_command("measure_false_alarms", shuffles=19, jobs=1, stdout=out, **options)
    return out.getvalue()


def test_a_table_with_one_line_per_scenario_is_printed(capsys):
    lines = measured(studies=1).splitlines()

    assert len(lines) == 2 + len(SCENARIOS) + 1
    assert lines[0].startswith("| places | recruits | blocks | unrestricted | Welch |")
    assert lines[-1].startswith("| all 2 studies |")
    assert "2/2" in capsys.readouterr().err


def test_a_main_test_that_does_not_keep_its_level_fails(monkeypatch):
    # Nothing but an alarm in every study would do.
    monkeypatch.setattr(measuring, "limits", lambda n_studies: (1.0, 1.0))

    with pytest.raises(CommandError, match="false alarms"):
        measured(studies=1)


def test_a_measurement_that_was_interrupted_goes_on(tmp_path, capsys):
    whole = measured(studies=1, keep=tmp_path)
    kept = sorted(tmp_path.iterdir())
    kept[0].unlink()
    capsys.readouterr()

    again = measured(studies=1, keep=tmp_path)

    assert again == whole
    assert sorted(tmp_path.iterdir()) == kept
    assert "1/2" in capsys.readouterr().err


def test_what_was_measured_otherwise_is_not_gone_on_with(tmp_path):
    measured(studies=1, keep=tmp_path)
    measured(studies=2, keep=tmp_path)

    assert len(list(tmp_path.iterdir())) == 4


def test_no_cores_are_refused():
    with pytest.raises(CommandError, match="jobs must not be 0"):
        call_command("measure_false_alarms", studies=1, jobs=0)
