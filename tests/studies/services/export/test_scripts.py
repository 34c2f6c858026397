"""The scripts in an export: one table from Python and R, and the right one."""

import csv
import math
import subprocess
import sys
from itertools import combinations, product
from random import Random

import pytest
from scipy import stats

from studies.models.study import Purpose
from studies.services.export.scripts import analysis
from studies.services.export.writing import SCRIPTS
from studies.services.simulation.learners import create_learner
from studies.services.simulation.participants import SimulatedParticipant
from studies.services.simulation.transports import ServiceTransport
from tests.studies.factories import NOON, make_study
from tests.studies.services.export.reading import export, files_in

DETERMINISTIC = ("n", "n_undefined", "mean", "difference", "t")


def unpack(content, folder):
    for name, file in files_in(content).items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(file)


def write_tables(folder, tables):
    (folder / "data").mkdir()
    for name, rows in tables.items():
        path = folder / "data" / f"description-{name}_data.csv"
        with path.open("w", encoding="utf-8", newline="") as file:
            writer = csv.DictWriter(file, rows[0])
            writer.writeheader()
            writer.writerows(rows)


def make_tables(*, n_blocks, seed, outcome="learnt"):
    """Two arms against a reference, with people who left, were excluded or knew all."""
    random, arms = Random(seed), ["=GR", "LR", "RD"]
    tables = {"allocation": [], "sessions": [], "concepts": []}
    for number in range(1, 3 * n_blocks + 1):
        arm, block = arms[number % 3], (number + 2) // 3
        tables["allocation"].append({"place": number, "block": block, "arm": arm})
        for copy in range(0 if number % 11 == 0 else 2 if number % 13 == 0 else 1):
            add_person(tables, random, f"p{number}-{copy}", arm, number)
    tables["arms"] = [{"arm": arm, "is_reference": int(arm == "RD")} for arm in arms]
    study = {"primary_outcome": outcome, "fingerprint": "ab" * 32}
    return {**tables, "study": [study]}


def add_person(tables, random, name, arm, number):
    skill = random.random() * 0.6 + (0.3 if arm == "=GR" else 0.1)
    tables["sessions"].append(
        {
            "participant": name,
            "arm": arm,
            "place": number,
            "is_analysed": int(number % 7 != 0),
            "is_excluded": int(number % 5 == 0),
            "after_unlocking": ("", "0", "1")[number % 3],
        }
    )
    for concept in range(6):
        pre = int(number % 10 == 3 or random.random() < 0.2)
        post = int(random.random() < skill)
        pair = {"concept": concept, "pre": pre, "post": post}
        tables["concepts"].append({"participant": name, "arm": arm, **pair})


def run(folder, *command):
    done = subprocess.run(
        command, cwd=folder, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def run_python(folder):
    run(folder, sys.executable, SCRIPTS / "analysis.py", ".", "--out", "python.csv")
    return read_results(folder / "python.csv")


def run_r(folder):
    said = run(folder, "Rscript", SCRIPTS / "analysis.R", ".", "r.csv")
    return read_results(folder / "r.csv"), said


def read_results(path):
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def assert_same(ours, theirs):
    """Equal where nothing is drawn; else as near as two draws are to each other."""
    assert [(row["population"], row["arm"], row["note"]) for row in ours] == [
        (row["population"], row["arm"], row["note"]) for row in theirs
    ]
    for one, other in zip(ours, theirs, strict=True):
        for name in DETERMINISTIC:
            assert_close(one[name], other[name], within=1e-8)
        p, n = one["p_permutation"], float(one["n_draws"] or 0)
        error = math.sqrt(2 * float(p) * (1 - float(p)) / n) if p and n else 0
        assert_close(p, other["p_permutation"], within=4 * error + 1e-8)


def assert_close(one, other, *, within):
    assert bool(one) == bool(other)
    if one:
        assert float(one) == pytest.approx(float(other), abs=within, rel=0)


@pytest.fixture
def simulated(db, tmp_path):
    """The files of a study that simulated people took part in."""
    study = make_study(n_places=6, horizon=8, n_concepts=4, reference_arm="RD")
    for index in range(12):
        learner = create_learner(seed=3, index=index, drop_out=0.1)
        transport = ServiceTransport(NOON)
        SimulatedParticipant(study, learner, transport, person=f"s{index}").take_part()
    unpack(export(study, purpose=Purpose.SIMULATED), tmp_path)
    return tmp_path


def test_a_simulated_study_gives_the_same_table_in_python_and_r(simulated):
    ours = run_python(simulated)
    theirs, said = run_r(simulated)

    assert_same(ours, theirs)
    assert "Likelihood-ratio test" in said or "cannot be fitted" in said
    sessions = analysis.read_table(simulated, "sessions")
    known = [
        float(row["learnt"])
        for row in sessions
        if row["arm"] == "GR" and row["is_analysed"] == "1" and row["learnt"]
    ]
    assert float(ours[0]["mean"]) == pytest.approx(sum(known) / len(known), abs=1e-12)


@pytest.mark.parametrize(
    ("n_blocks", "outcome"), [(5, "learnt"), (8, "net_gain"), (30, "learnt")]
)
def test_python_and_r_agree(tmp_path, n_blocks, outcome):
    write_tables(tmp_path, make_tables(n_blocks=n_blocks, seed=4, outcome=outcome))

    ours = run_python(tmp_path)
    theirs, said = run_r(tmp_path)

    assert_same(ours, theirs)
    assert {row["n_draws"] for row in ours} - {""} == (
        {"9999"} if n_blocks == 30 else {"0"}
    )
    if n_blocks == 30:
        assert "Likelihood-ratio test of the arm: chi-square" in said


def test_the_exact_p_is_the_share_of_all_shuffles_within_blocks(tmp_path):
    write_tables(tmp_path, make_tables(n_blocks=8, seed=2))
    study = analysis.read_study(tmp_path)
    (row, *_) = analysis.analyse(study)

    people = [one for one in study.people if one.arm != "LR"]
    people = [one for one in people if not math.isnan(one.value)]
    ts = [welch_under(study, people, labels) for labels in all_labels(study)]
    observed = welch_under(study, people, {p["place"]: p["arm"] for p in study.places})

    assert row["t"] == pytest.approx(observed, abs=1e-12)
    extreme = [abs(t) >= abs(observed) - 1e-9 for t in ts]
    assert len(ts) == 2**8
    assert row["p_permutation"] == pytest.approx(sum(extreme) / len(ts), abs=1e-12)


def all_labels(study):
    """Every way to give a block's two places to its two arms."""
    blocks = {}
    for place in study.places:
        if place["arm"] != "LR":
            blocks.setdefault(place["block"], []).append(place["place"])
    for firsts in product(*(combinations(own, 1) for own in blocks.values())):
        first = {one for block in firsts for one in block}
        places = (one for own in blocks.values() for one in own)
        yield {place: study.arms[0] if place in first else "RD" for place in places}


def welch_under(study, people, labels):
    sides = [
        [one.value for one in people if labels[one.place] == arm] for arm in two(study)
    ]
    if min(map(len, sides)) < 2:
        return 0.0
    return stats.ttest_ind(*sides, equal_var=False).statistic


def two(study):
    return study.arms[0], study.reference


def test_what_cannot_differ_is_nought_and_what_never_varies_is_infinite():
    labels = analysis.np.array([[True, True, False, False]])
    cases = {(0, 0, 0, 0): 0.0, (1, 1, 0, 0): math.inf, (0, 0, 1, 1): -math.inf}
    for values, t in cases.items():
        with analysis.np.errstate(divide="ignore", invalid="ignore"):
            found = analysis.welch(labels, analysis.np.array(values, dtype=float))
        assert found.tolist() == [t]


@pytest.mark.parametrize(
    ("values", "adjusted"),
    [
        ([0.01, 0.04, 0.03], [0.03, 0.06, 0.06]),
        ([0.5, 0.9], [1.0, 1.0]),
        ([0.01, math.nan], [0.02, 1.0]),
    ],
)
def test_holm_steps_down(values, adjusted):
    assert analysis.holm(values) == pytest.approx(adjusted)


def test_too_few_people_are_not_tested(tmp_path):
    write_tables(tmp_path, make_tables(n_blocks=3, seed=1))

    rows = run_python(tmp_path)

    assert rows[0]["note"] == "too few people to test"
    assert rows[0]["p_permutation"] == ""
