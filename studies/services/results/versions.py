"""Which data a report is of."""

import hashlib
import json
from dataclasses import asdict, fields

import numpy as np

from studies.services.analysis.regraded import list_newest
from studies.services.results.comparing import Analysis


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
