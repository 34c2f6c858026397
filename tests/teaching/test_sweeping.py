import csv
import math
import os
import runpy
import subprocess
import sys
from dataclasses import dataclass

import numpy as np
import pytest
from distributed import LocalCluster
from threadpoolctl import threadpool_info, threadpool_limits

from teaching import keeping, sweeping
from teaching.__main__ import main
from teaching.keeping import Shelf, as_json
from teaching.sweeping import Sweep, on_cluster
from tests.server import ROOT

DESIGNS = ["--n", "2,3", "--horizon", "5", "--teachers", "PR,RD", "--trials", "9"]


@dataclass(frozen=True)
class Cell:
    size: int
    rates: tuple[float, ...] = (0.1, 0.2)


def third(number):
    return {"third": number / 3}


def total(cell):
    return cell.size + sum(cell.rates)


def unkeepable(number):
    return {number}


def picky(number):
    if number == 2:
        raise ValueError("not a 2")
    return number


def swept(capsys, *arguments):
    assert main(["sweep", *DESIGNS, *arguments]) == 0
    return capsys.readouterr().out


@pytest.fixture(scope="module")
def address():
    """Of a cluster with one process; with one core only joblib would not ask it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("OPENBLAS_NUM_THREADS", "2")
        with LocalCluster(
            n_workers=1, threads_per_worker=2, dashboard_address="127.0.0.1:0"
        ) as cluster:
            yield cluster.scheduler_address


def test_numbers_are_equal_to_the_bit_on_one_core_on_two_and_on_a_cluster(
    capsys, address, tmp_path
):
    alone = swept(capsys, "--jobs", "1")

    assert len(list(csv.DictReader(alone.splitlines()))) == 4
    assert swept(capsys, "--jobs", "2") == alone
    assert swept(capsys, "--cluster", address, "--keep", str(tmp_path)) == alone
    assert swept(capsys, "--jobs", "1", "--keep", str(tmp_path)) == alone


def test_cells_are_worked_on_by_the_cluster(address):
    with on_cluster(address):
        (process, _) = Sweep().map(os.readlink, ["/proc/self"] * 2, "processes")

    assert int(process) != os.getpid()


def n_threads(_number):
    return [library["num_threads"] for library in threadpool_info()]


def test_linear_algebra_has_one_thread_everywhere(address):
    """With two, the last bits of a bound are others."""
    with threadpool_limits(limits=2):
        before = n_threads(0)
        for where in (None, address):
            with on_cluster(where):
                (found, _) = Sweep().map(n_threads, [0, 1], "threads")
            assert set(found) == {1}
        assert n_threads(0)[: len(before)] == before
    assert set(before) == {2}


def test_a_local_cluster_has_as_many_processes_as_jobs(monkeypatch):
    asked = {}

    class Watched(LocalCluster):
        def __init__(self, **settings):
            asked.update(settings)
            super().__init__(**settings, processes=False)

    monkeypatch.setattr("distributed.LocalCluster", Watched)

    with on_cluster("local", jobs=2):
        assert Sweep().map(third, [1, 2], "thirds") == [third(1), third(2)]
    assert (asked["n_workers"], asked["threads_per_worker"]) == (2, 1)


def test_workers_with_other_code_are_refused(address, monkeypatch):
    monkeypatch.setattr(sweeping, "code", lambda: "newer")

    with on_cluster(address), pytest.raises(ValueError, match="another version"):
        Sweep().map(math.sqrt, [1], "roots")


def test_nobody_at_the_address_is_told_in_a_sentence(capsys, monkeypatch):
    monkeypatch.setattr(sweeping, "_PATIENCE_SECONDS", 0.1)

    assert main(["sweep", *DESIGNS, "--cluster", "127.0.0.1:1"]) == 2
    assert "no Dask scheduler answers at 127.0.0.1:1" in capsys.readouterr().err


def test_a_missing_dask_is_told_with_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)

    with (
        pytest.raises(ValueError, match=r"clusters need distributed: .*\[cluster\]"),
        on_cluster("local"),
    ):
        pass


KILLED = """
import os, signal, sys
from pathlib import Path
from teaching.sweeping import Sweep

def work(number):
    with open("calls", "a") as calls:
        calls.write(f"{number}\\n")
    if number == 3 and sys.argv[1] == "killed":
        os.kill(os.getpid(), signal.SIGKILL)
    return number / 7

print(Sweep(keep=Path("kept")).map(work, range(5), "sevenths"))
"""


def test_a_killed_sweep_goes_on_where_it_stopped(tmp_path, monkeypatch, capsys):
    (tmp_path / "sweep.py").write_text(KILLED)
    killed = subprocess.run(
        [sys.executable, "sweep.py", "killed"],
        cwd=tmp_path,
        env={"PYTHONPATH": str(ROOT)},
        check=False,
    )
    assert killed.returncode == -9

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "argv", ["sweep.py", "again"])
    runpy.run_path("sweep.py", run_name="__main__")

    assert capsys.readouterr().out == f"{[number / 7 for number in range(5)]}\n"
    assert (tmp_path / "calls").read_text().split() == list("012334")


def counted(calls):
    def work(cell):
        calls.append(cell)
        return third(cell)

    return work


def test_what_is_kept_is_not_done_again(tmp_path, capsys):
    calls = []
    work = counted(calls)

    first = Sweep(keep=tmp_path).map(work, [1, 2], "thirds")
    again = Sweep(keep=tmp_path, progress=True).map(work, [2, 5, 1], "thirds")

    assert calls == [1, 2, 5]
    assert again == [first[1], third(5), first[0]]
    assert "2/3" in capsys.readouterr().err


@pytest.mark.parametrize("harm", [b"", b"{", b"\xff\xfe", b"0\n5", b"\n"])
def test_a_damaged_result_is_computed_again(tmp_path, harm):
    (kept,) = Sweep(keep=tmp_path).map(third, [1], "thirds")
    (file,) = tmp_path.iterdir()
    file.write_bytes(harm)

    assert Sweep(keep=tmp_path).map(third, [1], "thirds") == [kept]
    assert Shelf(tmp_path, third).find(1) == as_json(kept)


def test_a_result_half_written_is_not_read(tmp_path):
    Sweep(keep=tmp_path).map(third, [1], "thirds")
    (file,) = tmp_path.iterdir()
    content = file.read_bytes()

    for length in range(len(content)):
        file.write_bytes(content[:length])
        assert Shelf(tmp_path, third).find(1) is None


def test_other_work_code_and_cells_have_results_of_their_own(tmp_path, monkeypatch):
    Shelf(tmp_path, third).keep(Cell(1), "0")

    assert Shelf(tmp_path, third).find(Cell(1)) == "0"
    assert Shelf(tmp_path, total).find(Cell(1)) is None
    assert Shelf(tmp_path, third).find(Cell(2)) is None
    assert Shelf(tmp_path, third).find(Cell(1, (0.1, 0.3))) is None
    monkeypatch.setattr(keeping, "code", lambda: "newer")
    assert Shelf(tmp_path, third).find(Cell(1)) is None


def test_the_code_is_that_of_every_module_and_of_what_computes(monkeypatch, tmp_path):
    copy = tmp_path / "keeping.py"
    copy.write_text("")
    monkeypatch.setattr(keeping, "__file__", str(copy))
    code = keeping.code.__wrapped__
    digests = {code()}
    (tmp_path / "memory").mkdir()
    (tmp_path / "memory" / "base.py").write_text("1")
    digests.add(code())
    (tmp_path / "memory" / "base.py").write_text("2")
    digests.add(code())
    monkeypatch.setattr(np, "__version__", "0")
    digests.add(code())

    assert len(digests) == 4


def test_numbers_come_back_to_the_bit_as_plain_ones():
    values = [1 / 3, np.float64(0.1), 5e-324, np.int64(3), float("inf"), True, None]

    (back,) = Sweep().map(list, [values], "values")

    assert back == values
    assert [type(value) for value in back[:4]] == [float, float, float, int]


def test_cells_may_be_dataclasses(tmp_path):
    cells = [Cell(1), Cell(2, (0.5,))]

    for _ in range(2):
        assert Sweep(keep=tmp_path).map(total, cells, "totals") == [
            total(cell) for cell in cells
        ]


def test_a_result_that_cannot_be_kept_is_refused():
    with pytest.raises(TypeError, match=r"numbers, texts, .* got set"):
        Sweep().map(unkeepable, [1], "sets")


def test_an_error_in_a_cell_is_the_sweeps(tmp_path):
    with pytest.raises(ValueError, match="not a 2"):
        Sweep(keep=tmp_path).map(picky, [1, 2, 3], "picky")
    assert Shelf(tmp_path, picky).find(1) == "1"


def test_nothing_to_do_is_done_at_once():
    assert Sweep(jobs=2).map(third, [], "nothing") == []
