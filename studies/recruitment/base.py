"""What every recruiter answers: who comes, whether they only look, how they finish."""

import re
import unicodedata
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from typing import Any, ClassVar, Self

from studies.errors import InvalidError, PlaceholderError, PreviewError
from studies.limits import MAX_RECRUITER_ID
from studies.recruitment.finish import Ending, Finish, fill_address
from studies.recruitment.options import FEE, Option

OPEN_LINK = "link"
# What a recruiter says in the place of an id while a task is only looked at.
_PREVIEW = "ASSIGNMENT_ID_NOT_AVAILABLE"
_ID = re.compile(r"[A-Za-z0-9_-]{1,64}")
# {{%PROLIFIC_PID%}}, ${workerId}, {id}, %SURVEY_CODE%: a recruiter fills them in.
_PLACEHOLDER = re.compile(r"\{[^{}]*\}|%\w+%")


def gettext_noop(text: str) -> str:
    """``text`` as it is, found by who collects what has to be translated."""
    return text


@dataclass(frozen=True)
class Arrival:
    """What came with the link. An open link has no person, only a form's nonce.

    ``task`` is what the recruiter calls the study, ``proof`` what shows that nobody
    made the link up: a signature, and ``site`` where the link says to hand the task in.
    """

    recruiter: str = OPEN_LINK
    person: str = ""
    assignment: str = ""
    nonce: str = ""
    task: str = ""
    proof: str = ""
    site: str = ""


@dataclass(frozen=True)
class Identity:
    """A person at a recruiter; ``key`` is equal for all spellings of the same id.

    ``is_proof`` says that nobody else knows the id, so that it proves who comes, or
    that the recruiter signed the link with the key ``key_id``. ``site`` is one of the
    recruiter's own, or nothing.
    """

    recruiter: str
    key: str
    external_id: str
    assignment: str = ""
    is_simulated: bool = False
    is_proof: bool = False
    task: str = ""
    key_id: str = ""
    site: str = ""

    def as_proved(self) -> Self:
        return replace(self, is_proof=True)


def _find_no_key(key_id: str) -> None:
    return None


def _own_nothing(address: str) -> bool:
    return False


def _sign_nothing(text: str) -> str:
    raise InvalidError("Nothing is signed here.")


@dataclass(frozen=True)
class Terms:
    """What a study says to one of its recruiters: its options, and the way back.

    ``sign`` is the server's signature under a text, for this study alone, and
    ``is_own`` tells whether an address is the study's. ``site`` is where the recruiter
    takes people back, ``find_key`` gives the public keys of its signatures.
    """

    options: Mapping[str, Any] = field(default_factory=dict)
    completion_url: str = ""
    sign: Callable[[str], str] = _sign_nothing
    is_own: Callable[[str], bool] = _own_nothing
    site: str = ""
    find_key: Callable[[str], Any] = _find_no_key
    leeway_seconds: float = 60


class Recruiter(ABC):
    """One way for people to come; an adapter says what is special about it."""

    name: ClassVar[str]
    title: ClassVar[str] = ""
    knows_people: ClassVar[bool] = True
    is_simulated: ClassVar[bool] = False
    # What the ids of its people look like.
    person_id: ClassVar[re.Pattern[str]] = _ID
    # What a researcher gives the recruiter: the study's address with these parameters.
    parameters: ClassVar[str] = ""
    advice: ClassVar[str]
    # Whether one link is for all its people.
    has_link: ClassVar[bool] = True
    # What is missing if the last page leads nobody back, and people are paid only then;
    # and the option that would lead them, where it is not the study's own address.
    without_way_back: ClassVar[str] = ""
    way_back_option: ClassVar[str] = ""
    # What a study may say to it.
    options: ClassVar[Sequence[Option]] = ()
    # What it takes in percent on top of what people get, where everybody knows that.
    usual_fee_percent: ClassVar[Decimal | None] = None
    # What it pays in; nothing if any currency may be.
    currencies: ClassVar[Sequence[str]] = ()
    # What people call what they accepted there: it is translated where it is shown.
    task: ClassVar[str] = ""
    # Which words of a consent tell what is stored of its people.
    stored_as: ClassVar[str] = "recruiter"

    @abstractmethod
    def read(self, query: Mapping[str, str], terms: Terms) -> Arrival | None:
        """Who a link's parameters say is coming; None if the link is of another."""

    def title_for(self, options: Mapping[str, Any]) -> str:
        """What it is called in a study with these options."""
        return self.title

    def name_for_people(self, options: Mapping[str, Any]) -> str:
        """What those who came by it call it; nothing if it has no name."""
        return ""

    def parameters_for(self, options: Mapping[str, Any]) -> str:
        """What the link that it is given ends with."""
        return self.parameters

    def advice_for(self, options: Mapping[str, Any]) -> str:
        """What to do with that link."""
        return self.advice

    def setup_for(
        self, options: Mapping[str, Any], *, paid: Collection[str] = ()
    ) -> list[str]:
        """What else to enter at the recruiter, line by line; ``paid`` are the ends
        other than finishing for which the study pays a part."""
        return []

    def own_fee_percent(self, options: Mapping[str, Any]) -> Decimal | None:
        """What it takes on top, as told or as usual; None if none is known."""
        said = options.get(FEE)
        return self.usual_fee_percent if said is None else Decimal(said)

    def find_lack(self, options: Mapping[str, Any]) -> str:
        """What it has to be told before anybody can come."""
        return ""

    def find_uncoded(
        self, ends: Collection[str], options: Mapping[str, Any]
    ) -> list[str]:
        """Those of ``ends`` that lack a code of its own where it takes no others."""
        return []

    def is_preview(self, arrival: Arrival) -> bool:
        """Whether somebody looks at the task before they accept it."""
        given = (arrival.person, arrival.assignment)
        return any(spell(text).upper() == _PREVIEW for text in given)

    def identify(self, arrival: Arrival, terms: Terms) -> Identity:
        """The person behind ``arrival``; a preview is nobody yet."""
        if self.is_preview(arrival):
            raise PreviewError
        return self._identity(arrival, terms)

    def has_way_back(self, terms: Terms) -> bool:
        """Whether people who finish are led back."""
        return bool(terms.completion_url)

    def finish(self, ending: Ending, terms: Terms) -> Finish:
        """The way back of somebody whose part ended, by the study's own address."""
        if not ending.code:
            return Finish()
        address = fill_address(terms.completion_url, ending, code=ending.code)
        return Finish(ending.code, address)

    def _identity(self, arrival: Arrival, terms: Terms) -> Identity:
        person = clean_id(arrival.person, shape=self.person_id)
        assignment = clean_id(arrival.assignment) if arrival.assignment else ""
        task = clean_id(arrival.task) if arrival.task else ""
        return Identity(self.name, person.upper(), person, assignment, task=task)


def spell(text: str) -> str:
    """``text`` without spaces around it, and with one character for all its looks."""
    return unicodedata.normalize("NFKC", text).strip()


def clean_id(text: str, *, shape: re.Pattern[str] = _ID) -> str:
    """A recruiter's id, spelled in one way."""
    # Nothing that is longer can be one, and to look through it would take long.
    spelled = spell(text[: MAX_RECRUITER_ID + 1])
    if _PLACEHOLDER.search(spelled):
        raise PlaceholderError
    if not shape.fullmatch(spelled):
        raise InvalidError("The ids of this recruiter look different.")
    return spelled
