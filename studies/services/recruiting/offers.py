"""What workers are offered: words, pay, time, and who may take it."""

from dataclasses import asdict, dataclass
from datetime import timedelta
from enum import StrEnum
from typing import Any

from studies.errors import FaultyDesignError
from studies.models import RecruitingAccount, Study
from studies.recruitment import OPEN_LINK
from studies.recruitment.mturk import MTurk
from studies.services.recruiting.confirming import PRODUCTION
from studies.services.recruiting.money import fee_of, say_amount
from studies.services.recruiting.questions import write_frame, write_link

# More people in one HIT cost a higher fee each.
MOST_PER_HIT = 9
MOST_PEOPLE = 2000
MOST_DAYS = 365
_LONGEST = {"title": 128, "description": 2000, "keywords": 1000}
_LOCALE = "00000000000000000071"
_APPROVAL_PERCENT = "000000000000000000L0"
_N_APPROVED = "00000000000000000040"
_MASTERS = {
    PRODUCTION: "2F1QJWKUDD8XADTFD2Q0G6UTO95ALH",
    "sandbox": "2ARFPLSP75KLA8M8DH1HTEQVJT3SY6",
}


class Layout(StrEnum):
    """How workers come to the study."""

    FRAME = "frame"
    LINK = "link"

    @property
    def words(self) -> str:
        return "in a frame" if self == Layout.FRAME else "by a link"


@dataclass(frozen=True)
class Offer:
    """A task for ``n_people``, in HITs of at most ``per_hit`` workers each."""

    title: str
    description: str
    reward: int
    n_people: int
    address: str
    keywords: str = ""
    per_hit: int = MOST_PER_HIT
    minutes: int = 60
    days: int = 7
    approve_days: int = 7
    layout: str = Layout.FRAME
    countries: tuple[str, ...] = ()
    approval_percent: int = 0
    n_approved: int = 0
    masters_only: bool = False
    excludes_past: bool = True

    @property
    def sizes(self) -> list[int]:
        """How many workers each HIT takes."""
        n_whole, rest = divmod(self.n_people, self.per_hit)
        return [self.per_hit] * n_whole + ([rest] if rest else [])

    def fee(self, n_assignments: int) -> int:
        """For each assignment of a HIT with so many."""
        return fee_of(
            self.reward, n_assignments=n_assignments, is_masters=self.masters_only
        )

    @property
    def total(self) -> int:
        """What it costs if everybody is approved, with fees."""
        return sum(size * (self.reward + self.fee(size)) for size in self.sizes)

    @property
    def lifetime(self) -> timedelta:
        return timedelta(days=self.days)

    def to_json(self) -> dict[str, Any]:
        return {**asdict(self), "countries": list(self.countries)}

    @classmethod
    def from_json(cls, stored: dict[str, Any]) -> "Offer":
        return cls(**{**stored, "countries": tuple(stored["countries"])})


def check_offer(offer: Offer, study: Study) -> None:
    """Raise everything that is wrong with an offer, before anybody is asked."""
    faults = [*_word_faults(offer), *_number_faults(offer), *_country_faults(offer)]
    faults += _layout_faults(offer, study)
    if faults:
        raise FaultyDesignError(faults)
    write_question(offer)


def _word_faults(offer: Offer) -> list[str]:
    faults = [
        f"The {name} has at most {most} characters."
        for name, most in _LONGEST.items()
        if len(getattr(offer, name)) > most
    ]
    for name in ("title", "description"):
        if not getattr(offer, name).strip():
            faults.append(f"The {name} is missing.")
    return faults


def _number_faults(offer: Offer) -> list[str]:
    bounds = {
        "The reward in cents": (offer.reward, 1, 100_000),
        "The number of people": (offer.n_people, 1, MOST_PEOPLE),
        "The number of people in a HIT": (offer.per_hit, 1, MOST_PEOPLE),
        "The time in minutes": (offer.minutes, 1, 1440),
        "The number of days it is offered": (offer.days, 1, MOST_DAYS),
        "The number of days until it is approved by itself": (
            offer.approve_days,
            1,
            30,
        ),
        "The share of approved HITs": (offer.approval_percent, 0, 100),
        "The number of approved HITs": (offer.n_approved, 0, 1_000_000),
    }
    return [
        f"{name} is between {low} and {high}, not {value}."
        for name, (value, low, high) in bounds.items()
        if not low <= value <= high
    ]


def _layout_faults(offer: Offer, study: Study) -> list[str]:
    """Who comes by a link of a HIT comes as by any link: nobody tells us who it is."""
    is_link = offer.layout == Layout.LINK
    needed = OPEN_LINK if is_link else MTurk.name
    if needed in study.recruiters:
        return []
    way = "an open link" if is_link else MTurk.title
    return [f"The design does not take people of {way}: they would be turned away."]


def _country_faults(offer: Offer) -> list[str]:
    wrong = [
        code
        for code in offer.countries
        if not (len(code) == 2 and code.isascii() and code.isalpha())
    ]
    return [f"Countries are two letters each, not {', '.join(wrong)}."] if wrong else []


def write_question(offer: Offer) -> str:
    """What workers see, by the offer's layout."""
    if offer.layout == Layout.LINK:
        return write_link(offer.address, title=offer.title)
    return write_frame(offer.address)


def describe_type(offer: Offer, account: RecruitingAccount) -> dict[str, Any]:
    """What all HITs of an offer share, as the service wants to hear it."""
    return {
        "Title": offer.title,
        "Description": offer.description,
        "Keywords": offer.keywords,
        "Reward": say_amount(offer.reward),
        "AssignmentDurationInSeconds": offer.minutes * 60,
        "AutoApprovalDelayInSeconds": offer.approve_days * 86_400,
        "QualificationRequirements": requirements_of(offer, account),
    }


def requirements_of(offer: Offer, account: RecruitingAccount) -> list[dict[str, Any]]:
    """Whom the service lets take the task."""
    wishes: list[dict[str, Any]] = []
    if offer.countries:
        places = [{"Country": code.upper()} for code in offer.countries]
        wishes.append(_wish(_LOCALE, "In", LocaleValues=places))
    if offer.approval_percent:
        wishes.append(_at_least(_APPROVAL_PERCENT, offer.approval_percent))
    if offer.n_approved:
        wishes.append(_at_least(_N_APPROVED, offer.n_approved))
    if offer.masters_only:
        wishes.append(_wish(_MASTERS[account.environment], "Exists"))
    if offer.excludes_past and account.qualification:
        # Who took part does not even see it.
        hidden = {"ActionsGuarded": "DiscoverPreviewAndAccept"}
        wishes.append(_wish(account.qualification, "DoesNotExist", **hidden))
    return wishes


def _at_least(kind: str, number: int) -> dict[str, Any]:
    return _wish(kind, "GreaterThanOrEqualTo", IntegerValues=[number])


def _wish(kind: str, comparator: str, **rest: Any) -> dict[str, Any]:
    return {"QualificationTypeId": kind, "Comparator": comparator, **rest}
