"""Personal links: made from a pasted list of labels, and taken back."""

import csv
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import TextIO

from django.db import transaction

from studies.errors import InvalidError, LinkTakenBackError
from studies.models import PersonalLink, Study
from studies.models.team import Action
from studies.recruitment import Identity
from studies.recruitment.personal import LABEL, Personal, personal_query
from studies.services.allocation import lock_study
from studies.services.links.terms import terms_of
from studies.services.team.audit import record_action

MOST_LINKS = 2000
_MOST_TOLD, _LONGEST_TOLD = 5, 64


@dataclass(frozen=True)
class OwnLink:
    """A label, and the whole address that is given to its person."""

    label: str
    address: str


def read_labels(text: str) -> list[str]:
    """The labels of a pasted list, one in each line, each once, in their order."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    if wrong := [line for line in lines if not LABEL.fullmatch(line)]:
        told = ", ".join(f"“{line[:_LONGEST_TOLD]}”" for line in wrong[:_MOST_TOLD])
        raise InvalidError(
            "Each line is one label, of up to 64 letters without accents, digits, "
            f"hyphens and underscores, without spaces. These are none: {told}."
        )
    if not lines:
        raise InvalidError("Paste at least one label.")
    labels: dict[str, str] = {}
    for line in lines:
        labels.setdefault(line.upper(), line)
    return list(labels.values())


@transaction.atomic
def make_links(*, study: Study, labels: Iterable[str], who: str, now: datetime) -> int:
    """Links for those of ``labels`` that have none yet; how many these are."""
    # Who pastes the list twice at once makes each link once.
    lock_study(study)
    known = set(study.personal_links.values_list("key", flat=True))
    new = [label for label in labels if label.upper() not in known]
    if len(known) + len(new) > MOST_LINKS:
        raise InvalidError(f"A study has at most {MOST_LINKS:,} personal links.")
    PersonalLink.objects.bulk_create(
        PersonalLink(study=study, label=label, key=label.upper(), created_at=now)
        for label in new
    )
    if new:
        record_action(study, Action.LINKS_MADE, who=who, now=now, n=len(new))
    return len(new)


@transaction.atomic
def remove_links(
    *, study: Study, labels: Iterable[str], who: str, now: datetime
) -> int:
    """Take links back: whoever has not begun by theirs cannot any more."""
    keys = [label.upper() for label in labels]
    n_removed, _ = study.personal_links.filter(key__in=keys).delete()
    if n_removed:
        record_action(study, Action.LINKS_REMOVED, who=who, now=now, n=n_removed)
    return n_removed


def list_links(study: Study, *, address: str) -> list[OwnLink]:
    """Every link, in the order in which they were made; ``address`` is the study's."""
    terms = terms_of(study, Personal.name)
    labels = study.personal_links.values_list("label", flat=True)
    return [OwnLink(label, address + personal_query(label, terms)) for label in labels]


def write_links(links: Iterable[OwnLink], file: TextIO) -> None:
    """The list as CSV."""
    writer = csv.writer(file)
    writer.writerow(["label", "link"])
    writer.writerows((link.label, link.address) for link in links)


def require_invited(study: Study, identity: Identity) -> None:
    """Refuse whose personal link was taken back."""
    if identity.recruiter != Personal.name:
        return
    if not study.personal_links.filter(key=identity.key).exists():
        raise LinkTakenBackError
