"""One seed makes many: derived by purpose, so that a new one shifts no old one."""

import hashlib
import hmac


def derive_seed(study_seed: str, *purpose: object) -> int:
    """64 bits that nobody can tell without the study's seed."""
    message = "|".join(str(part) for part in purpose).encode()
    digest = hmac.new(bytes.fromhex(study_seed), message, hashlib.sha256).digest()
    return int.from_bytes(digest[:8], "big")
