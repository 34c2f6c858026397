"""How fast power is predicted, against studies that are played one at a time."""

import numpy as np
from scipy import stats

from bench.ratios import Ratio, alternate
from studies.statistics.power.bank import Bank, Plan, PlannedArm, build_bank
from studies.statistics.power.curve import compute_curve
from studies.statistics.power.people import USUAL, draw_people
from teaching import ROBUST, HalfLifeModel, play_session
from teaching.simulation import session_seeds

CODES = ("GR", "LR", "RR", "RD")
PER_STRATUM = 200
N_PLAYED = 11
SIZES = (10, 20, 30, 50, 70, 90, 120, 150)
N_STUDIES = 2000
N_TESTED = 10
PLAN = Plan(
    tuple(PlannedArm(code, code, None, 20) for code in CODES),
    reference=0,
    samples=((ROBUST,) * 15,),
    n_words=100,
    horizon=40,
    no_repeat=True,
    outcome="learnt",
)


def ratios() -> list[Ratio]:
    """The bank and the curve; the slow ways do a part, and count for the whole."""
    bank = _bank()
    return [
        _ratio(
            "the bank of power, against one session at a time",
            alternate(_bank, _play_some, rounds=1),
            scale=PER_STRATUM * 11 / N_PLAYED,
            at_least=40,
        ),
        _ratio(
            "8 sizes of 2,000 studies, against one study at a time",
            alternate(lambda: _curve(bank), lambda: _test_some(bank), rounds=1),
            scale=N_STUDIES / N_TESTED,
            at_least=150,
        ),
    ]


def _ratio(what: str, times: list[float], *, scale: float, at_least: float) -> Ratio:
    fast, slow = times
    return Ratio.at_least(what, scale * slow / fast, at_least)


def _bank() -> Bank:
    return build_bank(PLAN, USUAL, n_per_stratum=PER_STRATUM, seed=1)


def _play_some() -> None:
    """A person per stratum, taught card by card by every teacher."""
    people = draw_people(
        USUAL,
        n_per_stratum=N_PLAYED // 11,
        n_concepts=15,
        n_words=100,
        rng=np.random.default_rng(1),
    )
    belief = HalfLifeModel(PLAN.samples[0])
    truth = HalfLifeModel(USUAL.multiplier * np.array(PLAN.samples[0]))
    for code in CODES:
        for row, seed in enumerate(session_seeds(1, len(people)).tolist()):
            play_session(
                code,
                truth=people.memory_of(row, truth),
                belief=belief,
                horizon=PLAN.horizon,
                seed=seed,
                no_repeat=PLAN.no_repeat,
            )


def _curve(bank: Bank) -> None:
    compute_curve(PLAN, bank, SIZES, n_studies=N_STUDIES, seed=1)


def _test_some(bank: Bank) -> None:
    rng = np.random.default_rng(1)
    for size in SIZES:
        for _ in range(N_TESTED):
            arms = [_draw(bank, arm, size, rng) for arm in range(len(CODES))]
            for other in arms[1:]:
                stats.ttest_ind(arms[0], other, equal_var=False, nan_policy="omit")


def _draw(
    bank: Bank, arm: int, size: int, rng: np.random.Generator
) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
    return np.asarray(rng.choice(bank.scores[arm], size=size, p=bank.shares))
