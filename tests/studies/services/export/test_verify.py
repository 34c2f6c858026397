"""What verify finds in an export that somebody changed."""

import io
import json
import subprocess
import sys
import zipfile
from hashlib import sha256

import pytest
from django.core.management import CommandError, call_command

from studies.models import LogEntry
from studies.services.export.scripts.verify import verify
from studies.services.people.decisions import erase_participant
from tests.studies.factories import NOON, Person, make_study
from tests.studies.services.export.reading import export, files_in
from tests.studies.sharing import shared_rows

RESPONSES = "data/description-responses_data.csv"


@pytest.fixture(scope="module")
def content(django_db_setup, django_db_blocker):
    """The export of somebody who finished, made once; each test changes a copy."""
    with shared_rows(django_db_blocker, "verify"):
        person = Person(make_study())
        person.finish()
        return export(person.study)


def check(tmp_path, content):
    path = tmp_path / "export.zip"
    path.write_bytes(content)
    return verify(str(path))[0]


def repack(files):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return out.getvalue()


def test_an_export_is_as_it_says(finished, tmp_path):
    assert check(tmp_path, export(finished.study, with_private=True)) == []
    assert check(tmp_path, export(finished.study)) == []


def test_logs_are_whole_after_an_erasure(finished, tmp_path):
    erase_participant(session=finished.session, who="ada", now=NOON)

    assert check(tmp_path, export(finished.study, with_private=True)) == []


def test_a_flipped_byte_anywhere_is_found(content, tmp_path):
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        members = archive.infolist()
    for info in members:
        middle = (
            info.header_offset + 30 + len(info.filename) + 20 + info.compress_size // 2
        )
        flipped = bytearray(content)
        flipped[middle] ^= 1

        assert check(tmp_path, bytes(flipped)), info.filename


def test_another_text_in_a_repacked_file_is_found(content, tmp_path):
    files = files_in(content)
    files[RESPONSES] = files[RESPONSES].replace(b",xx,", b",yy,", 1)

    assert check(tmp_path, repack(files)) == [
        f"{RESPONSES} was changed: its hash is not that of the manifest."
    ]


@pytest.mark.parametrize("name", [RESPONSES, "design.json"])
def test_a_missing_file_is_named(content, tmp_path, name):
    files = files_in(content)
    del files[name]

    (fault,) = check(tmp_path, repack(files))
    assert name in fault


def test_a_forged_log_is_found(finished, tmp_path):
    LogEntry.objects.filter(number=5).update(payload='{"forged":1}')

    (fault,) = check(tmp_path, export(finished.study, with_private=True))
    assert fault.startswith("Entry 5 of ")


def test_a_cut_log_is_found(finished, tmp_path):
    LogEntry.objects.order_by("-number").first().delete()

    (fault,) = check(tmp_path, export(finished.study, with_private=True))
    assert fault.endswith("log does not end as it should.")


@pytest.mark.parametrize(
    ("before", "after", "fault"),
    [
        (b",wrong,", b",great,", "outcome cannot be 'great'"),
        (b"participant,arm", b"person,arm", "other columns than the codebook"),
        (b"xx,,0,0,wrong", b'xx,,0,0,"wrong"', ""),
    ],
)
def test_a_table_that_the_codebook_does_not_allow_is_found(
    content, tmp_path, before, after, fault
):
    files = files_in(content)
    files[RESPONSES] = files[RESPONSES].replace(before, after, 1)
    manifest = json.loads(files["manifest.json"])
    manifest["files"][RESPONSES].update(
        sha256=sha256(files[RESPONSES]).hexdigest(), n_bytes=len(files[RESPONSES])
    )
    files["manifest.json"] = json.dumps(manifest)

    faults = check(tmp_path, repack(files))

    assert fault in (faults[0] if faults else "")
    assert bool(faults) == bool(fault)


def test_what_is_no_export_is_named(tmp_path):
    assert "no export" in check(tmp_path, b"nothing")[0]
    assert "no export" in verify(str(tmp_path / "missing.zip"))[0][0]


def test_the_command_checks_it_without_a_database(content, tmp_path):
    path, out = tmp_path / "export.zip", io.StringIO()
    path.write_bytes(content)

    call_command("verify_export", str(path), stdout=out)
    path.write_bytes(content.replace(b"manifest", b"nanifest"))
    with pytest.raises(CommandError):
        call_command("verify_export", str(path))

    assert "rows are as the manifest says" in out.getvalue()


def test_the_script_in_the_zip_checks_it_alone(content, tmp_path):
    (tmp_path / "export.zip").write_bytes(content)
    (tmp_path / "verify.py").write_bytes(files_in(content)["verify.py"])

    done = subprocess.run(
        [sys.executable, "-I", "-S", "verify.py", "export.zip"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.returncode == 0, done.stderr
    assert "rows are as the manifest says" in done.stdout
