"""What a seat without a screen tells of itself: a line of JSON for the start, the link and each round."""

from __future__ import annotations

from pathlib import Path

import msgspec

from kiosk.faults import EnvironmentFault
from kiosk.seat.state import LastRound, SeatState


class Reporter:
    """Writes a line when something of the state has changed that it tells of. None: nowhere.

    Raises :class:`EnvironmentFault` for a file that cannot be written.
    """

    def __init__(self, path: Path | None) -> None:
        try:
            self._file = None if path is None else path.open("ab", buffering=0)
        except OSError as error:
            raise EnvironmentFault(f"report {path} cannot be written: {error.strerror}") from error
        self._last: LastRound | None = None
        self._link: bool | None = None

    def begin(self, state: SeatState, seat: str) -> None:
        """The seat has started."""
        self._last, self._link = state.last, state.link
        self._write({"kind": "start", "seat": seat, "credit": state.balances.credit})

    def look(self, state: SeatState) -> None:
        """Tell what is new."""
        if state.link is not self._link:
            self._link = state.link
            self._write({"kind": "link", "up": state.link})
        if state.last is not self._last and state.last is not None:
            last = self._last = state.last
            paid = last.settlement.paid if last.settlement is not None else sum(last.stakes.values())
            self._write(
                {
                    "kind": "void" if last.void_reason else "round",
                    "round": last.number,
                    "staked": sum(last.stakes.values()),
                    "paid": paid,
                    "corrected": last.corrected,
                    "credit": state.balances.credit,
                }
            )

    def end(self, state: SeatState) -> None:
        """The seat ends."""
        self._write({"kind": "end", "credit": state.balances.credit})
        if self._file is not None:
            self._file.close()
            self._file = None

    def _write(self, found: dict[str, object]) -> None:
        if self._file is not None:
            self._file.write(msgspec.json.encode(found) + b"\n")
