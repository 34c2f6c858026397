import csv
import re
from functools import cache
from pathlib import Path
from xml.etree import ElementTree

import matplotlib as mpl
import pytest

import teaching.figures
from teaching import EASY, HARD
from teaching.figures import (
    FIGURES,
    Options,
    adapting,
    drawing,
    simulations,
    wrong_models,
)
from teaching.figures.adapting import LINES
from teaching.figures.drawing import COLOURS
from teaching.figures.simulations import (
    BOUND,
    draw_sensitivity,
    draw_simulation,
    half_and_half,
)
from teaching.figures.toy import HORIZON

FEW = Options(trials=2, seed=11, bounds=False)
OPTIONS = {
    "simulation": Options(trials=100, seed=11, bounds=False),
    "sensitivity": Options(trials=60, seed=11, bounds=False),
}
# Of figures whose numbers are looked at elsewhere.
SHORTER = {
    "adapting": (adapting, {"SPREADS": (0.0, 0.5), "T_STUDY": 16}),
    "wrong_models": (wrong_models, {"HORIZON": 6}),
}


@cache
def drawn(name):
    """A figure that several tests look at."""
    with pytest.MonkeyPatch.context() as patch:
        module, shorter = SHORTER.get(name, (None, {}))
        for setting, few in shorter.items():
            patch.setattr(module, setting, few)
        return FIGURES[name](OPTIONS.get(name, FEW))


def points(drawing, **wanted):
    return [
        row
        for row in drawing.rows
        if all(row[name] == value for name, value in wanted.items())
    ]


def test_the_simulation_figure_has_four_panels_with_four_teachers():
    drawing = drawn("simulation")

    assert len(drawing.figure.axes) == 4
    assert all(len(axes.lines) == 4 for axes in drawing.figure.axes)
    assert len(points(drawing, panel="T", line="GR", measure="objective")) == 9
    assert len(points(drawing, panel="n", line="RD", measure="future_recall")) == 11


@pytest.mark.parametrize("draw", [draw_simulation, draw_sensitivity])
def test_no_teacher_exceeds_the_bound_drawn_above_it(draw, monkeypatch):
    for name, few in {
        **{"HORIZONS": [8], "SIZES": [4], "N_STUDY": 4, "T_STUDY": 8},
        **{"MOST_EASY": 1, "half_and_half": lambda n: [EASY, HARD]},
    }.items():
        monkeypatch.setattr(simulations, name, few)

    drawing = draw(Options(trials=20))

    bounds = points(drawing, line=BOUND)
    assert {row["measure"] for row in bounds} == {"objective", "future_recall"}
    for bound in bounds:
        place = {name: bound[name] for name in ("panel", "x", "measure")}
        reached = [row for row in points(drawing, **place) if row is not bound]
        assert all(
            row["mean"] <= bound["mean"] + 3 * row["standard_error"] for row in reached
        )
    assert drawing.figure.axes[0].lines[0].get_label() == BOUND
    assert "no teacher can exceed" in drawing.figure.get_supxlabel()


def test_the_adapting_figure_pairs_every_teacher_with_the_greedy_one():
    drawing = drawn("adapting")

    assert len(drawing.figure.axes) == 4
    assert {row["line"] for row in drawing.rows} == {"GR", *LINES}
    assert all(row["gain_over_GR"] == 0 for row in points(drawing, line="GR"))
    told = points(drawing, line="GR told everybody’s strength", spread=0.0)
    assert [row["gain_over_GR"] for row in told[:2]] == pytest.approx([0, 0])
    assert {row["seed"] for row in drawing.rows} == {11}


def test_the_simulation_figure_shows_what_the_table_says():
    simulation = drawn("simulation")

    (point,) = points(simulation, panel="n", x=30, line="LR", measure="objective")
    assert point["mean"] == pytest.approx(0.391, abs=0.01)
    (point,) = points(simulation, panel="T", x=60, line="GR", measure="future_recall")
    assert point["mean"] == pytest.approx(0.989, abs=0.01)


def test_the_sensitivity_figure_has_four_beliefs_from_0_to_8_easy():
    sensitivity = drawn("sensitivity")

    for belief in ("true", "robust", "easy", "hard"):
        line = points(sensitivity, line=belief, measure="objective")
        assert [row["x"] for row in line] == list(range(9))
    hard, true = (
        points(sensitivity, x=0, line=line, measure="objective")[0]["mean"]
        for line in ("hard", "true")
    )
    assert hard == true


def test_the_sensitivity_figure_keeps_the_user_studys_no_repeat():
    place = {"x": 0, "line": "hard", "measure": "future_recall"}

    (point,) = points(drawn("sensitivity"), **place)

    # With repeats it would be .733.
    assert point["mean"] == pytest.approx(0.696, abs=0.01)


def test_that_lowest_recall_wins_with_few_concepts_can_be_seen():
    (inset,) = drawn("simulation").figure.axes[2].child_axes
    greedy, lowest = (line.get_ydata()[0] for line in inset.lines)
    low, high = inset.get_ylim()
    assert low < greedy < lowest < high
    assert lowest - greedy > (high - low) / 10


@pytest.mark.parametrize(("name", "trials"), [("simulation", 100), ("sensitivity", 60)])
def test_bands_are_explained_with_trials_and_seed(name, trials):
    drawing = drawn(name)

    below = drawing.figure.get_supxlabel()
    assert f"the mean of {trials} simulated sessions (seed 11)" in below
    assert {row["seed"] for row in drawing.rows} == {11}


def test_another_seed_gives_other_numbers(monkeypatch):
    monkeypatch.setattr(simulations, "MOST_EASY", 0)

    one, other = (
        draw_sensitivity(Options(trials=2, seed=seed, bounds=False)) for seed in (0, 1)
    )

    assert [row["mean"] for row in one.rows] != [row["mean"] for row in other.rows]


def test_a_colour_means_one_thing_in_all_figures():
    assert len(set(COLOURS.values())) == len(COLOURS)
    for module in Path(teaching.figures.__file__).parent.glob("*.py"):
        if module.name != "drawing.py":
            named = re.findall(r"#[0-9A-Fa-f]{6}", module.read_text())
            named += re.findall(r"\b(?:BLUE|ORANGE|GREEN|PURPLE)\b", module.read_text())
            assert named == [], module.name


@pytest.mark.parametrize("n", [1, 14, 15])
def test_half_and_half_is_as_many_as_asked_for(n):
    assert len(half_and_half(n)) == n


def test_the_toy_figure_has_eight_panels():
    drawing = drawn("toy")

    titles = [axes.get_title(loc="left") for axes in drawing.figure.axes]
    assert [title[:3] for title in titles] == [f"({letter})" for letter in "abcdefgh"]
    shown = [row for row in drawing.rows if row["line"].endswith("shown")]
    assert len(shown) == 3 * HORIZON
    (end,) = points(drawing, panel="objective", line="optimal", x=HORIZON)
    assert end["y"] == pytest.approx(0.63694, abs=5e-6)
    (bound,) = points(drawing, panel="bounds", line="Theorem 2", x=HORIZON)
    assert bound["y"] == pytest.approx(0.479, abs=5e-4)


@pytest.mark.parametrize("name", FIGURES)
def test_a_figure_is_written_with_its_data(name, tmp_path, monkeypatch):
    monkeypatch.setattr(drawing, "FORMATS", ["svg"])

    svg, data = drawn(name).save(tmp_path)

    assert ElementTree.parse(svg).getroot().tag.endswith("svg")
    with data.open(encoding="utf-8") as file:
        assert len(list(csv.DictReader(file))) == len(drawn(name).rows)


def test_the_same_numbers_give_the_same_file_in_every_format(tmp_path):
    first = drawn("memory").save(tmp_path / "first")
    again = FIGURES["memory"](FEW).save(tmp_path / "again")

    svg, pdf, png, _ = first
    assert svg.read_bytes().startswith(b"<?xml")
    assert pdf.read_bytes().startswith(b"%PDF")
    assert png.read_bytes().startswith(b"\x89PNG")
    for one, other in zip(first, again, strict=True):
        assert one.read_bytes() == other.read_bytes()


def test_drawing_leaves_matplotlibs_settings_alone():
    before = dict(mpl.rcParams)

    FIGURES["memory"](FEW)

    assert dict(mpl.rcParams) == before
