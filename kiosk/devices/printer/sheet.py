"""One page of 156 × 65 mm, as the trade's ticket printers cut it, and the ways in which text stands on it."""

from __future__ import annotations

import sys
import threading
from collections.abc import Collection
from datetime import tzinfo
from importlib.abc import MetaPathFinder
from pathlib import Path
from types import TracebackType
from typing import Final

from kiosk import local_time
from kiosk.devices.printer import fonts
from kiosk.devices.printer.fonts import TicketFonts
from kiosk.tickets.ticket import utc_time

WIDTH_MM: Final = 156.0
HEIGHT_MM: Final = 65.0
LEFT, RIGHT = 17.0, 151.0


class _Without(MetaPathFinder):
    """While it is entered, this thread does not find a library, unless it is loaded already. Others do.

    fpdf2 takes numpy, if there is one, to be quicker at pictures. No ticket has one, and a seat would hold 15 MB
    for it.
    """

    def __init__(self, library: str) -> None:
        self._library = library
        self._thread = threading.get_ident()

    def find_spec(self, name: str, _path: object = None, _target: object = None) -> None:
        if name == self._library and threading.get_ident() == self._thread:
            raise ModuleNotFoundError(f"{name} is not to be loaded here", name=name)

    def __enter__(self) -> None:
        sys.meta_path.insert(0, self)

    def __exit__(self, _kind: object, _fault: object, _trace: TracebackType | None) -> None:
        sys.meta_path.remove(self)


class Sheet:
    """A page under way. ``signs`` are all that it may print; ``folder`` holds the fonts cut to them meanwhile.

    The same content gives the same bytes: the page's date is ``at_utc``. Times are printed in ``zone``.
    """

    def __init__(
        self, files: TicketFonts, signs: Collection[str], folder: Path, title: str, at_utc: str, zone: tzinfo
    ) -> None:
        # A seat is playable before its first ticket: this library alone takes as long to load as the whole seat.
        with _Without("numpy"):
            from fpdf import FPDF

        pdf = FPDF(unit="mm", format=(HEIGHT_MM, WIDTH_MM), orientation="landscape")
        pdf.set_auto_page_break(False)
        pdf.set_margin(0)
        pdf.c_margin = 0
        pdf.set_creation_date(utc_time(at_utc))
        pdf.set_title(title)
        for family, style, face in (
            ("latin", "", files.latin),
            ("latin", "B", files.latin_bold),
            ("chinese", "", files.chinese),
            ("chinese", "B", files.chinese_bold),
        ):
            path = folder / f"{family}{style}.otf"  # the PDF library takes fonts from files alone
            path.write_bytes(fonts.with_signs(face, frozenset(signs)))
            pdf.add_font(family, style, path)
        pdf.set_fallback_fonts(["chinese"])
        pdf.add_page()
        self.pdf = pdf
        self._zone = zone

    def finish(self) -> bytes:
        """The whole PDF."""
        return bytes(self.pdf.output())

    def when(self, utc: str) -> str:
        """A time as it is printed."""
        local = local_time.local(utc, self._zone)
        return f"{local:%Y-%m-%d %H:%M:%S} {local.tzname()}"

    def rule(self, y: float, thick: float, left: float = LEFT, right: float = RIGHT) -> None:
        """A line across at ``y`` mm."""
        self.pdf.set_line_width(thick)
        self.pdf.line(left, y, right, y)

    def band(self, text: str, right: float, top: float, width: float, height: float) -> None:
        """White on black."""
        self.pdf.rect(right - width, top, width, height, style="F")
        self.pdf.set_text_color(255)
        self.text(text, right - width / 2, top + height / 2, 12, bold=True, align="C", room=width - 4)
        self.pdf.set_text_color(0)

    def text(
        self,
        text: str,
        x: float,
        y: float,
        points: float,
        *,
        room: float,
        bold: bool = False,
        align: str = "L",
    ) -> None:
        """One line, its middle at ``y``, shrunk until it fits ``room`` mm: a long name or amount is never cut."""
        pdf = self.pdf
        family = "latin" if text.isascii() or not _is_chinese(text[0]) else "chinese"
        pdf.set_font(family, "B" if bold else "", points)
        width = pdf.get_string_width(text)
        if width > room:
            pdf.set_font_size(points * room / width)
        height = pdf.font_size
        left = {"L": x, "C": x - room / 2, "R": x - room}[align]
        pdf.set_xy(left, y - height / 2)
        pdf.cell(w=room, h=height, text=text, align=align)


def _is_chinese(sign: str) -> bool:
    return "\u2e80" <= sign <= "\u9fff"
