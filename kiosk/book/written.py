"""Which numbers are taken under the rounds, the managers' decisions and the desk's records, whatever stands there."""

from __future__ import annotations

from kiosk.table import keys

_DIGITS = 18  # longer ones are no numbers that anybody writes


class Written:
    """The highest last parts of the keys that were seen."""

    def __init__(self, table: str) -> None:
        self._rounds = keys.rounds(table)
        self._managers = keys.manager_records(table)
        self._desk = keys.desk_records(table)
        self._all = (self._rounds, self._managers)  # the desk's stand below the managers'
        self._events: dict[int, int] = {}
        self.managers = 0
        self.desk = 0

    def note(self, key: str) -> None:
        """The key stands in the log."""
        if not key.startswith(self._all):
            return
        stem, _, last = key.rpartition("/")
        if not _is_number(last):
            return
        number = stem.removeprefix(self._rounds)
        if number != stem and _is_number(number):
            self._events[int(number)] = max(int(last), self._events.get(int(number), 0))
        elif f"{stem}/" == self._managers:
            self.managers = max(int(last), self.managers)
        elif f"{stem}/" == self._desk:
            self.desk = max(int(last), self.desk)

    def events(self, number: int) -> int:
        """The highest ``n`` under the round; 0 for none."""
        return self._events.get(number, 0)

    def forget(self, below: int, but: frozenset[int]) -> None:
        """Of rounds below this number, but not of these, nothing is asked any more."""
        self._events = {n: last for n, last in self._events.items() if n >= below or n in but}


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) <= _DIGITS
