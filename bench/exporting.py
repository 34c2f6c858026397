"""What an export of a thousand sessions costs, in time and memory.

``python -m bench.exporting`` fills a study by bulk rows, with a hundred people, then
with a thousand, and exports each in a process of its own, on a SQLite file.
"""

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from bench.answer_cost import application_in_a_folder
from bench.ratios import Ratio, print_all
from bench.study import SLUG

FEW, MANY = 100, 1000
MAX_SECONDS = 20
MAX_MEMORY = 1.1
# Ten times the rows, and whatever does not grow with them counts for the few.
MAX_TIME_PER_SESSION = 1.2


def ratios() -> Iterator[Ratio]:
    """Time per session and peak memory, of many sessions against few."""
    with application_in_a_folder():
        from bench.people import add_people

        add_people(SLUG, FEW)
        few = _measure()
        add_people(SLUG, MANY - FEW)
        many = _measure()
    memory = many["peak"] / few["peak"]
    yield Ratio.at_most(
        f"peak memory, {MANY} sessions against {FEW} ({many['peak'] // 1024} MB now)",
        memory,
        MAX_MEMORY,
    )
    each = (many["seconds"] / MANY) / (few["seconds"] / FEW)
    yield Ratio.at_most(
        f"time per session, {MANY} against {FEW}", each, MAX_TIME_PER_SESSION
    )
    share = many["seconds"] / MAX_SECONDS
    yield Ratio.at_most(f"{MANY} sessions: of 20 seconds", share, 1)


def _measure() -> dict[str, Any]:
    """One export in a fresh process, which has its own peak of memory."""
    done = subprocess.run(
        [sys.executable, "-m", "bench.exporting", "once"],
        check=True,
        capture_output=True,
        text=True,
    )
    measured: dict[str, Any] = json.loads(done.stdout)
    return measured


def export_once() -> None:
    """Export into nowhere and print what it took; memory in kilobytes."""
    import django

    django.setup()
    import tempfile
    import time

    from studies.models import Study
    from studies.models.study import Purpose
    from studies.services.export.writing import export_study

    study = Study.objects.get(slug=SLUG)
    began = time.process_time()
    with tempfile.TemporaryFile() as out:
        export_study(study=study, purpose=Purpose.REAL, out=out, with_private=True)
    seconds = time.process_time() - began
    print(json.dumps({"seconds": seconds, "peak": _peak()}))


def _peak() -> int:
    """Of this program alone: getrusage would tell that of its parent, if larger."""
    status = Path("/proc/self/status").read_text()
    (line,) = (line for line in status.splitlines() if line.startswith("VmHWM:"))
    return int(line.split()[1])


if __name__ == "__main__":
    if sys.argv[1:] == ["once"]:
        export_once()
    else:
        sys.exit(print_all(ratios()))
