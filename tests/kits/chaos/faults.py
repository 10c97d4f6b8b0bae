"""The faults, each a generator that yields how many seconds to wait, or what to wait for; and who runs them.

A fault names what it hurts: two that hurt the same do not run at the same time. What is hurt is well again when the
generator ends. Everything is stepped in one thread.
"""

from __future__ import annotations

import signal
import time
from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass

from aetcd import rpc

from kits.chaos.floor import BETTING_MS, STEP_S, ChaosFloor, pause
from kits.chaos.proxy import Way
from kits.links.etcd import EtcdServer

GIVEN_UP_S = 2.3  # after this an append without an answer is given up
Wait = float | Callable[[], bool]
Steps = Generator[Wait, None, None]
PATIENCE_S = 20.0  # for a moment at the table; then the fault happens anyway


@dataclass(frozen=True)
class Fault:
    """``hurts``: names of parties, "etcd" for the servers. ``do`` begins it."""

    name: str
    hurts: frozenset[str]
    do: Callable[[ChaosFloor], Steps]


def seen(floor: ChaosFloor, *events: str) -> Callable[[], bool]:
    """Whether one of these events has come since now."""
    observer = floor.observer
    before = observer.at_s
    return lambda: observer.at_s != before and observer.event in events


def moment(floor: ChaosFloor) -> Steps:
    """Some moment of a round: often right around the close."""
    kind = floor.random.choice(("any", "betting", "close", "after"))
    if kind == "any":
        yield floor.random.uniform(0, 1)
    elif kind == "betting":
        yield seen(floor, "RoundOpened")
        yield floor.random.uniform(0, BETTING_MS / 1000)
    elif kind == "close":
        yield seen(floor, "BetsClosed")
    else:
        yield seen(floor, "ActStarted", "ResultEntered", "RoundEnded", "RoundVoided")


# --- processes ----------------------------------------------------------------------------------------------------


def seat_killed(name: str) -> Fault:
    """SIGKILL, and again with nothing but its files."""

    def do(floor: ChaosFloor) -> Steps:
        yield from moment(floor)
        floor.seats[name].kill()
        yield floor.random.choice((0.0, 0.5, 3.5))
        floor.start_seat(name)

    return Fault("seat killed", frozenset({f"seat-{name}"}), do)


def console_killed() -> Fault:
    """The same for the console."""

    def do(floor: ChaosFloor) -> Steps:
        yield from moment(floor)
        floor.console.kill()
        yield floor.random.choice((0.0, 0.5))
        floor.console.start()
        yield seen(floor, "RoundOpened")

    return Fault("console killed", frozenset({"console"}), do)


def host_killed() -> Fault:
    """The same for the host."""

    def do(floor: ChaosFloor) -> Steps:
        yield from moment(floor)
        floor.host.kill()
        yield 0.5
        floor.host.start()

    return Fault("host killed", frozenset({"host-1"}), do)


def seat_stopped(name: str) -> Fault:
    """SIGSTOP for longer than the betting time."""

    def do(floor: ChaosFloor) -> Steps:
        yield from moment(floor)
        floor.seats[name].signal(signal.SIGSTOP)
        yield BETTING_MS / 1000 + floor.random.uniform(0.3, 3)
        floor.seats[name].signal(signal.SIGCONT)

    return Fault("seat stopped", frozenset({f"seat-{name}"}), do)


def console_stopped() -> Fault:
    """SIGSTOP of the console, for longer than its lease."""

    def do(floor: ChaosFloor) -> Steps:
        yield from moment(floor)
        floor.console.signal(signal.SIGSTOP)
        yield 4.0
        floor.console.signal(signal.SIGCONT)

    return Fault("console stopped", frozenset({"console"}), do)


# --- lines --------------------------------------------------------------------------------------------------------


def cut(party: str, when: str) -> Fault:
    """The line is reset ``before``, ``during`` or ``after`` the close, and comes back in a later phase."""

    def do(floor: ChaosFloor) -> Steps:
        if when == "after":
            yield seen(floor, "BetsClosed")
        else:
            yield seen(floor, "RoundOpened")
            early = BETTING_MS / 1000 - floor.random.uniform(0, 0.05)
            yield early if when == "during" else floor.random.uniform(0, early)
        for line in floor.lines[party]:
            line.cut()
        yield floor.random.uniform(0.2, 2.5)
        for line in floor.lines[party]:
            line.mend()

    return Fault(f"line cut {when} the close", frozenset({party}), do)


def half_open(party: str) -> Fault:
    """Nothing comes through, nobody is told; then all of it flows."""

    def do(floor: ChaosFloor) -> Steps:
        yield from moment(floor)
        for line in floor.lines[party]:
            line.hold()
        yield floor.random.uniform(0.5, 4)
        for line in floor.lines[party]:
            line.release()

    return Fault("line half-open", frozenset({party}), do)


def delayed(party: str) -> Fault:
    """What the party writes arrives after it has given up, most often after the close."""

    def do(floor: ChaosFloor) -> Steps:
        yield seen(floor, "RoundOpened")
        yield floor.random.uniform(0, BETTING_MS / 2000)
        for line in floor.lines[party]:
            line.hold(Way.UP)
        yield GIVEN_UP_S
        sent = [line.let_go_late(floor.random.uniform(0.5, GIVEN_UP_S)) for line in floor.lines[party]]
        floor.faults["delayed bytes"] += sum(sent)
        yield 0.5

    return Fault("appends delayed", frozenset({party}), do)


def answers_lost(party: str) -> Fault:
    """What the party writes lands, but no answer comes: it writes the same again."""

    def do(floor: ChaosFloor) -> Steps:
        yield seen(floor, "RoundOpened")
        yield floor.random.uniform(0, BETTING_MS / 2000)
        for line in floor.lines[party]:
            line.drop(Way.DOWN)
        yield floor.random.uniform(0.7, GIVEN_UP_S)
        for line in floor.lines[party]:
            line.mend()

    return Fault("appends repeated", frozenset({party}), do)


# --- servers ------------------------------------------------------------------------------------------------------


def etcd_killed(node: int) -> Fault:
    """SIGKILL of a server: the only one, or one of three."""

    def do(floor: ChaosFloor) -> Steps:
        server = floor.table.servers[node]
        yield from moment(floor)
        server.kill()
        yield floor.random.uniform(0.1, 1.5)
        server.start(wait=False)
        yield lambda: server.answers(0.05)

    return Fault("etcd killed", frozenset({"etcd"}), do)


def leader_killed() -> Fault:
    """SIGKILL of the node that leads."""

    def do(floor: ChaosFloor) -> Steps:
        yield from moment(floor)
        server = _leader(floor.table.servers)
        server.kill()
        yield floor.random.uniform(0.5, 2)
        server.start(wait=False)
        yield lambda: server.answers(0.05)

    return Fault("etcd leader killed", frozenset({"etcd"}), do)


def _leader(servers: Sequence[EtcdServer]) -> EtcdServer:
    for server in servers:
        with server.channel() as channel:
            status = rpc.MaintenanceStub(channel).Status(rpc.StatusRequest(), timeout=5)
        if status.leader == status.header.member_id:
            return server
    raise AssertionError("no server leads")


def no_space() -> Fault:
    """The servers refuse to write, until the alarm is taken back."""

    def do(floor: ChaosFloor) -> Steps:
        yield from moment(floor)
        server = floor.table.servers[0]
        with server.channel() as channel:
            stub = rpc.MaintenanceStub(channel)
            member = stub.Status(rpc.StatusRequest(), timeout=5).header.member_id
            raised = rpc.AlarmRequest(action=rpc.AlarmRequest.ACTIVATE, memberID=member, alarm=rpc.NOSPACE)
            stub.Alarm(raised, timeout=5)
        yield floor.random.uniform(0.5, 3)
        assert server.alarms() == ["NOSPACE"]
        server.disarm()

    return Fault("no space", frozenset({"etcd"}), do)


def compacted(name: str) -> Fault:
    """The history is forgotten while the seat is away."""

    def do(floor: ChaosFloor) -> Steps:
        yield from moment(floor)
        floor.seats[name].kill()
        yield seen(floor, "RoundEnded", "RoundVoided")
        server = floor.table.servers[0]
        server.compact(server.revision())
        yield 0.2
        floor.start_seat(name)

    return Fault("compacted while a seat was away", frozenset({f"seat-{name}", "etcd"}), do)


def removed(name: str) -> Fault:
    """A finished round of the others is archived and leaves the log while this seat is dark."""

    def do(floor: ChaosFloor) -> Steps:
        for line in floor.lines[f"seat-{name}"]:
            line.cut()
        yield seen(floor, "RoundOpened")
        dark_from = floor.observer.round
        for _ in range(3):
            yield seen(floor, "RoundOpened")
            number = floor.observer.round - 1
            if number >= dark_from and floor.observer.slips_of(number):
                yield lambda number=number: not floor.observer.slips_of(number)
                floor.faults["rounds removed while a seat was dark"] += not floor.observer.slips_of(number)
                break
        for line in floor.lines[f"seat-{name}"]:
            line.mend()

    return Fault(
        "archived while a seat was dark", frozenset({f"seat-{name}", "console", "etcd", "host-1"}), do
    )


# --- who runs them ------------------------------------------------------------------------------------------------


class _Running:
    def __init__(self, floor: ChaosFloor, fault: Fault) -> None:
        self.fault = fault
        self._steps = fault.do(floor)
        self._due_s, self._ready = 0.0, lambda: True
        self.ended = False

    def step(self) -> None:
        """Go on when what it waits for has come."""
        if time.monotonic() < self._due_s and not self._ready():
            return
        try:
            wait = next(self._steps)
        except StopIteration:
            self.ended = True
            return
        if isinstance(wait, float | int):
            self._due_s, self._ready = time.monotonic() + wait, lambda: False
        else:
            self._due_s, self._ready = time.monotonic() + PATIENCE_S, wait


def run(floor: ChaosFloor, faults: Sequence[Fault], overlap: int = 2) -> None:
    """All faults, at most ``overlap`` at a time, in their order as far as what they hurt allows."""
    waiting, running = list(faults), list[_Running]()
    while waiting or running:
        busy = frozenset().union(*(one.fault.hurts for one in running))
        free = next((fault for fault in waiting if not fault.hurts & busy), None)
        if free is not None and len(running) < overlap:
            waiting.remove(free)
            running.append(_Running(floor, free))
        for one in running:
            one.step()
            if one.ended:
                floor.faults[one.fault.name] += 1
        running = [one for one in running if not one.ended]
        floor.check()
        pause(STEP_S)
