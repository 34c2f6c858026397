"""Keys by which the service signs links; they change, and old ones end."""

import json
from datetime import datetime
from typing import Any

import jwt
from cryptography.hazmat.primitives.asymmetric import rsa
from jwt.algorithms import RSAAlgorithm

ISSUER = "https://www.prolific.com"
_SECONDS = 600


class Keys:
    """Private keys by their ids; the newest signs, and none is made in vain."""

    def __init__(self) -> None:
        self._private: dict[str, rsa.RSAPrivateKey] = {}

    @property
    def private(self) -> dict[str, rsa.RSAPrivateKey]:
        if not self._private:
            self.add("key-1")
        return self._private

    def add(self, key_id: str) -> None:
        key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
        self._private[key_id] = key

    def rotate(self) -> str:
        """Sign with another key from now on; those before it still count."""
        key_id = f"key-{len(self.private) + 1}"
        self.add(key_id)
        return key_id

    def public(self) -> dict[str, Any]:
        """What is served to whoever checks a signature."""
        return {
            "keys": [
                {
                    **json.loads(RSAAlgorithm.to_jwk(key.public_key())),
                    **{"kid": key_id, "alg": "RS256", "use": "sig"},
                    "key_ops": ["verify"],
                }
                for key_id, key in self.private.items()
            ]
        }

    def sign(
        self,
        audience: str,
        ids: dict[str, str],
        *,
        now: datetime,
        key_id: str = "",
        **changes: Any,
    ) -> str:
        """The token that is added to a link with ``ids``."""
        key_id = key_id or list(self.private)[-1]
        claims = {
            "iss": ISSUER,
            "sub": ids["SESSION_ID"],
            "aud": audience,
            "exp": now.timestamp() + _SECONDS,
            "prolific": {**ids, "workspace_id": "0" * 24},
            **changes,
        }
        headers = {"kid": key_id}
        return jwt.encode(
            claims, self.private[key_id], algorithm="RS256", headers=headers
        )
