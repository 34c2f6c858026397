import os
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import numpy as np
import pytest
import tomli_w

from teaching import HARD, check_model, check_teacher, simulate
from teaching.__main__ import main

ROOT = Path(__file__).parents[2]
TEACHING = (ROOT / "docs" / "teaching.md").read_text(encoding="utf-8")
PAGES = [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")]
MAPS = [ROOT / "docs" / "architecture.md", *ROOT.glob("docs/decisions/*.md")]
NAME = re.compile(r"`((?:config|locale|static|studies|teaching|templates|tests)/\S*)`")
SNIPPETS = re.findall(r"```python\n(.*?)```", TEACHING, re.DOTALL)
COMMANDS = re.findall(r"^    python -m teaching (.*)$", TEACHING, re.MULTILINE)


def names_in(snippet):
    names = {}
    exec(snippet, names)
    return names


def test_the_first_example_runs():
    assert names_in(SNIPPETS[0])["decision"].concept == 1


def test_the_example_of_a_simulation_runs():
    names = names_in(SNIPPETS[1])

    assert len(names["session"]) == 40
    assert set(names["outcomes"]) == {"GR", "never twice in a row", "in turn"}


def test_the_example_teacher_keeps_its_promises():
    check_teacher(names_in(SNIPPETS[2])["LeastPractisedTeacher"])


def test_the_example_memory_model_keeps_its_promises():
    check_model(names_in(SNIPPETS[3])["EbbinghausModel"](4))


def test_the_example_of_other_memories_is_true():
    names = names_in(SNIPPETS[4])

    _, juice, dog = names["gains"]
    assert juice > dog
    assert names["before"].tolist() == [0.25] * 3


def test_the_example_of_a_sweep_runs():
    assert len(set(names_in(SNIPPETS[5])["means"])) == 3


@pytest.fixture(scope="module")
def package(tmp_path_factory):
    """A copy of the package in which the guide's examples are two more files."""
    root = tmp_path_factory.mktemp("guide")
    folder = root / "teaching"
    shutil.copytree(ROOT / "teaching", folder)
    (folder / "teachers" / "least_practised.py").write_text(SNIPPETS[2])
    (folder / "memory" / "ebbinghaus.py").write_text(SNIPPETS[3])
    known = folder / "teachers" / "__init__.py"
    register = known.read_text().replace(
        "    for teacher in (\n",
        "    for teacher in (\n        LeastPractisedTeacher,\n",
    )
    line = "from teaching.teachers.least_practised import LeastPractisedTeacher\n"
    known.write_text(line + register)
    return root


def test_the_examples_work_inside_the_package(package):
    program = (
        "from teaching import create_teacher, play_session\n"
        "from teaching.memory.ebbinghaus import EbbinghausModel\n"
        "model = EbbinghausModel(3)\n"
        "lp = create_teacher('LP', model=model, horizon=6, seed=1, enough=2)\n"
        "print(sorted(play_session(lp, truth=model).concepts))"
    )

    done = run_in(package, sys.executable, "-c", program)

    assert done.stdout == "[0, 0, 1, 1, 2, 2]\n", done.stderr


def test_the_examples_keep_the_import_contracts(package):
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text())
    contracts = [
        contract
        for contract in settings["tool"]["importlinter"]["contracts"]
        if contract["name"].startswith(("teaching needs", "imports in teaching"))
    ]
    linter = {
        "root_packages": ["teaching"],
        "include_external_packages": True,
        "contracts": contracts,
    }
    (package / "pyproject.toml").write_text(
        tomli_w.dumps({"tool": {"importlinter": linter}})
    )

    done = run_in(package, Path(sys.executable).with_name("lint-imports"), "--no-cache")

    assert "Contracts: 2 kept, 0 broken." in done.stdout, done.stdout + done.stderr


def run_in(folder, *command):
    environment = {**os.environ, "PYTHONPATH": str(folder)}
    return subprocess.run(
        command,
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_of_the_guide_runs(command, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    if command.startswith("fit"):
        _export(tmp_path / "responses.csv")

    assert main([*shlex.split(command), *_quickly(command)]) == 0


def _export(path):
    """Learning cards of twenty simulated people, as the app would export them."""
    played = simulate(["RD"], truth=[HARD] * 15, horizon=40, trials=20)["RD"]
    lines = ["participant,phase,step,concept,recalled\n"]
    for (person, step), concept in np.ndenumerate(played.concepts):
        recalled = int(played.recalls[person, step])
        lines.append(f"p{person},learning,{step + 1},{concept},{recalled}\n")
    path.write_text("".join(lines))


def _quickly(command):
    """Sweeps and figures have tests of their own; here the smallest will do."""
    small = ["--trials", "2", "--jobs", "1"]
    return {"figures": [*small, "--only", "ceiling"], "sweep": small}.get(
        command.split()[0], []
    )


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_between_pages_lead_somewhere(page):
    links = re.findall(r"\]\((?!https?:)([^)#]+)", page.read_text(encoding="utf-8"))

    assert [link for link in links if not (page.parent / link).exists()] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_into_a_page_lead_to_a_heading(page):
    links = re.findall(r"\]\(([^):#]+)#([^)]+)\)", page.read_text(encoding="utf-8"))

    assert [
        link for link in links if link[1] not in headings(page.parent / link[0])
    ] == []


def headings(page):
    found = re.findall(r"^#+ (.*)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", text).lower().replace(" ", "-") for text in found}


@pytest.mark.parametrize("page", MAPS, ids=lambda page: page.name)
def test_every_file_that_a_map_names_exists(page):
    names = NAME.findall(page.read_text(encoding="utf-8"))

    assert [name for name in names if not (ROOT / name).exists()] == []


def test_every_decision_is_in_the_index():
    index = (ROOT / "docs" / "decisions" / "README.md").read_text(encoding="utf-8")
    records = [path.name for path in ROOT.glob("docs/decisions/0*.md")]

    assert [name for name in records if f"({name})" not in index] == []


def test_every_attack_in_the_guide_is_tried_by_a_test_that_exists():
    guide = (ROOT / "docs" / "security.md").read_text(encoding="utf-8")
    named = re.findall(r"`(tests/[\w/]+\.py)::(\w+)`", guide)

    assert len(named) > 100
    assert [name for name in named if not is_a_test(*name)] == []


def is_a_test(file, name):
    path = ROOT / file
    return path.exists() and f"\ndef {name}(" in path.read_text(encoding="utf-8")
