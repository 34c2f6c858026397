"""Teachers: policies that decide which concept is shown next, one file each."""

from collections.abc import Mapping
from functools import partial
from typing import Any

from teaching.memory.base import MemoryModel
from teaching.teachers.adaptive import AdaptiveTeacher
from teaching.teachers.base import Decision, Sessions, Teacher
from teaching.teachers.conservative import ConservativeTeacher
from teaching.teachers.greedy import GreedyTeacher
from teaching.teachers.leitner import LeitnerTeacher
from teaching.teachers.lowest_recall import LowestRecallTeacher
from teaching.teachers.priced import PricedTeacher, align_prices
from teaching.teachers.round_robin import RoundRobinTeacher
from teaching.teachers.threshold import ThresholdTeacher
from teaching.teachers.uniform import UniformTeacher

TEACHERS: dict[str, type[Teacher]] = {
    teacher.code: teacher
    for teacher in (
        GreedyTeacher,
        LowestRecallTeacher,
        RoundRobinTeacher,
        UniformTeacher,
        PricedTeacher,
        LeitnerTeacher,
        ThresholdTeacher,
        ConservativeTeacher,
        AdaptiveTeacher,
    )
}


def create_teacher(
    code: str,
    *,
    model: MemoryModel,
    horizon: int,
    seed: int = 0,
    no_repeat: bool = True,
    **options: Any,
) -> Teacher:
    """The teacher known by ``code``, ready to decide.

    ``options`` are what this teacher alone can be told: ``option_names`` lists them.

    >>> from teaching import EASY, HARD, HalfLifeModel, History, create_teacher
    >>> model = HalfLifeModel([EASY, EASY, HARD])
    >>> teacher = create_teacher("GR", model=model, horizon=40, seed=7)
    >>> teacher.choose(History.of(3, concepts=[0, 2], recalls=[False, False]))
    1
    """
    teacher = teacher_class(code)
    _check_options(teacher, options)
    return teacher(
        model=model, horizon=horizon, seed=seed, no_repeat=no_repeat, **options
    )


def told_teacher(code: str, plain: Mapping[str, Any]) -> "partial[Teacher]":
    """What makes the teachers of many sessions, told options kept as plain data."""
    teacher = teacher_class(code)
    options = teacher.read_options(plain)
    _check_options(teacher, options)
    return partial(teacher, **options)


def _check_options(teacher: type[Teacher], options: dict[str, Any]) -> None:
    names = teacher.option_names()
    for name in options:
        if name not in names:
            known = f"its options are {', '.join(names)}" if names else "it has none"
            raise ValueError(f"{teacher.code} has no option {name!r}; {known}")


def teacher_class(code: str) -> type[Teacher]:
    """The class behind ``code``, or an error that names the codes there are."""
    try:
        return TEACHERS[code]
    except KeyError:
        raise ValueError(
            f"there is no teacher {code!r}; the teachers are {', '.join(TEACHERS)}"
        ) from None


__all__ = [
    "TEACHERS",
    "AdaptiveTeacher",
    "Decision",
    "PricedTeacher",
    "Sessions",
    "Teacher",
    "align_prices",
    "create_teacher",
    "teacher_class",
    "told_teacher",
]
