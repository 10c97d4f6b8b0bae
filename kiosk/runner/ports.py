"""What a runner needs of the world, as ports."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from kiosk.devices.ports import NoteAcceptor, Printer
from kiosk.devices.registry import TicketRegistry
from kiosk.table.log import Appended, NoAnswer, Put, Refused, TableLog

Answer = Appended | Refused | NoAnswer


class LogSender(Protocol):
    """Appends to the table log without keeping the caller waiting, or at once where there is only one thread."""

    def send(self, puts: Sequence[Put], unless: Sequence[str], answer: Callable[[Answer], None]) -> None:
        """Append, then call ``answer`` once, in whatever thread."""


class DirectSender:
    """Appends in the caller's thread: for headless seats and simulation."""

    def __init__(self, log: TableLog) -> None:
        self._log = log

    def send(self, puts: Sequence[Put], unless: Sequence[str], answer: Callable[[Answer], None]) -> None:
        """See :class:`LogSender`."""
        try:
            found: Answer = self._log.append(puts, unless=unless)
        except NoAnswer as silence:
            found = silence
        answer(found)


@dataclass(frozen=True)
class Ports:
    """The world of one seat. ``now`` is UTC as 2026-01-31T12:00:00Z; ``language`` is the player's."""

    log: LogSender
    acceptor: NoteAcceptor
    printer: Printer
    registry: TicketRegistry
    draw_number: Callable[[], str]
    now: Callable[[], str]
    expires: Callable[[], str]
    language: Callable[[], str]
