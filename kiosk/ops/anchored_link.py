"""The hosts of a seat that does not run: what they know of its books."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager

from kiosk.app.anchored import Anchored
from kiosk.app.config import SeatFile
from kiosk.links.hosts.log import HostLog
from kiosk.table import keys


@contextmanager
def anchored_link(file: SeatFile) -> Iterator[Anchored]:
    """The seat's link, as long as it is asked.

    Raises :class:`EnvironmentFault` for certificates that it cannot read and for another seat's, NoAnswer for silence.
    """
    with closing(HostLog(file.log.hosts(file.table, f"seat.{file.seat}"))) as link:
        link.check([keys.seat(file.table, file.seat)])  # hosts answer for the seat of the certificate
        yield link
