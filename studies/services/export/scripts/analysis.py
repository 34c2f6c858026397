"""The results page's table of comparisons, from the tables beside this file.

python analysis.py [FOLDER] [--out FILE.csv] needs numpy, and statsmodels for GEE.

The unit is the participant. Arms are compared with the reference arm by a robust t: as
they are (Welch's t) and given the prequiz (ANCOVA). Its p comes from shuffling the arms
of places within their allocation blocks, people following their place; Holm's
correction is over the comparisons with the reference. The interval holds every shift
that the same shuffles do not reject.
"""

import argparse
import csv
import hashlib
import math
import sys
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from shuffling import LEVEL, Comparison, holm, make_basis

WELCH, ANCOVA, GEE = "welch", "ancova", "gee"
MAIN, WITH_EXCLUDED = "main", "with those excluded"
AS_GRADED = "as graded"
COLUMNS = (
    *("test", "is_primary", "grading", "population", "arm", "n", "n_undefined"),
    *("mean", "difference", "low", "high", "t", "p", "n_draws", "p_holm", "note"),
)
Row = dict[str, str]
Result = dict[str, Any]
Pairs = dict[str, tuple[int, int]]


@dataclass(frozen=True)
class Person:
    """Somebody with a postquiz; ``value`` is NaN where the outcome is undefined."""

    arm: str
    place: str
    is_excluded: bool
    pairs: Pairs
    value: float
    prequiz: float


@dataclass(frozen=True)
class Study:
    """What the tables say; its people by the name of each grading."""

    outcome: str
    primary: str
    fingerprint: str
    arms: list[str]
    reference: str
    places: list[Row]
    people: dict[str, list[Person]]


def read_study(folder: Path) -> Study:
    """The study of the tables in ``folder``."""
    (about,) = read_table(folder, "study")
    arms = read_table(folder, "arms")
    sessions = [r for r in read_table(folder, "sessions") if r["is_analysed"] == "1"]
    excluded = read_excluded(folder)
    return Study(
        outcome=about["primary_outcome"],
        primary=about["primary_test"],
        fingerprint=about["fingerprint"],
        arms=[row["arm"] for row in arms],
        reference=next(row["arm"] for row in arms if row["is_reference"] == "1"),
        places=read_table(folder, "allocation"),
        people={
            name: [
                _person(row, pairs[row["participant"]], about, excluded)
                for row in sessions
            ]
            for name, pairs in read_gradings(folder).items()
        },
    )


def _person(row: Row, pairs: Pairs, about: Row, excluded: set[str]) -> Person:
    return Person(
        row["arm"],
        row["place"],
        row["participant"] in excluded,
        pairs,
        measure(about["primary_outcome"], list(pairs.values())),
        sum(before for before, _ in pairs.values()) / len(pairs),
    )


def read_table(folder: Path, name: str) -> list[Row]:
    path = folder / "data" / f"description-{name}_data.csv"
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def read_excluded(folder: Path) -> set[str]:
    """Whom the last decision excludes of those made before outcomes could be seen."""
    blind = [r for r in read_table(folder, "exclusions") if r["after_unlocking"] == "0"]
    last = {row["participant"]: row["excludes"] == "1" for row in blind}
    return {name for name, is_excluded in last.items() if is_excluded}


def read_gradings(folder: Path) -> dict[str, dict[str, Pairs]]:
    """Of everybody, (right before, right after) by concept: as graded, and again."""
    first: dict[str, Pairs] = defaultdict(dict)
    for row in read_table(folder, "concepts"):
        if row["pre"] and row["post"]:
            pair = (int(row["pre"]), int(row["post"]))
            first[row["participant"]][row["position"]] = pair
    found = {AS_GRADED: first}
    for row in read_table(folder, "regradings"):
        name = f"regrading {row['regrading']}"
        again = found.setdefault(name, {who: dict(own) for who, own in first.items()})
        own = again.get(row["participant"], {})
        if row["position"] in own and row["phase"] in ("prequiz", "postquiz"):
            before, after = own[row["position"]]
            now = int(row["regraded"])
            is_before = row["phase"] == "prequiz"
            own[row["position"]] = (now, after) if is_before else (before, now)
    return found


def measure(outcome: str, pairs: list[tuple[int, int]]) -> float:
    """One person's outcome: of (right before, right after) for every concept."""
    learnt = sum(after > before for before, after in pairs)
    if outcome == "learnt":
        n_unknown = sum(not before for before, _ in pairs)
        return learnt / n_unknown if n_unknown else math.nan
    if outcome == "gained":
        return learnt / len(pairs)
    return sum(after - before for before, after in pairs) / len(pairs)


def analyse(study: Study) -> list[Result]:
    """Both tests with and without those excluded, by every grading, and GEE."""
    rows = []
    for grading, people in study.people.items():
        kept = [person for person in people if not person.is_excluded]
        rows += compare(study, kept, study.primary, grading, MAIN)
        if grading == AS_GRADED:
            (other,) = {WELCH, ANCOVA} - {study.primary}
            rows += compare(study, people, study.primary, grading, WITH_EXCLUDED)
            rows += compare(study, kept, other, grading, MAIN)
            rows += compare(study, kept, GEE, grading, MAIN)
    return rows


def compare(
    study: Study, people: list[Person], test: str, grading: str, population: str
) -> list[Result]:
    """Every arm against the reference."""
    rows = {arm: _describe(people, arm) for arm in study.arms}
    others = [arm for arm in study.arms if arm != study.reference]
    for arm in others:
        if test == GEE:
            rows[arm].update(fit_gee(study, people, arm))
            continue
        defined = [person for person in people if not math.isnan(person.value)]
        seed = seed_of(study, arm, test, grading, population)
        rows[arm].update(arrange(study, defined, arm, test).test(seed))
    if test != GEE:
        for arm, p in zip(others, holm(rows[arm]["p"] for arm in others), strict=True):
            rows[arm]["p_holm"] = p
    about = {"test": test, "grading": grading, "population": population}
    about["is_primary"] = str(int((test, population) == (study.primary, MAIN)))
    return [row | about for row in rows.values()]


def arrange(study: Study, people: list[Person], arm: str, test: str) -> Comparison:
    """The places of two arms, block by block, and the people at them."""
    both = {arm, study.reference}
    held = {one.place for one in people if one.arm in both}
    # A block that holds nobody moves nobody, and would only repeat every shuffle.
    blocks = {row["block"] for row in study.places if row["place"] in held}
    places = [
        row for row in study.places if row["arm"] in both and row["block"] in blocks
    ]
    places.sort(key=lambda row: (int(row["block"]), int(row["place"])))
    index = {row["place"]: at for at, row in enumerate(places)}
    own = [one for one in people if one.arm in both and one.place in index]
    prequiz = np.array([one.prequiz for one in own])
    return Comparison(
        np.array([int(row["block"]) for row in places], dtype=np.int64),
        np.array([row["arm"] == arm for row in places], dtype=bool),
        np.array([index[one.place] for one in own], dtype=np.int64),
        np.array([one.value for one in own]),
        make_basis(prequiz if test == ANCOVA else np.zeros(len(own))),
    )


def _describe(people: list[Person], arm: str) -> Result:
    values = [person.value for person in people if person.arm == arm]
    known = [value for value in values if not math.isnan(value)]
    empty: Result = dict.fromkeys(COLUMNS, math.nan)
    return {
        **empty,
        "arm": arm,
        "n": len(known),
        "n_undefined": len(values) - len(known),
        "mean": math.fsum(known) / len(known) if known else math.nan,
        "note": "",
    }


def fit_gee(study: Study, people: list[Person], arm: str) -> Result:
    """A logistic model of answers to what was not known, a person's together."""
    try:
        import statsmodels.api as sm
        from scipy import stats
    except ImportError:
        return {"note": "needs statsmodels"}
    answers = [
        (who, person.arm == arm, after)
        for who, person in enumerate(people)
        if person.arm in (arm, study.reference)
        for before, after in person.pairs.values()
        if not before
    ]
    n_people = len({who for who, _, _ in answers})
    n_first = len({who for who, is_first, _ in answers if is_first})
    if (
        n_people < 4
        or min(n_first, n_people - n_first) < 2
        or len({answer[1:] for answer in answers}) < 4
    ):
        return {"note": "cannot be estimated"}
    groups, first, right = (
        np.array(column, dtype=float) for column in zip(*answers, strict=True)
    )
    model = sm.GEE(
        right,
        np.column_stack([np.ones_like(first), first]),
        groups=groups,
        family=sm.families.Binomial(),
        cov_struct=sm.cov_struct.Exchangeable(),
    )
    fitted = model.fit(cov_type="bias_reduced")
    ratio, error = float(fitted.params[1]), float(fitted.bse[1])
    if not (fitted.converged and math.isfinite(error)):
        return {"note": "cannot be estimated"}
    t, spread = ratio / error, stats.t(n_people - 2)
    reach = float(spread.ppf(1 - LEVEL / 2)) * error
    return {
        **{"difference": ratio, "low": ratio - reach, "high": ratio + reach, "t": t},
        **{"p": float(2 * spread.sf(abs(t))), "note": "differences of log odds"},
    }


def seed_of(study: Study, *about: str) -> int:
    text = "|".join((study.fingerprint, study.outcome, *about))
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
