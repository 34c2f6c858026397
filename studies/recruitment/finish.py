"""The end of the way: what leads people back to where they came from."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from urllib.parse import quote

COMPLETED, WITHDRAWN, SCREENED_OUT = "completed", "withdrawn", "screened_out"
# Nobody's session ends like this: it never began.
NO_CONSENT = "no_consent"
OUTCOMES = (COMPLETED, NO_CONSENT, SCREENED_OUT, WITHDRAWN)
# What an address of a study may hold in braces.
PLACEHOLDERS = ("code", "person", "assignment")


@dataclass(frozen=True)
class Ending:
    """How somebody's part ended, and who they are at their recruiter.

    ``code`` is our own, of those whom the study owes something. The code that a
    recruiter has for such an end may be told to them alone, or, where the study pays
    nothing for it, to everybody who ended so: ``is_earned`` says so. ``site`` is where
    the recruiter said that they hand it in.
    """

    outcome: str
    code: str = ""
    person: str = ""
    assignment: str = ""
    is_earned: bool = False
    site: str = ""


@dataclass(frozen=True)
class Finish:
    """The way back, if there is one, and the code to type where it fails.

    With ``fields`` the last page posts them to ``address`` as a form, from within its
    frame, and ``hosts`` are where that may lead; without, the server redirects there.
    A code that the recruiter does not know, ``is_known_there`` says, is for the team.
    """

    code: str = ""
    address: str = ""
    fields: Mapping[str, str] = field(default_factory=dict)
    hosts: tuple[str, ...] = ()
    is_known_there: bool = True
    # Whether somebody only looks at it, so that nothing may be sent there.
    is_preview: bool = False
    # Whom it leads back to, and what is returned there by who does not hand it in.
    recruiter: str = field(default="", compare=False)
    task: str = field(default="", compare=False)

    @property
    def is_redirect(self) -> bool:
        return bool(self.address) and not self.fields

    @property
    def is_form(self) -> bool:
        return bool(self.address and self.fields)


def fill_address(template: str, ending: Ending, *, code: str) -> str:
    """``template`` with code and ids in place; nothing if one of them is missing."""
    if not template.startswith(("https://", "http://")):
        return ""
    filled = (code, ending.person, ending.assignment)
    for name, value in zip(PLACEHOLDERS, filled, strict=True):
        if f"{{{name}}}" in template and not value:
            return ""
        template = template.replace(f"{{{name}}}", quote(value, safe=""))
    return template
