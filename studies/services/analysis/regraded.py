"""The quizzes by the verdicts of regradings that researchers made."""

from studies.models import RegradedVerdict, Regrading, Study
from studies.models.session import Phase
from studies.services.analysis.dataset import Dataset
from studies.services.analysis.regrading import covers

N_NEWEST = 3


def list_newest(study: Study, *, purpose: str) -> list[Regrading]:
    """The newest regradings of answers of people of ``purpose``, the oldest first."""
    made = Regrading.objects.filter(study=study).order_by("-pk")
    own = [regrading for regrading in made if covers(regrading, purpose)]
    return own[:N_NEWEST][::-1]


def judge_again(data: Dataset, regrading: Regrading) -> Dataset:
    """``data`` by the verdicts of ``regrading``; what came later keeps its first."""
    rows = {person.key: row for row, person in enumerate(data.persons)}
    quizzes = {
        Phase.PREQUIZ.value: data.cards.before.copy(),
        Phase.POSTQUIZ.value: data.cards.after.copy(),
    }
    verdicts = RegradedVerdict.objects.filter(
        regrading=regrading, response__phase__in=quizzes
    ).order_by()
    where = ("session_id", "phase", "shown__position")
    fields = [f"response__{name}" for name in where]
    for session, phase, position, is_right in verdicts.values_list(*fields, "correct"):
        if session in rows:
            quizzes[phase][rows[session], position] = is_right
    return data.graded(quizzes[Phase.PREQUIZ], quizzes[Phase.POSTQUIZ])
