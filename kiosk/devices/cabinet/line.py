"""One question at a time over a line that may be gone at any moment: the board's, and whatever speaks in its frames."""

from __future__ import annotations

import time

from kiosk.devices.cabinet.framing import Frame, Reader, encode
from kiosk.devices.cabinet.wire import OpenWire, Wire


class Line:
    """A line that is opened with the first question, and again after it was dropped."""

    def __init__(self, open_wire: OpenWire) -> None:
        self._open_wire = open_wire
        self._wire: Wire | None = None
        self._reader = Reader()

    @property
    def skipped(self) -> int:
        """Bytes so far that were no answer."""
        return self._reader.skipped

    def ask(self, request: Frame, answers: int, answer_s: float) -> Frame | None:
        """The answer of the code ``answers`` to the request of this number; one to an earlier request is none.

        None when none came in time. Raises OSError when the line is gone.
        """
        if self._wire is None:
            self._wire = self._open_wire()
        self._reader.clear()
        self._wire.send(encode(request))
        end = time.monotonic() + answer_s
        while True:
            for frame in self._reader.feed(self._wire.receive(max(0.0, end - time.monotonic()))):
                if frame.code == answers and frame.sequence == request.sequence:
                    return frame
            if time.monotonic() >= end:
                self._reader.clear()  # what came in part counts as skipped
                return None

    def drop(self) -> None:
        """Close the line; the next question opens it again."""
        wire, self._wire = self._wire, None
        if wire is not None:
            wire.close()
