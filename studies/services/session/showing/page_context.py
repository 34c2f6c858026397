"""A session and the page it is on: what the services hand back to whoever asked."""

import json
from dataclasses import dataclass
from datetime import datetime

from django.utils.functional import cached_property

from studies.models import Study, TeachingSession
from studies.models.log import LogKind
from studies.models.session import CARD_PHASES, Phase, Stage
from studies.services.decks.content import DeckContent
from studies.services.session.cards import Cards
from studies.services.session.ending import is_owed
from studies.services.session.lock import LockedSession
from studies.services.session.quiz import quiz_order
from studies.services.session.settings import SessionSettings
from studies.services.session.showing.progress import Progress, progress_of
from studies.services.session.showing.state import (
    Receipt,
    State,
    finish_until,
    state_of,
)

BY_PARTICIPANT = "participant"
"""Who erased, in the log."""


@dataclass(frozen=True)
class PageContext:
    """Where a participant is, and what stands around it on the page."""

    session: TeachingSession
    settings: SessionSettings
    state: State
    cards: Cards
    was_away: bool = False
    stranger_id: int | None = None

    @property
    def study(self) -> Study:
        return self.session.study

    @cached_property
    def deck(self) -> DeckContent:
        return self.cards.deck

    @cached_property
    def progress(self) -> Progress:
        return progress_of(self.session, self.settings)

    @property
    def seconds_each(self) -> float | None:
        """What a card of this phase may take, if the study says so."""
        factor = self.session.time_factor
        limit = self.settings.limit(self.state.phase, time_factor=factor)
        return None if limit is None else limit.total_seconds()

    @property
    def has_more_time(self) -> bool:
        """Whether somebody may think longer than others do."""
        is_timed = any(self.settings.seconds(part) for part in CARD_PHASES)
        return is_timed and self.session.time_factor > 1

    @property
    def finish_until(self) -> datetime | None:
        return finish_until(self.session)

    @property
    def pays_this_end(self) -> bool:
        """Whether those whose session ended like this one get a code."""
        session = self.session
        return session.has_ended and is_owed(session, self.settings, self.state.phase)

    @property
    def pays_stopping(self) -> bool:
        """Whether somebody who stops now gets a code."""
        return is_owed(self.session, self.settings, Phase.WITHDRAWN)

    @property
    def has_answers(self) -> bool:
        """Whether anything is kept of what somebody answered."""
        given = (self.session.responses, self.session.questionnaire_answers)
        return any(rows.exists() for rows in given)

    @property
    def is_erased_by_team(self) -> bool:
        """Whether somebody else than the participant deleted the answers last."""
        erased = self.session.log.filter(kind=LogKind.ERASED).order_by("-number")
        payload = erased.values_list("payload", flat=True).first()
        return payload is not None and json.loads(payload)["by"] != BY_PARTICIPANT

    @property
    def is_code_elsewhere(self) -> bool:
        """Whether a code exists, though perhaps not for whoever looks."""
        return self.session.codes.exists()

    @property
    def pays_at_all(self) -> bool:
        settings = self.settings
        pays_some = settings.pays_withdrawn or settings.pays_screened_out
        return pays_some or bool(self.study.pay_words)

    @cached_property
    def next_picture(self) -> str | None:
        """The picture a browser may load ahead, where no clock is saved by it.

        That is in a prequiz without a limit; by the time of learning every picture
        has been seen. Its address is a random id, so it tells nothing else.
        """
        session, settings = self.session, self.settings
        if session.phase != Phase.PREQUIZ or settings.seconds(session.phase):
            return None
        step = session.step + (session.stage != Stage.INTRODUCTION)
        if step > settings.n_steps(session.phase):
            return None
        position = quiz_order(session, settings.n_concepts, session.phase)[step - 1]
        return self.cards.content_at(position).picture_address


def context_of(locked: LockedSession, *, receipt: Receipt | None = None) -> PageContext:
    """The page of a locked session as it is now."""
    state = state_of(
        locked.cards,
        now=locked.now,
        receipt=receipt,
        stranger_id=locked.stranger_id,
    )
    return PageContext(
        locked.session,
        locked.settings,
        state,
        locked.cards,
        locked.was_away,
        locked.stranger_id,
    )
