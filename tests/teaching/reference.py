"""The paper's definitions, transcribed literally: slow, and obviously right."""

import mpmath as mp

DIGITS = 700


def exact_recall(theta, history, time, concept):
    """Eq. 9 in 700 digits: what the history says about one concept at one time."""
    with mp.workdps(DIGITS):
        if concept not in history.concepts:
            return mp.mpf(0)
        n_plus = n_minus = last = 0
        for step, shown in enumerate(history.concepts, start=1):
            if shown == concept:
                n_plus += history.recalls[step - 1]
                n_minus += not history.recalls[step - 1]
                last = step
        a, b, c = (mp.mpf(float(value)) for value in theta[concept])
        half_life = mp.mpf(2) ** (a * n_plus + b * n_minus + c)
        return mp.mpf(2) ** (-(time - last) / half_life)


def exact_objective(theta, history, horizon):
    """Eq. 4: a double loop over concepts and steps."""
    with mp.workdps(DIGITS):
        total = mp.mpf(0)
        for concept in range(len(theta)):
            for tau in range(1, horizon + 1):
                known = history.before(min(tau, len(history)) + 1)
                total += exact_recall(theta, known, tau + 1, concept)
        return total / (len(theta) * horizon)


def exact_gain(theta, history, horizon, concept):
    """Eq. 5 for one concept: what the steps still to come gain, answer by answer.

    Steps already taken and other concepts are the same with and without the card.
    """
    with mp.workdps(DIGITS):
        step = len(history) + 1
        chance = exact_recall(theta, history, step, concept)
        recalled, failed = history.then(concept, True), history.then(concept, False)
        gain = mp.mpf(0)
        for tau in range(step, horizon + 1):
            gain += chance * exact_recall(theta, recalled, tau + 1, concept)
            gain += (1 - chance) * exact_recall(theta, failed, tau + 1, concept)
            gain -= exact_recall(theta, history, tau + 1, concept)
        return gain / (len(theta) * horizon)


def plain_recall(theta, history, time, concept):
    """Eq. 9 in ordinary floating point."""
    n_plus = sum(
        recalled
        for shown, recalled in zip(history.concepts, history.recalls, strict=True)
        if shown == concept
    )
    n_shown = history.concepts.count(concept)
    if n_shown == 0:
        return 0.0
    last = max(t for t, c in enumerate(history.concepts, start=1) if c == concept)
    a, b, c = theta[concept]
    half_life = 2.0 ** (a * n_plus + b * (n_shown - n_plus) + c)
    return 2.0 ** (-(time - last) / half_life)


def plain_gain(theta, history, horizon, concept):
    """Eq. 5 by differences of Eq. 4, in ordinary floating point."""
    step = len(history) + 1
    chance = plain_recall(theta, history, step, concept)

    def later(then):
        return sum(
            plain_recall(theta, then, tau + 1, i)
            for i in range(len(theta))
            for tau in range(step, horizon + 1)
        )

    after = chance * later(history.then(concept, True))
    after += (1 - chance) * later(history.then(concept, False))
    return (after - later(history)) / (len(theta) * horizon)
