"""What PostgreSQL itself writes into its log when people join at the same moment."""

import os
import shlex
from pathlib import Path

import pytest
import yaml
from django.db import IntegrityError, connection, transaction

from studies.models import RecruiterIdentity
from studies.recruitment import Arrival
from studies.services.enrolment.joining import join_study
from tests.concurrency.test_races import at_once
from tests.server import ROOT
from tests.studies.factories import NOON, Person, make_study

WORKER = "A2PLANTEDWORKERID"


@pytest.fixture
def log():
    """The log of the server, which is set as compose sets it."""
    services = yaml.safe_load((ROOT / "docker-compose.yml").read_text())["services"]
    changes = [word for word in shlex.split(services["db"]["command"]) if "=" in word]
    name = connection.settings_dict["NAME"]
    with connection.cursor() as cursor:
        for change in changes:
            cursor.execute(f'ALTER DATABASE "{name}" SET {change}')
    connection.close()
    yield Path(os.environ["PGHOST"]) / "log"
    with connection.cursor() as cursor:
        cursor.execute(f'ALTER DATABASE "{name}" RESET ALL')
    connection.close()


def test_no_worker_is_named_in_the_log(log):
    study = make_study()
    arrival = Arrival("mturk", person=WORKER, assignment="AS-PLANTED")

    def join():
        return join_study(
            slug=study.slug, consent=True, is_of_age=True, arrival=arrival, now=NOON
        )

    at_once([join] * 10)
    known = RecruiterIdentity.objects.get(study=study)
    other = Person(study, name="A3").session.participant
    with pytest.raises(IntegrityError), transaction.atomic():
        RecruiterIdentity.objects.filter(participant=other).update(
            external_id=known.external_id, person_key=known.person_key
        )

    said = log.read_text()
    assert "duplicate key value" in said
    assert WORKER.casefold() not in said.casefold()
    assert "AS-PLANTED" not in said
