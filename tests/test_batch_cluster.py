"""The same class on a Dask cluster: the same results, also when its workers die."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from typing import TYPE_CHECKING

from grader.batch import Store
from tests.classes import FAST, GRADE, batch, results, some
from tests.students import ROOT

if TYPE_CHECKING:
    from pathlib import Path

CLUSTER = """
import logging, sys
from distributed import LocalCluster

if __name__ == "__main__":
    cluster = LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None,
                           silence_logs=logging.CRITICAL)
    pids = [nanny.pid for nanny in cluster.workers.values()]
    print(cluster.scheduler_address, *pids, flush=True)
    sys.stdin.read()
"""


def test_a_cluster_that_is_started_here_gives_the_results_of_the_local_pool(
    tmp_path: Path,
) -> None:
    source = some(tmp_path / "class", 5)
    batch(source, tmp_path / "pool")

    done = batch(source, tmp_path / "dask", "--scheduler", "local", "--jobs", "2")

    assert done.returncode == 0, done.stderr
    assert results(tmp_path / "dask") == results(tmp_path / "pool")


def test_a_worker_of_the_cluster_that_dies_loses_nothing(tmp_path: Path) -> None:
    source = some(tmp_path / "class", 10)
    batch(source, tmp_path / "pool")
    script = tmp_path / "cluster.py"
    script.write_text(CLUSTER)
    with subprocess.Popen(
        [sys.executable, str(script)],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as cluster:
        assert cluster.stdout
        address, victim, _ = cluster.stdout.readline().split()
        out = tmp_path / "dask"
        command = [*GRADE, "batch", str(source), "--out", str(out), *FAST, "--scheduler", address]
        run = subprocess.Popen(
            command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        while not (out / "results.sqlite").is_file() or not graded(out):
            time.sleep(0.02)
        os.kill(int(victim), signal.SIGKILL)
        code = run.wait()
        cluster.communicate()

    assert code == 0
    assert results(out) == results(tmp_path / "pool")


def graded(out: Path) -> int:
    """How many are graded by now."""
    with Store.open(out) as store:
        return store.count().get("graded", 0)


def test_a_scheduler_that_is_not_there_is_said_so(tmp_path: Path) -> None:
    done = batch(some(tmp_path / "class", 1), tmp_path / "out", "--scheduler", "tcp://nowhere")

    assert done.returncode == 2
    assert "No Dask cluster" in done.stderr
    assert "no port" in done.stderr
    assert done.stderr.count("\n") == 1
