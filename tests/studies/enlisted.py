"""A study at a stand-in for Prolific, whose people come, finish and bring a code."""

from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from playground.prolific import Pool
from playground.prolific import Study as Offered
from studies.models import RecruitingAccount, Study
from studies.recruitment import read_arrival
from studies.services.links.terms import options_of
from studies.services.recruiting.accounts import set_budget
from studies.services.recruiting.prolific.client import (
    Client,
    connect,
    prolific_account,
)
from studies.services.recruiting.prolific.naming import name_study
from studies.services.recruiting.prolific.reconciling import reconcile
from tests.studies.factories import NOON, Person, make_study

IDS = {
    "PROLIFIC_PID": "5f0c8a366f0c4a539d3c6a0a",
    "STUDY_ID": "6f0c8a366f0c4a539d3c6a0b",
    "SESSION_ID": "7f0c8a366f0c4a539d3c6a0c",
}
LINK = "http://testserver/join/{}/?" + "&".join(
    f"{name}={{{{{{{{%{name}%}}}}}}}}" for name in IDS
)
DONE = "C0MPLETE"
CODES = {
    "code_completed": DONE,
    "code_withdrawn": "LEFT1",
    "code_no_consent": "N0",
    "code_screened_out": "0UT",
}


def enlist_study(pool, *, budget=10_000, **changes):
    """Made here and there, and each knows the other."""
    short = {"n_concepts": 2, "horizon": 2}
    values = {"recruiters": ["prolific"], "fee_percent": 33, **short, **changes}
    study = make_study(recruiter_options={"prolific": CODES}, **values)
    codes = {CODES["code_screened_out"]: "FIXED_SCREEN_OUT_PAYMENT"}
    offered = pool.add_study(Offered(LINK.format(study.slug), codes=codes))
    account, client = prolific_account(study), connect()
    name_study(account=account, name=offered.id, client=client, who="ada", now=NOON)
    set_budget(account_id=account.pk, budget=budget, who="ada", now=NOON)
    account.refresh_from_db()
    return Enlisted(study, account, pool, offered, client)


@dataclass
class Enlisted:
    """What a test does as a researcher and as participants."""

    study: Study
    account: RecruitingAccount
    pool: Pool
    offered: Offered
    client: Client
    now: Any = NOON
    people: dict[str, Person] = field(default_factory=dict)

    def come(self, pid=""):
        """Somebody takes a place there and begins here; the submission."""
        submission = self.pool.begin(self.offered.id, pid)
        query = dict(parse_qsl(urlsplit(self.pool.link_of(submission)).query))
        arrival = read_arrival(query, options=options_of(self.study))
        self.people[submission.id] = Person(self.study, arrival=arrival)
        return submission

    def finish(self, *, code=DONE):
        """Somebody comes, finishes and hands in a code; the submission."""
        submission = self.come()
        self.people[submission.id].finish()
        return self.pool.complete(submission.id, code)

    def session(self, submission):
        return self.people[submission.id].session

    def look(self, *, now=None):
        return reconcile(self.account, client=self.client, now=now or self.now)

    def fits(self):
        return {each.id: each.fit for each in self.look().submissions}

    def arguments(self, **rest):
        return {
            "account": self.account,
            "who": "pam",
            "client": self.client,
            "now": self.now,
            **rest,
        }
