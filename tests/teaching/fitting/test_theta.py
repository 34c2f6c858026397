import math

import numpy as np
import pytest

from teaching import EASY, HARD, ROBUST, HalfLifeModel, History
from teaching.fitting import Responses, TooFewDataError, fit_theta
from teaching.fitting.likelihood import Cases, evidence
from teaching.fitting.mixture import search

from .answers import answers, answers_of_different_people, chosen


def literal_log_likelihood(responses, theta):
    """By the histories of people and the memory model, answer by answer."""
    model, total = HalfLifeModel([theta] * len(responses.concepts.names)), 0.0
    for person in range(len(responses.people.names)):
        rows = np.flatnonzero(responses.people.numbers == person)
        history = History.of(model.n_concepts)
        for row in rows[np.argsort(responses.steps[rows])]:
            concept = int(responses.concepts.numbers[row])
            recalled = bool(responses.recalls[row])
            if concept in history.shown:
                chance = model.recall(len(history) + 1, history, [concept]).item()
                total += math.log(max(1e-99, chance if recalled else 1 - chance))
            history = history.then(concept, recalled)
    return total


def evidence_of(responses, theta, strength=1.0):
    showings = responses.showings()
    cases = Cases.of(showings, showings.groups("deck"))
    times = np.bincount(cases.numbers)[:, None].astype(float)
    rows = np.array([theta], dtype=float)
    return evidence(rows, cases, times, np.array([strength]))


@pytest.mark.parametrize("theta", [(3, 1.5, 0), (0.5, 1, -0.5), (2, -0.3, 2)])
def test_the_likelihood_is_that_of_the_memory_model(theta):
    responses = answers((1, 1.5, 0.5), n_people=6)

    told = evidence_of(responses, theta).value[0]

    assert told == pytest.approx(literal_log_likelihood(responses, theta), rel=1e-9)


def test_gradient_and_information_are_the_slopes_of_the_likelihood():
    responses, theta = answers(HARD, n_people=6), np.array([2.0, 1.0, 0.3])

    told = evidence_of(responses, theta, 1.3)
    steps = [(theta + d, theta - d) for d in 1e-5 * np.eye(3)]

    both = [[evidence_of(responses, point, 1.3) for point in pair] for pair in steps]
    rises = [(up.value[0] - down.value[0]) / 2e-5 for up, down in both]
    bends = [(down.gradient[0] - up.gradient[0]) / 2e-5 for up, down in both]
    assert told.gradient[0] == pytest.approx(rises, rel=1e-5)
    assert told.information[0] == pytest.approx(np.array(bends), rel=1e-5)


@pytest.mark.parametrize("theta", [(-900, 0, 0), (900, 900, 0), (0, 0, -900)])
def test_the_likelihood_stays_a_number_wherever_it_is_asked(theta):
    told = evidence_of(answers(HARD, n_people=6), theta)

    assert all(np.isfinite(part).all() for part in told)


@pytest.mark.parametrize(
    "theta", [HARD, ROBUST, (2.0, 1.0, 0.5), (1.5, 2.5, -1.0), (1.0, 1.0, 0.0)]
)
def test_known_parameters_are_recovered(theta):
    fitted = fit_theta(answers(theta, n_people=300))

    width = fitted.high[0] - fitted.low[0]
    assert np.abs(fitted.theta[0] - theta).max() < 0.5
    assert (np.abs(fitted.theta[0] - theta) < 0.75 * width).all()


@pytest.mark.parametrize("spread", [0.3, 0.7])
def test_theta_and_spread_are_recovered_where_people_differ(spread):
    truth = (4.0, 1.3, 0.0)

    fitted = fit_theta(answers_of_different_people(truth, spread=spread, n_people=300))

    assert (np.abs(fitted.theta[0] - truth) < 0.75 * np.ptp(ends(fitted), axis=0)).all()
    assert fitted.spread.mean == pytest.approx(spread, abs=0.07)


def ends(fitted):
    return np.stack([fitted.low[0], fitted.high[0]])


def test_people_who_are_alike_are_told_so():
    fitted = fit_theta(answers((3, 1.2, 0.2), n_people=60))

    assert fitted.spread.low == 0
    assert fitted.spread.mean < 0.15


def test_intervals_hold_the_truth_as_often_as_they_say():
    truth = np.array([3.0, 1.2, 0.2])
    people = {"spread": 0.4, "n_people": 20}
    fits = [
        fit_theta(answers_of_different_people(truth, seed=seed, **people))
        for seed in range(10)
    ]

    held = [(fit.low[0] <= truth) & (truth <= fit.high[0]) for fit in fits]

    assert np.mean(held) >= 0.9
    assert np.mean([fit.high - fit.low for fit in fits]) < 3


def literal_marginal(responses, theta, spread):
    """Everybody's likelihood, averaged over strengths, by the memory model."""
    total, abilities = 0.0, np.linspace(-2.4, 2.4, 25)
    shares = np.exp(-0.5 * (abilities / spread) ** 2)
    for person in range(len(responses.people.names)):
        own = chosen(responses, responses.people.numbers == person)
        likelihoods = [
            math.exp(literal_log_likelihood(own, strength * np.array(theta)))
            for strength in np.exp(abilities)
        ]
        total += math.log(np.average(likelihoods, weights=shares))
    return total


def test_no_other_theta_or_spread_is_more_likely():
    responses = answers_of_different_people((4, 1.3, 0), spread=0.9, n_people=5)
    guess, _, _ = search(responses.showings(), responses.showings().groups("deck"))

    def likely(theta, spread):
        distances = (np.array(theta) - ROBUST) / [5, 3, 3]
        prior = (distances**2).sum() / 2 + spread**2 / 2
        return literal_marginal(responses, theta, spread) - prior

    theta = guess.theta[0]
    others = [theta + d for d in ([0.8, 0, 0], [0, 0.3, 0], [0, 0, -0.3])]
    best = likely(theta, guess.spread)
    assert all(likely(other, guess.spread) < best for other in others)
    assert all(likely(theta, f * guess.spread) < best for f in (0.6, 1.5))


def mixed(n_people, seed=0):
    """Half the concepts easy to learn, half of them hard; each level is told."""
    theta = [(5.0, 2.0, 0.5)] * 7 + [(2.0, 1.0, 0.0)] * 8
    told = answers(theta, n_people=n_people, seed=seed, teacher="RD")
    names = [told.concepts.names[number] for number in told.concepts.numbers]
    return Responses.of(
        people=[told.people.names[number] for number in told.people.numbers],
        concepts=names,
        steps=told.steps,
        recalls=told.recalls,
        levels=["easy" if int(name) < 7 else "hard" for name in names],
    )


def test_levels_get_thetas_of_their_own():
    fitted = fit_theta(mixed(200), by="level")

    assert fitted.groups == ("easy", "hard")
    assert np.abs(fitted.theta - [(5, 2, 0.5), (2, 1, 0)])[:, 1:].max() < 0.4
    assert fitted.theta[0, 0] - fitted.theta[1, 0] > 1.5


def test_concepts_of_which_little_is_known_lean_towards_the_others():
    responses = mixed(40)
    rare = responses.concepts.names.index("14")
    keep = (responses.concepts.numbers != rare) | (responses.people.numbers < 1)

    fitted = fit_theta(chosen(responses, keep), by="concept")

    distances = np.abs(fitted.theta - fitted.prior.mean) / fitted.prior.spread
    assert distances[rare].max() < 0.5 < distances.max()
    assert fitted.leans()[rare]


def test_too_few_answers_say_how_many_there_are():
    with pytest.raises(TooFewDataError, match=r"25 answers of 1 people tell something"):
        fit_theta(answers(HARD, n_people=1))


def test_answers_that_are_all_right_say_so():
    with pytest.raises(TooFewDataError, match="at least 5 right and 5 wrong"):
        fit_theta(answers((40, 30, 20), n_people=10))


def test_a_parameter_that_nothing_tells_is_named():
    responses = answers(EASY, n_people=20, horizon=30, teacher="RR")

    with pytest.raises(TooFewDataError, match=r"do not tell a \(what a recall adds"):
        fit_theta(responses)


def test_no_answers_at_all_are_too_few():
    nothing = Responses.of(people=[], concepts=[], steps=[], recalls=[])

    with pytest.raises(TooFewDataError, match="0 answers of 0 people"):
        fit_theta(nothing)


def test_other_groups_are_refused():
    with pytest.raises(ValueError, match="by deck, level, concept, not by 'arm'"):
        fit_theta(answers(HARD), by="arm")
