"""What a service screen knows of its seat, and the only way in which it does anything."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol, TypeVar

from kiosk.seat.roles import Right
from kiosk.store.seat_store import SeatStore
from kiosk.ui.kit.clock import Clock
from kiosk.ui.kit.model import SeatModel

_T = TypeVar("_T")


class Desk(Protocol):
    """The seat behind the service screens while somebody is logged in. In the GUI's thread."""

    @property
    def model(self) -> SeatModel:
        """The seat itself."""

    @property
    def clock(self) -> Clock:
        """What time it is."""

    @property
    def by(self) -> str:
        """Who is logged in."""

    def may(self, right: Right) -> bool:
        """Whether who is logged in may do that."""

    def act(self, kind: str, severity: str = "info", **detail: str | int) -> None:
        """Keep a significant event with the name of who is logged in."""

    def ask(
        self,
        question: Callable[[SeatStore], _T],
        answer: Callable[[_T], None],
        owner: Any = None,  # noqa: ANN401
    ) -> None:
        """Ask the seat's books in their own thread; ``answer`` is called in this one, while ``owner`` lives.

        No answer ever comes where the books are gone or unreadable.
        """
