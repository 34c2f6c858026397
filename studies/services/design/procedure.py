"""What people go through and read in a study, in the words of a registration."""

from collections.abc import Iterator
from typing import Any

from studies.languages import LANGUAGES
from studies.models import Questionnaire, Study
from studies.services.design.questions import find_question_faults
from studies.services.design.telling import tell_answering
from studies.services.enrolment.consent import build_consent

_UNITS = (("day", 86_400), ("hour", 3600), ("minute", 60))


def describe_procedure(study: Study) -> Iterator[str]:
    """The parts in their order, what is asked in them, and how long they last."""
    yield _parts(study)
    yield from _times_of_cards(study)
    yield from _times_of_people(study)
    yield from _questions("before", study.questions_before)
    yield from _questions("after", study.questionnaire)


def _parts(study: Study) -> str:
    parts = [
        "consent",
        "questions" if study.questions_before else "",
        "instructions",
        "a prequiz on all concepts",
        f"{study.horizon} learning cards",
        "a postquiz on all concepts",
        "questions" if study.questionnaire else "",
        "what they knew before and after" if study.shows_result else "",
        "debriefing" if study.debrief_text else "",
        "completion code",
    ]
    return ", ".join(filter(None, parts)).capitalize() + "."


def _times_of_cards(study: Study) -> Iterator[str]:
    quiz, limit = _limit(study.quiz_seconds), _limit(study.learning_seconds)
    yield (
        f"A learning card may be answered for {limit}. {_review(study)} Quiz cards "
        f"have {quiz}; they show no answer."
        f"{' The same card never comes twice in a row.' if study.no_repeat else ''}"
    )
    more = " Participants may choose 1.5 or 2 times the time for each card."
    yield (
        f"Answers that come up to {_seconds(study.grace_seconds)} too late count."
        f"{more if study.offers_more_time else ''}"
    )


def _review(study: Study) -> str:
    usual, after_right = study.review_seconds, study.review_seconds_after_right
    if after_right is None:
        return f"Its answer is then shown for {_seconds(usual)}."
    shown = f"After a mistake its answer is shown for {_seconds(usual)}"
    if not after_right:
        return f"{shown}; after a right answer it is not shown."
    longest = max(usual, after_right)
    return (
        f"{shown}; after a right answer for {_seconds(after_right)} at least, and "
        f"until they go on or {_seconds(longest)} are over."
    )


def _times_of_people(study: Study) -> Iterator[str]:
    if study.postquiz_delay_seconds:
        delay = tell_span(study.postquiz_delay_seconds)
        yield f"The postquiz opens {delay} after the learning part."
    yield (
        f"Who gives no sign of life for {tell_span(study.idle_seconds)} may come back, "
        "but their place is free for others. When the study is closed, those inside "
        f"may go on for {tell_span(study.finish_seconds)}."
    )
    if study.largest_gap_seconds:
        gap = tell_span(study.largest_gap_seconds)
        yield f"Pauses of more than {gap} between two parts are marked."


def _limit(seconds: float | None) -> str:
    return "no limit" if seconds is None else _seconds(seconds)


def _seconds(seconds: float) -> str:
    return "1 second" if seconds == 1 else f"{seconds:g} seconds"


def tell_span(seconds: float) -> str:
    """A time in the longest unit that it is a whole number of."""
    for unit, length in _UNITS:
        number, rest = divmod(seconds, length)
        if number and not rest:
            return f"{number:g} {unit}{'' if number == 1 else 's'}"
    return _seconds(seconds)


def _questions(moment: str, asked: Questionnaire | None) -> Iterator[str]:
    if asked is None or not asked.items:
        return
    if any(find_question_faults(asked.items)):
        yield f"The questions {moment} the cards are not complete yet."
        return
    lines = "\n".join(map(_question, asked.items))
    yield f"Asked {moment} the cards:\n\n{lines}"


def _question(item: dict[str, Any]) -> str:
    how = "; ".join(tell_answering(item))
    label = " ".join(item["label"].split())
    ends = item.get("screen_out")
    screens = f" Screened out: {_ends(ends)}." if ends else ""
    return f"- {label} ({how}){screens}"


def _ends(screen_out: list[str] | dict[str, float | None]) -> str:
    """Which answers screen out: some of the options, or numbers beyond a bound."""
    if isinstance(screen_out, list):
        return " or ".join(f"“{option}”" for option in screen_out)
    bounds = (("under", screen_out.get("below")), ("over", screen_out.get("above")))
    told = (f"{word} {end:.10g}" for word, end in bounds if end is not None)
    return " or ".join(told)


def describe_texts(study: Study) -> Iterator[str]:
    """What participants read, word by word."""
    names = dict(LANGUAGES)
    yield f"The language of the pages is {names.get(study.language, study.language)}."
    yield _quoted("First words", study.about_text, otherwise="a sentence on the cards")
    if study.minimum_age:
        yield f"Who agrees ticks a box: at least {study.minimum_age} years old."
    code = study.language_of_consent
    consent = f"Consent, version {study.consent_version}, in {names.get(code, code)}"
    yield _quoted(consent, build_consent(study))
    yield _quoted("Debriefing", study.debrief_text, otherwise="none")
    yield _quoted(
        "Debriefing of those who leave or are screened out",
        study.left_debrief_text,
        otherwise="that of those who finish"
        if study.leavers_read_debrief
        else "a sentence on the cards, and the contact",
    )


def _quoted(what: str, text: str, *, otherwise: str = "") -> str:
    if not text.strip():
        return f"{what}: {otherwise}."
    lines = (f"> {line}".rstrip() for line in text.strip().splitlines())
    return f"{what}:\n\n" + "\n".join(lines)
