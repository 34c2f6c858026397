"""Encryption of backups: AES-256-GCM, piece by piece, with a key made by scrypt.

Every piece knows its number, whether it is the last one, and what the file says of
itself. So none can be changed, left out, swapped or added without being noticed.
"""

import hashlib
import hmac
import secrets

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from studies.errors import BackupError

DAMAGED = "The file is damaged: it is not what was written."
WRONG_KEY = (
    "The key is not the one this backup was made with: set BACKUP_KEY, or "
    "BACKUP_KEY_FILE, to what it was then."
)
NO_KEY = "This backup is encrypted: set BACKUP_KEY or BACKUP_KEY_FILE."

_SALT_BYTES = 16
_COST = {"n": 2**15, "r": 8, "p": 1, "maxmem": 2**26}


class Seal:
    """Closes and opens the pieces of one file; without a key it leaves them open."""

    def __init__(self, key: str, salt: bytes) -> None:
        made = (
            hashlib.scrypt(key.encode(), salt=salt, dklen=48, **_COST) if key else b""
        )
        self._cipher = AESGCM(made[:32]) if key else None
        self.salt = salt
        self.check = made[32:]

    def close(self, piece: bytes, *, number: int, is_last: bool, about: bytes) -> bytes:
        if self._cipher is None:
            return piece
        return self._cipher.encrypt(_nonce(number, is_last), piece, about)

    def open(self, piece: bytes, *, number: int, is_last: bool, about: bytes) -> bytes:
        if self._cipher is None:
            return piece
        try:
            return self._cipher.decrypt(_nonce(number, is_last), piece, about)
        except InvalidTag as error:
            raise BackupError(DAMAGED) from error


def new_seal(key: str) -> Seal:
    """A seal for a new file: with a key, no two files are sealed alike."""
    return Seal(key, secrets.token_bytes(_SALT_BYTES) if key else b"")


def find_seal(key: str, *, salt: bytes, check: bytes) -> Seal:
    """The seal of a file, or an error about the key."""
    if not salt:
        return Seal("", b"")
    if not key:
        raise BackupError(NO_KEY)
    seal = Seal(key, salt)
    if not hmac.compare_digest(seal.check, check):
        raise BackupError(WRONG_KEY)
    return seal


def _nonce(number: int, is_last: bool) -> bytes:
    return number.to_bytes(11, "big") + bytes([is_last])
