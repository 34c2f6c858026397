"""The part of a consent on data: it follows from what the program stores."""

from collections.abc import Iterator

from studies.models import Study
from studies.services.enrolment.consent_words import ConsentWords
from studies.services.links.terms import is_once_per_browser, titles_of
from studies.services.session.settings import freeze_settings


def write_data_section(words: ConsentWords, study: Study, parts: dict[str, str]) -> str:
    """What is stored, how long, and how to have it deleted."""
    kept = parts.get("retention", "")
    pieces = [
        f"# {words.headings['data']}",
        words.stored_first,
        "\n".join(f"- {line}" for line in _stored(words, study)),
        _stored_how(words, study),
        " ".join(_keeping(words, study, kept)),
        words.screened_out if can_screen_out(study) else "",
        words.earlier if study.earlier_studies else "",
        " ".join(_deleting(words, parts.get("withdrawal", ""))),
        parts.get("data", ""),
    ]
    return "\n\n".join(filter(None, pieces))


def _keeping(words: ConsentWords, study: Study, kept: str) -> Iterator[str]:
    """What the server does by itself is said as well as what somebody wrote."""
    promised = list(_promises(words, study))
    if kept:
        yield words.retention.format(retention=kept)
    elif not promised:
        yield words.no_retention
    yield from promised


def _promises(words: ConsentWords, study: Study) -> Iterator[str]:
    """What goes by itself, and when; there may be nothing that tells who it was."""
    known, people = _known_by(words, study), study.identities_kept_days
    if known and people is not None:
        yield words.identities_go.format(days=_days(words, people), what=known)
    if study.data_kept_days is not None:
        yield words.data_goes.format(days=_days(words, study.data_kept_days))


def _days(words: ConsentWords, number: int) -> str:
    return words.one_day if number == 1 else words.days.format(n=number)


def _stored_how(words: ConsentWords, study: Study) -> str:
    """Under a random name, but for what a recruiter or a list knows people by."""
    known = _known_by(words, study)
    return words.stored_how_but.format(what=known) if known else words.stored_how


def _known_by(words: ConsentWords, study: Study) -> str:
    kinds = words.known_by.items()
    known = (what for kind, what in kinds if titles_of(study, stored_as=kind))
    return words.either.join(known)


def _deleting(words: ConsentWords, deadline: str) -> Iterator[str]:
    yield words.deleting
    if deadline:
        yield words.deadline.format(deadline=deadline)


def _stored(words: ConsentWords, study: Study) -> Iterator[str]:
    settings = freeze_settings(study)
    yield words.stored["consent"]
    yield words.stored["answers"]
    if settings.questionnaire or settings.questions_before:
        yield words.stored["questions"]
    for name in ("keys", "pastes", "focus", "network", "device"):
        yield words.stored[name]
    if named := titles_of(study, stored_as="recruiter"):
        kind = "recruiter" if len(named) == 1 else "recruiters"
        yield words.stored[kind].format(recruiters=words.either.join(named))
    if titles_of(study, stored_as="label"):
        yield words.stored["label"]
    if is_once_per_browser(study):
        yield words.stored["once"]


def can_screen_out(study: Study) -> bool:
    """Whether answers to the first questions may end the study for somebody."""
    before = freeze_settings(study).questions_before
    return any(item.get("screen_out") for item in before)
