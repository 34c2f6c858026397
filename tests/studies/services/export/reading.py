"""Exports as tests look at them."""

import csv
import io
import zipfile

from studies.models.study import Purpose
from studies.services.export.writing import write_export


def export(study, *, purpose=Purpose.REAL, **options):
    """An export from within the test's own transaction."""
    study.refresh_from_db()
    file = io.BytesIO()
    write_export(study, purpose, out=file, **options)
    return file.getvalue()


def read(content, name, *, folder="data"):
    """The rows of a table."""
    names = {
        "data": f"data/description-{name}_data.csv",
        "raw": f"raw/{name}.csv",
        "private": f"private/{name}.csv",
    }
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        text = archive.read(names[folder]).decode()
    return list(csv.DictReader(io.StringIO(text, newline="")))


def files_in(content):
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}
