"""Workers of a run of tests: every test is run once, whatever becomes of a worker, and each has its own things."""

import json
import os
import subprocess
import sys

import pytest

from kits import surroundings

FILES = {
    "conftest.py": """
import json, os, pytest
from kits.workers import made_once

@pytest.fixture(scope="session")
def once(tmp_path_factory):
    return made_once(tmp_path_factory, "once", lambda path: path.write_text(str(os.getpid()))).read_text()

@pytest.fixture(scope="session")
def own(tmp_path_factory):
    return tmp_path_factory.mktemp("own")

@pytest.fixture
def told(request, own, once):
    told = {"pid": os.getpid(), "test": request.node.name, "own": str(own), "nr": os.environ["KIOSK_TESTS_WORKER"],
            "once": once}
    with open(os.environ["TOLD"], "a") as file:
        file.write(json.dumps(told) + "\\n")
""",
    "test_first.py": """
import os, pytest, signal, time

@pytest.mark.parametrize("n", range(20))
def test_first(told, n):
    print("said", n)
    assert n != 3
    if n == 7:
        os.kill(os.getpid(), signal.SIGKILL)
    if n == 11:
        run = os.getppid()
        if os.fork():
            os._exit(0)
        while os.path.exists(f"/proc/{run}"):  # it has the line of its worker until the run has ended without it
            time.sleep(0.01)
        os._exit(0)
    if n == 13:
        pytest.skip("not now")
""",
    "apart/test_second.py": """
import pytest

@pytest.mark.parametrize("n", range(20))
def test_second(told, n):
    pass
""",
}


@pytest.fixture
def run(tmp_path):
    """A run of these files with these words: its status, what it has written, what its tests have told."""
    for name, text in FILES.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)

    def run(*words):
        told = tmp_path / "told"
        told.touch()
        env = surroundings() | {"TOLD": str(told)}
        words = (
            "-p",
            "kits.workers",
            "-p",
            "no:cacheprovider",
            f"--rootdir={tmp_path}",
            *words,
            str(tmp_path),
        )
        with (tmp_path / "said").open("w+") as said:
            done = subprocess.run(
                [sys.executable, "-m", "pytest", f"--basetemp={tmp_path / 'run'}", *words],
                cwd=tmp_path, env=env, stdout=said, stderr=said, check=False,
            )  # fmt: skip
            said.seek(0)
            return done.returncode, said.read(), [json.loads(line) for line in told.read_text().splitlines()]

    return run


def test_that_every_test_is_run_once_and_what_a_worker_dies_at_has_failed(run):
    status, said, told = run("--workers", "3", "--apart", "apart")
    assert status == 1
    expected = [f"test_{which}[{n}]" for which in ("first", "second") for n in range(20)]
    assert sorted(each["test"] for each in told) == sorted(expected)
    assert "3 failed, 36 passed, 1 skipped" in said
    assert "test_first[3] - assert 3 != 3" in said
    assert "said 3" in said
    assert "test_first[7] - a worker has died at it: -9" in said
    assert "test_first[11] - a worker has died at it: 0" in said


def test_that_workers_have_folders_of_their_own_and_those_apart_come_last_in_others(run):
    _, _, told = run("--workers", "2", "--apart", "apart")
    first, second = ({each["pid"] for each in told if which in each["test"]} for which in ("first", "second"))
    assert first & second == set()
    assert os.getpid() not in first | second
    assert len({each["own"] for each in told}) == len(first | second)
    assert {each["nr"] for each in told} <= {"0", "1"}
    assert len({each["once"] for each in told}) == 1, "what is made once is made for all"
    begun = [each["test"] for each in told]
    assert min(at for at, name in enumerate(begun) if "second" in name) >= 16, (
        "all others are done or given away"
    )


def test_that_a_run_stops_at_the_first_failure_where_it_is_to(run):
    status, said, told = run("--workers", "2", "-x")
    assert status == 1
    assert "!! stopping after " in said
    assert len(told) < 40
