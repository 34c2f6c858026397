"""The questions before the cards and after them."""

import json
import re
from collections.abc import Mapping
from datetime import datetime
from decimal import Decimal
from typing import Any

from studies.errors import AnsweredError, FaultyAnswersError, WrongPageError
from studies.limits import MAX_QUESTIONNAIRE_TEXT
from studies.models import QuestionnaireAnswer, SessionDevice
from studies.models.log import LogKind
from studies.models.questions import QuestionKind
from studies.models.session import Phase
from studies.phases import has_passed, next_phase
from studies.services.session.advancing import enter_phase
from studies.services.session.ending import end_session
from studies.services.session.lock import LockedSession, lock_session
from studies.services.session.ownership import gave_answers
from studies.services.session.showing.page_context import PageContext, context_of

Item = dict[str, Any]
Answers = Mapping[str, object]
# Three digits after a comma or a point are thousands to some, and parts to others.
_NUMBER = re.compile(r"[+-]?\d{1,12}([.,]\d{1,2})?")


def answer_questionnaire(
    *,
    token: str,
    answers: Answers,
    now: datetime,
    phase: Phase = Phase.QUESTIONNAIRE,
) -> PageContext:
    """Store the answers to the questions of ``phase`` and go on.

    The same answers again change nothing, and others raise ``AnsweredError``. Of
    whoever is screened out by an answer, none is kept to compare with.
    """
    with lock_session(token=token, now=now) as locked:
        if has_passed(locked.session.phase, of=phase):
            _repeat(locked, phase, answers)
        elif not _is_out(locked.session.phase, phase):
            locked.require_running()
            if locked.session.phase != phase:
                raise WrongPageError
            _require_proof_to_end(locked, phase)
            _take(locked, check_answers(locked.settings.questions(phase), answers))
        context = context_of(locked)
    return context


def _repeat(locked: LockedSession, phase: Phase, answers: Answers) -> None:
    session = locked.session
    if not gave_answers(session, phase, locked.stranger_id):
        # Whether they are the same tells what somebody else said.
        raise AnsweredError
    try:
        clean = check_answers(locked.settings.questions(phase), answers)
    except FaultyAnswersError as error:
        raise AnsweredError from error
    stored = session.questionnaire_answers.filter(phase=phase)
    if clean != dict(stored.values_list("item", "value")):
        raise AnsweredError


def _is_out(phase: str, asked: Phase) -> bool:
    """Whether these questions may have screened somebody out."""
    return asked == Phase.QUESTIONS_BEFORE and phase == Phase.SCREENED_OUT


def _require_proof_to_end(locked: LockedSession, phase: Phase) -> None:
    """Where an answer may end the session, whoever proved nothing gives none.

    Were only some refused, they would tell which answer ends it.
    """
    if any(item.get("screen_out") for item in locked.settings.questions(phase)):
        locked.require_proof()


def _take(locked: LockedSession, clean: dict[str, str]) -> None:
    session, phase = locked.session, Phase(locked.session.phase)
    if screens_out(locked.settings.questions(phase), clean):
        _screen_out(locked, phase)
        return
    QuestionnaireAnswer.objects.bulk_create(
        QuestionnaireAnswer(session=session, phase=phase, item=item, value=value)
        for item, value in clean.items()
    )
    locked.log_given(LogKind.ANSWERED_QUESTIONS, phase=phase, answers=clean)
    enter_phase(locked, next_phase(phase))


def _screen_out(locked: LockedSession, phase: Phase) -> None:
    """End kindly. Only that it was so is kept, not by which answer."""
    session = locked.session
    SessionDevice.objects.filter(session=session).delete()
    session.events.all().delete()
    session.concepts.all().delete()
    locked.log_given(LogKind.ANSWERED_QUESTIONS, phase=phase)
    end_session(locked, Phase.SCREENED_OUT)


def screens_out(items: list[Item], clean: Mapping[str, str]) -> bool:
    """Whether one of these answers is of somebody whom the study does not look for."""
    return any(
        _ends_with(item, clean[item["id"]])
        for item in items
        if item.get("screen_out") and item["id"] in clean
    )


def _ends_with(item: Item, answer: str) -> bool:
    ends = item["screen_out"]
    if item["kind"] == QuestionKind.NUMBER:
        number, below, above = Decimal(answer), ends.get("below"), ends.get("above")
        is_below = below is not None and number < Decimal(str(below))
        return is_below or (above is not None and number > Decimal(str(above)))
    if item["kind"] == QuestionKind.MULTIPLE:
        return any(chosen in ends for chosen in json.loads(answer))
    return answer in ends


def check_answers(items: list[Item], answers: Answers) -> dict[str, str]:
    """The answers as they are stored, or an error that names every question in
    trouble."""
    asked = [item for item in items if item["kind"] != QuestionKind.PLAIN]
    unknown = set(answers) - {item["id"] for item in asked}
    faults = dict.fromkeys(sorted(unknown), "there is no such question")
    clean = {}
    for item in asked:
        try:
            text = _clean(item, answers.get(item["id"]))
        except ValueError as error:
            faults[item["id"]] = str(error)
        else:
            if text:
                clean[item["id"]] = text
    if faults:
        raise FaultyAnswersError(faults)
    return clean


def _clean(item: Item, value: object) -> str:
    """The answer as a text, empty if there is none, or what is wrong with it."""
    if value in (None, "", []):
        if item.get("required"):
            raise ValueError("please answer this")
        return ""
    if item["kind"] == QuestionKind.TEXT:
        return _clean_text(value)
    if item["kind"] == QuestionKind.NUMBER:
        return _clean_number(item, value)
    if item["kind"] == QuestionKind.MULTIPLE:
        return _clean_several(item, value)
    return _clean_choice(item, value)


def _clean_text(value: object) -> str:
    if not isinstance(value, str):
        raise ValueError("must be a text")
    if len(value) > MAX_QUESTIONNAIRE_TEXT:
        raise ValueError(f"at most {MAX_QUESTIONNAIRE_TEXT} characters")
    return value


def _clean_number(item: Item, value: object) -> str:
    written = value.strip() if isinstance(value, str) else ""
    if not _NUMBER.fullmatch(written):
        raise ValueError("must be a number, such as 42 or 1.5")
    number = Decimal(written.replace(",", "."))
    low, high = item.get("min"), item.get("max")
    if low is not None and number < Decimal(str(low)):
        raise ValueError(f"must be at least {low}")
    if high is not None and number > Decimal(str(high)):
        raise ValueError(f"must be at most {high}")
    return f"{number.normalize():f}"


def _clean_choice(item: Item, value: object) -> str:
    is_plain = isinstance(value, str | int) and not isinstance(value, bool)
    if not is_plain or str(value) not in _options(item):
        raise ValueError("choose one of the options")
    return str(value)


def _options(item: Item) -> list[str]:
    return [str(option) for option in item.get("options", [])]


def _clean_several(item: Item, value: object) -> str:
    chosen = value if isinstance(value, list) else [value]
    options = _options(item)
    if not all(option in options for option in chosen):
        raise ValueError("choose among the options")
    # In the order in which they are offered, each once.
    told = [option for option in options if option in chosen]
    return json.dumps(told, ensure_ascii=False)
