"""Any panel that adds ids to a link, under names that the study tells."""

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from studies.recruitment.base import Arrival, Recruiter, Terms
from studies.recruitment.finish import Ending, Finish, fill_address
from studies.recruitment.options import (
    CODE_OPTIONS,
    ENDS,
    WAY_BACK,
    WAY_BACK_OPTION,
    Option,
    find_uncoded,
    pick_code,
)

OTHER = "other"


@dataclass(frozen=True)
class Preset:
    """A panel whose ways are known: its names for a person's id and their task's."""

    title: str
    person: str
    assignment: str = ""
    parameters: str = ""
    advice: str = ""


PRESETS = {
    "sona": Preset(
        "Sona",
        person="sona_id",
        parameters="?sona_id=%SURVEY_CODE%",
        advice=(
            "Enter this as the Study URL, with its percent signs: Sona puts each "
            "person's code in their place. Copy the completion URL (client-side) of "
            "Sona into the design as the way back to it, and write {person} for the "
            "XXXX in it."
        ),
    ),
    "connect": Preset(
        "CloudResearch Connect",
        person="participantId",
        assignment="assignmentId",
        advice=(
            "Enter this as the project link. Connect adds its parameters itself. Copy "
            "its redirect URL into the design as the way back to it, or its completion "
            "code."
        ),
    ),
}
_TITLE = re.compile(r"[^<>{}\r\n]{1,64}")


class Panel(Recruiter):
    """People with ids of a panel's own, under the names that a study has told."""

    name = "panel"
    title = "another panel"
    advice = (
        "Have the panel put the person's id in the place of ID, and that of their task "
        "in the place of TASK."
    )
    without_way_back = (
        "the way back is empty, so they must enter their code there by hand."
    )
    options = (
        Option(
            "preset",
            "Which panel",
            choices=(
                *((name, preset.title) for name, preset in PRESETS.items()),
                (OTHER, "another, as told below"),
            ),
        ),
        Option(
            "title",
            "Its name",
            "Of another panel: participants read it in the consent.",
            shape=_TITLE,
        ),
        Option(
            "person",
            "Parameter with the person's id",
            "Of another panel: as it is spelled in the link.",
        ),
        Option(
            "assignment",
            "Parameter with the id of their task",
            "Of another panel, if it has one. It proves who comes back.",
        ),
        WAY_BACK_OPTION,
        *CODE_OPTIONS,
    )

    def read(self, query: Mapping[str, str], terms: Terms) -> Arrival | None:
        names = find_preset(terms.options)
        if not names.person or names.person not in query:
            return None
        return Arrival(
            self.name,
            person=query[names.person],
            assignment=query.get(names.assignment, ""),
        )

    def title_for(self, options: Mapping[str, Any]) -> str:
        return find_preset(options).title or self.title

    def name_for_people(self, options: Mapping[str, Any]) -> str:
        return find_preset(options).title

    def parameters_for(self, options: Mapping[str, Any]) -> str:
        return find_preset(options).parameters

    def advice_for(self, options: Mapping[str, Any]) -> str:
        return find_preset(options).advice or self.advice

    def find_lack(self, options: Mapping[str, Any]) -> str:
        if find_preset(options).person:
            return ""
        return "Say which panel it is, or which parameter holds the person's id."

    def find_uncoded(
        self, ends: Collection[str], options: Mapping[str, Any]
    ) -> list[str]:
        """Codes of ours do where the panel has none for any end."""
        has_own = len(find_uncoded(ENDS, options)) < len(ENDS)
        return find_uncoded(ends, options) if has_own else []

    def has_way_back(self, terms: Terms) -> bool:
        return bool(_way_back(terms))

    def finish(self, ending: Ending, terms: Terms) -> Finish:
        told = pick_code(ending.outcome, terms.options) if ending.is_earned else ""
        code, template = told or ending.code, _way_back(terms)
        # Without a code in it, an address would tell the panel that all was done.
        leads = bool(ending.code) or (bool(told) and "{code}" in template)
        return Finish(code, fill_address(template, ending, code=code) if leads else "")


def _way_back(terms: Terms) -> str:
    """Its own, so that people of a panel and of others each go where they came from."""
    return str(terms.options.get(WAY_BACK, "")) or terms.completion_url


def find_preset(options: Mapping[str, Any]) -> Preset:
    """The panel that ``options`` tell of; its names are empty if they tell of none."""
    known = PRESETS.get(options.get("preset", ""))
    if known is not None:
        return known
    person, assignment = options.get("person", ""), options.get("assignment", "")
    task = f"&{assignment}=TASK" if assignment else ""
    return Preset(
        options.get("title", ""),
        person,
        assignment,
        parameters=f"?{person}=ID{task}" if person else "",
    )
