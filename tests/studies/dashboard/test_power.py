"""The Power page: sliders, the curve, and taking a number."""

from html import unescape

import pytest
from django.template.loader import render_to_string
from django.utils import timezone

from studies.dashboard.power.plot import draw_power
from studies.models import Job, Membership, Study
from studies.models.study import StudyState
from studies.models.team import Role
from studies.services.jobs.running import run_job
from studies.services.planning.costs import list_sizes
from studies.services.planning.estimates import (
    Comparison,
    Estimate,
    SpreadRow,
    find_estimate,
    store_estimate,
)
from studies.services.planning.figures import figure_of
from studies.services.planning.meanings import USUAL
from studies.services.planning.plans import name_plan, plan_of
from studies.services.results.printing import COLOURS, LINES, draw_to_print
from studies.statistics.power.curve import N_STUDIES
from tests.studies.factories import make_study

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("small_bank")]
PAGE = "/dashboard/studies/study/power/"


@pytest.fixture
def draft():
    return make_study(
        state=StudyState.DRAFT, pay_amount=4, fee_percent=20, recruiters=["link"]
    )


@pytest.fixture
def ada(client, draft, django_user_model):
    return sign_in(client, draft, django_user_model, Role.EDITOR)


def sign_in(client, study, users, role):
    user = users.objects.create_user("ada")
    Membership.objects.create(study=study, user=user, role=role)
    client.force_login(user)
    return client


def text_of(response):
    return response.content.decode()


def test_the_page_asks_the_worker_and_says_how_far_it_is(ada):
    page = text_of(ada.get(PAGE))

    job = Job.objects.get()
    assert "Waiting to begin" in page
    assert '<progress class="meter" max="5" value="0"' in page
    assert "Reload to see how far it is" in page
    assert 'hx-trigger="every 1s"' in page
    assert job.options["multiplier"] == USUAL.multiplier


def test_the_curve_comes_with_its_words_its_numbers_and_its_costs(ada, draft):
    ada.get(PAGE)
    run_job.call(Job.objects.get().pk)

    page = text_of(ada.get(PAGE))

    reference, other = [arm.name for arm in draft.arms.all()]
    assert f"{other} against {reference} rises from" in page
    assert page.count("<polyline") == 1
    assert "Cost, USD" in page
    assert "If people differ more or less" in page
    assert "The rows other than yours are rougher" in page
    assert "every 1s" not in page
    assert " style=" not in page


def test_the_curve_is_downloaded_to_print_and_as_numbers(ada, draft):
    assert ada.get(f"{PAGE}curve.csv").status_code == 302
    ada.get(PAGE)
    run_job.call(Job.objects.get().pk)
    page = text_of(ada.get(PAGE))

    numbers = ada.get(f"{PAGE}curve.csv?spread_people=0.5").text.splitlines()
    printed = ada.get(f"{PAGE}curve.pdf")
    drawn = ada.get(f"{PAGE}curve.svg").text

    estimate = find_estimate(draft, plan_of(draft))
    (comparison,) = estimate.comparisons
    assert [float(line.split(",")[3]) for line in numbers[1:]] == list(estimate.sizes)
    assert [float(line.split(",")[4]) for line in numbers[1:]] == list(comparison.power)
    assert printed.content.startswith(b"%PDF")
    assert printed["Content-Disposition"] == 'attachment; filename="study-power.pdf"'
    for kind in ("svg", "pdf", "png", "csv"):
        assert f"{PAGE}curve.{kind}?multiplier=0.65&amp;spread_people=0.5" in page
    own = f"the design: {estimate.own_size} per arm"
    for words in ("80 %", own, "Cost in all, USD, with fees"):
        assert f"<!-- {words} -->" in drawn
    assert ada.get(f"{PAGE}curve.exe").status_code == 404


def test_a_line_has_the_colour_of_its_arm_on_the_page_and_in_print(ada, draft):
    ada.get(PAGE)
    run_job.call(Job.objects.get().pk)

    page = text_of(ada.get(PAGE))
    draft.refresh_from_db()
    estimate = find_estimate(draft, plan_of(draft))
    axes = draw_to_print(figure_of(draft, estimate)).axes[0]

    _, other = [arm.name for arm in draft.arms.all()]
    line = next(each for each in axes.lines if other in str(each.get_label()))
    # The reference has the first of the colours, here as in the results.
    assert '<polyline class="plot-line series-1"' in page
    assert 'class="plot-text plot-start name series-1"' in page
    assert line.get_color() == COLOURS[1]
    assert line.get_linestyle() == LINES[1]


def test_the_axis_ends_at_a_number_that_is_written():
    power = (0.2, 0.5, 0.9)
    estimate = Estimate(
        assumptions=USUAL,
        sizes=(10, 20, 145),
        own_size=20,
        comparisons=(Comparison("LR", "GR", power, 92),),
        gains=(("GR", 0.58), ("LR", 0.47)),
        spreads=(),
    )

    plot = draw_power(estimate, list_sizes(Study(), estimate))

    (line,) = plot.lines
    ends_at = float(line.points.split()[-1].split(",")[0])
    assert [tick.label for tick in plot.ticks_x] == ["50", "100", "150"]
    assert float(plot.ticks_x[-1].at) == plot.frame.right
    assert ends_at < plot.frame.right


def test_the_page_says_what_of_the_design_is_not_played(ada, draft):
    assert "not played" not in text_of(ada.get(PAGE))
    draft.primary_test, draft.n_planned_looks = "ancova", 1
    draft.primary_outcome = "net_gain"
    draft.save()

    page = text_of(ada.get(PAGE))

    assert f"Outcome: {draft.get_primary_outcome_display().lower()}." in page
    assert "(ANCOVA), which is not played here" in page
    assert "plans 1 early look, which is not played either" in page


def test_the_page_says_how_many_studies_were_played(ada):
    ada.get(PAGE)
    run_job.call(Job.objects.get().pk)

    assert f"{N_STUDIES:,} studies of every size" in text_of(ada.get(PAGE))


def test_a_moved_slider_asks_for_another_curve_and_says_what_it_means(ada):
    ada.get(PAGE)

    part = text_of(ada.get(f"{PAGE}curve/?moved=1&spread_people=0.8&known=0"))

    assert [job.options["spread_people"] for job in Job.objects.order_by("pk")] == [0.8]
    assert "<html" not in part
    assert 'id="spread_people-means" hx-swap-oob="true"' in part
    assert "0.8: one in six people remembers more than 2.2 times" in part
    assert "spread_people=0.8&amp;" in part


@pytest.mark.parametrize("nonsense", ["x", "nan", "-1", "1e9", ""])
def test_nonsense_is_as_usual(ada, nonsense):
    ada.get(f"{PAGE}?spread_people={nonsense}")

    assert Job.objects.get().options["spread_people"] == USUAL.spread_people


def test_the_number_is_taken_into_the_design(ada, draft):
    response = ada.post(f"{PAGE}take/", {"size": "64"}, follow=True)

    assert "The design now has 64 participants per arm" in text_of(response)
    assert [arm.n_places for arm in draft.arms.all()] == [64, 64]


def test_unequal_arms_are_told_as_they_are(client, django_user_model):
    pilot = make_study(state=StudyState.PILOT)
    first, second = pilot.arms.order_by("position")
    pilot.arms.filter(pk=second.pk).update(n_places=3 * first.n_places)
    sign_in(client, pilot, django_user_model, Role.EDITOR)

    page = client.post(f"{PAGE}take/", {"size": "65"}, follow=True)

    taken = [arm.n_places for arm in pilot.arms.order_by("position")]
    assert taken[1] == 3 * taken[0]
    assert sum(taken) >= 2 * 65
    told = f"The design now has {taken[0]} and {taken[1]} participants in its arms"
    assert told in text_of(page)


def store_made_up(study, *needed):
    """An estimate with a comparison for each number that is ``needed``."""
    estimate = Estimate(
        assumptions=USUAL,
        sizes=(5, 20, 90),
        own_size=20,
        comparisons=tuple(
            Comparison(arm, "GR", (0.1, 0.3, 0.9), enough)
            for arm, enough in zip(("LR", "RR"), needed, strict=False)
        ),
        gains=(("GR", 0.58), ("LR", 0.47), ("RR", 0.41)),
        spreads=(),
    )
    name = name_plan(plan_of(study), USUAL)
    store_estimate(study, name, estimate, now=timezone.now())


@pytest.mark.parametrize(
    ("needed", "chosen"), [((40, 82), 82), ((40, None), 40), ((None, None), 20)]
)
def test_the_number_that_is_enough_stands_ready_or_the_designs_own(
    ada, draft, needed, chosen
):
    store_made_up(draft, *needed)

    page = text_of(ada.get(PAGE))

    assert f'<option value="{chosen}" selected>' in page


def test_taking_a_number_keeps_the_assumptions_it_was_taken_with(ada, draft):
    query = "multiplier=0.65&spread_people=0.8&spread_words=0.5&known=0.2"
    ada.get(f"{PAGE}?{query}")
    run_job.call(Job.objects.get().pk)
    assert f"{PAGE}take/?{query}" in unescape(text_of(ada.get(f"{PAGE}?{query}")))

    response = ada.post(f"{PAGE}take/?{query}", {"size": "64"})

    assert response["Location"] == f"{PAGE}?{query}"


@pytest.mark.parametrize("size", ["", "x", "-3", "9" * 40, "0", "²"])
def test_a_number_that_cannot_be_is_refused_in_words(ada, draft, size):
    before = [arm.n_places for arm in draft.arms.all()]

    response = ada.post(f"{PAGE}take/", {"size": size}, follow=True)

    assert "note-error" in text_of(response)
    assert [arm.n_places for arm in draft.arms.all()] == before


@pytest.mark.parametrize(
    ("state", "role", "is_offered"),
    [
        (StudyState.DRAFT, Role.EDITOR, True),
        (StudyState.PILOT, Role.EDITOR, True),
        (StudyState.LIVE, Role.EDITOR, False),
        (StudyState.DRAFT, Role.ANALYST, False),
    ],
)
def test_a_number_is_offered_where_it_can_be_taken(
    client, django_user_model, state, role, is_offered
):
    study = make_study(state=state)
    sign_in(client, study, django_user_model, role)
    store_made_up(study, 82)

    page = text_of(client.get(PAGE))

    assert ("Take this number into the design" in page) == is_offered


def test_a_design_with_one_arm_is_told_what_to_do(ada, draft):
    draft.arms.last().delete()

    assert "Add a second arm" in text_of(ada.get(PAGE))


def test_the_summary_of_the_design_tells_its_power(ada, draft):
    draft.arms.create(position=2, name="RR", teacher="RR", n_places=8)
    before = text_of(ada.get("/dashboard/studies/study/design/"))
    run_job.call(Job.objects.get(kind="power").pk)

    after = text_of(ada.get("/dashboard/studies/study/design/"))

    assert "being worked out" in before
    assert "power/summary/" in before
    assert "power/summary/" not in after
    assert f"against {draft.arms.first().name}" in after
    assert "· power " in after
    assert "under the usual assumptions about how much people differ" in after
    assert "adjusted after Holm for 2 comparisons" in after


def test_the_power_of_one_comparison_is_adjusted_for_no_other(ada, draft):
    store_made_up(draft, 82)

    page = text_of(ada.get("/dashboard/studies/study/design/"))

    assert "· power " in page
    assert "adjusted after Holm" not in page


@pytest.mark.parametrize(("needed", "is_told"), [(None, True), (90, False)])
def test_a_number_that_was_not_reached_is_told_with_what_was_tried(needed, is_told):
    estimate = Estimate(
        assumptions=USUAL,
        sizes=(20,),
        own_size=20,
        comparisons=(Comparison("LR", "GR", (0.3,), 82),),
        gains=(("GR", 0.58), ("LR", 0.47)),
        spreads=(SpreadRow(0.7, 0.7, (needed,), 240),),
    )

    told = render_to_string("dashboard/power/spreads.html", {"estimate": estimate})

    assert "as under your assumptions, 52 % of all words" in told
    assert ("Tried up to" in told) == is_told
    assert (">240<" in told) == is_told
    assert (">more<" in told) == is_told
