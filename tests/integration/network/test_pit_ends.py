"""However a pit ends, and whenever: none of its processes stays behind."""

import re
import signal
from pathlib import Path

import pytest

from kiosk.demo.pit import Pit
from kits.app.parties import until


def running_in(folder):
    """The words of every process that runs in ``folder`` or names it, but the pit itself."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            words = (process / "cmdline").read_bytes().replace(b"\0", b" ").decode()
            if f"--dir {folder}" not in words and (
                str(folder) in words or (process / "cwd").readlink().is_relative_to(folder)
            ):
                found.append(words)
        except OSError:  # it has ended meanwhile
            continue
    return found


@pytest.mark.parametrize(
    ("number", "process"),
    [
        (signal.SIGTERM, "bin/etcd --config-file"),
        (signal.SIGKILL, "bin/etcd --config-file"),
        (signal.SIGINT, "seat-08.toml"),
        (signal.SIGKILL, "seat-08.toml"),
    ],
    ids=["told-while-etcd-starts", "killed-while-etcd-starts", "told-at-play", "killed-at-play"],
)
def test_that_nothing_of_a_pit_stays_behind(tmp_path, kiosk, number, process):
    folder = tmp_path / "pit"
    pit = kiosk("pit", "--dir", folder, "--headless", "--rounds", 100)
    until(
        lambda: any(process in words for words in running_in(folder)) or pit.process.poll() is not None,
        process,
    )
    assert pit.process.poll() is None, pit.process.communicate()
    pit.tell(number)
    until(lambda: not running_in(folder), f"the end of all processes; left: {running_in(folder)}")


def test_that_pits_begun_at_once_have_ports_of_their_own(tmp_path):
    ports = []
    for name in ("one", "two"):
        pit = Pit(tmp_path / name)
        pit.provide()
        ports += re.findall(r":(\d+)", (pit.provided / "etcd" / "node-1.conf.yml").read_text())
    assert len(set(ports)) == 4, "two for each: for clients, for peers"
