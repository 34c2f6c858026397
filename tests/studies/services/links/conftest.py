from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

import pytest

from playground.prolific import Pool
from playground.prolific.errors import ProlificError
from tests.studies.enlisted import IDS


@dataclass
class Signer:
    """Prolific's keys on this machine, and the links it signs."""

    pool: Pool
    address: str

    @property
    def private(self):
        return self.pool.keys.private

    @property
    def n_asked(self):
        return sum("jwks" in call for call in self.pool.calls)

    def be_away(self, status):
        self.pool.faults_before.append(ProlificError("away", status=status))

    def sign(self, *, ids=IDS, expires_in=600, **changes):
        """The token that Prolific adds to a link with ``ids``."""
        claims = {"aud": "http://testserver/join/study/?PROLIFIC_PID=x", **changes}
        now = datetime.now(UTC) + timedelta(seconds=expires_in - 600)
        return self.pool.keys.sign("", ids, now=now, key_id="key-1", **claims)


@pytest.fixture
def prolific(pool, settings):
    """Prolific's keys, asked for anew in each test."""
    return Signer(pool, settings.RECRUITER_KEYS["prolific"])
