"""Signs of life of what runs in the background: given by it, read by who watches."""

from datetime import datetime

from django.db.models import F

from studies.models import Sign
from studies.models.sign import SignKind


def give_sign(kind: SignKind, *, now: datetime, n: int = 1) -> None:
    """It happened ``n`` times by now."""
    _, is_new = Sign.objects.get_or_create(
        kind=kind, defaults={"last_at": now, "n_times": n}
    )
    if not is_new:
        Sign.objects.filter(kind=kind).update(last_at=now, n_times=F("n_times") + n)


def read_signs() -> dict[str, Sign]:
    """Every sign that was ever given, by its kind."""
    return Sign.objects.in_bulk()
