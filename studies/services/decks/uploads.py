"""Uploads between the look at them and the word of the researcher."""

from datetime import datetime, timedelta
from uuid import UUID

from django.db import transaction

from studies.errors import NotFoundError
from studies.models import DeckUpload, DeckVersion
from studies.services.decks.importing import Upload, import_deck, preview_deck
from studies.services.decks.reading import Preview

KEPT = timedelta(days=1)


def keep_upload(*, upload: Upload, owner_id: int, now: datetime) -> DeckUpload:
    """Keeps the files for a day, in place of what the researcher left before."""
    about = {**upload.about, "file": upload.name}
    with transaction.atomic():
        DeckUpload.objects.filter(created_at__lt=now - KEPT).delete()
        DeckUpload.objects.filter(owner_id=owner_id).delete()
        return DeckUpload.objects.create(
            owner_id=owner_id,
            table=upload.table,
            pictures=upload.pictures,
            about=about,
            created_at=now,
        )


def preview_upload(*, upload_id: UUID, owner_id: int) -> Preview:
    """What a kept upload would become."""
    kept = DeckUpload.objects.filter(pk=upload_id, owner_id=owner_id).first()
    if kept is None:
        raise NotFoundError("This upload is gone. Choose the files again.")
    about = dict(kept.about)
    return preview_deck(
        upload=Upload(
            table=bytes(kept.table),
            name=about.pop("file"),
            pictures=bytes(kept.pictures),
            about=about,
        )
    )


def save_upload(
    *, upload_id: UUID, owner_id: int, now: datetime
) -> tuple[DeckVersion, bool]:
    """Makes a deck of a kept upload, whole or not at all."""
    preview = preview_upload(upload_id=upload_id, owner_id=owner_id)
    stored = import_deck(preview=preview, now=now)
    DeckUpload.objects.filter(pk=upload_id, owner_id=owner_id).delete()
    return stored
