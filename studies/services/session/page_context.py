"""What stands around a session's page: its study, the way so far, what comes."""

from dataclasses import dataclass

from studies.models import DeckVersion, Study, TeachingSession
from studies.models.session import Phase, Stage
from studies.services.session.cards import deck_of
from studies.services.session.progress import Progress, progress_of
from studies.services.session.scheduling import n_steps_of, quiz_order
from studies.services.session.settings import SessionSettings, settings_of


@dataclass(frozen=True)
class PageContext:
    """Everything a page shows apart from the state."""

    study: Study
    deck: DeckVersion
    settings: SessionSettings
    progress: Progress
    next_picture: str | None
    has_more_time: bool


def page_context_of(session: TeachingSession) -> PageContext:
    """What stands around the page of ``session``."""
    return PageContext(
        study=session.study,
        deck=session.study.deck_version,
        settings=settings_of(session),
        progress=progress_of(session),
        next_picture=_next_picture(session),
        has_more_time=session.time_factor != 1,
    )


def needs_sight(deck: DeckVersion) -> bool:
    """Whether some card shows a picture and nothing else."""
    return deck.concepts.filter(prompt="").exists()


def _next_picture(session: TeachingSession) -> str | None:
    """The picture a browser may load ahead: of a card that is settled already.

    Its address is a random id, so it tells nothing but which picture will come.
    """
    concept_id = _next_concept(session)
    if concept_id is None:
        return None
    picture = deck_of(session).concepts[concept_id].picture
    return picture and f"/pictures/{picture}"


def _next_concept(session: TeachingSession) -> int | None:
    settings = settings_of(session)
    n_steps = n_steps_of(settings, session.phase)
    begins = session.stage == Stage.INTRODUCTION
    step = session.step if begins else session.step + 1
    if not 0 < step <= n_steps:
        return None
    if session.phase == Phase.LEARNING:
        rows = session.responses.filter(phase=session.phase, step=step)
        return rows.values_list("shown__concept_id", flat=True).first()
    position = quiz_order(session, settings.n_concepts, session.phase)[step - 1]
    rows_of_quiz = session.concepts.filter(position=position)
    return rows_of_quiz.values_list("concept_id", flat=True).first()
