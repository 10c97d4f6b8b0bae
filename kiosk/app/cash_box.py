"""The cash box of the simulated acceptor: what lies in it, note by note, as an auditor would count it."""

from __future__ import annotations

import contextlib
from pathlib import Path

import msgspec

from kiosk.app.state_dir import append_durably
from kiosk.faults import NEWEST_MEMORY, NOT_JSON, EnvironmentFault
from kiosk.simulators.notes import FileMemory, Item, Remembered


class BoxedMemory(FileMemory):
    """The acceptor's memory, which also drops every stacked item into the box.

    The memory is written first: after a power cut in between, the item that it calls stacked falls into the box
    when the device powers up.
    """

    def __init__(self, path: Path, box: Path) -> None:
        super().__init__(path)
        self._box = box
        remembered = super().load()
        self._dropped = set(_lines(box, remembered.stacked))
        if self._dropped and not path.exists():
            raise EnvironmentFault(
                f"acceptor memory {path} is not there although the cash box holds {len(self._dropped)} items",
                f"{NEWEST_MEMORY}; nothing was changed",
            )
        self._last = remembered
        with contextlib.suppress(OSError):
            self._drop(remembered)

    def save(self, remembered: Remembered, /) -> None:
        """See `Memory`. What has not fallen yet must fall first: the memory knows one item alone. Raises OSError."""
        self._drop(self._last)
        super().save(remembered)
        self._last = remembered
        with contextlib.suppress(OSError):  # it falls before the next, or at power-up
            self._drop(remembered)

    def _drop(self, remembered: Remembered) -> None:
        stacked = remembered.stacked
        if stacked is not None and stacked.serial not in self._dropped:
            append_durably(self._box, _line(stacked))
            self._dropped.add(stacked.serial)


def count_box(box: Path, memory: Path) -> dict[str, Item]:
    """Every stacked item by serial, also the one that is still falling."""
    stacked = FileMemory(memory).load().stacked
    items = _lines(box, stacked)
    return items if stacked is None else items | {stacked.serial: stacked}


def compare_box(box: Path, memory: Path, notes: int, running: bool) -> list[str]:
    """The notes that lie in the cash box against the account; the last one may still be on its way into the books."""
    if running:
        return []
    if not memory.exists():
        return (
            [f"{memory.name} is missing although the journal has booked {-notes} cents in notes"]
            if notes
            else []
        )
    items = [item.cents for item in count_box(box, memory).values() if item.cents]
    counted = sum(items)
    on_the_way = items[-1] if items else 0
    if -notes in (counted, counted - on_the_way):
        return []
    return [f"the cash box holds {counted} cents in notes, the journal has booked {-notes}"]


def _line(item: Item) -> bytes:
    return msgspec.json.encode(item) + b"\n"


def _lines(box: Path, stacked: Item | None) -> dict[str, Item]:
    """The items whose lines are whole. Raises :class:`EnvironmentFault` for anything else in the file.

    A power cut may leave the beginning of one line: of the item that the memory calls ``stacked``.
    """
    try:
        *lines, rest = box.read_bytes().split(b"\n")
    except FileNotFoundError:
        return {}
    if rest and (stacked is None or not _line(stacked).startswith(rest)):
        raise _strange(box, len(lines) + 1, "it does not end")
    items: dict[str, Item] = {}
    for number, line in enumerate(lines, start=1):
        try:
            item = msgspec.json.decode(line, type=Item)
        except NOT_JSON as error:
            raise _strange(box, number, str(error)) from error
        if item.serial in items:
            raise _strange(box, number, f"item {item.serial} is there twice")
        items[item.serial] = item
    return items


def _strange(box: Path, number: int, why: str) -> EnvironmentFault:
    return EnvironmentFault(
        f"cash box {box}: line {number}: {why}; expected what the acceptor wrote",
        "Count the box by hand, then put back the newest copy: an older one lacks its last items; nothing was changed",
    )
