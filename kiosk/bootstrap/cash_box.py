"""The cash box of the simulated acceptor: what lies in it, note by note, as an auditor would count it."""

from __future__ import annotations

from pathlib import Path

import msgspec

from kiosk.bootstrap.state_dir import append_durably
from kiosk.devices.notes.simulated import FileMemory, Item, Remembered


class BoxedMemory(FileMemory):
    """The acceptor's memory, which also drops every stacked item into the box.

    The memory is written first: after a power cut in between, the item that it calls stacked falls into the box
    when the device powers up.
    """

    def __init__(self, path: Path, box: Path) -> None:
        super().__init__(path)
        self._box = box
        self._dropped = set(_lines(box))
        self._drop(super().load())

    def save(self, remembered: Remembered, /) -> None:
        """See `Memory`."""
        super().save(remembered)
        self._drop(remembered)

    def _drop(self, remembered: Remembered) -> None:
        stacked = remembered.stacked
        if stacked is not None and stacked.serial not in self._dropped:
            append_durably(self._box, msgspec.json.encode(stacked) + b"\n")
            self._dropped.add(stacked.serial)


def count_box(box: Path, memory: Path) -> dict[str, Item]:
    """Every stacked item by serial, also the one that is still falling."""
    items = _lines(box)
    stacked = FileMemory(memory).load().stacked
    return items if stacked is None else items | {stacked.serial: stacked}


def _lines(box: Path) -> dict[str, Item]:
    try:
        lines = box.read_bytes().split(b"\n")
    except FileNotFoundError:
        return {}
    # What follows the last line end was cut off by a power cut; the memory still knows that item.
    items = [msgspec.json.decode(line, type=Item) for line in lines[:-1]]
    return {item.serial: item for item in items}
