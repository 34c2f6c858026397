"""A study offered to workers of a stand-in, who come, finish and hand in a code."""

from dataclasses import dataclass, field, replace
from typing import Any

from playground.mturk import Market
from studies.models import CompletionCode, RecruitingAccount, Study
from studies.services.recruiting.accounts import set_budget
from studies.services.recruiting.confirming import expected_words
from studies.services.recruiting.hits import create_hits
from studies.services.recruiting.offers import Offer
from studies.services.recruiting.reconciling import reconcile
from studies.services.recruiting.requester import (
    Requester,
    connect,
    mturk_account,
)
from studies.services.recruiting.submissions import Match
from tests.studies.factories import NOON, Person

OFFER = Offer(
    title="Learn words",
    description="Half an hour of flashcards.",
    keywords="words, learning",
    reward=100,
    n_people=3,
    address="https://study.example.org/join/study/",
)


def offer_study(study, market, *, budget=10_000):
    account = mturk_account(study)
    set_budget(account_id=account.pk, budget=budget, who="ada", now=NOON)
    return Offered(study, mturk_account(study), market, connect())


@dataclass
class Offered:
    """What a test does as a researcher and as workers."""

    study: Study
    account: RecruitingAccount
    market: Market
    requester: Requester
    now: Any = NOON
    people: dict[str, Person] = field(default_factory=dict)

    def create(self, *, nonce="n1", confirmed=None, **changes):
        offer = replace(OFFER, **changes)
        typed = expected_words(self.account, offer.total)
        return create_hits(
            account=self.account,
            offer=offer,
            nonce=nonce,
            confirmed=typed if confirmed is None else confirmed,
            who="ada",
            requester=self.requester,
            now=self.now,
        )

    def work(self, hit, worker, *, code="own", finishes=True):
        """A worker accepts, takes part and submits; the id of the assignment."""
        assignment = self.market.accept(hit.hit_id, worker).id
        if finishes:
            person = Person(self.study, name=worker, assignment=assignment)
            person.finish()
            self.people[worker] = person
        fields = {"own": self.code(worker), "none": ""}
        self.market.submit(assignment, completion_code=fields.get(code, code))
        return assignment

    def code(self, worker):
        person = self.people.get(worker)
        if person is None:
            return ""
        return CompletionCode.objects.get(session=person.session).code

    def look(self):
        return reconcile(self.account, requester=self.requester, now=self.now)

    def matches(self) -> dict[str, Match]:
        return {each.worker: each.match for each in self.look().submissions}

    def arguments(self, **rest):
        return {
            "account": self.account,
            "who": "pam",
            "requester": self.requester,
            "now": self.now,
            **rest,
        }
