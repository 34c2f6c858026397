"""Which program it is that runs here."""

import hashlib
from functools import lru_cache
from pathlib import Path

import studies
import teaching


@lru_cache(maxsize=1)
def code_version() -> str:
    """SHA-256 over the program itself: whatever was changed in it shows."""
    digest = hashlib.sha256()
    for package in (studies, teaching):
        folder = Path(str(package.__file__)).parent
        for path in sorted(folder.rglob("*.py")):
            digest.update(str(path.relative_to(folder.parent)).encode())
            digest.update(path.read_bytes())
    return digest.hexdigest()
