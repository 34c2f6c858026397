"""Whether a design can be run, and whether it should be: one answer, by field."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.db.models import Model

from studies.errors import DesignError
from studies.labels import label_of
from studies.models import Arm, Study
from studies.models.study import Sampling
from studies.recruitment import RECRUITERS, pick_recruiters
from studies.services.decks.content import DeckContent, content_of
from studies.services.design.doubts.design import find_doubts
from studies.services.design.doubts.rules import title_of_rule
from studies.services.design.doubts.warning import DesignWarning
from studies.services.design.fields import (
    CHECKS,
    find_faults,
    find_place_faults,
    find_theta_faults,
)
from studies.services.design.questions import find_screening_faults
from studies.services.design.teachers import OFFERED, find_stray_options
from studies.services.earlier_studies import find_unknown
from studies.services.enrolment.consent import CONSENT_PARTS
from studies.services.links.terms import options_of
from studies.services.pricing.prices import find_price_obstacle, needs_prices

# A field of the study, or ``arms``, or ``arms.<position>.<field>`` of one of them;
# of what a recruiter is told, ``recruiter_options.<recruiter>.<option>``, of the
# consent ``consent_parts.<part>``, and of the rules ``exclusion_rules.<rule>``.
FieldFault = tuple[str, str]
_NUMBERS = frozenset({"n_concepts", "horizon", "strata"})


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
    return DesignReport(errors, list(find_doubts(study)) if is_countable else [])


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
    if first == "recruiter_options" and rest:
        return _title_of_option(*rest)
    if first == "consent_parts" and rest:
        return next(part.title for part in CONSENT_PARTS if part.name == rest[0])
    if first == "exclusion_rules" and rest:
        return title_of_rule(rest[0])
    if rest:
        return f"Arm {arms[rest[0]]}, {label_of(rest[1]).lower()}"
    return label_of(first)


def _title_of_option(recruiter: str, name: str) -> str:
    told = RECRUITERS[recruiter].options
    return next(option.label for option in told if option.name == name)


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
        for field, words in (*_told(arm), *_stray_options(arm)):
            yield f"arms.{arm.position}.{field}", words


def _stray_options(arm: Arm) -> Iterator[FieldFault]:
    if arm.teacher in OFFERED and isinstance(arm.options, dict):
        for words in find_stray_options(arm.teacher, arm.options):
            yield "options", words


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
    yield from _reference_faults(study, [arm.name for arm in arms])
    if not any(field.endswith("n_places") for field in wrong):
        for fault in find_place_faults(arm.n_places for arm in arms):
            yield "arms", fault
    if _NUMBERS & wrong:
        return
    deck = content_of(study.deck_version)
    yield from _size_faults(study, deck)
    if any(arm.theta is None for arm in arms):
        yield from _theta_faults(deck)
    if not any(_size_faults(study, deck)):
        yield from _planning_faults(study, arms, wrong)


def _planning_faults(
    study: Study, arms: list[Arm], wrong: set[str]
) -> Iterator[FieldFault]:
    """Teachers that plan ahead need a design that can be planned."""
    for arm in arms:
        field = f"arms.{arm.position}"
        if {f"{field}.theta", f"{field}.options"} & wrong or not needs_prices(arm):
            continue
        if obstacle := find_price_obstacle(study, arm):
            yield f"{field}.teacher", obstacle


def _reference_faults(study: Study, arms: list[str]) -> Iterator[FieldFault]:
    if study.reference_arm and study.reference_arm not in arms:
        yield "reference_arm", f"There is no arm “{study.reference_arm}”."
    if not study.reference_arm and len(arms) > 1:
        yield "reference_arm", "Choose the arm that the others are compared with."


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
