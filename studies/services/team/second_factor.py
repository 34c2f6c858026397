"""A second factor: beside the password a code, of one's phone or of a list on paper."""

import secrets
from datetime import datetime

from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.auth.models import User
from django.contrib.contenttypes.models import ContentType
from django.db import transaction

from studies.errors import InvalidError, NotAllowedError
from studies.models import RecoveryCode, SecondFactor
from studies.services.codes import CROCKFORD
from studies.services.team.accounts import find_account
from studies.services.team.totp import matching_step
from studies.services.tokens import digest_token

N_RECOVERY_CODES = 10
# 80 random bits: of a stored hash nobody finds the code by trying.
N_PARTS, PART_LENGTH = 4, 4
WRONG_CODE = "This code is not right, or it was used already. Wait for the next one."


def has_second_factor(user: User) -> bool:
    return SecondFactor.objects.filter(user=user).exists()


@transaction.atomic
def switch_on(*, user: User, secret: str, code: str, now: datetime) -> list[str]:
    """Ask ``user`` for codes from now on; returns recovery codes, which are not stored.

    A code shows that the phone has the secret, and is used up by it.
    """
    step = matching_step(secret, code, seconds=now.timestamp())
    if step is None:
        raise InvalidError(WRONG_CODE)
    SecondFactor.objects.update_or_create(
        user=user, defaults={"secret": secret, "last_step": step, "created_at": now}
    )
    return renew_recovery_codes(user)


@transaction.atomic
def renew_recovery_codes(user: User) -> list[str]:
    """Ten new ones in the place of those there were."""
    codes = [_new_code() for _ in range(N_RECOVERY_CODES)]
    user.recovery_codes.all().delete()
    RecoveryCode.objects.bulk_create(
        RecoveryCode(user=user, digest=digest_token(_folded(code))) for code in codes
    )
    return codes


def accept_code(*, user: User, code: str, now: datetime) -> bool:
    """Whether ``code`` proves ``user``; each one does so once."""
    return _accept_of_phone(user, code.strip(), now) or _accept_of_list(user, code)


def _accept_of_phone(user: User, code: str, now: datetime) -> bool:
    factor = SecondFactor.objects.filter(user=user).first()
    if factor is None or not code.isascii():
        return False
    step = matching_step(factor.secret, code, seconds=now.timestamp())
    # Of two who send the same code at once, one comes in.
    unused = SecondFactor.objects.filter(pk=factor.pk, last_step__lt=step or 0)
    return step is not None and unused.update(last_step=step) == 1


def _accept_of_list(user: User, code: str) -> bool:
    digest = digest_token(_folded(code))
    n_deleted, _ = user.recovery_codes.filter(digest=digest).delete()
    return n_deleted == 1


@transaction.atomic
def switch_off(user: User) -> None:
    SecondFactor.objects.filter(user=user).delete()
    user.recovery_codes.all().delete()


@transaction.atomic
def switch_off_for(*, account_id: int, who: User) -> User:
    """Let somebody in without, who lost theirs; it is logged at their account."""
    account = find_account(account_id)
    if account.pk == who.pk:
        raise NotAllowedError("Switch off your own at Your account, by a code.")
    switch_off(account)
    LogEntry.objects.create(
        user=who,
        content_type=ContentType.objects.get_for_model(User),
        object_id=str(account.pk),
        object_repr=account.get_username(),
        action_flag=CHANGE,
        change_message="Switched the second factor off.",
    )
    return account


def _new_code() -> str:
    parts = (
        "".join(secrets.choice(CROCKFORD) for _ in range(PART_LENGTH))
        for _ in range(N_PARTS)
    )
    return "-".join(parts)


def _folded(code: str) -> str:
    """As it was shown, however it was typed: O is no letter of it, but 0 is."""
    typed = code.upper().translate(str.maketrans("OIL", "011"))
    return "".join(sign for sign in typed if sign.isalnum())
