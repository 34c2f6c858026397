"""An export tells of one moment, while people go on answering."""

import io
import json
import threading
from contextlib import contextmanager

import pytest
from django.db import DatabaseError, connection, connections

from studies.models import Response, Study
from studies.models.study import Purpose
from studies.services.export.scripts.verify import verify
from studies.services.export.snapshot import reading_snapshot
from studies.services.export.writing import export_study
from tests.studies.factories import Person, make_study
from tests.studies.services.export.reading import files_in, read

pytestmark = pytest.mark.django_db(transaction=True)


def in_a_thread(work):
    """Run ``work`` on a connection of its own, to its end."""
    failures = []

    def run():
        try:
            work()
        except BaseException as error:
            failures.append(error)
        finally:
            connections.close_all()

    thread = threading.Thread(target=run)
    thread.start()
    thread.join()
    if failures:
        raise failures[0]


@contextmanager
def usual_connection_kept():
    before = connections["default"]
    yield
    assert connections["default"] is before


def test_what_others_write_meanwhile_is_not_seen():
    make_study()
    with usual_connection_kept(), reading_snapshot() as snapshot:
        before = Study.objects.get().title
        in_a_thread(lambda: Study.objects.update(title="Changed"))

        assert Study.objects.get().title == before
        with snapshot.left():
            assert Study.objects.get().title == "Changed"
        assert Study.objects.get().title == before
    assert Study.objects.get().title == "Changed"


def test_nothing_can_be_written_in_a_snapshot():
    make_study()
    with pytest.raises(DatabaseError), reading_snapshot():
        Study.objects.update(title="Changed")

    assert not connection.in_atomic_block
    assert Study.objects.get().title == "Study"


def test_the_manifest_is_true_while_people_answer(tmp_path):
    study = make_study(n_places=20)
    people = [Person(study, name=f"A{n}").go_to("learning", 2) for n in range(3)]
    n_before = Response.objects.count()
    told = []

    def answer(n_done, n_total):
        told.append((n_done, n_total))
        person = people[len(told) % 3]
        in_a_thread(lambda: person.move(person.look(), "meanwhile"))
        if len(told) == 2:
            in_a_thread(lambda: Person(study, name="late"))

    path = tmp_path / "export.zip"
    with path.open("wb") as out:
        export_study(
            study=study, purpose=Purpose.REAL, out=out, with_private=True, watch=answer
        )

    assert verify(str(path))[0] == []
    assert b"meanwhile" not in b"".join(files_in(path.read_bytes()).values())
    assert len(read(path.read_bytes(), "responses")) == n_before
    assert Response.objects.filter(text="meanwhile").exists()
    assert told[-1][0] <= told[-1][1]


def test_the_same_study_gives_the_same_bytes_from_two_snapshots():
    study = make_study()
    Person(study, name="A1").finish()
    files = io.BytesIO(), io.BytesIO()
    for file in files:
        export_study(study=study, purpose=Purpose.REAL, out=file)

    assert files[0].getvalue() == files[1].getvalue()
    assert (
        json.loads(files_in(files[0].getvalue())["manifest.json"])["study"] == "study"
    )
