"""Starts programs of the project in forks of one process that has imported Django.

Importing it takes a program that finds its environment wrong nearly all of its time.
"""

import importlib
import json
import os
import runpy
import subprocess
import sys
import tempfile
import traceback
from collections.abc import Iterator
from contextlib import contextmanager

from tests.server import ROOT

# None of them looks at the settings.
IMPORTED = [
    *("config.env", "config.logs", "csp.constants", "django.core.management"),
    *("environ", "gunicorn.app.wsgiapp", "studies.recruitment.mturk"),
]


@contextmanager
def starter() -> Iterator[subprocess.Popen[str]]:
    """A process that ``start`` can ask."""
    with subprocess.Popen(
        [sys.executable, "-m", "tests.config.starting"],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        yield process
        process.stdin.close()


def start(
    process: subprocess.Popen[str], command: list[str], variables: dict[str, str]
) -> subprocess.CompletedProcess[str]:
    """What ``python COMMAND`` says in an environment of these ``variables`` alone."""
    process.stdin.write(json.dumps([command, variables]) + "\n")
    process.stdin.flush()
    code, said = json.loads(process.stdout.readline())
    return subprocess.CompletedProcess(command, code, stderr=said)


def _fork(command: list[str], variables: dict[str, str]) -> tuple[int, str]:
    with tempfile.TemporaryFile("w+") as said:
        if (child := os.fork()) == 0:
            os.dup2(said.fileno(), 2)
            os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
            os._exit(_run(command, variables))
        code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        said.seek(0)
        return code, said.read()


def _run(command: list[str], variables: dict[str, str]) -> int:
    os.environ.clear()
    os.environ.update(variables)
    try:
        if command[0] == "-m":
            sys.argv = command[1:]
            runpy.run_module(command[1], run_name="__main__", alter_sys=True)
        else:
            sys.argv = command
            runpy.run_path(command[0], run_name="__main__")
    except SystemExit as end:
        return _tell(end)
    except BaseException:
        traceback.print_exc()
        return 1
    return 0


def _tell(end: SystemExit) -> int:
    """Do with an exit what Python does."""
    if isinstance(end.code, str):
        print(end.code, file=sys.stderr, flush=True)
        return 1
    return end.code or 0


def main() -> None:
    for name in IMPORTED:
        importlib.import_module(name)
    for line in sys.stdin:
        print(json.dumps(_fork(*json.loads(line))), flush=True)


if __name__ == "__main__":
    main()
