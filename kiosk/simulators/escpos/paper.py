"""The far side of an ESC/POS line: executes what it is sent, dot row by dot row, and keeps the papers that were cut."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable
from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import Any

from kiosk.devices.printer.escpos.job import HEAD_DOTS
from kiosk.devices.printer.escpos.status import CLEAR, RECOVER

ROW_BYTES = HEAD_DOTS // 8
MOST_PAPERS = 100  # that are remembered
FEED_ROWS = 24  # of one line of text


class Fault(StrEnum):
    """What keeps it from printing until it is mended."""

    PAPER_OUT = "paper-out"
    JAM = "jam"
    COVER = "cover"
    CUTTER = "cutter"


class PowerLost(Exception):
    """The printer has lost its power here: what was sent and not printed is gone, and the line with it."""


_STATUS = {
    # By question: printer, why offline, which error, paper.
    None: (0x12, 0x12, 0x12, 0x12),
    Fault.PAPER_OUT: (0x1A, 0x32, 0x12, 0x7E),
    Fault.JAM: (0x1A, 0x52, 0x52, 0x12),
    Fault.COVER: (0x1A, 0x16, 0x12, 0x12),
    Fault.CUTTER: (0x1A, 0x52, 0x1A, 0x12),
}


class Paper:
    """One printer. ``before_row`` and ``before_cut`` are called with the row that comes next: to let it go wrong.

    ``papers`` are the images that were cut off; ``refused`` the bytes of a command that it does not know, which ends
    a test. Any thread.
    """

    def __init__(self, folder: Path | None = None) -> None:
        self.fault: Fault | None = None
        self.low = False
        self.mute = False  # it prints and answers nothing
        self.papers: list[Any] = []
        self.refused: list[bytes] = []
        self.before_row: Callable[[int], None] = lambda _: None
        self.before_cut: Callable[[], None] = lambda: None
        self.after_cut: Callable[[], None] = lambda: None
        self._folder = folder
        self._cuts = len(list(folder.glob("paper-*.png"))) if folder is not None else 0
        self._lock = threading.RLock()
        self._stream = b""
        self._waiting: deque[Callable[[], bytes]] = deque()
        self._rows: list[bytes] = []

    @property
    def rows(self) -> int:
        """Dot rows of the paper that is not cut yet."""
        return len(self._rows)

    def feed(self, data: bytes) -> bytes:
        """Take bytes; answers what is sent back. Raises :class:`PowerLost`."""
        with self._lock:
            self._stream += data
            back = b""
            while self._stream:
                taken = self._take()
                if taken is None:
                    break
                back += taken
            back += self._execute()
            return b"" if self.mute else back

    def power_off(self) -> None:
        """All that was not printed is forgotten; the paper that hangs out stays."""
        with self._lock:
            self._stream = b""
            self._waiting.clear()

    def tear(self) -> Any:  # noqa: ANN401 - pillow is loaded with the first paper
        """Somebody tears off what hangs out, cut or not."""
        with self._lock:
            rows, self._rows = self._rows, []
            return _image(rows)

    # --- the bytes ----------------------------------------------------------------------------------------------

    def _take(self) -> bytes | None:
        """One command off the stream: in real time it is done at once, else it waits its turn. None: not whole yet."""
        stream = self._stream
        for whole, do in ((CLEAR, self._clear), (RECOVER, self._clear)):
            if stream.startswith(whole):
                self._stream = stream[len(whole) :]
                do()
                return b""
            if whole.startswith(stream):
                return None
        if stream.startswith(b"\x10\x04"):
            return None if len(stream) < 3 else self._asked(stream[2])
        length = self._length()
        if length is None or len(stream) < length:
            return None
        command, self._stream = stream[:length], stream[length:]
        self._waiting.append(lambda: self._do(command))
        return b""

    def _length(self) -> int | None:
        """Of the command at the head of the stream, as soon as that can be told."""
        stream = self._stream
        two = stream[:2]
        if len(two) < 2:
            return None
        match two:
            case b"\x1b@":
                return 2
            case b"\x1bd" | b"\x1bJ":
                return 3
            case b"\x1dV":
                return 3
            case b"\x1dv":
                if len(stream) < 8:
                    return None
                return 8 + (stream[4] + 256 * stream[5]) * (stream[6] + 256 * stream[7])
            case b"\x1d(":
                return None if len(stream) < 5 else 5 + stream[3] + 256 * stream[4]
            case _:
                self.refused.append(stream[:16])
                self._stream = b""
                raise ValueError(f"printer simulator: command {stream[:8].hex(' ')} is not known")

    def _asked(self, kind: int) -> bytes:
        self._stream = self._stream[3:]
        answers = list(_STATUS[self.fault])
        if self.low:
            answers[3] |= 0x0C
        return bytes((answers[kind - 1],))

    def _clear(self) -> None:
        self._waiting.clear()

    # --- what they do -------------------------------------------------------------------------------------------

    def _execute(self) -> bytes:
        back = b""
        while self._waiting and self.fault is None:
            command = self._waiting.popleft()
            back += command()
        return back

    def _do(self, command: bytes) -> bytes:
        match command[:2]:
            case b"\x1dv":
                return self._print(command[8:])
            case b"\x1bd":
                self._rows += [bytes(ROW_BYTES)] * (FEED_ROWS * command[2])
            case b"\x1bJ":
                self._rows += [bytes(ROW_BYTES)] * command[2]
            case b"\x1dV":
                return self._cut(command)
            case b"\x1d(" if command[2:3] == b"H":
                return b"\x37\x22" + command[7:11] + b"\x00"
        return b""

    def _print(self, dots: bytes) -> bytes:
        for at in range(0, len(dots), ROW_BYTES):
            self.before_row(len(self._rows))
            if self.fault is not None:  # the rest waits until it is mended
                self._waiting.appendleft(partial(self._print, dots[at:]))
                return b""
            self._rows.append(dots[at : at + ROW_BYTES])
        return b""

    def _cut(self, command: bytes) -> bytes:
        self.before_cut()
        if self.fault is not None:
            self._waiting.appendleft(lambda: self._do(command))
            return b""
        paper = self.tear()
        self.papers = [*self.papers[-MOST_PAPERS:], paper]
        if self._folder is not None:
            self._cuts += 1
            paper.save(self._folder / f"paper-{self._cuts:06d}.png")
        self.after_cut()
        return b""


def _image(rows: list[bytes]) -> Any:  # noqa: ANN401 - pillow is loaded with the first paper
    from PIL import Image, ImageChops

    if not rows:
        return Image.new("1", (HEAD_DOTS, 1), 1)
    return ImageChops.invert(Image.frombytes("1", (HEAD_DOTS, len(rows)), b"".join(rows)))
