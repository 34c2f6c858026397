"""The primary table of the study, from the tables beside this file.

python analysis.py [FOLDER] [--out FILE.csv] needs numpy and scipy.

The unit is the participant. Arms are compared with the reference arm by Welch's t; its
p comes from shuffling the arms of places within their allocation blocks, people
following their place; Holm's correction is over the comparisons with the reference.
"""

import argparse
import csv
import hashlib
import itertools
import math
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from scipy.special import comb

N_DRAWS = 9_999
MOST_ENUMERATED = 10_000
PER_CHUNK = 1_000
LEVEL = 0.05
TIE = 1e-9
# Below it a variance or a difference of shares is rounding.
NOTHING = 1e-12
COLUMNS = (
    *("population", "arm", "n", "n_undefined", "mean", "difference", "t"),
    *("p_permutation", "n_draws", "p_holm", "note"),
)
Row = dict[str, str]
Result = dict[str, Any]
Floats = npt.NDArray[np.float64]
Labels = npt.NDArray[np.bool_]


@dataclass(frozen=True)
class Person:
    """Somebody with a postquiz; ``value`` is NaN where the outcome is undefined."""

    arm: str
    place: str
    value: float
    is_excluded: bool


@dataclass(frozen=True)
class Study:
    """What the tables say."""

    outcome: str
    fingerprint: str
    arms: list[str]
    reference: str
    places: list[Row]
    people: list[Person]


def read_study(folder: Path) -> Study:
    """The study of the tables in ``folder``."""
    (about,) = read_table(folder, "study")
    arms = read_table(folder, "arms")
    outcomes = read_outcomes(folder, about["primary_outcome"])
    return Study(
        outcome=about["primary_outcome"],
        fingerprint=about["fingerprint"],
        arms=[row["arm"] for row in arms],
        reference=next(row["arm"] for row in arms if row["is_reference"] == "1"),
        places=read_table(folder, "allocation"),
        people=[
            Person(
                row["arm"],
                row["place"],
                outcomes[row["participant"]],
                row["is_excluded"] == "1" and row["after_unlocking"] == "0",
            )
            for row in read_table(folder, "sessions")
            if row["is_analysed"] == "1"
        ],
    )


def read_table(folder: Path, name: str) -> list[Row]:
    path = folder / "data" / f"description-{name}_data.csv"
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def read_outcomes(folder: Path, outcome: str) -> dict[str, float]:
    """The primary outcome of everybody, from what they knew before and after."""
    pairs: dict[str, list[tuple[int, int]]] = defaultdict(list)
    for row in read_table(folder, "concepts"):
        if row["pre"] and row["post"]:
            pairs[row["participant"]].append((int(row["pre"]), int(row["post"])))
    return {name: measure(outcome, own) for name, own in pairs.items()}


def measure(outcome: str, pairs: list[tuple[int, int]]) -> float:
    """One person's outcome: of (right before, right after) for every concept."""
    learnt = sum(after > before for before, after in pairs)
    if outcome == "learnt":
        n_unknown = sum(not before for before, _ in pairs)
        return learnt / n_unknown if n_unknown else math.nan
    if outcome == "gained":
        return learnt / len(pairs)
    return sum(after - before for before, after in pairs) / len(pairs)


def welch(labels: Labels, values: Floats) -> Floats:
    """Welch's t of every row of ``labels``, which say who is in the first arm.

    0 where an arm has fewer than two people, or nothing differs at all; infinite where
    only the means differ.
    """
    values = values - values.mean()
    first, second = (_moments(side, values) for side in (labels, ~labels))
    difference = first[1] - second[1]
    difference[np.abs(difference) < NOTHING] = 0
    error = np.sqrt(first[2] / first[0] + second[2] / second[0])
    # 0 / 0 is 0: nothing differs.
    t = np.where(difference == 0, 0.0, difference / error)
    return np.where(np.minimum(first[0], second[0]) < 2, 0.0, t)


def _moments(labels: Labels, values: Floats) -> tuple[Floats, Floats, Floats]:
    """How many, their mean and their variance, row by row."""
    n = labels.sum(axis=1).astype(float)
    mean = labels @ values / n
    squares = (labels * (values - mean[:, None]) ** 2).sum(axis=1)
    variance = squares / (n - 1)
    variance[variance < NOTHING] = 0
    return n, mean, variance


@dataclass(frozen=True)
class Comparison:
    """An arm against the reference: people at places, places in blocks."""

    blocks: npt.NDArray[np.int64]
    is_first: Labels
    at_place: npt.NDArray[np.int64]
    values: Floats

    @classmethod
    def of(cls, study: Study, people: list[Person], arm: str) -> "Comparison":
        both = {arm, study.reference}
        places = [row for row in study.places if row["arm"] in both]
        places.sort(key=lambda row: (int(row["block"]), int(row["place"])))
        index = {row["place"]: at for at, row in enumerate(places)}
        own = [one for one in people if one.arm in both and one.place in index]
        return cls(
            np.array([int(row["block"]) for row in places], dtype=np.int64),
            np.array([row["arm"] == arm for row in places], dtype=bool),
            np.array([index[one.place] for one in own], dtype=np.int64),
            np.array([one.value for one in own]),
        )

    @property
    def n_shuffles(self) -> float:
        sizes = [self.is_first[self.blocks == one] for one in np.unique(self.blocks)]
        return float(np.prod([comb(len(own), own.sum()) for own in sizes]))

    def statistic(self, labels: Labels) -> Floats:
        """Welch's t for every way to label the places."""
        with np.errstate(divide="ignore", invalid="ignore"):
            return welch(labels[:, self.at_place], self.values)

    def test(self, seed: int) -> tuple[float, float, int, str]:
        """t, p, how many draws (0 when all shuffles were tried), and a note."""
        observed = float(self.statistic(self.is_first[None])[0])
        if self.n_shuffles > MOST_ENUMERATED:
            n_extreme = sum(
                int(is_extreme(self.statistic(labels), observed).sum())
                for labels in self._draw(np.random.default_rng(seed))
            )
            return observed, (1 + n_extreme) / (1 + N_DRAWS), N_DRAWS, ""
        all_t = self.statistic(self._enumerate())
        if is_extreme(all_t, float(np.abs(all_t).max())).mean() > LEVEL:
            return observed, math.nan, 0, "too few people to test"
        return observed, float(is_extreme(all_t, observed).mean()), 0, ""

    def _draw(self, draws: np.random.Generator) -> Iterator[Labels]:
        for begin in range(0, N_DRAWS, PER_CHUNK):
            n = min(PER_CHUNK, N_DRAWS - begin)
            # Places stand block by block, and no number of a block reaches the next.
            keys = self.blocks + draws.random((n, len(self.blocks)))
            yield self.is_first[np.argsort(keys, axis=1)]

    def _enumerate(self) -> Labels:
        per_block = []
        for block in np.unique(self.blocks):
            at = np.flatnonzero(self.blocks == block)
            n_first = int(self.is_first[at].sum())
            per_block.append(itertools.combinations(at.tolist(), n_first))
        chosen = [sum(parts, ()) for parts in itertools.product(*per_block)]
        labels = np.zeros((len(chosen), len(self.blocks)), dtype=bool)
        for row, places in enumerate(chosen):
            labels[row, list(places)] = True
        return labels


def is_extreme(t: Floats, observed: float) -> Labels:
    """Whether each is at least as far from 0; equal ones differ by rounding."""
    if math.isinf(observed):
        return np.isinf(t)
    extreme: Labels = np.abs(t) >= abs(observed) - TIE * max(1, abs(observed))
    return extreme


def holm(values: Iterable[float]) -> list[float]:
    """Holm's adjusted p; a test that could not be made counts as 1."""
    known = [1.0 if math.isnan(p) else p for p in values]
    adjusted, largest = [math.nan] * len(known), 0.0
    for rank, at in enumerate(sorted(range(len(known)), key=known.__getitem__)):
        largest = max(largest, min(1.0, (len(known) - rank) * known[at]))
        adjusted[at] = largest
    return adjusted


def analyse(study: Study) -> list[Result]:
    """The primary table: every arm, once with and once without those excluded."""
    kept = [person for person in study.people if not person.is_excluded]
    return [
        *_analyse(study, study.people, "everybody"),
        *_analyse(study, kept, "without exclusions"),
    ]


def _analyse(
    study: Study, people: list[Person], population: str
) -> list[dict[str, Any]]:
    rows = {arm: _describe(people, arm, population) for arm in study.arms}
    reference = rows[study.reference]
    defined = [person for person in people if not math.isnan(person.value)]
    others = [arm for arm in study.arms if arm != study.reference]
    for arm in others:
        difference = rows[arm]["mean"] - reference["mean"]
        seed = seed_of(study, arm, population)
        t, p, n_draws, note = _compare(study, defined, arm, seed)
        rows[arm].update(
            difference=difference, t=t, p_permutation=p, n_draws=n_draws, note=note
        )
    for arm, p in zip(
        others, holm(rows[a]["p_permutation"] for a in others), strict=True
    ):
        rows[arm]["p_holm"] = p
    return list(rows.values())


def _compare(
    study: Study, people: list[Person], arm: str, seed: int
) -> tuple[float, float, int, str]:
    comparison = Comparison.of(study, people, arm)
    if len(comparison.values) == 0:
        return math.nan, math.nan, 0, "too few people to test"
    return comparison.test(seed)


def _describe(people: list[Person], arm: str, population: str) -> Result:
    values = [person.value for person in people if person.arm == arm]
    known = [value for value in values if not math.isnan(value)]
    empty: Result = dict.fromkeys(COLUMNS, math.nan)
    return {
        **empty,
        "population": population,
        "arm": arm,
        "n": len(known),
        "n_undefined": len(values) - len(known),
        "mean": math.fsum(known) / len(known) if known else math.nan,
        "note": "",
    }


def seed_of(study: Study, arm: str, population: str) -> int:
    text = "|".join((study.fingerprint, study.outcome, arm, population))
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big")


def _cell(value: Any, digits: str = "") -> str:
    if isinstance(value, float):
        return "" if math.isnan(value) else format(value, digits)
    return str(value)


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", nargs="?", type=Path, default=Path(__file__).parent)
    parser.add_argument("--out", type=Path, help="the table as CSV, with all digits")
    options = parser.parse_args(arguments)
    study = read_study(options.folder)
    rows = analyse(study)
    print(f"Primary outcome: {study.outcome}. Reference arm: {study.reference}.")
    shown = [
        list(COLUMNS),
        *([_cell(row[name], ".4f") for name in COLUMNS] for row in rows),
    ]
    widths = [max(map(len, column)) for column in zip(*shown, strict=True)]
    for line in shown:
        padded = (cell.ljust(width) for cell, width in zip(line, widths, strict=True))
        print("  ".join(padded).rstrip())
    if options.out:
        with options.out.open("w", encoding="utf-8", newline="") as file:
            writer = csv.writer(file)
            writer.writerow(COLUMNS)
            writer.writerows([_cell(row[name]) for name in COLUMNS] for row in rows)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
