"""A seat's table over the network: follows its log in etcd, writes to it, and shows the seat as present."""

from __future__ import annotations

import logging
from collections.abc import Callable
from contextlib import suppress

from kiosk.bootstrap.config import LogConfig
from kiosk.bootstrap.machine import Seat
from kiosk.bootstrap.whole import check_log_is_not_behind, followed
from kiosk.links.etcd import EtcdLog
from kiosk.runner.ports import LogSender
from kiosk.seat.context import SeatConfig
from kiosk.seat.state import SeatState
from kiosk.table import keys
from kiosk.table.log import Entry, Feed, NoAnswer, Presences, Standing
from kiosk.table.records import Present, encode

_log = logging.getLogger(__name__)


class Showing:
    """A seat's presence at its table: what the dealer sees of it. One thread; never waits."""

    def __init__(self, presences: Presences, config: SeatConfig) -> None:
        self._presences = presences
        self._config = config
        self._key = keys.present(config.table, config.seat)
        self._shown: Present | None = None
        self._standing: Standing | None = None

    def show(self, state: SeatState) -> None:
        """Show ``state`` from now on."""
        found = present(self._config, state)
        if found == self._shown:
            return
        self._shown = found
        if self._standing is None:
            self._standing = self._presences.stand(self._key, encode(found))
        else:
            self._standing.show(encode(found))

    def close(self) -> None:
        """The seat goes."""
        if self._standing is not None:
            self._standing.close()
            self._standing = None


def present(config: SeatConfig, state: SeatState) -> Present:
    """What a seat shows of itself. It plays while there is credit, or chips in play."""
    return Present(
        seat=config.seat,
        layout=state.layout,
        locks=tuple(lock.kind.value for lock in state.locks),
        calling=state.calling,
        playing=state.balances.credit > 0 or state.balances.escrow > 0,
    )


class NetworkTable:
    """The table of a seat's configuration. It need not answer: then the seat says so and waits.

    Raises :class:`EnvironmentFault` for certificates that cannot be read, for rights that the server denies, and for
    a log that ends before what the seat has read; the link is closed then. ``on_bug`` is told in the link's thread.
    """

    def __init__(self, seat: Seat, log: LogConfig) -> None:
        self._config = seat.context.config
        self.on_bug: Callable[[BaseException], None] = _tell
        self.log = EtcdLog(log.etcd(), self._bug)
        try:
            with suppress(NoAnswer):  # silence at the start is no fault of the seat
                check_link(self.log, self._config, seat.core.state)
        except BaseException:
            self.log.close()
            raise

    def _bug(self, bug: BaseException) -> None:
        self.on_bug(bug)

    def threads(self, on_bug: Callable[[BaseException], None]) -> NetworkThreads:
        """The link's thread works already; from now on it tells ``on_bug``."""
        self.on_bug = on_bug
        return NetworkThreads(self.log, self._config)

    def close(self) -> None:
        """Close the link."""
        self.log.close()


def check_link(log: EtcdLog, config: SeatConfig, state: SeatState) -> None:
    """Whether the seat may read its table, and whether the log is the one that it has read.

    Raises :class:`EnvironmentFault`, and NoAnswer for silence.
    """
    log.check(followed(config))
    check_log_is_not_behind(log, config, state)


def _tell(bug: BaseException) -> None:
    _log.error("a callback of the link failed", exc_info=bug)


class NetworkThreads:
    """The link's thread as a seat with a screen uses it. See :class:`kiosk.bootstrap.threaded.TableThreads`."""

    def __init__(self, log: EtcdLog, config: SeatConfig) -> None:
        self._log = log
        self._config = config
        self._showing = Showing(log, config)
        self._feed: Feed | None = None
        self.sender: LogSender = log
        self.last_round: int | None = None

    def start(
        self, state: SeatState, deliver: Callable[[Entry], None], linked: Callable[[bool], None]
    ) -> None:
        """Follow and be present. Never waits."""
        self._showing.show(state)
        self._feed = self._log.follow(followed(self._config), state.log_seq, deliver, linked)

    def show(self, state: SeatState) -> None:
        """Show ``state`` to the table."""
        if self._feed is not None:
            self._showing.show(state)

    def stop(self) -> None:
        """Tell nothing more and be gone."""
        if self._feed is not None:
            self._feed.close()
            self._feed = None
        self._showing.close()

    def close(self) -> None:
        """Finish what was sent, as long as one append may take, and end the link."""
        self._log.close()
