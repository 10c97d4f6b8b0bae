"""Without a screen, every party says once that the table log does not answer, and once that it does again."""

import os
import signal
import subprocess
from contextlib import ExitStack

import pytest

from kits import KIOSK
from kits.app.parties import Spoken, until
from kits.ops.provision import provisioned
from kits.processes import Process

# The host is the first; beside it the second serves, so that consoles and seats are told what hosts suffer from.
STARTS = {
    "console": lambda table: ("console", "--config", table.console, "--headless", "--auto"),
    "terminal": lambda table: ("terminal", "--config", table.seat("07"), "--headless"),
    "host": lambda table: ("host", "--config", table.host),
    "simulate": lambda table: ("simulate", "--dir", table.dir, "--seats", 1, "--rounds", 0),
}


def test_that_silence_and_its_end_are_told_once_each_by_every_party(tmp_path, spoken):
    with provisioned(tmp_path, {"07": "A"}) as table:
        table.serving[1].start()
        table.servers[0].kill()
        for name in ("host", "console", "terminal"):  # not "simulate": it would hold the state of seat 07
            spoken.append(Spoken(name, STARTS[name](table)))
            until(lambda: spoken[-1].lines, f"the silence: {name}")  # a host that says it listens already
        table.servers[0].start()
        until(lambda: all(len(each.lines) == 2 for each in spoken), "the end of the silence")
        terminal = next(each for each in spoken if each.name == "terminal")
        terminal.end()
        table.servers[0].kill()
        until(lambda: all(len(each.lines) == 3 for each in spoken if each is not terminal), "the next")
        spoken.append(Spoken("simulate", STARTS["simulate"](table)))
        until(lambda: spoken[-1].lines, "the silence")
        for each in spoken:
            doors = table.endpoints if each.name == "host" else table.plan.doors
            where = ", ".join(doors)
            assert each.lines[0].startswith(f"kiosk {each.name}: the table log does not answer at {where}: ")
            assert any(f"{door}: " in each.lines[0].removeprefix(where) for door in doors)
            assert f"{table.endpoints[0]}: " in each.lines[0], each.lines[0]
            assert "onnect" in each.lines[0]
            assert each.lines[0].endswith("; waiting\n")
            assert each.lines[1:2] in ([], [f"kiosk {each.name}: the table log answers again at {where}\n"])


def unread(words):
    """A process whose standard output and error are pipes that nobody reads any more."""
    reader, writer = os.pipe()
    os.close(reader)
    process = Process(
        [*KIOSK, *map(str, words)],
        stdout=writer,
        stderr=writer,
        stdin=subprocess.DEVNULL,
    )
    os.close(writer)
    return process


@pytest.mark.parametrize("witness", ["host", "console"])
def test_that_nobody_needs_to_read_what_a_party_says(tmp_path, spoken, witness):
    with provisioned(tmp_path, {"07": "A"}) as table, ExitStack() as stack:
        table.serving[1].start()
        table.servers[0].kill()
        parties = {name: unread(STARTS[name](table)) for name in STARTS if name not in (witness, "simulate")}
        for process in parties.values():
            stack.callback(process.wait)
            stack.callback(process.kill)
        spoken.append(Spoken(witness, STARTS[witness](table)))
        for lines in (1, 3):
            until(lambda lines=lines: len(spoken[0].lines) == lines, "the silence")
            table.servers[0].start()
            until(lambda lines=lines: len(spoken[0].lines) == lines + 1, "the end of the silence")
            if lines == 1:
                table.servers[0].kill()
        assert {name: process.poll() for name, process in parties.items()} == dict.fromkeys(parties)
        for name, process in parties.items():
            process.send_signal(signal.SIGTERM)
            assert process.wait(30) == 0, name
