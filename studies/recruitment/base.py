"""What every recruiter answers: who comes, whether they only look, how they finish."""

import re
import unicodedata
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

from studies.errors import InvalidError, PlaceholderError, PreviewError
from studies.recruitment.finish import Ending, Finish, fill_address

OPEN_LINK = "link"
# What a recruiter says in the place of an id while a task is only looked at.
_PREVIEW = "ASSIGNMENT_ID_NOT_AVAILABLE"
_ID = re.compile(r"[A-Za-z0-9_-]{1,64}")
# {{%PROLIFIC_PID%}}, ${workerId}, {id}, %SURVEY_CODE%: a recruiter fills them in.
_PLACEHOLDER = re.compile(r"\$?\{.*\}|%\w+%", re.DOTALL)


@dataclass(frozen=True)
class Arrival:
    """What came with the link. An open link has no person, only a form's nonce."""

    recruiter: str = OPEN_LINK
    person: str = ""
    assignment: str = ""
    nonce: str = ""


@dataclass(frozen=True)
class Identity:
    """A person at a recruiter; ``key`` is equal for all spellings of the same id.

    ``is_proof`` says that nobody else knows the id, so that it proves who comes.
    """

    recruiter: str
    key: str
    external_id: str
    assignment: str = ""
    is_simulated: bool = False
    is_proof: bool = False


@dataclass(frozen=True)
class Terms:
    """What a study says to one of its recruiters: its options, and the way back."""

    options: Mapping[str, Any] = field(default_factory=dict)
    completion_url: str = ""


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
    # Whether people are paid only if the last page leads them back.
    needs_way_back: ClassVar[bool] = False

    @abstractmethod
    def read(self, query: Mapping[str, str]) -> Arrival | None:
        """Who a link's parameters say is coming; None if the link is of another."""

    def is_preview(self, arrival: Arrival) -> bool:
        """Whether somebody looks at the task before they accept it."""
        given = (arrival.person, arrival.assignment)
        return any(spell(text).upper() == _PREVIEW for text in given)

    def identify(self, arrival: Arrival) -> Identity:
        """The person behind ``arrival``; a preview is nobody yet."""
        if self.is_preview(arrival):
            raise PreviewError
        return self._identity(arrival)

    def finish(self, ending: Ending, terms: Terms) -> Finish:
        """The way back of somebody whose part ended, by the study's own address."""
        if not ending.code:
            return Finish()
        address = fill_address(terms.completion_url, ending, code=ending.code)
        return Finish(ending.code, address)

    def _identity(self, arrival: Arrival) -> Identity:
        person = clean_id(arrival.person, shape=self.person_id)
        assignment = clean_id(arrival.assignment) if arrival.assignment else ""
        return Identity(self.name, person.upper(), person, assignment)


def spell(text: str) -> str:
    """``text`` without spaces around it, and with one character for all its looks."""
    return unicodedata.normalize("NFKC", text).strip()


def clean_id(text: str, *, shape: re.Pattern[str] = _ID) -> str:
    """A recruiter's id, spelled in one way."""
    spelled = spell(text)
    if _PLACEHOLDER.search(spelled):
        raise PlaceholderError
    if not shape.fullmatch(spelled):
        raise InvalidError("The ids of this recruiter look different.")
    return spelled
