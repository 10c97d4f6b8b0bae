"""How a console shows that it is at work at its table."""

from __future__ import annotations

from kiosk.console.attendance import others_at_work
from kiosk.table import keys
from kiosk.table.log import Presences, Standing
from kiosk.table.records import ConsolePresent, encode


class AtWork:
    """The console's own key among those at work; without ``presences`` nobody sees it."""

    def __init__(self, presences: Presences | None, table: str, console: str) -> None:
        self._presences = presences
        self._table = table
        self._standing: Standing | None = None
        self._shown = ConsolePresent(console=console, take=1)

    def others(self) -> list[ConsolePresent]:
        """Show ourselves, and see who else does. Raises NoAnswer when nobody tells."""
        if self._presences is None:
            return []
        self.show(1)
        return others_at_work(self._presences, self._table, self._shown.console)

    def show(self, take: int, archived: int = 0) -> None:
        """From now on at work since that take, with an archive that is whole up to that place."""
        if self._presences is None:
            return
        console = self._shown.console
        present = ConsolePresent(console=console, take=take, archived=archived)
        if self._standing is None:
            self._standing = self._presences.stand(
                keys.console_present(self._table, console), encode(present)
            )
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
