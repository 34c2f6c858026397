import itertools

import numpy as np
import pytest

from teaching import (
    EASY,
    HARD,
    BrokenContractError,
    HalfLifeModel,
    RelatedModel,
    SpacingModel,
    Teacher,
    check_model,
    check_teacher,
    create_teacher,
    family_links,
)
from teaching.memory.activation import ActivationModel
from teaching.memory.base import Kinds, MemoryModel
from teaching.teachers.greedy import GreedyTeacher

from .models import MODELS


@pytest.mark.parametrize("model", MODELS, ids=lambda model: type(model).__name__)
def test_every_memory_model_keeps_its_promises(model):
    check_model(model)


def test_a_teacher_that_exists_is_tried_with_its_own_model():
    check_teacher(create_teacher("GR", model=SpacingModel(3), horizon=20))


class _Sound(Teacher):
    code = "SO"

    def _scores(self, history, concepts):
        return [float(concept % 2) for concept in concepts]


def test_a_sound_teacher_passes():
    check_teacher(_Sound)


class _Nameless(_Sound):
    version = ""


class _OutOfRange(_Sound):
    def decide(self, history):
        return super().decide(history)._replace(concept=history.n_concepts)


class _Repeating(_Sound):
    def decide(self, history):
        decision = super().decide(history)
        return decision._replace(concept=(history.concepts or (decision.concept,))[-1])


class _Worst(_Sound):
    def decide(self, history):
        decision = super().decide(history)
        last = history.last_concept
        allowed = {c: s for c, s in decision.scores.items() if c != last}
        return decision._replace(concept=min(allowed, key=allowed.get))


class _Silent(_Sound):
    def decide(self, history):
        decision = super().decide(history)
        return decision._replace(scores=dict.fromkeys(decision.tied, 1.0))


class _Unlucky(_Sound):
    def decide(self, history):
        return super().decide(history)._replace(draw=1.0)


class _Counting(_Sound):
    calls = itertools.count()

    def _scores(self, history, concepts):
        return [float(next(self.calls)) for _ in concepts]


class _Moody(_Sound):
    """Changes its mind at every fourth question."""

    def __init__(self, **told):
        super().__init__(**told)
        self.asked = itertools.count(1)

    def _scores(self, history, concepts):
        sign = -1 if next(self.asked) % 4 == 0 else 1
        return [sign * score for score in super()._scores(history, concepts)]


class _TooLong(_Sound):
    def _scores(self, history, concepts):
        return [0.0] * (len(concepts) + 1)


class _Meddling(_Sound):
    def _scores(self, history, concepts):
        scores = super()._scores(history, concepts)
        history.shown[0] = (9, 9, 1)
        return scores


class _Forgetful(GreedyTeacher):
    """Changes what is shown one by one, and not what is shown in a batch."""

    def _scores(self, history, concepts):
        return [-score for score in super()._scores(history, concepts)]


@pytest.mark.parametrize(
    ("teacher", "promise"),
    [
        (_Nameless, "must have a text 'version'"),
        (_OutOfRange, "must be a concept from 0 to 3, got 4"),
        (_Repeating, "must not be shown twice in a row"),
        (_Worst, "must be one with the best score"),
        (_Silent, "must give a score for every concept shown"),
        (_Unlucky, "draw must be in"),
        (_Counting, "the same seed and history must give the same decision"),
        (_Moody, "asked again about step 4 of a session"),
        (_TooLong, "a teacher must not fail: ValueError"),
        (_Meddling, "must not change the history"),
        (_Forgetful, "batch_scores must lead to the same sessions"),
    ],
)
def test_a_teacher_that_breaks_a_promise_is_told_which(teacher, promise):
    with pytest.raises(BrokenContractError, match=promise):
        check_teacher(teacher)


class _Empty(ActivationModel):
    n_concepts = 0


class _Flat(ActivationModel):
    def recall(self, times, history, concepts=None):
        return super().recall(times, history, concepts)[:, 0]


class _NotANumber(ActivationModel):
    def recall(self, times, history, concepts=None):
        recall = super().recall(times, history, concepts)
        return np.where(recall == 0, np.nan, recall)


class _Prophet(HalfLifeModel):
    def recall(self, times, history, concepts=None):
        future = np.maximum(np.atleast_1d(times), len(history) + 1)
        return super().recall(future, history, concepts)


class _IgnoresRows(ActivationModel):
    def recall(self, times, history, concepts=None):
        rows = len(range(self.size) if concepts is None else concepts)
        return super().recall(times, history)[:rows]


class _LooksAround(ActivationModel):
    def recall(self, times, history, concepts=None):
        recall = super().recall(times, history, concepts)
        return recall * recall[:, :1]


class _Tired(ActivationModel):
    def recall(self, times, history, concepts=None):
        recall = super().recall(times, history, concepts)
        calls = self.__dict__["calls"] = self.__dict__.get("calls", 0) + 1
        return recall * 0.9**calls


class _SaysApart(RelatedModel):
    concepts_interact = False


class _ShortWay(ActivationModel):
    def gains(self, history, horizon, concepts):
        return [1.0] * len(concepts)


class _AllAlike(HalfLifeModel):
    def kinds(self):
        return Kinds(np.zeros(self.n_concepts, dtype=np.int64), ranked=True)


class _WorstFirst(HalfLifeModel):
    def kinds(self):
        labels, ranked = super().kinds()
        return Kinds(labels.max() - labels, ranked)


class _Gaps(HalfLifeModel):
    def kinds(self):
        labels, ranked = super().kinds()
        return Kinds(labels + 1, ranked)


class _Knowing(MemoryModel):
    n_concepts = 2
    concepts_interact = False

    def recall(self, times, history, concepts=None):
        future = np.atleast_1d(times)
        if future.min() <= len(history):
            raise ValueError("past")
        return np.ones((2 if concepts is None else len(concepts), len(future)))


@pytest.mark.parametrize(
    ("model", "promise"),
    [
        (_Empty(4), "n_concepts must be a whole number from 1 on"),
        (_Flat(4), "recall must be .n_concepts, n_times."),
        (_NotANumber(4), "recall must be between 0 and 1, got .*nan"),
        (_Prophet([EASY, HARD]), "must be refused"),
        (_IgnoresRows(4), "must be their rows of the recall of all"),
        (_LooksAround(4), "must be the recall at each of them"),
        (_Tired(4), "must depend on times and history alone"),
        (
            _SaysApart([HARD] * 4, family_links("aabb", 0.5)),
            "concepts_interact must be True",
        ),
        (_ShortWay(4), "gains must agree with what follows from recall"),
        (_AllAlike([EASY, HARD]), "of one kind must gain the same"),
        (_WorstFirst([EASY, HARD]), "a lower number must never gain less"),
        (_Gaps([EASY, HARD]), "counted from 0 without gaps"),
        (_Knowing(), "never shown must be recalled with chance 0"),
    ],
)
def test_a_model_that_breaks_a_promise_is_told_which(model, promise):
    with pytest.raises(BrokenContractError, match=promise):
        check_model(model)


def test_prior_knowledge_is_allowed_if_it_is_said():
    check_model(_Knowing(), prior_knowledge=True)


class _SaysThatItKnows(_Knowing):
    prior_knowledge = True


def test_a_model_may_say_itself_that_it_has_prior_knowledge():
    check_model(_SaysThatItKnows())
