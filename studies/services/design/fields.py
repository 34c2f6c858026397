"""What each field of a design may hold, told to whoever wrote it."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from functools import partial
from typing import Any
from urllib.parse import urlsplit

from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db.models import BooleanField, Model

from studies.limits import MAX_PLACES
from studies.recruitment import NAMEABLE, find_faulty_options
from studies.recruitment.finish import PLACEHOLDERS
from studies.services.decks.tables import MOST_ROWS
from studies.services.design.exclusions import find_rule_faults
from studies.services.design.questions import find_question_faults
from studies.services.design.teachers import OFFERED, list_teachers
from studies.services.enrolment.consent import find_consent_faults
from studies.services.session.submission import is_storable
from teaching import HalfLifeModel

HOUR, DAY = 3600, 86_400
LARGEST_THETA = 1_000_000
LARGEST_PRICE = 1_000_000
LONGEST_LEVEL = 50
LONGEST_FINISH = 30 * DAY
LARGEST_PAY = 10_000
MOST_LOOKS = 5
# In days: a hundred years.
LONGEST_KEPT = 36_500
MOST_EARLIER = 20
CURRENCIES = ("USD", "EUR", "GBP", "CHF", "AUD", "CAD", "SEK", "NOK", "DKK", "JPY")
# With five digits or more, in any of the usual groups.
_PHONE = re.compile(r"\+?(?:[ ()/.-]*\d){5,20}(?: ?(?:ext\.?|x) ?\d{1,6})?", re.ASCII)
_SLUG = re.compile(r"[A-Za-z0-9_-]{1,50}")
_BRACES = re.compile(r"\{[^{}]*\}?|\}")

Check = Callable[[Any], Iterable[str]]


@dataclass(frozen=True)
class NumberCheck:
    """A number from ``lowest`` to ``highest``; some may also be left out."""

    lowest: float
    highest: float
    is_whole: bool = False
    may_be_empty: bool = False
    is_span: bool = False

    def __call__(self, value: Any) -> Iterator[str]:
        if value is None and self.may_be_empty:
            return
        if not self._is_right_kind(value) or not self.lowest <= value <= self.highest:
            yield self.words

    @property
    def words(self) -> str:
        """What may be written here."""
        kind = "whole number" if self.is_whole else "number"
        otherwise = ", or nothing" if self.may_be_empty else ""
        lowest, highest = self._tell(self.lowest), self._tell(self.highest)
        article = "" if self.is_span else f"a {kind} "
        return f"This must be {article}from {lowest} to {highest}{otherwise}."

    def _tell(self, bound: float) -> str:
        """A span has its unit with it: pages ask for longer ones than files hold."""
        if not self.is_span:
            return f"{bound:,}"
        is_long = bound >= DAY
        number, unit = (bound // DAY, "day") if is_long else (bound, "second")
        return f"{number:,} {unit}{'' if number == 1 else 's'}"

    def _is_right_kind(self, value: Any) -> bool:
        kinds = int if self.is_whole else int | float | Decimal
        if isinstance(value, Decimal) and not value.is_finite():
            return False
        return isinstance(value, kinds) and not isinstance(value, bool)


def find_theta_faults(theta: Any) -> Iterator[str]:
    """Doubts about what an arm believes of memory; nothing leaves it to the deck."""
    if theta is None:
        return
    try:
        HalfLifeModel([theta])
        is_sound = not any(isinstance(part, bool) for part in theta)
    except (TypeError, ValueError, OverflowError):
        is_sound = False
    if not is_sound:
        yield (
            f"Theta must be three numbers from {-LARGEST_THETA:,} to {LARGEST_THETA:,} "
            "in brackets, such as [6, 2, 0]."
        )


def find_strata_faults(strata: Any) -> Iterator[str]:
    """Doubts about how many concepts of each level are drawn."""
    if not isinstance(strata, dict):
        yield 'The strata must name levels with numbers, such as {"common": 7}.'
        return
    check = NumberCheck(0, MOST_ROWS, is_whole=True)
    for level, n_wanted in strata.items():
        if not (0 < len(level) <= LONGEST_LEVEL and is_storable(level)):
            yield f"A level has a name of up to {LONGEST_LEVEL} characters."
        elif any(check(n_wanted)):
            yield f"Level “{level}” needs a whole number from 0 to {MOST_ROWS:,}."


def find_recruiter_faults(recruiters: Any) -> Iterator[str]:
    """Doubts about whose people may come."""
    if isinstance(recruiters, list) and all(name in NAMEABLE for name in recruiters):
        return
    yield (
        f"The recruiters must be a list of {', '.join(NAMEABLE)} in brackets, "
        'such as ["link"].'
    )


def find_earlier_faults(names: Any) -> Iterator[str]:
    """Doubts about the studies whose people are kept out."""
    is_list = isinstance(names, list) and all(isinstance(each, str) for each in names)
    if is_list and len(names) <= MOST_EARLIER and len(set(names)) == len(names):
        return
    yield (
        f"Name up to {MOST_EARLIER} earlier studies in brackets, each once, by their "
        'short names, such as ["german"].'
    )


def find_teacher_faults(teacher: Any) -> Iterator[str]:
    """Doubts about who teaches an arm."""
    if teacher not in OFFERED:
        yield f"There is no teacher “{teacher}”; there are {', '.join(OFFERED)}."


def find_option_faults(options: Any) -> Iterator[str]:
    """Doubts about what teachers are told, whoever is told it."""
    known = {option.name: option for each in list_teachers() for option in each.options}
    if not isinstance(options, dict) or not options.keys() <= known.keys():
        yield f"The options must be numbers by name; there are {', '.join(known)}."
        return
    for name, value in options.items():
        option = known[name]
        is_whole = not option.is_share
        check = NumberCheck(option.lowest, option.highest, is_whole=is_whole)
        for words in check(value):
            yield f"{option.label}: {words}"


def find_price_faults(prices: Any) -> Iterator[str]:
    """Doubts about prices that came with a file."""
    if prices is None:
        return
    right = isinstance(prices, dict) and prices.keys() == {"design", "by_step"}
    by_step = prices["by_step"] if right and isinstance(prices["design"], str) else None
    check = NumberCheck(-LARGEST_PRICE, LARGEST_PRICE)
    if not isinstance(by_step, list) or any(any(check(each)) for each in by_step):
        yield "The prices must be those that were exported, or none."


def find_address_faults(address: Any) -> Iterator[str]:
    """Doubts about the way back to a recruiter; nothing is no way back."""
    if not address:
        return
    try:
        parts = urlsplit(str(address))
        is_web = parts.scheme in ("http", "https") and bool(parts.hostname)
    except ValueError:
        is_web = False
    if not is_web or any(map(str.isspace, address)):
        yield "This must be an address that begins with https:// or http://."


def find_way_back_faults(address: Any) -> Iterator[str]:
    """Doubts about the address people go to at the end, and what is filled in."""
    yield from find_address_faults(address)
    known = [f"{{{name}}}" for name in PLACEHOLDERS]
    for held in dict.fromkeys(_BRACES.findall(str(address or ""))):
        if held not in known:
            yield (
                f"{held} is not filled in for anybody: only {', '.join(known[:-1])} "
                f"and {known[-1]} are."
            )


def find_contact_faults(contact: Any) -> Iterator[str]:
    """Doubts about how participants reach somebody; a launch asks that they can."""
    text = str(contact).strip()
    if not text or _PHONE.fullmatch(text) or _is_mail(text):
        return
    if any(find_address_faults(text)):
        yield (
            "This must be an e-mail address, a phone number, or a web address that "
            "begins with https://."
        )


def _is_mail(text: str) -> bool:
    try:
        validate_email(text)
    except ValidationError:
        return False
    return True


def find_slug_faults(slug: Any) -> Iterator[str]:
    """Doubts about the last part of the address that participants come by."""
    if not isinstance(slug, str) or not _SLUG.fullmatch(slug):
        yield "This has up to 50 letters without accents, digits, - and _."


def find_currency_faults(currency: Any) -> Iterator[str]:
    """Doubts about what people are paid in."""
    if currency not in CURRENCIES:
        yield f"The currency must be one of {', '.join(CURRENCIES)}."


def find_acceptance_faults(codes: Any) -> Iterator[str]:
    """Doubts about the warnings that somebody accepted."""
    if not isinstance(codes, list) or not all(isinstance(code, str) for code in codes):
        yield "The accepted warnings must be a list of their codes."


def unify_lines(text: str) -> str:
    """``text`` with the line ends that are stored; browsers send others."""
    return text.replace("\r\n", "\n").replace("\r", "\n")


def find_place_faults(n_places: Iterable[int]) -> Iterator[str]:
    """Doubts about the places of all arms together."""
    n_in_all = sum(n_places)
    if n_in_all > MAX_PLACES:
        # Python writes no number of thousands of digits, and nobody reads it.
        these = f"{n_in_all:,}" if n_in_all < 10 * MAX_PLACES**2 else "far more"
        yield (
            f"A study has at most {MAX_PLACES:,} places in all its arms; "
            f"these are {these}."
        )


_card_seconds = NumberCheck(0.1, HOUR, may_be_empty=True)
_count = partial(NumberCheck, 1, is_whole=True)
_kept_days = NumberCheck(1, LONGEST_KEPT, is_whole=True, may_be_empty=True)
CHECKS: dict[str, Check] = {
    "slug": find_slug_faults,
    "n_concepts": _count(MOST_ROWS),
    "horizon": _count(10_000),
    "strata": find_strata_faults,
    "recruiters": find_recruiter_faults,
    "recruiter_options": find_faulty_options,
    "earlier_studies": find_earlier_faults,
    "learning_seconds": _card_seconds,
    "quiz_seconds": _card_seconds,
    "review_seconds": NumberCheck(0, HOUR),
    "review_seconds_after_right": NumberCheck(0, HOUR, may_be_empty=True),
    "grace_seconds": NumberCheck(0, HOUR),
    "idle_seconds": NumberCheck(1, 400 * DAY, is_span=True),
    "postquiz_delay_seconds": NumberCheck(0, 400 * DAY, is_span=True),
    "contact": find_contact_faults,
    "completion_url": find_way_back_faults,
    "finish_seconds": NumberCheck(0, LONGEST_FINISH, is_span=True),
    "pay_amount": NumberCheck(0, LARGEST_PAY, may_be_empty=True),
    "partial_pay_amount": NumberCheck(0, LARGEST_PAY, may_be_empty=True),
    "fee_percent": NumberCheck(0, 200),
    "currency": find_currency_faults,
    "preregistration_url": find_address_faults,
    "exclusion_rules": find_rule_faults,
    "accepted_warnings": find_acceptance_faults,
    "teacher": find_teacher_faults,
    "theta": find_theta_faults,
    "options": find_option_faults,
    "prices": find_price_faults,
    "n_places": _count(MAX_PLACES),
    "items": find_question_faults,
    "consent_parts": find_consent_faults,
    "identities_kept_days": _kept_days,
    "data_kept_days": _kept_days,
    "minimum_age": NumberCheck(1, 120, is_whole=True, may_be_empty=True),
    "largest_gap_seconds": NumberCheck(1, 400 * DAY, may_be_empty=True, is_span=True),
    "n_planned_looks": NumberCheck(0, MOST_LOOKS, is_whole=True),
    "equivalence_margin": NumberCheck(0.001, 1, may_be_empty=True),
}


def find_faults(design: Mapping[str, Any]) -> dict[str, list[str]]:
    """What is wrong with the fields of a study, an arm or a questionnaire, by field.

    Fields that are not there are not missed: a form may hold some of them only.
    """
    found = {
        name: list(check(design[name]))
        for name, check in CHECKS.items()
        if name in design
    }
    return {name: faults for name, faults in found.items() if faults}


def find_value_faults(row: Model, name: str, value: Any) -> list[str]:
    """What is wrong with ``value`` as the field ``name`` of ``row``.

    What a check of ours says comes before Django's words for the same.
    """
    if isinstance(value, str) and not is_storable(value):
        return ["This has characters that no database takes."]
    faults = find_faults({name: value}).get(name, [])
    try:
        row._meta.get_field(name).clean(value, row)  # type: ignore[union-attr]
    except ValidationError as error:
        return faults or tell_refusal(row, name, error)
    return faults


def tell_refusal(row: Model, name: str, error: ValidationError) -> list[str]:
    """Why the field ``name`` of ``row`` does not take a value, in the page's words."""
    check, field = CHECKS.get(name), row._meta.get_field(name)
    if isinstance(check, NumberCheck):
        return [check.words]
    choices = getattr(field, "flatchoices", None)
    if choices:
        return [f"This must be one of {', '.join(str(code) for code, _ in choices)}."]
    plain = {
        "null": "This must not be empty.",
        "blank": "This must not be empty.",
        "max_length": f"This has at most {getattr(field, 'max_length', 0)} characters.",
    }
    if isinstance(field, BooleanField):
        return ["This must be true or false."]
    return [plain.get(each.code or "", each.messages[0]) for each in error.error_list]
