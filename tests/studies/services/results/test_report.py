"""The report: its numbers are those of the statistics, whoever prints them."""

import io
import json
from dataclasses import replace
from fnmatch import fnmatch
from math import nan

import numpy as np
import pytest
from django.core.management import call_command

from studies.models import (
    ExclusionDecision,
    Place,
    Questionnaire,
    QuestionnaireAnswer,
    Response,
    Study,
    TeachingSession,
)
from studies.models.study import PrimaryTest, Purpose
from studies.services.analysis.regrading import Wish, regrade_study
from studies.services.results.downloads import write_figure
from studies.services.results.formatting import format_cell, format_rows
from studies.services.results.parts.contrasts import tell_comparisons
from studies.services.results.parts.headline import (
    NOBODY_FINISHED,
    ONE_ARM,
    write_headline,
)
from studies.services.results.parts.paper import COLUMNS, rows_of
from studies.services.results.plan import read_plan
from studies.services.results.printing import draw_to_print
from studies.services.results.report import PARTS, build_report, open_analysis
from studies.services.results.shapes import Kind, Table, from_json, to_json
from studies.services.results.stored import N_PARTS, find_report
from studies.services.results.versions import hash_data
from studies.statistics.attrition import REFILLED
from studies.statistics.comparison import compare
from studies.statistics.paper_table import WARNING, PairCounts
from studies.statistics.permuting.places import TwoArms
from studies.statistics.seeds import analysis_seed
from tests.studies.factories import NOON
from tests.studies.services.results.played import close, make_played
from tests.studies.sharing import shared_rows
from tests.studies.statistics.test_sentences import FOUND

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def shared(django_db_setup, django_db_blocker):
    """A closed study and its report, for every test that only looks."""
    with shared_rows(django_db_blocker, "report"):
        study = close(make_played(slug="shared"))
        yield study.pk, build_report(open_analysis(study, purpose=Purpose.REAL))


@pytest.fixture
def study(shared):
    return Study.objects.get(pk=shared[0])


@pytest.fixture
def report(shared):
    return shared[1]


def rows(report, part, table):
    (found,) = [one for one in report.part(part).tables if one.key == table]
    return found.dicts()


def newly_known(session):
    """Of the concepts wrong before, the share right after, read card by card."""
    if session.responses.filter(phase="postquiz", outcome__isnull=False).count() < 4:
        return nan
    right = {
        phase: {
            card.shown_id
            for card in session.responses.filter(phase=phase, outcome="correct")
        }
        for phase in ("prequiz", "postquiz")
    }
    asked = {card.shown_id for card in session.responses.filter(phase="prequiz")}
    unknown = asked - right["prequiz"]
    return len(unknown & right["postquiz"]) / len(unknown) if unknown else nan


def test_the_comparison_is_the_test_of_the_places_as_they_were_allocated(study, report):
    places = list(Place.objects.filter(study=study).order_by("number"))
    keys = [place.pk for place in places]
    sessions = TeachingSession.objects.filter(study=study).order_by("pk")
    people = [one for one in sessions if one.arm_id]
    arms = TwoArms(
        np.array([place.block for place in places]),
        np.array([place.arm.name == "GR" for place in places]),
        np.array([keys.index(one.place_id or one.returned_place_id) for one in people]),
    )
    seed = analysis_seed(
        study.seed,
        comparison="GR against RD",
        outcome="newly_known",
        population="allocated",
    )

    expected = compare(arms, np.array([newly_known(one) for one in people]), seed=seed)

    (row,) = rows(report, "comparisons", "comparisons")
    assert (row["p"], row["holm"], row["t"]) == (expected.p, expected.p, expected.t)
    assert (row["low"], row["high"]) == (expected.interval.low, expected.interval.high)
    assert (row["n"], row["n_reference"]) == (expected.n_first, expected.n_reference)


def test_everybody_allocated_is_somewhere_in_the_flow(report):
    flow = {row["step"]: row["all"] for row in rows(report, "flow", "flow")}

    parts = ("No complete postquiz", "Excluded before outcomes were seen")
    rest = flow["Nothing to learn: all right before"] + flow["Analysed"]
    assert flow["Allocated"] == sum(flow[part] for part in parts) + rest
    assert flow["No complete postquiz"] > 0


def test_every_dot_is_a_person_analysed(report):
    outcome = {row["arm"]: row for row in rows(report, "outcome", "outcome")}

    for series in report.part("outcome").figure.series:
        assert len(series.values) == outcome[series.name]["n"]
        assert np.mean(series.values) == pytest.approx(outcome[series.name]["mean"])


def test_leavers_as_zero_are_more_people_than_the_main_population(report):
    main, *others = rows(report, "populations", "populations")

    (zero,) = [row for row in others if row["populations"].startswith("Leavers")]
    assert zero["populations"] == "Leavers as gain 0"
    assert zero["n"] + zero["n_reference"] > main["n"] + main["n_reference"]


def test_retention_is_of_people_not_of_places(report):
    for row in rows(report, "attrition", "attrition"):
        assert row["retention"] == row["n_analysed"] / row["n_allocated"]


def test_refilling_a_place_does_not_undo_leaving(study, report):
    """Who left stays a leaver in flow, attrition and bounds, whoever came after."""
    sessions = study.sessions.filter(arm__isnull=False)
    held = sessions.exclude(place=None).values("place")
    refilled = sessions.filter(returned_place__in=held)
    assert refilled.exists()
    n_of = {arm: sessions.filter(arm__name=arm).count() for arm in ("GR", "RD")}
    n_done = {
        arm: sessions.filter(arm__name=arm, phase="completed").count() for arm in n_of
    }

    flow = {row["step"]: row for row in rows(report, "flow", "flow")}
    left = {row["arm"]: row for row in rows(report, "attrition", "attrition")}
    (bounds,) = rows(report, "attrition", "bounds")

    for arm, n_people in n_of.items():
        assert flow["Allocated"][arm] == left[arm]["n_allocated"] == n_people
        assert flow["No complete postquiz"][arm] == n_people - n_done[arm]
    kept = sorted(n_done[arm] / n_of[arm] for arm in n_of)
    assert bounds["trimmed"] == pytest.approx(1 - kept[0] / kept[1])
    assert REFILLED in report.part("attrition").sentences


@pytest.mark.parametrize("key", ["grading", "populations"])
def test_where_lines_differ_it_is_said_which_to_trust(report, key):
    """The first, and that is the one that was registered."""
    (registered,) = rows(report, "comparisons", "comparisons")

    first, *others = rows(report, key, key)

    assert others
    assert (first["p"], first["low"]) == (registered["p"], registered["low"])
    (said,) = [each for each in report.part(key).sentences if "Trust" in each]
    assert said.startswith("Trust the first line: ")


def test_lee_bounds_are_drawn_without_an_estimate(report):
    (bounds,) = rows(report, "attrition", "bounds")

    of_arms, bounded = report.part("attrition").figure.series

    (point,) = bounded.points
    assert point.y is None
    assert tuple(point.bounds) == (bounds["low"], bounds["high"])
    assert (point.low, point.high) == (bounds["from"], bounds["to"])
    assert of_arms.points[0].y is not None
    assert point.n == of_arms.points[0].n > 0


def test_a_population_that_concerns_nobody_is_told_and_has_no_line(report):
    part = report.part("populations")

    (table,) = part.tables
    assert "With those excluded" not in [row[0] for row in table.rows]
    assert any("with those excluded" in said for said in part.sentences)


def test_of_too_few_people_nothing_is_judged_or_bounded(study):
    finished = study.sessions.filter(phase="completed")
    kept = [
        one.pk
        for arm in ("GR", "RD")
        for one in finished.filter(arm__name=arm).order_by("pk")[:2]
    ]
    Response.objects.filter(phase="postquiz").exclude(session__in=kept).delete()

    report = build_report(open_analysis(study, purpose=Purpose.REAL))

    (compared,) = rows(report, "comparisons", "comparisons")
    (bounds,) = rows(report, "attrition", "bounds")
    assert (compared["p"], compared["is_met"]) == (None, None)
    assert (bounds["low"], bounds["from"]) == (None, None)
    said = " ".join(report.part("comparisons").sentences)
    assert "Too few people to test: GR." in said


def test_a_criterion_is_registered_only_where_the_study_is(study):
    designed = open_analysis(study, purpose=Purpose.REAL)
    study.preregistration_url = "https://osf.example/abc"
    registered = open_analysis(study, purpose=Purpose.REAL)

    assert "The design’s criterion (p below .05)" in write_headline(designed)
    assert "Your registered criterion (p below .05)" in write_headline(registered)


def test_pairs_of_all_showings_are_all_pairs_not_known_before(report):
    shown = rows(report, "showings", "showings")
    (gee,) = rows(report, "comparisons", "gee")

    assert sum(row["n_pairs"] for row in shown) == gee["n_pairs"]
    assert max(row["n_people"] for row in shown) > 1
    for row in shown:
        differ = row["n_people"] > 1 and 0 < row["share"] < 1
        assert np.isfinite(row["low"]) == differ


def test_the_distribution_has_everybody_with_a_postquiz(report):
    counted = rows(report, "distribution", "distribution")
    analysed = rows(report, "outcome", "outcomes")

    n_people = {
        row["arm"]: row["n"] for row in analysed if row["outcome"].startswith("Gained")
    }
    assert {arm: sum(row[arm] for row in counted) for arm in n_people} == n_people


def test_the_curve_is_the_share_recalled_at_each_step(study, report):
    cards = Response.objects.filter(phase="learning", step=2, session__study=study)
    stayed = study.sessions.filter(phase="completed", arm__name="GR")
    of_gr = cards.filter(session__in=stayed)
    assert of_gr.count() < cards.filter(session__arm__name="GR").count()
    expected = np.mean([card.recalled for card in of_gr])

    (second,) = [
        row
        for row in rows(report, "curve", "curve")
        if (row["arm"], row["steps"]) == ("GR", "2")
    ]

    assert (second["n"], second["mean"]) == (of_gr.count(), pytest.approx(expected))


def test_everybody_with_a_postquiz_has_a_learning_time(report):
    gained = [r for r in rows(report, "outcome", "outcomes") if r["outcome"][0] == "G"]

    times = rows(report, "time", "time")

    assert [row["n"] for row in times] == [row["n"] for row in gained]
    assert all(row["lower"] <= row["median"] <= row["upper"] for row in times)


def test_whoever_is_excluded_is_in_no_figure_of_learning(study, report):
    session = study.sessions.filter(phase="completed", arm__name="GR").first()
    ExclusionDecision.objects.create(
        session=session, is_excluded=True, at=NOON, who="ada", after_unlocking=False
    )

    again = build_report(open_analysis(study, purpose=Purpose.REAL))

    for part, table in (("curve", "curve"), ("time", "time")):
        before, after = rows(report, part, table)[0], rows(again, part, table)[0]
        assert (before["arm"], before["n"] - after["n"]) == ("GR", 1)


def test_several_choices_are_counted_one_by_one(study):
    items = [{"id": "tongues", "kind": "multiple", "label": "Languages", "options": []}]
    study.questions_before = Questionnaire.objects.create(items=items)
    study.save()
    said = {"GR": [["de", "en"], ["en"]], "RD": [["fr"]]}
    for arm, answers in said.items():
        people = study.sessions.filter(arm__name=arm)
        for session, chosen in zip(people, answers, strict=False):
            QuestionnaireAnswer.objects.create(
                session=session,
                phase="questions_before",
                item="tongues",
                value=json.dumps(chosen),
            )

    report = build_report(open_analysis(study, purpose=Purpose.REAL))

    told = {row["measure"]: row for row in rows(report, "baseline", "baseline")}
    counts = {name: (row["GR"], row["RD"]) for name, row in told.items()}
    assert counts["Languages: de"] == ("1", "0")
    assert counts["Languages: en"] == ("2", "0")
    assert counts["Languages: fr"] == ("0", "1")


def test_the_baseline_describes_everybody_allocated(report):
    flow = {row["step"]: row for row in rows(report, "flow", "flow")}
    (prequiz, *_) = rows(report, "baseline", "baseline")

    for arm in ("GR", "RD"):
        assert prequiz[arm].endswith(f"n = {flow['Allocated'][arm]}")


def test_the_papers_table_prints_the_papers_digits():
    counts = {
        "GR": PairCounts(163, 285),
        "LR": PairCounts(117, 240),
        "RR": PairCounts(97, 210),
        "RD": PairCounts(133, 285),
    }

    printed = format_rows(Table("paper", "", COLUMNS, rows_of(counts, "GR")))

    assert [row[-2] for row in printed] == [".572", ".487", ".462", ".467"]
    assert [row[-1] for row in printed[1:]] == [".0652", ".0197", ".0151"]


def test_the_papers_table_stands_last_with_its_warning(report):
    last = report.parts[-1]

    assert (last.key, last.title) == ("paper", "As in the paper")
    assert WARNING in last.sentences


def test_a_report_survives_being_stored(report):
    plain = to_json(report)

    assert to_json(from_json(plain)) == plain


@pytest.mark.parametrize("outcome", ["net_gain", "gained"])
def test_another_primary_outcome_is_told_as_what_it_is(study, outcome):
    study.primary_outcome = outcome

    headline = write_headline(open_analysis(study, purpose=Purpose.REAL))

    assert "they had not known, people" not in headline


def test_a_test_given_the_prequiz_is_primary_if_it_was_registered(study, report):
    study.primary_test = PrimaryTest.ANCOVA

    given = build_report(open_analysis(study, purpose=Purpose.REAL))

    (plain,), (beside,) = (
        rows(report, "comparisons", key) for key in ("comparisons", "ancova")
    )
    (primary,), (other,) = (
        rows(given, "comparisons", key) for key in ("comparisons", "welch")
    )
    shared = beside.keys()
    assert {key: primary[key] for key in shared} == beside
    assert {key: plain[key] for key in shared} == other
    assert "given the prequiz, " in given.headline
    assert "given the prequiz" not in report.headline
    main, *_ = rows(given, "populations", "populations")
    assert main["p"] == primary["p"] != plain["p"]


def test_without_a_named_reference_the_first_arm_is_it(study):
    study.reference_arm = ""

    assert read_plan(study, purpose=Purpose.REAL).reference == "GR"


def test_a_study_of_one_arm_is_described_and_compares_nothing():
    study = close(make_played(4, teachers=("GR",), reference_arm="GR"))

    report = build_report(open_analysis(study, purpose=Purpose.REAL))

    assert report.headline == ONE_ARM
    assert rows(report, "comparisons", "comparisons") == []


def test_the_command_prints_what_is_stored(study):
    out = io.StringIO()
    call_command("analyse", study.slug, stdout=out)
    report = from_json(find_report(study, purpose="real").report)

    printed = out.getvalue()

    assert report.headline in printed
    table = report.part("comparisons").tables[0]
    for cells in format_rows(table):
        assert any(
            line.split() == " ".join(cells).split() for line in printed.splitlines()
        )


@pytest.mark.parametrize(
    ("kind", "begins"), [("svg", b"<?xml"), ("pdf", b"%PDF"), ("png", b"\x89PNG")]
)
def test_a_figure_is_printed_twice_the_same(report, kind, begins):
    one, two = (write_figure(report, part="outcome", kind=kind) for _ in range(2))

    assert one.startswith(begins)
    assert one == two


def test_every_figure_can_be_printed(report):
    for part in report.parts:
        if part.figure is not None:
            assert write_figure(report, part=part.key, kind="svg")


def test_an_arrow_leads_to_every_arm_of_the_printed_flow(report):
    figure = report.part("flow").figure

    (axes,) = draw_to_print(figure).axes

    above, *boxes = axes.texts
    assert len(boxes) == len(figure.series) - 1
    for box in boxes:
        at, top = box.get_position()
        begins_at, rail = box.xy
        assert begins_at == at
        assert top < rail < above.get_position()[1]
        assert box.arrow_patch.get_arrowstyle().arrow == "<|-"


def test_the_numbers_of_a_figure_have_every_dot(report):
    lines = write_figure(report, part="outcome", kind="csv").decode().splitlines()

    figure = report.part("outcome").figure
    n_dots = sum(len(series.values) for series in figure.series)
    assert len(lines) == 1 + n_dots + len(figure.series)


@pytest.mark.parametrize(
    ("value", "kind", "shown"),
    [
        (None, Kind.P, "\N{EN DASH}"),
        (-0.126, Kind.POINTS, "\N{MINUS SIGN}12.6"),
        (-0.0001, Kind.POINTS, "0.0"),
        (0.5714, Kind.SHARE, "57.1 %"),
        (nan, Kind.SHARE, "\N{EN DASH}"),
        (0.00002, Kind.EXACT_P, "< .0001"),
        (0.0652, Kind.EXACT_P, ".0652"),
        (True, Kind.YES, "yes"),
    ],
)
def test_numbers_are_written_as_people_read_them(value, kind, shown):
    assert format_cell(value, kind) == shown


def say_all(report):
    """Every sentence, cell and description of a report."""
    yield from (report.headline, *report.sentences)
    for part in report.parts:
        yield from part.sentences
        yield part.figure.words if part.figure else ""
        for table in part.tables:
            yield from (cell for row in format_rows(table) for cell in row)


def forget_postquiz(study, *arms):
    cards = Response.objects.filter(session__study=study, phase="postquiz")
    cards.filter(session__arm__name__in=arms).delete()


@pytest.fixture(scope="module")
def of_three_arms(shared):
    return make_played(9, slug="three", teachers=("GR", "LR", "RD")).pk


@pytest.fixture(params=[2, 3])
def either(request, study, of_three_arms):
    """A study of two arms, and one of three."""
    return study if request.param == 2 else Study.objects.get(pk=of_three_arms)


def test_a_study_that_nobody_finished_says_so_and_prints_no_nan(either):
    forget_postquiz(either, "GR", "LR", "RD")

    report = build_report(open_analysis(either, purpose=Purpose.REAL))

    assert (report.headline, report.sentences) == (NOBODY_FINISHED, [])
    words = " ".join(say_all(report))
    assert "nan" not in words
    assert "keeps its direction" not in words


def test_headline_and_sentences_have_the_digits_with_which_all_add_up(
    of_three_arms, monkeypatch
):
    study = Study.objects.get(pk=of_three_arms)
    analysis = open_analysis(study, purpose=Purpose.REAL)
    other = replace(FOUND, mean_reference=0.484)
    found = {
        "GR": replace(other, mean_first=0.508, difference=0.024),
        "LR": replace(other, mean_first=0.6, difference=0.116),
    }
    monkeypatch.setattr(analysis, "compare", lambda: found)

    assert "50.8 % with GR, 60.0 % with LR and 48.4 % with RD" in write_headline(
        analysis
    )
    assert "percentage points more, 95 % interval" in write_headline(analysis)
    of_gr, of_lr = tell_comparisons(analysis)
    assert "50.8 %, by RD 48.4 %: 2.4 percentage points" in of_gr
    assert "60.0 %, by RD 48.4 %: 11.6 percentage points" in of_lr


@pytest.mark.parametrize(
    ("holm", "verdict"),
    [
        ((0.01, 0.02), "met against RD for GR (9* Holm .01); and for LR (9*.02)."),
        ((0.01, 0.06), "met against RD for GR (9*Holm .01); and not for LR (9*.06)."),
        ((0.05, 0.06), "not met against RD, neither for GR (*; nor for LR (9*.06)."),
    ],
)
def test_the_headline_says_for_which_arms_the_criterion_is_met(
    of_three_arms, monkeypatch, holm, verdict
):
    study = Study.objects.get(pk=of_three_arms)
    analysis = open_analysis(study, purpose=Purpose.REAL)
    found = {
        arm: replace(FOUND, holm=own)
        for arm, own in zip(("GR", "LR"), holm, strict=True)
    }
    monkeypatch.setattr(analysis, "compare", lambda: found)

    assert fnmatch(write_headline(analysis), f"* (Holm’s p below .05) is {verdict}")


def test_an_arm_that_nobody_finished_is_named(either):
    forget_postquiz(either, "GR")

    report = build_report(open_analysis(either, purpose=Purpose.REAL))

    words = " ".join(say_all(report))
    assert "Nobody taught by GR can be analysed yet." in words
    assert "nan" not in words


def test_a_regrading_has_a_line_by_its_own_verdicts(study):
    wish = Wish(level="normal", article_rule="ignore", purpose="real")
    made = regrade_study(study=study, wish=wish, who="ada", now=NOON)
    of_gr = made.verdicts.filter(response__session__arm__name="GR")
    made.verdicts.filter(response__phase="postquiz").update(correct=False)
    of_gr.filter(response__phase="postquiz").update(correct=True)

    report = build_report(open_analysis(study, purpose=Purpose.REAL))

    line = rows(report, "grading", "grading")[-1]
    assert line["grading"].startswith(f"regrading {made.pk}: normal")
    assert line["difference"] == 1


def test_a_regrading_makes_another_report(study):
    before = hash_data(open_analysis(study, purpose=Purpose.REAL))
    wish = Wish(level="strict", article_rule="ignore", purpose="real")
    regrade_study(study=study, wish=wish, who="ada", now=NOON)

    assert hash_data(open_analysis(study, purpose=Purpose.REAL)) != before


def test_a_job_counts_the_parts_that_there_are():
    assert len(PARTS) == N_PARTS
