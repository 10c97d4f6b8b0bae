"""How a console shows that it is at work at its table."""

from __future__ import annotations

from kiosk.console.attendance import others_at_work
from kiosk.table import keys
from kiosk.table.log import Presences, Standing
from kiosk.table.records import ConsolePresent, encode


class AtWork:
    """The console's own key among those at work; without ``presences`` nobody sees it."""

    def __init__(self, presences: Presences | None, table: str, console: str, instance: str = "") -> None:
        self._presences = presences
        self._table = table
        self._standing: Standing | None = None
        self._shown = ConsolePresent(console=console, take=0, instance=instance)

    def others(self) -> list[ConsolePresent]:
        """Show that we start, and see who is before us. Raises NoAnswer when nobody tells."""
        if self._presences is None:
            return []
        self.show(0)
        return others_at_work(self._presences, self._table, self._shown)

    def show(self, take: int, archived: int = 0) -> None:
        """From now on at work since that take, with an archive that is whole up to that place."""
        if self._presences is None:
            return
        console, instance = self._shown.console, self._shown.instance
        present = ConsolePresent(console=console, take=take, archived=archived, instance=instance)
        if self._standing is None:
            key = keys.console_present(self._table, console, instance)
            self._standing = self._presences.stand(key, encode(present))
        elif present != self._shown:
            self._standing.show(encode(present))
        self._shown = present

    def show_archived(self, archived: int) -> None:
        """The archive has come so far; of a console that is not at work nothing is shown."""
        if self._standing is not None:
            self.show(self._shown.take, archived)

    def leave(self) -> None:
        """Not at work any more."""
        if self._standing is not None:
            self._standing.close()
            self._standing = None
