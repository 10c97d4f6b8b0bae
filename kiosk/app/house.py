"""The house's registry of tickets, as the machine of a seat or a desk asks it."""

from __future__ import annotations

from collections.abc import Callable

from kiosk.app.certificate_watch import CertificateWatch
from kiosk.app.config import CashierFile
from kiosk.app.config_links import DESK
from kiosk.app.machine import Seat
from kiosk.faults import MustEnd
from kiosk.links.hosts.log import HostLog
from kiosk.tickets.number import mask
from kiosk.tickets.registry import RegistryFault, TicketRecord
from kiosk.tickets.remote import RegistrarThread, RemoteDesk, RemoteRegistry


class HouseTickets:
    """A seat's way to the registry, in a thread of its own. The link is the caller's and is closed after this.

    ``on_bug`` is told, in that thread, when the registry does not know a ticket that this seat has issued: then it
    is an older copy; silence is no fault.
    """

    def __init__(self, log: HostLog, seat: Seat, on_bug: Callable[[BaseException], None]) -> None:
        self._registry = RemoteRegistry(log)
        self._on_bug = on_bug
        self.registrar = RegistrarThread(self._registry, on_bug)
        self._printed = next(
            (kept.number for kept in seat.store.tickets("out") if kept.state == "issued"), ""
        )

    def check_newest(self) -> None:
        """Ask whether the registry knows the newest ticket that this seat has issued. Never waits."""
        if number := self._printed:
            self.registrar.ask(
                lambda registry: registry.look_up(number), lambda found: self._is_known(number, found)
            )

    def _is_known(self, number: str, found: TicketRecord | RegistryFault | None) -> None:
        if found is None:
            self._on_bug(
                MustEnd(
                    f"the house's registry does not know ticket {mask(number)}, which this seat has issued: "
                    "it is another house's, or an older copy",
                    "Follow 'The table log is an older copy' in the operator's manual; the seat's books are kept",
                )
            )

    def close(self) -> None:
        """Ask no more. A question that is under way is withdrawn; the seat asks again when it is back."""
        self._registry.close()
        self.registrar.close()


class HouseDesk:
    """A desk of a cashier's file: `TicketDesk` over a link of its own.

    Raises :class:`EnvironmentFault` for certificates that cannot be read. Does not wait for the servers.
    """

    def __init__(self, file: CashierFile) -> None:
        self._log = HostLog(file.log.hosts(file.desk, DESK))
        self.certificates = CertificateWatch(file.log)
        self.tickets = RemoteDesk(self._log)

    def close(self) -> None:
        """End the link."""
        self.tickets.close()
        self._log.close()
