"""What service mode needs of the machine, as plain calls. The screens import no driver and open no file."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any

from kiosk.devices.cabinet.port import Lamp
from kiosk.seat.settings import Settings
from kiosk.store.staff import StaffStore

_log = logging.getLogger(__name__)


class Software(StrEnum):
    """What is known of the installation."""

    WHOLE = "whole"
    CHANGED = "changed"
    UNSIGNED = "unsigned"  # started from a working copy, without a manifest


@dataclass(frozen=True)
class CertificateFacts:
    """The certificate that ends first: its file's name, when (UTC) and in how many days, below zero when it is over.

    ``ends`` is empty where the files cannot be read.
    """

    name: str
    ends: str
    days: int


@dataclass(frozen=True)
class Facts:
    """What the machine says of itself. Sizes in bytes; ``identity`` is the hash of the signed manifest, or empty.

    ``certificate``: None at a seat that plays alone, which needs none.
    """

    version: str
    software: Software
    identity: str
    free_bytes: int
    books_bytes: int
    state: Path
    started_at: str
    certificate: CertificateFacts | None = None


class Slow:
    """Does what takes long in another thread. ``answer`` gets the result, or the exception, in the GUI's thread."""

    def __init__(
        self, run: Callable[[Callable[[], None]], object], back: Callable[[Callable[[], None]], object]
    ) -> None:
        self._run = run
        self._back = back

    def __call__(self, work: Callable[[], Any], answer: Callable[[Any], None]) -> None:
        def told(found: Any) -> None:  # noqa: ANN401 - an answer or an exception
            try:
                answer(found)
            except Exception:  # noqa: BLE001 - a screen that cannot show it; the seat behind it is sound
                _log.exception("a service screen could not take an answer")

        def job() -> None:
            try:
                found: Any = work()
            except Exception as fault:  # noqa: BLE001 - whatever it is, somebody waits for the answer
                found = fault
            self._back(lambda: told(found))

        try:
            self._run(job)
        except RuntimeError as busy:  # too much waits already
            told(busy)


@dataclass(frozen=True)
class Tools:
    """The machine behind the service screens.

    ``why_not`` says what contradicts itself in settings, in words, or None. ``save_report`` writes the reports of the
    accounting day that has just been closed and answers their folder. ``restart`` ends the seat so that it starts
    again. ``show_lamp``: None gives the lamp back to the seat.
    """

    staff: StaffStore
    slow: Slow
    facts: Callable[[], Facts]
    why_not: Callable[[Settings], str | None]
    effective: Callable[[], dict[str, object]]
    save_report: Callable[[], Path]
    save_calibration: Callable[[object], None]
    calibration: tuple[float, ...] | None  # that the session applies to the touch screen since its start
    show_lamp: Callable[[Lamp | None], None]
    adopt_board: Callable[[], None]
    has_cabinet: bool
    restart: Callable[[], None]
