"""The definitions of the specification, word by word, slowly, in whole fractions."""

from fractions import Fraction
from itertools import permutations, product


def signed_square(first, second):
    """Welch's t, squared with its sign: fractions have no roots."""
    if min(len(first), len(second)) < 2:
        return Fraction(0)
    top = mean(first) - mean(second)
    below = variance(first) / len(first) + variance(second) / len(second)
    if below == 0:
        return Fraction(0) if top == 0 else (1 if top > 0 else -1) * float("inf")
    return top * abs(top) / below


def mean(values):
    return sum(values, Fraction(0)) / len(values)


def variance(values):
    middle = mean(values)
    return sum((value - middle) ** 2 for value in values) / (len(values) - 1)


def all_labels(blocks, is_first):
    """Every distinct way to hand out the labels within their blocks."""
    numbers = sorted(set(blocks))
    members = [[i for i, b in enumerate(blocks) if b == number] for number in numbers]
    ways = [set(permutations([bool(is_first[i]) for i in own])) for own in members]
    for chosen in product(*ways):
        labels = [False] * len(blocks)
        for own, way in zip(members, chosen, strict=True):
            for place, label in zip(own, way, strict=True):
                labels[place] = label
        yield labels


def statistic(labels, places, values):
    """Of people who follow their place; None stands for not analysed."""
    people = [(p, v) for p, v in zip(places, values, strict=True) if v is not None]
    return signed_square(
        [v for p, v in people if labels[p]], [v for p, v in people if not labels[p]]
    )


def exact_p(blocks, is_first, places, values):
    """The share of all shuffles that are as far out as the observed one."""
    observed = abs(statistic(is_first, places, values))
    reached = [
        abs(statistic(labels, places, values)) >= observed
        for labels in all_labels(blocks, is_first)
    ]
    return Fraction(sum(reached), len(reached))


def shifted(is_first, places, values, shift):
    """``values`` with ``shift`` taken from everybody in the first arm."""
    return [
        v if v is None or not is_first[p] else v - shift
        for p, v in zip(places, values, strict=True)
    ]
