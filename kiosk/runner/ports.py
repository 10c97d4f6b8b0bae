"""What a runner needs of the world, as ports."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeVar

from kiosk.devices.ports import NoteAcceptor, Printer
from kiosk.table.log import Appended, NoAnswer, Put, Refused, TableLog
from kiosk.tickets.registry import RegistryFault, TicketRegistry

Answer = Appended | Refused | NoAnswer
_T = TypeVar("_T")


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


class Registrar(Protocol):
    """Asks the registry of tickets without keeping the caller waiting, or at once where it lies on this machine."""

    def ask(
        self, question: Callable[[TicketRegistry], _T], answer: Callable[[_T | RegistryFault], None]
    ) -> None:
        """Ask, in the order of asking, then call ``answer`` once, in whatever thread."""


class DirectRegistrar:
    """Asks in the caller's thread: a registry of this machine answers at once."""

    def __init__(self, registry: TicketRegistry) -> None:
        self._registry = registry

    def ask(
        self, question: Callable[[TicketRegistry], _T], answer: Callable[[_T | RegistryFault], None]
    ) -> None:
        """See :class:`Registrar`."""
        try:
            found: _T | RegistryFault = question(self._registry)
        except RegistryFault as fault:
            found = fault
        answer(found)


@dataclass(frozen=True)
class Ports:
    """The world of one seat. ``now`` is UTC as 2026-01-31T12:00:00Z; ``language`` is the player's."""

    log: LogSender
    acceptor: NoteAcceptor
    printer: Printer
    registry: Registrar
    draw_number: Callable[[], str]
    now: Callable[[], str]
    expires: Callable[[], str]
    language: Callable[[], str]
