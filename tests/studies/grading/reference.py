"""Slow, literal transcriptions of what the grading service computes fast."""

from functools import cache

UMLAUTS = {"ä": "ae", "ö": "oe", "ü": "ue"}


def osa_distance(one, other):
    """Optimal string alignment: insert, delete, replace, swap two neighbours."""

    @cache
    def distance(i, j):
        if min(i, j) == 0:
            return max(i, j)
        differ = one[i - 1] != other[j - 1]
        ways = [
            distance(i - 1, j) + 1,
            distance(i, j - 1) + 1,
            distance(i - 1, j - 1) + differ,
        ]
        if i > 1 and j > 1 and one[i - 2 : i] == other[j - 2 : j][::-1]:
            ways.append(distance(i - 2, j - 2) + 1)
        return min(ways)

    return distance(len(one), len(other))


def ways_to_write(word):
    """With each umlaut as it is, with an e, or bare."""
    if not word:
        return {""}
    first, rest = word[0], ways_to_write(word[1:])
    heads = {first, UMLAUTS.get(first, first), UMLAUTS.get(first, first)[0]}
    return {head + tail for head in heads for tail in rest}


def distance_to_answer(text, answer):
    ways = ways_to_write(answer.casefold())
    return min(osa_distance(text.casefold(), way) for way in ways)


def is_typo(text, answers, rivals, *, extra=0):
    """For plain texts of one word that are neither the prompt nor too general."""

    def allowed(answer):
        by_length = 0 if len(answer) <= 4 else 1 if len(answer) <= 8 else 2
        return min(by_length + extra, len(answer) - 1)

    own = {answer: distance_to_answer(text, answer) for answer in answers}
    nearest_rival = min(distance_to_answer(text, rival) for rival in rivals)
    within = any(own[answer] <= allowed(answer) for answer in answers)
    return within and min(own.values()) < nearest_rival
