"""Records of the house's registry as they stand in etcd, and lists of them for who may read it: a host."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

import msgspec

from kiosk.links.etcd.cells import Cell, Cells
from kiosk.table.log import NoAnswer
from kiosk.tickets.calls import Lists
from kiosk.tickets.keys import REFUSED, STEPS, TICKETS
from kiosk.tickets.registry import Action, RegistryFault, TicketRecord
from kiosk.tickets.rules import RefusedIssue

_T = TypeVar("_T")


class EtcdLists(Lists):
    """What the house's registry holds. Who may read the tickets may use it: a host, an auditor beside it."""

    def __init__(self, cells: Cells) -> None:
        self.cells = cells

    def records(self) -> list[TicketRecord]:
        """All tickets as they stood at one moment, the oldest first. Raises RegistryFault."""
        found = sorted(self._under(TICKETS), key=lambda cell: cell.created)
        return [record_in(cell) for cell in found]

    def by_name(self) -> Mapping[str, TicketRecord]:
        """All tickets by their hidden numbers. Raises RegistryFault."""
        return {cell.key.removeprefix(TICKETS): record_in(cell) for cell in self._under(TICKETS)}

    def all_actions(self) -> list[Action]:
        """Every step of every ticket, in the order in which they were taken. Raises RegistryFault."""
        found = sorted(self._under(STEPS), key=lambda cell: (cell.created, cell.key))
        return [decoded(cell, Action) for cell in found]

    def refused(self) -> list[RefusedIssue]:
        """What each seat has asked for last that an honest one never asks. Raises RegistryFault."""
        return [decoded(cell, RefusedIssue) for cell in self._under(REFUSED)]

    def _under(self, prefix: str) -> list[Cell]:
        try:
            return self.cells.all(prefix)
        except NoAnswer as silence:
            raise RegistryFault(f"registry of the house: {silence}") from silence


def record_in(cell: Cell) -> TicketRecord:
    """The record in ``cell``. Raises RegistryFault for what is none."""
    return decoded(cell, TicketRecord)


def decoded(cell: Cell, kind: type[_T]) -> _T:
    """What stands in ``cell``. Raises RegistryFault naming the cell by the end of its key."""
    try:
        return msgspec.json.decode(cell.value, type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise RegistryFault(f"registry of the house: {cell.key} is damaged: {error}") from error
