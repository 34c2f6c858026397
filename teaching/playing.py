"""One session, step by step: any teacher with any learner."""

from typing import Protocol

from numpy.typing import ArrayLike

from teaching.draws import Stream, check_seed, draw
from teaching.history import History
from teaching.memory.base import MemoryModel, check_chance
from teaching.memory.half_life import HalfLifeModel
from teaching.teachers import Teacher, teacher_class

AnyMemory = ArrayLike | MemoryModel
"""A memory model, or the theta of a ``HalfLifeModel``."""


class MakeTeacher(Protocol):
    """A teacher's class, or anything that makes one for a session."""

    def __call__(
        self, *, model: MemoryModel, horizon: int, seed: int, no_repeat: bool
    ) -> Teacher: ...


AnyTeacher = str | Teacher | MakeTeacher
"""A code such as "GR", a teacher, its class, or a function that makes one."""


def play_session(
    teacher: AnyTeacher,
    *,
    truth: AnyMemory,
    horizon: int | None = None,
    seed: int | None = None,
    belief: AnyMemory | None = None,
    no_repeat: bool = False,
) -> History:
    """Teach one simulated learner, step by step.

    Parameters
    ----------
    teacher
        A code, a class of your own, a function that makes a teacher, or a teacher,
        which has its own belief, horizon, seed and rule about repeats.
    truth
        The learner's memory: a model, or a theta of shape ``(n_concepts, 3)``.
    seed
        Of the teacher and of the learner's luck.
    belief
        The memory the teacher goes by; the true one if not given.

    >>> from teaching import EASY, HARD, play_session
    >>> session = play_session("GR", truth=[EASY, EASY, HARD], horizon=8, seed=1)
    >>> session.concepts
    (1, 0, 2, 2, 1, 0, 2, 2)
    """
    learner = as_model(truth)
    if isinstance(teacher, Teacher):
        horizon = teacher.horizon if horizon is None else horizon
        seed = teacher.seed if seed is None else seed
    if horizon is None:
        raise ValueError("horizon must be given: how many steps the session has")
    seated = seat_teacher(
        teacher,
        model=learner if belief is None else as_model(belief),
        horizon=horizon,
        seed=check_seed(seed or 0),
        no_repeat=no_repeat,
    )
    return play(seated, learner)


def play(teacher: Teacher, learner: MemoryModel) -> History:
    """The session of ``teacher`` with somebody whose memory is ``learner``."""
    history = History.of(learner.n_concepts)
    for step in range(1, teacher.horizon + 1):
        concept = teacher.choose(history)
        chance = check_chance(learner.recall(step, history, [concept]).item())
        luck = draw(teacher.seed, Stream.RECALL, step, concept)
        history = history.then(concept, luck < chance)
    return history


def as_model(memory: AnyMemory) -> MemoryModel:
    """A memory model as it is; anything else is a theta."""
    return memory if isinstance(memory, MemoryModel) else HalfLifeModel(memory)


def seat_teacher(
    teacher: AnyTeacher,
    *,
    model: MemoryModel,
    horizon: int,
    seed: int,
    no_repeat: bool,
) -> Teacher:
    """The teacher of one session; one that exists already takes the session's seed."""
    if isinstance(teacher, Teacher):
        return _reseated(teacher, model, horizon, seed)
    make = teacher_class(teacher) if isinstance(teacher, str) else teacher
    made = make(model=model, horizon=horizon, seed=seed, no_repeat=no_repeat)
    if not isinstance(made, Teacher):
        raise ValueError(
            f"a teacher must be a code, a Teacher or a function that makes one, "
            f"got {made!r} from {teacher!r}"
        )
    return made


def _reseated(teacher: Teacher, model: MemoryModel, horizon: int, seed: int) -> Teacher:
    if teacher.horizon != horizon:
        raise ValueError(
            f"this {teacher.code} plans for {teacher.horizon} steps, "
            f"the session has {horizon}"
        )
    if teacher.model.n_concepts != model.n_concepts:
        raise ValueError(
            f"this {teacher.code} knows {teacher.model.n_concepts} concepts, "
            f"the learner {model.n_concepts}"
        )
    return teacher.with_seed(seed)
