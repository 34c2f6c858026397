"""The arms compared with the reference, for any outcome, population and grading."""

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from studies.models import Study
from studies.models.study import PrimaryTest
from studies.services.analysis.dataset import Dataset
from studies.services.results.plan import Plan
from studies.statistics.arrays import BoolArray, FloatArray
from studies.statistics.comparison import Comparison, adjust, compare, describe
from studies.statistics.gee import GeeResult, fit_gee
from studies.statistics.outcomes import OUTCOMES, PRIMARY
from studies.statistics.permuting.ancova import permute_ancova
from studies.statistics.permuting.places import TwoArms, two_arms
from studies.statistics.populations import Population, values_in
from studies.statistics.seeds import analysis_seed

Comparisons = dict[str, Comparison]
Work = Callable[[TwoArms, BoolArray, int], Comparison]
Known = tuple[str, str, bytes, bytes]
AS_GRADED = ""


@dataclass
class Analysis:
    """A study's people and question, and what was computed of them so far."""

    study: Study
    plan: Plan
    data: Dataset
    _known: dict[Known, Comparisons] = field(default_factory=dict)

    def values(
        self,
        outcome: str = "",
        population: Population = Population.ALLOCATED,
        *,
        data: Dataset | None = None,
    ) -> FloatArray:
        """One number per person allocated, nan for those who are not analysed."""
        data, outcome = data or self.data, outcome or self.plan.outcome
        cards = data.cards
        values = OUTCOMES[outcome](cards.before, cards.after).values
        chosen = values_in(population, values, data.people)
        if outcome == PRIMARY:
            # Whoever had nothing to learn has no share, not even as a leaver.
            return np.where(data.had_nothing_to_learn, np.nan, chosen)
        return chosen

    def compare(
        self,
        outcome: str = "",
        population: Population = Population.ALLOCATED,
        *,
        data: Dataset | None = None,
        grading: str = AS_GRADED,
        test: PrimaryTest | None = None,
    ) -> Comparisons:
        """Every other arm against the reference, with Holm's p.

        By the registered test, unless another is named. The same people with the same
        values are not shuffled a second time.
        """
        outcome, test = outcome or self.plan.outcome, test or self.plan.test
        values = self.values(outcome, population, data=data)
        prequiz = (data or self.data).prequiz
        is_given = test == PrimaryTest.ANCOVA
        known = (
            outcome,
            test,
            values.tobytes(),
            prequiz.tobytes() if is_given else b"",
        )
        if known not in self._known:
            words = (outcome, "ancova" if is_given else "", grading)
            self._known[known] = self._each(
                _given_prequiz(values, prequiz) if is_given else _as_they_are(values),
                " ".join(filter(None, words)),
                population,
            )
        return self._known[known]

    def fit_gee(self, arm: str) -> GeeResult:
        """GEE over the pairs of everybody in the main population."""
        arms, people = self.two_arms(arm)
        analysed = np.isfinite(self.values())[people]
        cards = self.data.cards
        return fit_gee(
            arms.people_first[analysed],
            cards.before[people][analysed],
            cards.after[people][analysed],
        )

    def two_arms(self, arm: str) -> tuple[TwoArms, BoolArray]:
        """The places of ``arm`` and the reference, and who of all is in them."""
        index = self.plan.arms.index
        return two_arms(
            self.data.places.blocks,
            self.data.places.arms,
            self.data.of_places,
            first=index(arm),
            reference=index(self.plan.reference),
        )

    def seed(self, arm: str, outcome: str, population: str) -> int:
        return analysis_seed(
            self.plan.seed,
            comparison=f"{arm} against {self.plan.reference}",
            outcome=outcome,
            population=population,
        )

    def of_arm(self, arm: str) -> BoolArray:
        """Who was allocated to ``arm``."""
        chosen: BoolArray = self.data.of_arms == self.plan.arms.index(arm)
        return chosen

    def _each(
        self,
        work: Work,
        outcome: str,
        population: Population,
    ) -> Comparisons:
        found = {}
        for arm in self.plan.others:
            arms, people = self.two_arms(arm)
            found[arm] = work(arms, people, self.seed(arm, outcome, population))
        return adjust(found)


def _as_they_are(values: FloatArray) -> Work:
    return lambda arms, people, seed: compare(arms, values[people], seed=seed)


def _given_prequiz(values: FloatArray, prequiz: FloatArray) -> Work:
    """By ANCOVA: what an arm adds given the prequiz."""

    def work(arms: TwoArms, people: BoolArray, seed: int) -> Comparison:
        own = values[people]
        test = permute_ancova(arms, own, prequiz[people], seed=seed)
        return describe(test, arms, own)

    return work
