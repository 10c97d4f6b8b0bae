"""A ticket or receipt as the bytes that a printer is sent, in parts, with a mark after each stretch that matters.

The page is printed turned, its 65 mm across the paper, so that the dots of the barcode are the dots of the head. The
commands are ESC/POS as printers document it; the mark is "transmit the process ID" (GS ( H), which a printer answers
when all before it has been done.
"""

from __future__ import annotations

import struct
from enum import StrEnum
from typing import Any, Final

import msgspec

from kiosk.devices.printer import barcode
from kiosk.devices.printer.sheet import HEIGHT_MM, LEFT

HEAD_DOTS: Final = 576  # 72 mm at 203 dpi
BAND_ROWS: Final = 48  # 6 mm a time: what is lost with the power is soon known
_DOT_MM: Final = 25.4 / barcode.DOTS_PER_INCH
_MARK: Final = b"\x1d\x28\x48\x06\x00\x30\x30"
_INITIALIZE: Final = b"\x1b@"
_RASTER: Final = (
    b"\x1dv0\x00"  # GS v 0, dots as they are; then bytes across and rows, two bytes each, the low one first
)
_HEAD: Final = len(_RASTER) + 4
_CUT: Final = b"\x1bd\x06\x1dV\x00"  # six lines on, so that the cutter meets no dots; then cut through
_REAL_TIME: Final = (b"\x04", b"\x05", b"\x14")
_ANSWER: Final = b"\x37\x22"


class Stretch(StrEnum):
    """Where on the paper a part lies."""

    BEFORE = "before"  # nothing that anybody could take for a ticket
    BARCODE = "barcode"
    AFTER = "after"
    CUT = "cut"


class Part(msgspec.Struct, frozen=True):
    """Bytes that are sent in one go. ``mark`` is answered when they are done; empty for a part without one."""

    stretch: Stretch
    data: bytes
    mark: bytes = b""


def mark_command(mark: bytes) -> bytes:
    """Ask for ``mark`` (four bytes) when all that was sent before is done."""
    return _MARK + mark


def mark_answer(mark: bytes) -> bytes:
    """What is answered then."""
    return _ANSWER + mark + b"\x00"


def make_job(pdf: bytes, number: int, *, ticket: bool) -> tuple[Part, ...]:
    """The parts of a page. ``number`` tells the marks of this job from those of another; receipts have no barcode."""
    paper = _turned(pdf)
    parts: list[Part] = [Part(Stretch.BEFORE, _INITIALIZE)]
    first, last = _barcode_rows() if ticket else (paper.height, paper.height)
    for top in range(0, paper.height, BAND_ROWS):
        bottom = min(top + BAND_ROWS, paper.height)
        stretch = Stretch.BEFORE if bottom <= first else Stretch.BARCODE if top < last else Stretch.AFTER
        parts.append(Part(stretch, _without_questions(_raster(paper.crop((0, top, paper.width, bottom))))))
    parts.append(Part(Stretch.CUT, _CUT))
    return tuple(_marked(parts, number))


def _raster(band: Any) -> bytes:  # noqa: ANN401 - pillow is loaded with the first print
    """A band of the page as one command: a 1 bit is a black dot."""
    dots = bytes(byte ^ 0xFF for byte in band.tobytes())
    return _RASTER + struct.pack("<HH", len(dots) // band.height, band.height) + dots


def _without_questions(band: bytes) -> bytes:
    """One dot more where dots would read as a command in real time: printers look for those anywhere."""
    head, dots = band[:_HEAD], band[_HEAD:]
    for second in _REAL_TIME:
        dots = dots.replace(b"\x10" + second, b"\x18" + second)
    return head + dots


def _marked(parts: list[Part], number: int) -> list[Part]:
    """A mark where one stretch ends and another begins, and at the end."""
    found = []
    for at, part in enumerate(parts):
        ends = at + 1 == len(parts) or parts[at + 1].stretch is not part.stretch
        mark = b"" if not ends else _mark(number, at)
        found.append(Part(part.stretch, part.data + (mark_command(mark) if mark else b""), mark))
    return found


def _mark(number: int, at: int) -> bytes:
    """Four printable bytes, as printers ask for: one job's marks differ from those of the jobs around it."""
    return f"{number % 100:02d}{at % 100:02d}".encode()


def _barcode_rows() -> tuple[int, int]:
    """The rows of the turned page between which bars stand."""
    drawn = barcode.bars("0" * 18)  # every number is as wide
    first = round(LEFT / _DOT_MM)
    return first, first + barcode.width_modules(drawn) * barcode.NARROW_DOTS


def _turned(pdf: bytes):  # type: ignore[no-untyped-def]  # noqa: ANN202 - pillow is loaded with the first print
    """The page in black and white at the head's resolution, turned and as wide as the head."""
    import pypdfium2
    from PIL import Image

    document = pypdfium2.PdfDocument(pdf)
    try:
        grey = document[0].render(scale=barcode.DOTS_PER_INCH / 72).to_pil().convert("L")
    finally:
        document.close()
    turned = (
        grey.point(lambda value: 255 if value >= 128 else 0)
        .convert("1")
        .transpose(Image.Transpose.ROTATE_270)
    )
    if turned.width > HEAD_DOTS:
        raise ValueError(f"page of {turned.width} dots across: expected at most {HEAD_DOTS} ({HEIGHT_MM} mm)")
    paper = Image.new("1", (HEAD_DOTS, turned.height), 1)
    paper.paste(turned, ((HEAD_DOTS - turned.width) // 2, 0))
    return paper
