"""The public keys by which recruiters sign links, kept for a while."""

import threading
import time
from dataclasses import dataclass, field
from typing import Any

from django.conf import settings

from studies.services.outgoing import trusted_authorities

FRESH_SECONDS = 3600
# Whoever makes up ids of keys must not make us ask for each of them.
ASK_AGAIN_SECONDS = 60
TIMEOUT_SECONDS = 3


@dataclass
class KeyRing:
    """The keys at one address. Those known stay while it cannot be reached."""

    address: str
    keys: dict[str, Any] = field(default_factory=dict)
    asked_at: float = float("-inf")
    missed_at: float = float("-inf")
    lock: threading.Lock = field(default_factory=threading.Lock)

    def find(self, key_id: str, *, now: float) -> Any:
        """The key called ``key_id``: recruiters change theirs, and old ones end.

        A new one is asked for at once, unless another was in vain just before.
        """
        with self.lock:
            if self._is_due(key_id, now=now):
                self.asked_at = now
                self._ask()
                if key_id not in self.keys:
                    self.missed_at = now
        return self.keys.get(key_id)

    def _is_due(self, key_id: str, *, now: float) -> bool:
        if key_id in self.keys:
            return now - self.asked_at >= FRESH_SECONDS
        return now - self.missed_at >= ASK_AGAIN_SECONDS

    def _ask(self) -> None:
        # Servers that take no signed link need neither.
        import httpx
        from jwt import PyJWKSet, PyJWTError

        try:
            reply = httpx.get(
                self.address, timeout=TIMEOUT_SECONDS, verify=trusted_authorities()
            )
            reply.raise_for_status()
            found = PyJWKSet.from_dict(reply.json()).keys
        except (httpx.HTTPError, PyJWTError, ValueError, AttributeError, TypeError):
            return
        self.keys = {str(key.key_id): key for key in found}


_rings: dict[str, KeyRing] = {}


def find_key(recruiter: str, key_id: str) -> Any:
    """The public key called ``key_id`` of ``recruiter``, if it has one."""
    address = settings.RECRUITER_KEYS.get(recruiter)
    if not address:
        return None
    ring = _rings.setdefault(address, KeyRing(address))
    return ring.find(key_id, now=time.monotonic())
