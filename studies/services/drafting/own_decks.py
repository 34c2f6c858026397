"""Decks of one's own: what others teach, nobody changes for them."""

from datetime import datetime
from uuid import UUID

from django.contrib.auth.models import User

from studies.errors import NotAllowedError
from studies.models import DeckVersion, Study
from studies.services.decks.uploads import preview_upload, save_upload
from studies.services.team.rights import RIGHTS, Right, roles_of


def save_own_deck(
    *, upload_id: UUID, user: User, now: datetime
) -> tuple[DeckVersion, bool]:
    """Make a deck of a kept upload, or another version of one that others do not use.

    A version brings the deck's title along, which stands in all studies with it.
    """
    preview = preview_upload(upload_id=upload_id, owner_id=user.pk)
    if preview.file is not None:
        _require_own(preview.file.about["slug"], user)
    return save_upload(upload_id=upload_id, owner_id=user.pk, now=now)


def _require_own(slug: str, user: User) -> None:
    teaching = list(Study.objects.filter(deck_version__deck__slug=slug))
    roles = roles_of(user, teaching)
    for study in teaching:
        role = roles.get(study.pk)
        if role is None or Right.EDIT_DESIGN not in RIGHTS[role]:
            raise NotAllowedError(
                f"Others teach a deck with the short name {slug}. "
                "Give yours another one."
            )
