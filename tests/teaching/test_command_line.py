import io
import json
import subprocess
import sys

import pytest

from teaching import TEACHERS
from teaching.__main__ import main
from teaching.commands import commands
from teaching.figures import FIGURES

TOY = "[[2.5,2.5,1.26],[1,1,-1],[0.08,0.08,-0.88]]"


def run(capsys, *arguments):
    try:
        code = main(arguments)
    except SystemExit as stop:
        code = stop.code
    captured = capsys.readouterr()
    return code, captured.out, captured.err


def test_simulate_prints_one_table(capsys):
    code, out, _ = run(capsys, "simulate", "--trials", "20", "--horizon", "20")

    assert code == 0
    assert [line.split()[0] for line in out.splitlines()[1:]] == [
        "GR",
        "LR",
        "RR",
        "RD",
    ]


def test_simulate_prints_json(capsys):
    code, out, _ = run(
        capsys, "simulate", "--json", "--trials", "9", "--teachers", "GR, RD"
    )

    rows = json.loads(out)
    assert code == 0
    assert [row["teacher"] for row in rows] == ["GR", "RD"]
    assert all(0 < row["objective"]["mean"] < 1 for row in rows)
    assert all(row["future_recall"]["standard_error"] > 0 for row in rows)


def test_one_trial_has_no_standard_error(capsys):
    _, table, _ = run(capsys, "simulate", "--trials", "1", "--teachers", "GR")
    _, out, _ = run(capsys, "simulate", "--trials", "1", "--teachers", "GR", "--json")

    assert "±" not in table
    assert json.loads(out)[0]["objective"]["standard_error"] is None


def test_simulate_takes_what_teachers_believe(capsys):
    arguments = ["simulate", "--json", "--theta", "5xeasy,5xhard", "--teachers", "GR"]
    _, true, _ = run(capsys, *arguments)
    _, believed, _ = run(capsys, *arguments, "--belief", "10xrobust", "--no-repeat")

    assert true != believed


def test_next_decides_and_explains(capsys):
    code, out, _ = run(
        capsys,
        *("next", "--theta", "2xeasy,2xhard", "--horizon", "9"),
        *("--history", "[[0, false], [2, true]]"),
    )

    decision = json.loads(out)
    scores = {entry["concept"]: entry["score"] for entry in decision["scores"]}
    assert code == 0
    assert decision["concept"] in decision["tied"]
    assert set(scores) == {0, 1, 2, 3}
    assert scores[decision["concept"]] == max(scores[c] for c in (0, 1, 3))
    assert 0 <= decision["draw"] < 1
    assert decision["version"].startswith("GR-")


def test_next_reads_a_history_from_standard_input(capsys, monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.StringIO("[[0, true]]"))

    code, out, _ = run(
        capsys, "next", "--theta", "2xeasy", "--horizon", "9", "--history", "-"
    )

    assert code == 0
    assert json.loads(out)["concept"] == 1


def test_long_inputs_come_from_files(capsys, tmp_path):
    theta, history = tmp_path / "theta.json", tmp_path / "history.json"
    theta.write_text(json.dumps([[10, 5, 0]] * 5000))
    history.write_text("[[4999, false]]")

    code, out, _ = run(
        capsys,
        *("next", "--theta", f"@{theta}", "--horizon", "9"),
        *("--history", f"@{history}"),
    )

    assert code == 0
    assert len(json.loads(out)["scores"]) == 2


def test_a_reader_that_stops_early_is_no_error():
    command = f"{sys.executable} -m teaching simulate --json --trials 3 | head -c 1"

    result = subprocess.run(
        command, shell=True, capture_output=True, text=True, check=False
    )

    assert result.stdout == "["
    assert result.stderr == ""


def test_next_writes_json_that_every_language_reads(capsys):
    _, out, _ = run(
        capsys, "next", "--theta", "3xeasy", "--horizon", "9", "--teacher", "LR"
    )

    def refuse(constant):
        raise AssertionError(f"{constant} is not JSON")

    decision = json.loads(out, parse_constant=refuse)
    assert {entry["score"] for entry in decision["scores"]} == {None}


def test_next_allows_repeats_if_told_to(capsys):
    arguments = ["next", "--theta", "[[0,0,-9],[0,0,-20]]", "--horizon", "9"]
    arguments += ["--history", "[[0,false]]"]

    _, banned, _ = run(capsys, *arguments)
    _, allowed, _ = run(capsys, *arguments, "--allow-repeat")

    assert json.loads(banned)["concept"] == 1
    assert json.loads(allowed)["concept"] == 0


def test_toy_prints_the_numbers_of_the_notes(capsys):
    _, out, _ = run(capsys, "toy")

    assert all(number in out for number in ("0.62206", "0.63694", "0.57570"))
    assert all(number in out for number in ("0.977", "0.479"))


def test_guarantee_prints_bounds(capsys):
    code, out, _ = run(capsys, "guarantee", "--theta", TOY, "--horizon", "15")
    _, as_json, _ = run(
        capsys, "guarantee", "--theta", TOY, "--horizon", "15", "--json"
    )

    assert code == 0
    assert "0.4786" in out
    assert json.loads(as_json)["bound"] == pytest.approx(0.4786, abs=1e-4)
    assert json.loads(as_json)["curvature"][0] is None


def test_figures_draws_what_is_asked_for(capsys, tmp_path):
    code, out, err = run(
        capsys,
        *("figures", "--only", "ceiling", "--jobs", "1"),
        *("--out", str(tmp_path / "new")),
    )

    assert code == 0
    assert sorted(path.name for path in (tmp_path / "new").iterdir()) == [
        "ceiling.csv",
        "ceiling.pdf",
        "ceiling.png",
        "ceiling.svg",
    ]
    assert "ceiling.svg" in out
    assert "100%" in err


def test_every_figure_can_be_asked_for_by_name(capsys):
    _, out, _ = run(capsys, "figures", "--help")

    assert "{" + ",".join(FIGURES) + "}" in out


@pytest.mark.parametrize("command", commands())
def test_every_command_has_help_with_an_example(command, capsys):
    code, out, _ = run(capsys, command, "--help")

    assert code == 0
    assert f"example:\n  python -m teaching {command}" in out


SWEEP = ["sweep", "--jobs", "1"]
NEXT = ["next", "--theta", "3xeasy", "--horizon", "5"]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ([*NEXT, "--history", "[[7, true]]"], "names concept 7, but the 3 concepts"),
        ([*NEXT, "--history", "[[0, true, 1]]"], "a pair [concept, recalled]"),
        ([*NEXT, "--history", "{"], "history must be JSON"),
        ([*NEXT, "--history", "7"], "history must be JSON"),
        ([*NEXT, "--history", '[["a", true]]'], "concepts must be whole numbers"),
        ([*NEXT, "--history", "[[0, 5]]"], "recalls must be true or false"),
        ([*NEXT, "--history", str([[0, 1]] * 6).lower()], "horizon must be at least"),
        ([*NEXT, "--history", str([[0, 1]] * 5)], "all 5 steps of the session"),
        ([*NEXT, "--teacher", "XX"], "there is no teacher 'XX'; the teachers are GR"),
        ([*NEXT, "--seed", "-1"], "seed must be a whole number"),
        (["next", "--theta", "[[1, 2]]", "--horizon", "5"], "shape (n_concepts, 3)"),
        (["next", "--theta", "[[1, 2, NaN]]", "--horizon", "5"], "[1.0, 2.0, nan]"),
        (["next", "--theta", "[[1, 2", "--horizon", "5"], "theta is not valid JSON"),
        (["next", "--theta", "3xfun", "--horizon", "5"], "'3xfun' is neither"),
        (["next", "--theta", "0xeasy", "--horizon", "5"], "got (0,)"),
        (["next", "--theta", "3xeasy", "--horizon", "ten"], "invalid int value: 'ten'"),
        (["next", "--theta", "3xeasy"], "required: --horizon"),
        (["simulate", "--teachers", "GR,YY"], "there is no teacher 'YY'"),
        (["simulate", "--trials", "0"], "trials must be a whole number from 1 on"),
        (["simulate", "--belief", ""], "'' is neither"),
        (["simulate", "--horizon", "10000000000000"], "more memory than there is"),
        (["simulate", "--horizon", "1" + 400 * "0"], "must be at most 1e+15 steps"),
        (["simulate", "--trials", "1" + 400 * "0"], "trials must be a whole number"),
        (["simulate", "--delay", "1" + 400 * "0"], "delay must be a whole number"),
        ([*NEXT[:-1], "1" + 400 * "0"], "must be at most 1e+15 steps"),
        (["guarantee", "--theta", TOY, "--horizon", "9999"], "steps are possible"),
        ([*NEXT, "--history", "null"], "history must be JSON"),
        ([*NEXT, "--history", "{}"], "history must be JSON"),
        ([*NEXT, "--history", "[" * 100_000], "history must be JSON"),
        ([*NEXT, "--history", "@/nowhere"], "No such file or directory: /nowhere"),
        (["next", "--theta", "[" * 100_000, "--horizon", "5"], "nested too deeply"),
        (["next", "--theta", "99999999999xeasy", "--horizon", "5"], "too many"),
        (["next", "--theta", "٣xeasy", "--horizon", "5"], "is neither"),
        (["next", "--theta", '[["1","2","3"]]', "--horizon", "5"], "three numbers"),
        (["simulate", "--belief", "3xeasy"], "a row for each of the 20 concepts"),
        (["guarantee", "--theta", "3xeasy", "--horizon", "5"], "only where a = b"),
        (["figures", "--trials", "1"], "trials must be at least 2"),
        (["figures", "--jobs", "0"], "jobs must not be 0"),
        (["figures", "--seed", "-1"], "seed must be a whole number"),
        (["figures", "--out", "/dev/null/x"], "Not a directory"),
        ([*SWEEP, "--trials", "1"], "trials must be at least 2"),
        ([*SWEEP, "--n", "10,"], "n must be whole numbers from 1 on"),
        ([*SWEEP, "--horizon", "40,0"], "horizon must be whole numbers from 1 on"),
        ([*SWEEP, "--horizon", "1" + 400 * "0"], "must be at most 1e+15 steps"),
        ([*SWEEP, "--horizon", "1" + 5000 * "0"], "horizon must be whole numbers"),
        ([*SWEEP, "--kinds", "easy,fun"], "kinds are easy, hard, robust, got 'fun'"),
        ([*SWEEP, "--teachers", "GR,YY"], "there is no teacher 'YY'"),
        ([*SWEEP, "--jobs", "0"], "jobs must not be 0"),
        ([*SWEEP, "--cluster", "nowhere:x"], "no Dask scheduler answers at nowhere:x"),
        (["nonsense"], "invalid choice: 'nonsense'"),
        ([], "required: COMMAND"),
    ],
)
def test_wrong_input_gets_one_clear_sentence(arguments, sentence, capsys):
    code, out, err = run(capsys, *arguments)

    assert code == 2
    assert out == ""
    assert err.count("\n") == 1
    assert sentence in err


def test_an_interruption_ends_with_one_word(capsys, monkeypatch):
    def interrupt(options):
        raise KeyboardInterrupt

    monkeypatch.setattr("teaching.commands.toy.run", interrupt)

    code, _, err = run(capsys, "toy")

    assert (code, err) == (130, "\nteaching toy: interrupted\n")


def test_it_runs_as_a_program():
    command = [sys.executable, "-m", "teaching", *NEXT, "--history", "[[9, true]]"]

    result = subprocess.run(command, capture_output=True, text=True, check=False)

    assert result.returncode == 2
    assert result.stderr.startswith("teaching next: the history names concept 9")


def test_certify_prints_the_bound_and_what_each_teacher_reaches(capsys):
    code, out, _ = run(capsys, "certify", "--theta", "3xeasy,3xhard", "--horizon", "12")

    lines = out.splitlines()
    assert code == 0
    assert lines[0].startswith("No teacher reaches more than 0.")
    assert [line.split()[0] for line in lines[2:]] == list(TEACHERS)


def test_certify_prints_json(capsys):
    code, out, _ = run(
        capsys,
        *("certify", "--theta", "2xhard", "--horizon", "5", "--json"),
        *("--later", "1", "--trials", "9", "--teachers", "PR"),
    )

    said = json.loads(out)
    assert code == 0
    assert len(said["prices"]) == 5
    assert said["shares"]["PR"]["low"] <= said["shares"]["PR"]["mean"]
