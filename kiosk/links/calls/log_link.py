"""What every link to a table log has in common, beside its calls."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

from kiosk.faults import EnvironmentFault
from kiosk.links.calls.errors import Denied
from kiosk.links.calls.health import EtcdHealth
from kiosk.links.calls.link import Link, S
from kiosk.table.history import Remembering
from kiosk.table.log import Entry, NoAnswer

_HEALTH_SECONDS = 2.0


def nobody(_up: bool) -> None:
    """Nobody asks whether the log answers."""


class LogLink(Link[S]):
    """A link whose log is remembered, and whose servers are asked how they are."""

    provisioned = "certificate"  # what gives us our rights

    def __init__(
        self,
        connect: Callable[[], S],
        timeout_ms: int,
        on_bug: Callable[[BaseException], None],
        certificate: Path | None,
        servers: int,
    ) -> None:
        """``certificate`` says who we are, ``servers`` is how many are known; see :class:`Link` for the rest."""
        self._certificate = certificate
        self._remembered: dict[str, Remembering] = {}  # by the prefix of their lives
        self._health = EtcdHealth(0, servers, known=False)
        self._asks_health = False
        super().__init__(connect, timeout_ms, on_bug)

    def remember(self, remember: Remembering) -> None:
        """Compare the log with this memory whenever it is reached, and write nothing into another one.

        From now on: a subscription that covers its lives keeps the memory up to date, delivers nothing of another log
        and tells ``remember.told``. It takes the place of an earlier one of the same lives.
        """
        self._remembered[remember.lives] = remember

    def _memory_of(self, prefixes: Sequence[str]) -> Remembering | None:
        """What is remembered of what ``prefixes`` cover."""
        return next(
            (each for each in self._remembered.values() if each.lives.startswith(tuple(prefixes))), None
        )

    def read(self, prefixes: Sequence[str], after: int, limit: int) -> list[Entry]:
        """See :class:`kiosk.table.log.TableLog`."""
        raise NotImplementedError

    def check(self, prefixes: Sequence[str]) -> None:
        """Ask whether we may read ``prefixes``. Raises :class:`EnvironmentFault` if not, NoAnswer for silence."""
        try:
            self.read(prefixes, 0, 1)
        except Denied as denied:
            raise EnvironmentFault(
                f"{denied}: reading {', '.join(prefixes)} with {self._certificate or 'no certificate'}",
                f"Check table and seat in the configuration, and the provisioned {self.provisioned}",
            ) from denied

    @property
    def health(self) -> EtcdHealth:
        """How the servers were up to two seconds ago. Asked from the first look on."""
        with self._gate:
            begins = not self._asks_health and not self._closed
            self._asks_health = True
        if begins:
            with suppress(NoAnswer):  # closed meanwhile: what was known last stays
                self.start(self._look_at_health)
        return self._health

    async def _look_at_health(self) -> None:
        while True:
            self._health = await self.ask_health()
            await asyncio.sleep(_HEALTH_SECONDS)

    async def ask_health(self) -> EtcdHealth:
        """How the servers are now."""
        raise NotImplementedError
