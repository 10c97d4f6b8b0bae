"""A jackpot in the cluster: a cell that is compared and swapped, and beside it acts that are written once."""

from __future__ import annotations

from typing import Final, TypeVar

import msgspec

from kiosk.jackpot import keys
from kiosk.jackpot.meter import Act, JackpotFault, Meter, check_jackpot
from kiosk.links.etcd.cells import Cell, Cells
from kiosk.table.log import Put

_T = TypeVar("_T")
_meters: Final = msgspec.json.Decoder(Meter)  # made here: two threads must not work a type out at once
_acts: Final = msgspec.json.Decoder(Act)


class EtcdStore:
    """Fits `Store`. For hosts and auditors, who may speak to the cluster. Raises ValueError for a name that is none."""

    def __init__(self, cells: Cells, jackpot: str) -> None:
        check_jackpot(jackpot)
        self._cells = cells
        self._name = jackpot

    def meter(self) -> tuple[Meter | None, int]:
        """See :class:`Store`."""
        cell = self._cells.get(keys.meter(self._name))
        return (_decoded(cell, _meters), cell.changed) if cell is not None else (None, 0)

    def act(self, name: str) -> Act | None:
        """See :class:`Store`."""
        cell = self._cells.get(keys.act(self._name, name))
        return act_in(cell) if cell is not None else None

    def write(self, version: int, meter: Meter, act: Act) -> bool:
        """See :class:`Store`."""
        where, mark = keys.act(self._name, act.name), keys.meter(self._name)
        puts = [Put(mark, msgspec.json.encode(meter)), Put(where, msgspec.json.encode(act))]
        return bool(self._cells.swap({mark: version, where: 0}, puts))

    def acts(self) -> list[Act]:
        """See :class:`Store`."""
        found = [act_in(cell) for cell in self._cells.all(keys.acts(self._name))]
        return sorted(found, key=lambda act: act.number)


def act_in(cell: Cell) -> Act:
    """The act in ``cell``, whose key says the same. Raises JackpotFault for what is none."""
    act = _decoded(cell, _acts)
    if not cell.key.endswith(f"/act/{act.name}"):
        raise JackpotFault(f"the jackpot: {cell.key} holds the act {act.name}")
    return act


def _decoded(cell: Cell, decoder: msgspec.json.Decoder[_T]) -> _T:
    try:
        return decoder.decode(cell.value)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise JackpotFault(f"the jackpot: {cell.key} is damaged: {error}") from error
