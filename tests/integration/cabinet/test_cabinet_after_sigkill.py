"""The seat's process is killed, doors move meanwhile, and the next process tells it: real processes, one board."""

import signal

import msgspec
import pytest

from kiosk.devices.cabinet.memory import FileCabinetMemory
from kiosk.devices.cabinet.port import BoardCondition, BoardIs, CabinetTold, Door, DoorIs, OpenedWhileOff
from kiosk.simulators.cabinet.line import BoardLine, BoardTerminal
from kiosk.simulators.cabinet.mechanics import BoardMechanics
from kits import program, surroundings
from kits.devices.cabinet_seat import wait
from kits.processes import Process


class Hosts:
    """One process after the other on the same board; ``told``: what each of them told, read from its file."""

    def __init__(self, folder):
        self.board = BoardMechanics()
        self.line = BoardLine(self.board)
        self.far = BoardTerminal(self.line)
        self.memory = folder / "driver.json"
        self._folder = folder
        self._files = []
        self._process = None

    def start(self):
        self._files.append(self._folder / f"told-{len(self._files)}")
        with self._files[-1].open("wb") as file:
            self._process = Process(
                program("kits.devices.cabinet_host", self.far.port, self.memory),
                stdout=file,
                env=surroundings(),
            )
        return self

    def kill(self):
        self._process.send_signal(signal.SIGKILL)
        assert self._process.wait(30) == -signal.SIGKILL

    def told(self, host=-1):
        whole = self._files[host].read_bytes().rpartition(b"\n")[0].splitlines()
        return [msgspec.json.decode(line, type=CabinetTold) for line in whole]

    def all_told(self):
        return [event for n in range(len(self._files)) for event in self.told(n)]

    def ready(self):
        wait(
            lambda: any(
                isinstance(event, BoardIs) and event.condition is BoardCondition.READY
                for event in self.told()
            )
        )
        return self

    def kept(self):
        wait(lambda: FileCabinetMemory(self.memory).load().counts == self.board.state.counts)
        return self

    def close(self):
        if self._process.poll() is None:
            self.kill()
        self.far.close()


@pytest.fixture
def hosts(tmp_path):
    hosts = Hosts(tmp_path)
    yield hosts
    hosts.close()


def test_that_openings_while_the_process_is_dead_are_told_after_its_restart_exactly_once(hosts):
    hosts.start().ready().kept().kill()
    for _ in range(3):
        hosts.board.open(Door.LOGIC)
        hosts.board.close(Door.LOGIC)
    hosts.board.open(Door.MAIN)
    hosts.start().ready().kept()
    off = [event for event in hosts.told() if isinstance(event, OpenedWhileOff)]
    assert off == [OpenedWhileOff(Door.MAIN, 1, 1), OpenedWhileOff(Door.LOGIC, 3, 3)]
    assert DoorIs(Door.MAIN, True, 1) in hosts.told()
    hosts.kill()
    hosts.start().ready()
    assert not [event for event in hosts.told() if isinstance(event, OpenedWhileOff)]
    assert DoorIs(Door.MAIN, True, 1) in hosts.told(), "it is still open, under the same number"


def test_that_kills_at_any_moment_neither_lose_nor_double_an_opening(hosts):
    hosts.start().ready()
    for n in range(8):
        for door in Door:
            hosts.board.open(door)
        known = hosts.line.requests
        wait(lambda known=known, n=n: hosts.line.requests > known + n % 3)
        hosts.kill()
        for door in Door:
            hosts.board.close(door)
        hosts.start()
        if n % 2:
            hosts.ready()
        else:
            wait(lambda: hosts.told())
    hosts.ready().kept()
    known = dict.fromkeys(Door, 0)
    for event in hosts.all_told():
        if isinstance(event, OpenedWhileOff):
            assert event.count - event.times <= known[event.door], "none is left out"
        if isinstance(event, DoorIs):
            assert event.count - known[event.door] in (0, 1), "none is left out"
        if isinstance(event, DoorIs | OpenedWhileOff):
            assert event.count >= known[event.door], "none is taken back"
            known[event.door] = event.count
    assert tuple(known.values()) == hosts.board.state.counts == (8, 8, 8)
