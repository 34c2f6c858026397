"""How fast the greedy teacher decides."""

from copy import copy
from datetime import UTC, datetime, timedelta

import numpy as np
from fsrs import Card, Rating, Scheduler

from bench.ratios import Ratio, times_as_long, times_faster
from teaching import EASY, HARD, HalfLifeModel, History, Teacher, create_teacher
from teaching.memory.half_life import forgetting_rate, states_of

N_SHOWN = 1000


def ratios() -> list[Ratio]:
    return [
        small_against_plain_python(),
        first_session_against_plain_python(),
        priced_against_greedy(),
        large_against_small(),
        against_fsrs(n_shown=100, at_least=200),
        against_fsrs(n_shown=N_SHOWN, at_least=50),
        against_one_pass(),
    ]


def against_one_pass() -> Ratio:
    """The machine's limit for anything that looks at all concepts once."""
    teacher, history = _large(1_000_000)
    column = np.random.default_rng(0).random(1_000_000)
    return times_as_long(
        f"a decision at n = 1,000,000, {N_SHOWN:,} shown, against one pass over an "
        "array of that length",
        lambda: teacher.decide(history),
        column.max,
        at_most=20,
    )


def small_against_plain_python() -> Ratio:
    """A session of the user study: n = 15, T = 40."""
    model = HalfLifeModel([EASY] * 7 + [HARD] * 8)
    teacher = create_teacher("GR", model=model, horizon=40)
    histories = _session(teacher, 15, 40)
    rows = model.theta.tolist()
    return times_faster(
        "n = 15, T = 40: a decision against the double loop in plain Python",
        lambda: [teacher.decide(history) for history in histories],
        lambda: [plain_decision(rows, history, 40) for history in histories],
        at_least=5,
    )


def first_session_against_plain_python() -> Ratio:
    """The same in a process that has never met this theta."""
    model = HalfLifeModel([EASY] * 7 + [HARD] * 8)
    teacher = create_teacher("GR", model=model, horizon=40)
    histories = _session(teacher, 15, 40)
    rows = model.theta.tolist()

    def forget_and_decide() -> None:
        states_of.cache_clear()
        forgetting_rate.cache_clear()
        fresh = create_teacher("GR", model=HalfLifeModel(rows), horizon=40)
        for history in histories:
            fresh.decide(history)

    return times_faster(
        "n = 15, T = 40: the same, the first session with a theta",
        forget_and_decide,
        lambda: [plain_decision(rows, history, 40) for history in histories],
        at_least=1.5,
    )


def priced_against_greedy() -> Ratio:
    """Prices are computed once per design; after that a decision looks them up."""
    model = HalfLifeModel([EASY] * 7 + [HARD] * 8)
    greedy, priced = (
        create_teacher(code, model=model, horizon=40) for code in ("GR", "PR")
    )
    histories = _session(priced, 15, 40)
    return times_as_long(
        "n = 15, T = 40: a decision of the priced teacher against the greedy one's",
        lambda: [priced.decide(history) for history in histories],
        lambda: [greedy.decide(history) for history in histories],
        at_most=1,
    )


def _session(teacher: Teacher, n_concepts: int, horizon: int) -> list[History]:
    answers = np.random.default_rng(1).random(horizon) < 0.5
    histories = [History.of(n_concepts)]
    for recalled in answers[:-1].tolist():
        latest = histories[-1]
        histories.append(latest.then(teacher.choose(latest), recalled))
    return histories


def plain_decision(rows: list[list[float]], history: History, horizon: int) -> int:
    """Eq. 5 as written: for each concept, a sum over the steps to come."""
    step = len(history) + 1
    gains = []
    for concept, (a, b, c) in enumerate(rows):
        n_plus, n_minus, last = history.shown.get(concept, (0, 0, 0))
        log_half_life = a * n_plus + b * n_minus + c
        now, recalled, failed = (
            2**log_half_life,
            2 ** (log_half_life + a),
            2 ** (log_half_life + b),
        )
        chance = 2 ** (-(step - last) / now) if last else 0.0
        gain = 0.0
        for tau in range(step, horizon + 1):
            delay = tau + 1 - step
            gain += chance * 2 ** (-delay / recalled)
            gain += (1 - chance) * 2 ** (-delay / failed)
            gain -= 2 ** (-(tau + 1 - last) / now) if last else 0.0
        gains.append(gain)
    return max(range(len(rows)), key=gains.__getitem__)


def large_against_small() -> Ratio:
    large, long_history = _large(1_000_000)
    small, short_history = _large(1000)
    return times_as_long(
        f"a decision at n = 1,000,000 against n = 1,000, {N_SHOWN:,} shown",
        lambda: large.decide(long_history),
        lambda: small.decide(short_history),
        at_most=3,
    )


def _large(n_concepts: int, n_shown: int = N_SHOWN) -> tuple[Teacher, History]:
    model = HalfLifeModel(np.tile([EASY, HARD], (n_concepts // 2, 1)))
    teacher = create_teacher("GR", model=model, horizon=2 * N_SHOWN)
    shown = np.random.default_rng(2).permutation(n_concepts)[:n_shown]
    recalls = np.random.default_rng(3).random(n_shown) < 0.3
    return teacher, History.of(n_concepts, shown, recalls)


def against_fsrs(n_shown: int, at_least: float) -> Ratio:
    """py-fsrs has no decision of its own: the lowest retrievability is the nearest."""
    teacher, history = _large(100_000, n_shown)
    now = datetime(2026, 1, 2, tzinfo=UTC)
    scheduler = Scheduler()
    reviewed = scheduler.review_card(Card(), Rating.Good, now - timedelta(days=1))[0]
    cards = [copy(reviewed) for _ in range(100_000)]
    return times_faster(
        f"n = 100,000, {n_shown:,} shown: a decision against py-fsrs looking for the "
        "lowest retrievability",
        lambda: teacher.decide(history),
        lambda: min(
            range(len(cards)),
            key=lambda i: scheduler.get_card_retrievability(cards[i], now),
        ),
        at_least,
    )
