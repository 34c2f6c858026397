"""Which program a report, an export or a backup was made by."""

import hashlib
from functools import cache
from pathlib import Path

FOLDER = Path(__file__).parents[3]
PACKAGES = ("studies", "teaching")
N_DIGITS = 40


@cache
def code_version() -> str:
    """A hash of the program itself: whatever was changed in it shows."""
    digest = hashlib.sha256()
    for package in PACKAGES:
        for path in sorted((FOLDER / package).rglob("*.py")):
            digest.update(str(path.relative_to(FOLDER)).encode())
            digest.update(path.read_bytes())
    return digest.hexdigest()[:N_DIGITS]
