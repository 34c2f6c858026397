import csv
import json

import pytest

from teaching.__main__ import main

from .answers import answers_of_different_people


@pytest.fixture(scope="module")
def table(tmp_path_factory):
    """Answers of 30 simulated people, as an export would have them."""
    told = answers_of_different_people((4, 1.3, 0), spread=0.4, n_people=30)
    path = tmp_path_factory.mktemp("export") / "responses.csv"
    with path.open("w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(
            ["participant", "phase", "step", "concept", "level", "recalled"]
        )
        for row, step in enumerate(told.steps):
            concept = int(told.concepts.names[told.concepts.numbers[row]])
            level = "common" if concept < 7 else "rare"
            person, right = told.people.numbers[row], int(told.recalls[row])
            writer.writerow([f"p{person}", "learning", step, concept, level, right])
    return str(path)


def test_the_fit_is_printed_with_losses_and_calibration(table, capsys):
    assert main(["fit", table, "--by", "level"]) == 0

    out = capsys.readouterr().out
    assert "750 of 1200 answers of 30 people tell something." in out
    assert "People differ by a spread of 0." in out
    assert [line.split()[0] for line in out.splitlines()[4:6]] == ["common", "rare"]
    assert "(6, 2, 0)" in out
    assert "foretold  observed" in out


def test_files_say_the_same(table, tmp_path, capsys):
    assert main(["fit", table, "--json", "--out", str(tmp_path)]) == 0

    told = json.loads(capsys.readouterr().out)
    assert json.loads((tmp_path / "fit.json").read_text()) == told
    with (tmp_path / "theta.csv").open() as file:
        (row,) = csv.DictReader(file)
    assert float(row["a_low"]) == told["groups"][0]["a"]["low"] < float(row["a"])
    assert (tmp_path / "calibration.svg").exists()
    with (tmp_path / "calibration.csv").open() as file:
        assert len(list(csv.DictReader(file))) == len(told["calibration"]) == 10


def test_too_few_data_are_refused_in_one_sentence(table, tmp_path, capsys):
    few = tmp_path / "few.csv"
    with open(table) as file:
        few.write_text("".join(file.readlines()[:60]))

    assert main(["fit", str(few)]) == 2

    assert capsys.readouterr().err.startswith("teaching fit: too few data: ")


def test_a_file_that_is_not_there_is_named(capsys):
    assert main(["fit", "nowhere.csv"]) == 2

    assert "nowhere.csv" in capsys.readouterr().err
