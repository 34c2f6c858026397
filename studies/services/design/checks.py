"""Whether a design can be run, and whether it should be: one answer, by field."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.db.models import Model

from studies.errors import DesignError
from studies.labels import label_of
from studies.models import Arm, Study
from studies.models.session import Phase
from studies.models.study import Purpose, Sampling
from studies.recruitment import OPEN_LINK, pick_recruiters
from studies.services.decks.content import DeckContent, content_of
from studies.services.design.costs import hourly_pay
from studies.services.design.fields import (
    CHECKS,
    find_faults,
    find_place_faults,
    find_theta_faults,
)
from studies.services.design.questions import find_screening_faults
from studies.services.earlier_studies import find_unknown
from studies.services.links.terms import options_of, terms_of

# A field of the study, or ``arms``, or ``arms.<position>.<field>`` of one of them.
FieldFault = tuple[str, str]
SHORTEST_REVIEW = 1
"""In seconds: what is shorter is more likely a slip of the pen."""
_NUMBERS = frozenset({"n_concepts", "horizon", "strata"})


@dataclass(frozen=True)
class DesignWarning:
    """Something that a researcher may know and want all the same."""

    code: str
    field: str
    words: str


@dataclass(frozen=True)
class DesignReport:
    """``errors`` by field stop a launch; ``warnings`` can be accepted."""

    errors: dict[str, list[str]]
    warnings: list[DesignWarning]

    def unaccepted(self, study: Study) -> list[DesignWarning]:
        """The warnings that nobody has accepted yet."""
        return [each for each in self.warnings if not is_accepted(each, study)]


def is_accepted(warning: DesignWarning, study: Study) -> bool:
    return warning.code in study.accepted_warnings


def report_on(study: Study) -> DesignReport:
    """Everything that is wrong with a design, and everything that is doubtful."""
    errors = find_errors(study)
    is_countable = not _NUMBERS & set(errors)
    return DesignReport(errors, list(_doubts(study)) if is_countable else [])


def find_errors(study: Study) -> dict[str, list[str]]:
    """What stops a launch, by field."""
    errors: dict[str, list[str]] = {}
    arms = list(study.arms.all())
    for field, words in _faults_of_fields(study, arms):
        errors.setdefault(field, []).append(words)
    for field, words in _faults_of_the_whole(study, arms, wrong=set(errors)):
        errors.setdefault(field, []).append(words)
    return errors


def check_design(study: Study) -> None:
    """Refuse a design that could not be run, with everything that is wrong with it."""
    errors = find_errors(study)
    if errors:
        raise DesignError(" ".join(tell_errors(study, errors)))


def tell_errors(study: Study, errors: dict[str, list[str]]) -> Iterator[str]:
    """The errors as sentences, each with the name of its field."""
    names = {str(arm.position): arm.name for arm in study.arms.all()}
    for field, faults in errors.items():
        title = title_of(field, names)
        for fault in faults:
            yield f"{title}: {fault}"


def title_of(field: str, arms: dict[str, str]) -> str:
    """What people call ``field``; ``arms`` are the names by position."""
    first, *rest = field.split(".")
    if rest:
        return f"Arm {arms[rest[0]]}, {label_of(rest[1]).lower()}"
    return label_of(first)


def _faults_of_fields(study: Study, arms: list[Arm]) -> Iterator[FieldFault]:
    yield from _told(study)
    for name in ("questions_before", "questionnaire"):
        questions = getattr(study, name)
        for _, words in _told(questions) if questions else ():
            yield name, words
    if study.questionnaire and isinstance(study.questionnaire.items, list):
        for words in find_screening_faults(study.questionnaire.items):
            yield "questionnaire", words
    for arm in arms:
        for field, words in _told(arm):
            yield f"arms.{arm.position}.{field}", words


def _told(row: Model) -> Iterator[FieldFault]:
    values = {name: getattr(row, name) for name in CHECKS if hasattr(row, name)}
    for name, faults in find_faults(values).items():
        for fault in faults:
            yield name, fault


def _faults_of_the_whole(
    study: Study, arms: list[Arm], *, wrong: set[str]
) -> Iterator[FieldFault]:
    """What no field can tell alone; those in ``wrong`` are not asked again."""
    yield from _missing_words(study, wrong)
    yield from _retention_faults(study, wrong)
    for name in () if "earlier_studies" in wrong else find_unknown(study):
        yield "earlier_studies", f"There is no earlier study “{name[:50]}”."
    if not arms:
        yield "arms", "A study needs at least one arm."
    if study.reference_arm and study.reference_arm not in {arm.name for arm in arms}:
        yield "reference_arm", f"There is no arm “{study.reference_arm}”."
    if not any(field.endswith("n_places") for field in wrong):
        for fault in find_place_faults(arm.n_places for arm in arms):
            yield "arms", fault
    if _NUMBERS & wrong:
        return
    deck = content_of(study.deck_version)
    yield from _size_faults(study, deck)
    if any(arm.theta is None for arm in arms):
        yield from _theta_faults(deck)


def _missing_words(study: Study, wrong: set[str]) -> Iterator[FieldFault]:
    if "consent_parts" not in wrong and not (
        study.consent_text.strip() or _purpose(study)
    ):
        yield (
            "consent_parts",
            "Participants must read what they agree to: write at least the purpose.",
        )
    if not study.contact.strip() and not study.is_demo:
        yield "contact", "A study needs somebody whom participants can write to."
    if not study.recruiters and not study.accepts_simulated:
        yield "recruiters", "A study needs at least one recruiter."
    if not {"recruiters", "recruiter_options"} & wrong:
        options = options_of(study)
        for recruiter in pick_recruiters(study.recruiters):
            if lack := recruiter.find_lack(options.get(recruiter.name, {})):
                yield "recruiter_options", lack


def _retention_faults(study: Study, wrong: set[str]) -> Iterator[FieldFault]:
    people, data = study.identities_kept_days, study.data_kept_days
    if wrong & {"identities_kept_days", "data_kept_days"} or data is None:
        return
    if people is not None and people > data:
        yield (
            "identities_kept_days",
            f"With the answers, which go after {data} days, goes who gave them: write "
            "fewer days, or none.",
        )


def _purpose(study: Study) -> str:
    return str(study.consent_parts.get("purpose", "")).strip()


def _size_faults(study: Study, deck: DeckContent) -> Iterator[FieldFault]:
    n_there = len(deck.taught)
    if n_there < study.n_concepts:
        yield (
            "n_concepts",
            f"The deck has {n_there} concepts, the study wants {study.n_concepts}.",
        )
    if study.horizon < study.n_concepts:
        cards = "card" if study.horizon == 1 else "cards"
        yield (
            "horizon",
            f"With {study.horizon} {cards} in the learning part, not all of the "
            f"{study.n_concepts} concepts can be shown.",
        )
    if study.sampling == Sampling.STRATIFIED:
        for fault in _strata_faults(study, deck):
            yield "strata", fault


def _strata_faults(study: Study, deck: DeckContent) -> Iterator[str]:
    strata: dict[str, int] = study.strata
    n_in_all = sum(strata.values())
    if n_in_all != study.n_concepts:
        yield (
            f"The strata must add up to the number of concepts, {study.n_concepts}; "
            f"they add up to {n_in_all}."
        )
    for level, n_wanted in strata.items():
        n_there = deck.n_of_level.get(level, 0)
        if n_there < n_wanted:
            yield f"The deck has only {n_there} concepts of level {level}."


def _theta_faults(deck: DeckContent) -> Iterator[FieldFault]:
    for concept in deck.taught:
        for fault in find_theta_faults(list(concept.theta)):
            yield "deck_version", f"Concept {concept.number} of the deck: {fault}"


def _doubts(study: Study) -> Iterator[DesignWarning]:
    if study.n_concepts <= study.horizon < 2 * study.n_concepts:
        yield DesignWarning(
            "few_steps",
            "horizon",
            f"With fewer than {2 * study.n_concepts} cards, many concepts are shown "
            "once only.",
        )
    if len(study.arms.all()) == 1:
        yield DesignWarning(
            "one_arm", "arms", "With one arm there is nothing to compare with."
        )
    if study.consent_text.strip() and any(study.consent_parts.values()):
        yield DesignWarning(
            "two_consents",
            "consent_text",
            "Participants read your own consent text and after it the parts of the "
            "consent: see that the two do not contradict each other.",
        )
    yield from _doubts_about_times(study)
    yield from _doubts_about_pay(study)
    yield from _doubts_about_recruiters(study)
    if not study.preregistration_url:
        yield DesignWarning(
            "no_preregistration",
            "preregistration_url",
            "The study is not preregistered.",
        )
    if not _somebody_finished_a_pilot(study):
        yield DesignWarning(
            "no_pilot", "", "No real person has finished a pilot of it."
        )


def _doubts_about_times(study: Study) -> Iterator[DesignWarning]:
    """Nothing at all may be meant; less than a second hardly is."""
    for field in ("review_seconds", "review_seconds_after_right"):
        seconds = getattr(study, field)
        if seconds is not None and 0 < seconds < SHORTEST_REVIEW:
            yield DesignWarning(
                f"short_{field}",
                field,
                f"In {seconds:g} seconds nobody can read the right answer.",
            )


def _doubts_about_recruiters(study: Study) -> Iterator[DesignWarning]:
    for recruiter in pick_recruiters(study.recruiters):
        terms = terms_of(study, recruiter.name)
        if recruiter.without_way_back and not recruiter.has_way_back(terms):
            title = recruiter.title_for(terms.options)
            yield DesignWarning(
                f"no_way_back_to_{recruiter.name}",
                "completion_url",
                f"Nothing leads people back to {title} when they finish: "
                f"{recruiter.without_way_back}",
            )
    if OPEN_LINK in study.recruiters and _pays_for_little(study):
        yield DesignWarning(
            "pays_anybody",
            "recruiters",
            "By the open link anybody can come again and again and be paid for "
            "leaving or being screened out.",
        )
    if OPEN_LINK in study.recruiters and study.earlier_studies:
        yield DesignWarning(
            "lets_earlier_in",
            "earlier_studies",
            "An open link knows nobody, so people of the earlier studies that you "
            "named can come by it.",
        )
    if OPEN_LINK in study.recruiters and _screens_out(study):
        yield DesignWarning(
            "screens_strangers",
            "recruiters",
            "Somebody who is screened out can open the link again and answer "
            "differently: an open link does not recognise people. Prolific, "
            "Mechanical Turk, panels and personal links do.",
        )


def _doubts_about_pay(study: Study) -> Iterator[DesignWarning]:
    is_paid = study.pay_amount or study.pay_text
    if is_paid and _screens_out(study) and not study.pays_screened_out:
        yield DesignWarning(
            "unpaid_screened_out",
            "pays_screened_out",
            "Who is screened out has given their time and is paid nothing.",
        )
    if _pays_for_little(study) and not study.partial_pay_words.strip():
        yield DesignWarning(
            "part_without_words",
            "partial_pay_text",
            "Whoever stops early or is screened out gets a code, and participants "
            "read only that they get a part of the pay: write how much.",
        )
    if _pays_for_little(study) and _is_more_than_all(study):
        yield DesignWarning(
            "part_above_pay",
            "partial_pay_amount",
            "Whoever stops early or is screened out gets more than who finishes.",
        )
    yield from _doubts_about_wage(study)


def _is_more_than_all(study: Study) -> bool:
    part, pay = study.partial_pay_amount, study.pay_amount
    return part is not None and pay is not None and part > pay


def _doubts_about_wage(study: Study) -> Iterator[DesignWarning]:
    wage, pay = settings.MINIMUM_HOURLY_PAY, hourly_pay(study)
    if pay is None and not _is_paid_work(study.recruiters):
        return
    if pay is None or pay < wage:
        currency = study.currency
        told = "nothing" if pay is None else f"{pay:.2f} {currency} an hour"
        yield DesignWarning(
            "low_pay",
            "pay_amount",
            f"It pays {told}; on this site it should be {wage} {currency} an hour or "
            "more.",
        )


def _pays_for_little(study: Study) -> bool:
    return study.pays_withdrawn or study.pays_screened_out


def _screens_out(study: Study) -> bool:
    asked = study.questions_before.items if study.questions_before else []
    return any(isinstance(item, dict) and item.get("screen_out") for item in asked)


def _is_paid_work(recruiters: Iterable[str]) -> bool:
    """Whether people come from where they work for money."""
    return any(name != OPEN_LINK for name in recruiters)


def _somebody_finished_a_pilot(study: Study) -> bool:
    """Simulated people have a purpose of their own, and tell nothing of the words."""
    sessions: Any = study.sessions
    return bool(sessions.filter(purpose=Purpose.PILOT, phase=Phase.COMPLETED).exists())
