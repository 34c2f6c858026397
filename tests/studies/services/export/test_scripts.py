"""The scripts in an export: one table from Python and R, and the right one."""

import csv
import math
import os
import subprocess
import sys
from itertools import combinations, product
from random import Random

import numpy as np
import pytest
from scipy import stats

from studies.models import ExclusionDecision
from studies.models.study import Purpose
from studies.services.analysis.regrading import Wish, regrade_study
from studies.services.export.scripts import analysis, shuffling
from studies.services.export.writing import SCRIPTS
from studies.services.results.report import build_report, open_analysis
from tests.studies.factories import NOON
from tests.studies.services.export.reading import export, files_in
from tests.studies.services.results.played import close, make_played
from tests.studies.sharing import shared_rows

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite_is_enough]
DETERMINISTIC = ("n", "n_undefined", "mean", "difference", "t")
NAMES = ("test", "is_primary", "grading", "population", "arm", "note")


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


def make_tables(
    *, n_blocks, seed, outcome="learnt", test="welch", n_of_lr=90, n_empty=0
):
    """Two arms against a reference, with people who left, were excluded or knew all."""
    random, arms = Random(seed), ["=GR", "LR", "RD"]
    names = ("allocation", "sessions", "concepts", "exclusions", "regradings")
    tables = {name: [] for name in names}
    for number in range(1, 3 * n_blocks + 1):
        arm, block = arms[number % 3], (number + 2) // 3
        tables["allocation"].append({"place": number, "block": block, "arm": arm})
        for copy in range(0 if number % 11 == 0 else 2 if number % 13 == 0 else 1):
            add_person(tables, random, f"p{number}-{copy}", arm, number)
            if arm == "LR" and number > n_of_lr:
                tables["sessions"][-1]["is_analysed"] = 0
    for number in range(3 * n_blocks + 1, 3 * (n_blocks + n_empty) + 1):
        place = {"place": number, "block": (number + 2) // 3, "arm": arms[number % 3]}
        tables["allocation"].append(place)
    tables["arms"] = [{"arm": arm, "is_reference": int(arm == "RD")} for arm in arms]
    study = {"primary_outcome": outcome, "primary_test": test}
    return {**tables, "study": [{**study, "fingerprint": "ab" * 32}]}


def add_person(tables, random, name, arm, number):
    skill = random.random() * 0.6 + (0.3 if arm == "=GR" else 0.1)
    who = {"participant": name, "arm": arm}
    tables["sessions"].append(
        {**who, "place": number, "is_analysed": int(number % 7 != 0)}
    )
    for concept in range(6):
        pre = int(number % 10 == 3 or random.random() < 0.2)
        post = int(random.random() < skill)
        at = {"position": concept, "concept": concept}
        tables["concepts"].append({**who, **at, "pre": pre, "post": post})
    if number % 5 == 0:
        add_decision(tables, name, excludes=1, late=int(number % 2))
    if number % 15 == 0:
        add_decision(tables, name, excludes=0, late=1)
    for phase in ("prequiz", "learning", "postquiz"):
        verdict = {"regrading": 1, "participant": name, "phase": phase}
        tables["regradings"].append(
            {**verdict, "position": number % 6, "regraded": number % 2}
        )


def add_decision(tables, name, *, excludes, late):
    tables["exclusions"].append(
        {"participant": name, "excludes": excludes, "after_unlocking": late}
    )


def run(folder, *command, **variables):
    done = subprocess.run(
        command,
        cwd=folder,
        env={**os.environ, **variables},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def run_python(folder):
    analysis.main([str(folder), "--out", str(folder / "python.csv")])
    return read_results(folder / "python.csv")


def run_python_alone(folder):
    """The program, where statsmodels is not installed."""
    (folder / "statsmodels.py").write_text("raise ImportError")
    command = (sys.executable, SCRIPTS / "analysis.py", ".", "--out", "python.csv")
    run(folder, *command, PYTHONPATH=str(folder))
    return read_results(folder / "python.csv")


def run_r(folder, **variables):
    said = run(folder, "Rscript", SCRIPTS / "analysis.R", ".", "r.csv", **variables)
    return read_results(folder / "r.csv"), said


def run_r_alone(folder):
    """The program where R has no more than its own packages: lme4 loads slowly."""
    (folder / "profile").write_text('.libPaths("", include.site = FALSE)\n')
    table, said = run_r(folder, R_PROFILE_USER=str(folder / "profile"))
    assert "lme4 is not installed." in said
    return table


def without_gee(rows):
    return [row for row in rows if row["test"] != "gee"]


def read_results(path):
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def assert_same(ours, theirs):
    """Equal where nothing is drawn; else as near as two draws are to each other."""
    assert [[row[name] for name in NAMES] for row in ours] == [
        [row[name] for name in NAMES] for row in theirs
    ]
    for one, other in zip(ours, theirs, strict=True):
        for name in DETERMINISTIC:
            assert_close(one[name], other[name], within=1e-8)
        assert_near(one, other)


def assert_near(one, other):
    """What shuffles say: exactly the same, or within four errors of their drawing."""
    is_drawn = float(one["n_draws"] or 0) > 0
    for name in ("low", "high"):
        reach = (float(one["high"]) - float(one["low"])) if one["low"] else 0
        assert_close(one[name], other[name], within=0.03 * reach if is_drawn else 1e-8)
    p = float(one["p"] or 0)
    error = 4 * math.sqrt(2 * p * (1 - p) / 9999) if is_drawn else 0
    assert_close(one["p"], other["p"], within=error + 1e-8)
    assert_close(one["p_holm"], other["p_holm"], within=2 * error + 1e-8)


def assert_close(one, other, *, within):
    assert bool(one) == bool(other), (one, other)
    if one:
        assert float(one) == pytest.approx(float(other), abs=within, rel=0)


def test_python_and_r_agree_where_all_shuffles_are_tried(tmp_path):
    # With blocks that hold nobody there are no more shuffles than without.
    options = {"outcome": "net_gain", "test": "ancova", "n_of_lr": 1, "n_empty": 9}
    write_tables(tmp_path, make_tables(n_blocks=10, seed=4, **options))

    told = run_python_alone(tmp_path)
    ours = without_gee(told)

    assert_same(ours, run_r_alone(tmp_path))
    assert {row["n_draws"] for row in ours} - {""} == {"0"}
    assert {row["note"] for row in ours} == {"", "too few people to test"}
    assert {row["note"] for row in told} - {"", "too few people to test"} == {
        "needs statsmodels"
    }


def test_python_and_r_agree_where_shuffles_are_drawn(tmp_path):
    write_tables(tmp_path, make_tables(n_blocks=30, seed=4, outcome="gained"))

    ours = without_gee(run_python(tmp_path))
    theirs, said = run_r(tmp_path)

    assert_same(ours, theirs)
    assert {row["n_draws"] for row in ours} - {""} == {"9999"}
    assert {row["note"] for row in ours} == {""}
    assert "Likelihood-ratio test of the arm: chi-square" in said
    assert f"\n{count_modelled(tmp_path)} people, " in said


def count_modelled(folder):
    """Whom a model over concepts wrong at prequiz is about: nobody who is excluded."""
    people = analysis.read_study(folder).people["as graded"]
    kept = [person for person in people if not person.is_excluded]
    assert len(kept) < len(people)
    return sum(
        any(not before for before, _ in person.pairs.values()) for person in kept
    )


@pytest.fixture(scope="module")
def told(django_db_setup, django_db_blocker, tmp_path_factory):
    """What page, Python and R say of a study of three arms: some left, one is excluded,
    another was excluded late, and all were graded again.
    """
    folder = tmp_path_factory.mktemp("told")
    with shared_rows(django_db_blocker, "told"):
        study = make_played(24, teachers=("GR", "LR", "RD"))
        early, late, *_ = study.sessions.filter(completed_at__isnull=False)
        exclude(early, after_unlocking=False)
        exclude(late, after_unlocking=False, after_seeing_outcomes=True)
        wish = Wish(level="strict", article_rule="ignore", purpose="real")
        regrade_study(study=study, wish=wish, who="ada", now=NOON)
        report = build_report(open_analysis(close(study), purpose=Purpose.REAL))
        unpack(export(study), folder)
    return report, run_python(folder), run_r_alone(folder)


def exclude(session, **when):
    ExclusionDecision.objects.create(
        session=session, is_excluded=True, at=NOON, who="ada", **when
    )


def test_a_simulated_study_gives_the_same_table_in_python_and_r(told):
    _, ours, theirs = told

    assert_same(without_gee(ours), theirs)


@pytest.mark.parametrize(
    ("part", "table", "line", "which"),
    [
        ("comparisons", "comparisons", {}, {"is_primary": "1", "test": "welch"}),
        ("comparisons", "ancova", {}, {"test": "ancova"}),
        (
            "populations",
            "populations",
            {"populations": "With those excluded"},
            {"population": "with those excluded"},
        ),
        ("grading", "grading", {"grading": "regrading"}, {"grading": "regrading 1"}),
    ],
)
def test_the_page_says_what_the_scripts_say(told, part, table, line, which):
    report, ours, _ = told
    which = {"grading": "as graded", **which}
    (shown,) = [one for one in report.part(part).tables if one.key == table]
    lines = [
        row
        for row in shown.dicts()
        if all(str(row[key]).startswith(begin) for key, begin in line.items())
    ]
    found = [
        row
        for row in ours
        if row["p"] and all(row[key] == value for key, value in which.items())
    ]

    assert [row["arm"] for row in found] == [row["arm"] for row in lines]
    for mine, page in zip(found, lines, strict=True):
        assert mine["n"] == str(page["n"])
        assert_close(mine["difference"], str(page["difference"]), within=1e-8)
        texts = {key: str(page[key]) for key in ("low", "high", "p")}
        assert_near(mine, {**texts, "p_holm": str(page["holm"])})


def test_the_page_says_what_the_scripts_gee_says(told):
    report, ours, _ = told
    (gee,) = [one for one in report.part("comparisons").tables if one.key == "gee"]
    found = [row for row in ours if row["test"] == "gee" and row["p"]]

    assert [row["arm"] for row in found] == [row["arm"] for row in gee.dicts()]
    for mine, page in zip(found, gee.dicts(), strict=True):
        assert_close(mine["p"], str(page["p"]), within=1e-8)
        assert math.exp(float(mine["difference"])) == pytest.approx(page["odds_ratio"])


def test_the_exact_p_is_the_share_of_all_shuffles_within_blocks(tmp_path):
    write_tables(tmp_path, make_tables(n_blocks=8, seed=2))
    study = analysis.read_study(tmp_path)
    (row, *_) = analysis.compare(
        study, study.people["as graded"], "welch", "as graded", "everybody"
    )

    people = [one for one in study.people["as graded"] if one.arm != "LR"]
    people = [one for one in people if not math.isnan(one.value)]
    ts = [welch_under(study, people, labels) for labels in all_labels(study)]
    observed = welch_under(study, people, {p["place"]: p["arm"] for p in study.places})

    assert row["t"] == pytest.approx(observed, abs=1e-12)
    extreme = [abs(t) >= abs(observed) - 1e-9 for t in ts]
    assert len(ts) == 2**8
    assert row["p"] == pytest.approx(sum(extreme) / len(ts), abs=1e-12)


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


@pytest.mark.parametrize(
    ("values", "t"),
    [((0, 0, 0, 0), 0.0), ((1, 1, 0, 0), math.inf), ((0, 0, 1, 1), -math.inf)],
)
def test_what_cannot_differ_is_nought_and_what_never_varies_is_infinite(values, t):
    both = shuffling.Comparison(
        blocks=np.zeros(4, dtype=int),
        is_first=np.array([True, True, False, False]),
        at_place=np.arange(4),
        values=np.array(values, dtype=float),
        basis=shuffling.make_basis(np.zeros(4)),
    )

    assert both.test(seed=0)["t"] == t


@pytest.mark.parametrize(
    ("values", "adjusted"),
    [
        ([0.01, 0.04, 0.03], [0.03, 0.06, 0.06]),
        ([0.5, 0.9], [1.0, 1.0]),
        ([0.01, math.nan, 0.02], [0.02, math.nan, 0.02]),
    ],
)
def test_holm_steps_down(values, adjusted):
    assert shuffling.holm(values) == pytest.approx(adjusted, nan_ok=True)
