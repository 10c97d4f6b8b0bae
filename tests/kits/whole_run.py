"""What all processes of one run of the tests share; each of pytest-xdist's workers has a folder in that of the run."""

import fcntl
import os
from collections.abc import Callable
from pathlib import Path

WORKER = "PYTEST_XDIST_WORKER"


def number_of_worker() -> int:
    """Which of the run's processes this is, from 0."""
    return int(os.environ.get(WORKER, "gw0").removeprefix("gw"))


def folder_of_the_run(tmp_path_factory) -> Path:
    """A folder that all processes of the run have."""
    own = tmp_path_factory.getbasetemp()
    return own.parent if WORKER in os.environ else own


def made_once(tmp_path_factory, name: str, make: Callable[[Path], object]) -> Path:
    """What the first process of the run that asks has made at that new path. It is for all: not to be changed."""
    path = folder_of_the_run(tmp_path_factory) / name
    with path.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not path.exists():
            make(part := path.with_suffix(".part"))
            part.rename(path)
    return path
