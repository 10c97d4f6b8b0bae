"""A seat's table over the network: follows its log in etcd, writes to it, and shows the seat as present."""

from __future__ import annotations

import logging
import secrets
import threading
import time
from collections.abc import Callable, Sequence

from msgspec.structs import replace

from kiosk.app.anchored import Anchored, check_anchor
from kiosk.app.certificate_watch import CertificateWatch
from kiosk.app.config_links import LogConfig
from kiosk.app.first_contact import FirstContact
from kiosk.app.following import Following, memory_of
from kiosk.app.house import HouseTickets
from kiosk.app.jackpot_watch import JackpotWatch
from kiosk.app.machine import Seat
from kiosk.app.state_checks import check_books_are_newest, followed
from kiosk.faults import MustEnd
from kiosk.jackpot.calls import RemoteJackpot
from kiosk.links.hosts.log import HostLog
from kiosk.runner.ports import Answer, LogSender, Registrar
from kiosk.seat.context import SeatConfig
from kiosk.seat.events import AnyEvent
from kiosk.seat.state import SeatState
from kiosk.table import keys
from kiosk.table.history import Other, Remembering
from kiosk.table.log import Entry, NoAnswer, Presences, Put, Standing
from kiosk.table.records import Present, encode

MISSED_S = 4.0  # so long a host does not notice that a process has died whose line went with it
GRACE_S = 2.0  # beyond its leases: so long after that the presence of a process that died is gone for certain
SILENCE_S = 1.0  # another's presence is met more often than this while the servers answer

_log = logging.getLogger(__name__)


class Showing:
    """A seat's presence at its table: what the dealer sees of it. One thread; never waits but in ``settle``.

    guarantee: it stands only where no other process's presence of this seat stands. Where one stays longer than
    ``patience_s`` while the log answers, or comes after ours had stood, two processes play one seat: ``twin`` is
    told once, in any thread.
    """

    def __init__(
        self,
        presences: Presences,
        config: SeatConfig,
        twin: Callable[[MustEnd], None] | None = None,
        patience_s: float = 0.0,
    ) -> None:
        self._presences = presences
        self._config = config
        self._key = keys.present(config.table, config.seat)
        self._instance = secrets.token_hex(8)
        self._twin = twin
        self._patience_s = patience_s
        self._met_s: float | None = None  # since when another stands where we never stood
        self._last_met_s = 0.0
        self._settled = threading.Event()
        self._shown: Present | None = None
        self._standing: Standing | None = None
        self.stood = False
        self.fault: MustEnd | None = None

    def show(self, state: SeatState) -> None:
        """Show ``state`` from now on."""
        found = present(self._config, state, self._instance)
        if found == self._shown:
            return
        self._shown = found
        if self._standing is None:
            self._standing = self._presences.stand(self._key, encode(found), self._met)
        else:
            self._standing.show(encode(found))

    def settle(self, seconds: float) -> None:
        """Wait ``seconds`` until it stands, longer while another's does. Raises :class:`MustEnd` beside a twin."""
        if not self._settled.wait(seconds) and self._met_s is not None:
            self._settled.wait(self._patience_s + GRACE_S)
        if self.fault is not None:
            raise self.fault

    def _met(self, other: bytes | None) -> None:
        """What stands under the key: None for ours. In the link's thread."""
        if other is None:
            self.stood = True
            self._settled.set()
            return
        now_s = time.monotonic()
        if self._met_s is None or now_s - self._last_met_s > SILENCE_S:
            self._met_s = now_s  # the servers were away: every lease has its whole time again
        self._last_met_s = now_s
        if (self.stood or now_s - self._met_s >= self._patience_s) and self.fault is None:
            self.fault = twins(self._config)
            self._settled.set()
            if self._twin is not None:
                self._twin(self.fault)

    def close(self) -> None:
        """The seat goes."""
        if self._standing is not None:
            self._standing.close()
            self._standing = None


def patience_s(lease_s: float) -> float:
    """So long the presence of a process that died may stand: its host misses it, waits whether it has gone to another
    host, and may die before it takes the presence away, or its lease begin once more with the servers.
    """
    return MISSED_S + 2 * lease_s + GRACE_S


def twins(config: SeatConfig) -> MustEnd:
    """What is said where another process plays the same seat."""
    return MustEnd(
        f"seat {config.seat} of table {config.table} is played by another running program: "
        "one seat must be one machine with one state directory",
        "Find the other machine that runs with this seat's configuration, end one of the two and start again; "
        "this one has sent nothing more, and its books are kept",
    )


def present(config: SeatConfig, state: SeatState, instance: str = "") -> Present:
    """What a seat shows of itself. It plays while there is credit, or chips in play."""
    return Present(
        seat=config.seat,
        layout=state.layout,
        locks=tuple(lock.kind.value for lock in state.locks),
        calling=state.calling,
        playing=state.balances.credit > 0 or state.balances.escrow > 0,
        instance=instance,
    )


class Gate:
    """Sends for a seat while its presence stands, see :class:`Showing`; before and beside a twin nothing is sent."""

    def __init__(self, sender: LogSender, showing: Showing) -> None:
        self._sender = sender
        self._showing = showing

    def send(self, puts: Sequence[Put], unless: Sequence[str], answer: Callable[[Answer], None]) -> None:
        """See :class:`kiosk.runner.ports.LogSender`."""
        if self._showing.fault is not None:
            answer(NoAnswer(self._showing.fault.what))
        elif not self._showing.stood:
            answer(NoAnswer("the seat's presence does not stand yet"))
        else:
            self._sender.send(puts, unless, answer)


class NetworkTable:
    """The table of a seat's configuration. It need not answer: then the seat says so, shows no money and waits.

    Raises :class:`EnvironmentFault` for certificates that cannot be read, for rights that the server denies, for books
    that are older than the log, and beside a twin; the link is closed then. A log that is another one than was read
    locks the seat when it follows; ``refuse`` raises instead. The presence of a process that died is waited for.
    ``on_bug`` is told in the link's thread, also of a twin that comes later.
    """

    def __init__(self, seat: Seat, log: LogConfig, *, refuse: bool = False) -> None:
        self.config = seat.context.config
        self._refuse = refuse
        self._bugs = Bugs()
        found = log.hosts(self.config.table, f"seat.{self.config.seat}")
        seat.certificates = CertificateWatch(log)
        self.log = HostLog(found, self._bugs, seat.store.head, seat.store.contains)
        self.anchored: Anchored = self.log
        self.memory = memory_of(self.config, seat.core.state)
        self.log.remember(self.memory)
        self.showing = Showing(self.log, self.config, self._met_twin, patience_s(found.presence_seconds))
        self.sender: LogSender = Gate(self.log, self.showing)
        self.contact: FirstContact | None = None
        """Of a seat whose books could not be compared at its start; it begins with the rest of the seat."""
        self.house = HouseTickets(self.log, seat, self._bugs) if not seat.own_tickets else None
        try:
            self._begin(seat, found.timeout_ms / 1000)
        except BaseException:
            self.close()
            raise

    def _begin(self, seat: Seat, wait_s: float) -> None:
        state = seat.core.state
        try:
            other = self._compared(seat)
            if other is not None and self._refuse:
                from kiosk.app.log_release import (
                    older_log,  # knows archives and etcd, which a seat has no use for
                )

                raise older_log(self.config.table, other)
        except NoAnswer:  # silence at the start is no fault of the seat
            seat.hold_back()
            self.contact = FirstContact(lambda: self._compared(seat), self._bugs)
            return
        layout = seat.context.layout.name
        self.showing.show(
            state if state.layout else replace(state, layout=layout)
        )  # a new seat is not begun yet
        self.showing.settle(wait_s)

    def _compared(self, seat: Seat) -> Other | None:
        """See :func:`check_anchor` and :func:`check_link`."""
        # First whether the certificate is this seat's: with another's, the anchor would be of another seat's books.
        self.log.check(followed(self.config))
        anchor = self.anchored.anchor()
        check_anchor(anchor, seat.store)
        other = check_link(self.log, self.config, seat.core.state, self.memory)
        self.anchored.continues(
            anchor
        )  # before it anything that is asked would be of books that continue nothing
        if self.house is not None:
            self.house.check_newest()
        return other

    @property
    def on_bug(self) -> Callable[[BaseException], None] | None:
        """Who is told of bugs; None until somebody is named, who then is told of all before."""
        return self._bugs.listener

    @on_bug.setter
    def on_bug(self, listener: Callable[[BaseException], None]) -> None:
        self._bugs.listen(listener)

    def _met_twin(self, fault: MustEnd) -> None:
        if self.on_bug is not None:  # else the one that waits in `settle` raises it
            self._bugs(fault)

    def threads(self, on_bug: Callable[[BaseException], None]) -> NetworkThreads:
        """The link's thread works already; from now on it tells ``on_bug``."""
        self.on_bug = on_bug
        return NetworkThreads(self, on_bug)

    @property
    def registrar(self) -> Registrar | None:
        """Asks the house's registry of tickets; None where the seat keeps its own."""
        return self.house.registrar if self.house is not None else None

    def close(self) -> None:
        """Be gone and close the link."""
        self.showing.close()
        if self.house is not None:
            self.house.close()
        self.log.close()


def check_link(log: HostLog, config: SeatConfig, state: SeatState, memory: Remembering) -> Other | None:
    """Why the log is not the one that the seat has read, or None.

    Raises :class:`EnvironmentFault` for books that are older than the log, and NoAnswer for silence.
    """
    other = log.compare(memory)
    if other is None:
        check_books_are_newest(log, config, state)
    return other


class Bugs:
    """Tells of bugs, in the thread of each; those that come before anybody listens are kept."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._early: list[BaseException] = []
        self.listener: Callable[[BaseException], None] | None = None

    def listen(self, listener: Callable[[BaseException], None]) -> None:
        """Tell ``listener`` from now on, and of all that came before."""
        with self._lock:
            self.listener = listener
            early, self._early = self._early, []
        for bug in early:
            listener(bug)

    def __call__(self, bug: BaseException) -> None:
        """Tell of one."""
        with self._lock:
            listener = self.listener
            if listener is None:
                self._early.append(bug)
                _log.error("before the seat was ready", exc_info=bug)
        if listener is not None:
            listener(bug)


class NetworkThreads:
    """The link's thread as a seat with a screen uses it. See :class:`kiosk.app.threaded.TableThreads`."""

    def __init__(self, table: NetworkTable, on_bug: Callable[[BaseException], None]) -> None:
        self._log = table.log
        self._showing = table.showing
        self._following = Following(table.log, table.config, table.memory)
        self._contact = table.contact
        self._started = False
        self._house = table.house
        self._jackpot = JackpotWatch(RemoteJackpot(table.log), on_bug)
        self.sender: LogSender = table.sender
        self.registrar = table.registrar
        self.last_round: int | None = None

    def start(
        self,
        state: SeatState,
        deliver: Callable[[Entry], None],
        linked: Callable[[bool], None],
        tell: Callable[[AnyEvent], None],
    ) -> None:
        """Follow and be present. Never waits."""

        def begin() -> None:
            self._showing.show(state)
            self._following.start(state, deliver, linked, tell)
            self._jackpot.start(tell)
            self._started = True

        if self._contact is not None:
            self._contact.start(tell, begin)
        else:
            begin()

    def show(self, state: SeatState) -> None:
        """Show ``state`` to the table, and ask for the jackpot that its rounds offer."""
        self._jackpot.look(state)
        if self._started:
            self._showing.show(state)
            self._following.look(state)

    def stop(self) -> None:
        """Tell nothing more and be gone."""
        if self._contact is not None:
            self._contact.close()
        self._started = False
        self._jackpot.end()
        self._following.close()
        self._showing.close()

    def close(self) -> None:
        """Finish what was sent, as long as one append may take, and end the link."""
        if self._house is not None:
            self._house.close()
        self._log.close()
