import re
import shlex
from pathlib import Path

import pytest

from teaching import EASY, TEACHERS, HalfLifeModel, History, create_teacher
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


def test_the_example_teacher_teaches(monkeypatch):
    example = names_in(SNIPPETS[1])["LeastPractisedTeacher"]
    monkeypatch.setitem(TEACHERS, example.code, example)
    teacher = create_teacher("LP", model=HalfLifeModel([EASY] * 3), horizon=9)

    assert teacher.choose(History.of(3, [0, 1, 0], [0, 0, 1])) == 2


def test_the_example_memory_model_can_be_taught():
    model = names_in(SNIPPETS[2])["PowerModel"](3)
    history = History.of(3, [0, 1, 0], [False, False, True])

    decision = create_teacher("GR", model=model, horizon=9).decide(history)

    assert set(decision.scores) == {0, 1, 2}
    assert all(score > 0 for score in decision.scores.values())


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_of_the_guide_runs(command, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)

    assert main([*shlex.split(command), *_quickly(command)]) == 0


def _quickly(command):
    return ["--trials", "2"] if command.startswith("figures") else []


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
