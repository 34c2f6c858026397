"""What participants agree to, built from a study's parts, its own words and its data.

The part on data follows from what the program stores. No study can leave it away.
"""

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from studies.models import ConsentRecord, ConsentText, Study, TeachingSession
from studies.models.log import EventKind, LogKind
from studies.services.enrolment.consent_data import (
    can_screen_out,
    write_data_section,
)
from studies.services.enrolment.consent_words import ConsentWords, find_words
from studies.services.session.settings import freeze_settings
from studies.services.session.showing.progress import duration_of

LONGEST_PART = 5000
UNITS = (("days", 86_400), ("hours", 3600), ("minutes", 60), ("seconds", 1))
# Which words tell of what is stored about a browser. A test misses none.
COLLECTED = {
    "picture_delay_ms": "network",
    "elapsed_ms": "answers",
    "first_key_ms": "keys",
    "n_keys": "keys",
    "n_pastes": "pastes",
    "n_blurs": "focus",
    "network_ms": "network",
    EventKind.FOCUS: "focus",
    EventKind.BLUR: "focus",
    EventKind.HIDDEN: "focus",
    EventKind.VISIBLE: "focus",
    EventKind.STILL_THERE: "focus",
    EventKind.PASTE: "pastes",
    EventKind.OFFLINE: "network",
    EventKind.ONLINE: "network",
    EventKind.RETRY: "network",
    EventKind.PICTURE_SHOWN: "network",
    EventKind.PICTURE_FAILED: "network",
    EventKind.FIRST_KEY: "keys",
}


@dataclass(frozen=True)
class ConsentPart:
    """A part that researchers write; the design may say a part of it by itself."""

    name: str
    title: str
    help: str


CONSENT_PARTS = (
    ConsentPart("purpose", "Purpose", "Why the study is done, in two sentences."),
    ConsentPart(
        "procedure",
        "What happens",
        "The cards, the questions and how long it takes are written for you.",
    ),
    ConsentPart("pay", "Pay", "How much is paid is written for you; say how and when."),
    ConsentPart(
        "risks", "Risks and benefits", "Such as: no risks beyond everyday use."
    ),
    ConsentPart(
        "voluntary",
        "Voluntary",
        "That one may stop at any time, and the minimum age, are written for you.",
    ),
    ConsentPart(
        "data",
        "More about the data",
        "What is stored is written for you; say who sees it and where it is published.",
    ),
    ConsentPart(
        "retention", "How long data is kept", "Such as: ten years after publication."
    ),
    ConsentPart(
        "withdrawal",
        "Deadline of withdrawal",
        "Until when people may have their data deleted, such as: two weeks after "
        "taking part.",
    ),
    ConsentPart(
        "contact",
        "More about the contact",
        "Organiser, contact and ethics number are written for you.",
    ),
)
# Those that make a section of the text; the others go into the one on data.
_SECTIONS = ("purpose", "procedure", "pay", "risks", "voluntary", "contact")


def build_consent(study: Study) -> str:
    """What participants of ``study`` agree to, in Markdown.

    Its own text comes first, then the parts it uses, and always the part on data.
    """
    words = find_words(study.language_of_consent, study.language)
    parts = _written_parts(study)
    pieces = [study.consent_text.strip()]
    if parts:
        pieces += [_section(name, words, study, parts) for name in _SECTIONS]
    elif study.minimum_age:
        pieces.append(words.age.format(age=study.minimum_age))
    pieces.append(write_data_section(words, study, parts))
    return "\n\n".join(filter(None, pieces)) + "\n"


def hash_consent(text: str) -> str:
    """What is stored with a session of the words that were agreed to."""
    return hashlib.sha256(text.encode()).hexdigest()


@dataclass(frozen=True)
class GivenConsent:
    """That somebody agreed, and the words; none if they were not kept at the time."""

    record: ConsentRecord
    text: str


def find_given_consent(
    session: TeachingSession, *, stranger_id: int | None = None
) -> GivenConsent:
    """What the participant of ``session`` agreed to, or who came without proof."""
    if stranger_id is None:
        record = ConsentRecord.objects.get(session=session)
    else:
        record = _consent_of_stranger(session, stranger_id)
    kept = ConsentText.objects.filter(text_hash=record.text_hash).first()
    return GivenConsent(record, kept.text if kept else "")


def _consent_of_stranger(session: TeachingSession, stranger_id: int) -> ConsentRecord:
    """As the log has it; when the person agreed is not theirs to know."""
    logged = session.log.filter(kind=LogKind.CONSENTED).values_list(
        "payload", flat=True
    )
    entries = (json.loads(payload or "{}") for payload in logged)
    own = (entry for entry in entries if entry.get("arrival") == stranger_id)
    entry = next(own, {"version": "", "text": ""})
    return ConsentRecord(
        session=session,
        version=entry["version"],
        text_hash=entry["text"],
        language=session.study.language_of_consent,
        minimum_age=session.study.minimum_age,
        given_at=session.arrivals.get(pk=stranger_id).at,
    )


def find_consent_faults(parts: Any) -> Iterator[str]:
    """Doubts about the parts of a consent text."""
    names = [part.name for part in CONSENT_PARTS]
    if not isinstance(parts, dict) or not parts.keys() <= set(names):
        yield f"The parts of a consent are texts for {', '.join(names)}."
        return
    for name, text in parts.items():
        if not isinstance(text, str) or len(text) > LONGEST_PART:
            yield f"The part “{name}” is a text of up to {LONGEST_PART:,} characters."


def _written_parts(study: Study) -> dict[str, str]:
    texts = {name: str(text).strip() for name, text in study.consent_parts.items()}
    return {name: text for name, text in texts.items() if text}


def _section(
    name: str, words: ConsentWords, study: Study, parts: dict[str, str]
) -> str:
    said = _SAID_BY_ITSELF.get(name, _nothing)(words, study)
    body = "\n\n".join(filter(None, [" ".join(said), parts.get(name, "")]))
    return f"# {words.headings[name]}\n\n{body}" if body else ""


def _nothing(words: ConsentWords, study: Study) -> Iterator[str]:
    yield from ()


def _procedure(words: ConsentWords, study: Study) -> Iterator[str]:
    settings, duration = freeze_settings(study), duration_of(study)
    yield words.procedure.format(n=study.n_concepts, cards=study.horizon)
    if settings.questionnaire or settings.questions_before:
        yield words.questions
    is_one = duration.usual_minutes == 1
    yield (words.duration_of_one if is_one else words.duration).format(
        usual=duration.usual_minutes, most=duration.most_minutes
    )
    if study.postquiz_delay_seconds:
        yield words.later.format(delay=_delay(words, study.postquiz_delay_seconds))


def _delay(words: ConsentWords, seconds: float) -> str:
    """So many of the largest unit that there are at least two of."""
    unit, length = next(
        (pair for pair in UNITS if seconds >= 2 * pair[1]), ("seconds", 1)
    )
    return words.delays[unit].format(n=round(seconds / length))


def _pay(words: ConsentWords, study: Study) -> Iterator[str]:
    pay = study.pay_words
    yield words.pay.format(pay=pay) if pay else words.no_pay
    partly = study.partial_pay_words or words.partly
    if study.pays_withdrawn:
        yield words.paid_after_stopping.format(partly=partly)
    elif pay:
        yield words.unpaid_after_stopping
    if study.pays_screened_out:
        yield words.paid_when_screened_out.format(partly=partly)
    elif pay and can_screen_out(study):
        yield words.unpaid_when_screened_out


def _voluntary(words: ConsentWords, study: Study) -> Iterator[str]:
    yield words.voluntary
    if study.minimum_age:
        yield words.age.format(age=study.minimum_age)


def _contact(words: ConsentWords, study: Study) -> Iterator[str]:
    if study.organiser:
        yield words.organiser.format(organiser=study.organiser)
    if study.contact:
        yield words.contact.format(contact=study.contact) + "."
    if study.ethics_number:
        yield words.ethics.format(ethics=study.ethics_number) + "."


_SAID_BY_ITSELF = {
    "procedure": _procedure,
    "pay": _pay,
    "voluntary": _voluntary,
    "contact": _contact,
}
