"""Decisions as they are stored with their cards."""

import json
import re

import pytest

from tests.studies.factories import Person, make_study

pytestmark = pytest.mark.django_db


def test_infinite_scores_are_stored_as_null(db):
    person = Person(make_study(teachers=("LR",))).go_to("learning", 1)

    decision = person.card().decision

    assert None in decision["scores"].values()
    assert json.loads(json.dumps(decision, allow_nan=False)) == decision
    assert re.match(r"\d+\.", decision["numpy"])
