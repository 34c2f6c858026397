"""Which data and which code a report is of."""

import hashlib
import json
from dataclasses import asdict, fields
from functools import cache
from pathlib import Path

import numpy as np

from studies.services.analysis.regraded import list_newest
from studies.services.results.comparing import Analysis

APP = Path(__file__).parents[2]
_PACKAGES = ("statistics", "services/analysis", "services/results")


@cache
def code_version() -> str:
    """A hash of everything that decides what a report says."""
    digest = hashlib.sha256()
    for package in _PACKAGES:
        for path in sorted((APP / package).rglob("*.py")):
            digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def hash_data(analysis: Analysis) -> str:
    """A hash of the people, their cards, and the question asked of them."""
    data = analysis.data
    plain = [
        asdict(analysis.plan),
        [asdict(person) for person in data.persons],
        data.n_unallocated,
        [
            made.pk
            for made in list_newest(analysis.study, purpose=analysis.plan.purpose)
        ],
        *(data.cards.level_names, data.cards.texts_before, data.cards.texts_after),
    ]
    digest = hashlib.sha256(json.dumps(plain, sort_keys=True).encode())
    for part in (data.places, data.cards, data.people):
        for field in fields(part):
            value = getattr(part, field.name)
            if isinstance(value, np.ndarray):
                digest.update(f"{field.name} {value.dtype} {value.shape}".encode())
                digest.update(np.ascontiguousarray(value).tobytes())
    return digest.hexdigest()
