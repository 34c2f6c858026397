"""A study as one zip, read from one snapshot while people go on answering."""

import json
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO, Any

from studies.models import Study
from studies.models.study import Purpose
from studies.services.decks.exporting import export_deck
from studies.services.drafting.documents import write_design
from studies.services.export.archive import Archive
from studies.services.export.codebook import describe_dataset, write_codebook
from studies.services.export.columns import Table
from studies.services.export.snapshot import reading_snapshot
from studies.services.export.source import Source
from studies.services.export.tables import tables_of
from studies.services.operations.versions import code_version

FORMAT = "forgetmenot-export-1"
SCRIPTS = Path(__file__).parent / "scripts"
MANIFEST = "manifest.json"
# How far it is: so many of so many pieces.
Watch = Callable[[int, int], None]
Manifest = dict[str, Any]


def export_study(
    *,
    study: Study,
    purpose: Purpose,
    out: IO[bytes],
    with_private: bool = False,
    watch: Watch | None = None,
) -> Manifest:
    """Write everything about ``study`` and its people of ``purpose`` into ``out``.

    It is read from one snapshot, so that all tables tell of the same moment, and in
    no transaction that writes. ``watch`` may write: it is called outside the snapshot.
    """
    with reading_snapshot() as snapshot:

        def tell(n_done: int, n_total: int) -> None:
            if watch is not None:
                with snapshot.left():
                    watch(n_done, n_total)

        again = Study.objects.select_related("deck_version__deck").get(pk=study.pk)
        return write_export(
            again, purpose, out=out, with_private=with_private, watch=tell
        )


def write_export(
    study: Study,
    purpose: Purpose,
    *,
    out: IO[bytes],
    with_private: bool = False,
    watch: Watch = lambda n_done, n_total: None,
) -> Manifest:
    """The same from whatever the thread's connection reads; returns the manifest."""
    tables = tables_of(with_private=with_private)
    source = Source(study, purpose, _counted(study, purpose, tables, watch))
    with Archive(out) as archive:
        for table in tables:
            archive.add_table(name_of(table), raw_name_of(table), table, source)
        archive.add("design.json", _as_json(write_design(study)))
        _add_deck(archive, study)
        archive.add("codebook.csv", write_codebook(tables))
        description = describe_dataset(study, tables)
        archive.add("dataset_description.json", _as_json(description))
        for script in sorted(SCRIPTS.iterdir()):
            if script.is_file() and script.name != "__init__.py":
                archive.add(script.name, script.read_bytes())
        manifest = _describe(source, archive)
        archive.add(MANIFEST, _as_json(manifest))
    return manifest


def name_of(table: Table) -> str:
    """Where a table is in the zip: as Psych-DS names files of data."""
    if table.is_private:
        return f"private/{table.name}.csv"
    return f"data/description-{table.name}_data.csv"


def raw_name_of(table: Table) -> str:
    """Where it is once more, with texts as they were typed."""
    folder = "private/raw" if table.is_private else "raw"
    return f"{folder}/{table.name}.csv"


def _counted(
    study: Study, purpose: Purpose, tables: list[Table], watch: Watch
) -> Callable[[int], None]:
    """Tells ``watch`` how far all tables are, page by page."""
    n_people = Source(study, purpose).sessions.count()
    n_total, n_done = max(1, n_people * len(tables)), 0

    def add(n_sessions: int) -> None:
        nonlocal n_done
        n_done += n_sessions
        watch(n_done, n_total)

    return add


def _add_deck(archive: Archive, study: Study) -> None:
    with TemporaryFile() as file:
        export_deck(version=study.deck_version, out=file)
        file.seek(0)
        archive.add_file("deck.zip", file)


def _describe(source: Source, archive: Archive) -> Manifest:
    study = source.study
    heads = source.sessions.order_by("pk").values_list(
        "participant__pseudonym", "log_head", "log_length"
    )
    return {
        "format": FORMAT,
        "study": study.slug,
        "state": study.state,
        "purpose": source.purpose.value,
        "fingerprint": study.fingerprint,
        "deck_fingerprint": study.deck_version.fingerprint,
        "seed_commitment": study.seed_hash,
        "seed": study.seed if study.is_closed else None,
        "code_version": code_version(),
        "files": {name: member.describe() for name, member in archive.members.items()},
        "log_heads": {
            name: {"head": head, "length": length}
            for name, head, length in heads.iterator()
        },
    }


def _as_json(data: Any) -> str:
    return json.dumps(data, indent=2, ensure_ascii=False) + "\n"
