"""Pages of A4 with tables: heads are repeated, long texts are broken into lines, nothing is cut."""

from __future__ import annotations

import string
from collections.abc import Collection, Iterable, Sequence
from datetime import datetime
from pathlib import Path
from typing import Final

import msgspec

from kiosk.devices.printer import fonts
from kiosk.devices.printer.fonts import TicketFonts

WIDTH_MM = 210.0
LEFT, TOP, BOTTOM = 10.0, 24.0, 282.0
_POINTS: Final = 7.5
_LINE_MM: Final = 3.5
_PAD_MM: Final = 1.0
_BAR_MM: Final = 0.4  # of the bar of an alarm above and below its words
_GREY: Final = 190
_PAGES: Final = "{pages}"  # as wide as any number that is put in its place
_SIGNS: Final = frozenset(string.ascii_letters + string.digits + string.punctuation + " ·…–")


class Column(msgspec.Struct, frozen=True):
    """A column of a table, its width in mm. ``below``: long texts, which take the whole width under their row."""

    title: str
    width: float
    right: bool = False
    below: bool = False


class Sheet:
    """The pages under way. ``signs`` are what they may show beside the usual ones, ``head`` stands on every page."""

    def __init__(
        self,
        files: TicketFonts,
        signs: Collection[str],
        folder: Path,
        head: Sequence[str],
        at: datetime,
        title: str,
    ) -> None:
        from fpdf import FPDF  # here alone: it takes as long to load as the whole seat

        pdf = FPDF(unit="mm", format="A4")
        pdf.set_auto_page_break(False)
        pdf.set_margin(0)
        pdf.c_margin = 0
        pdf.set_creation_date(at)
        pdf.set_title(title)
        wanted = frozenset(signs) | _SIGNS
        for family, style, face in (
            ("latin", "", files.latin),
            ("latin", "B", files.latin_bold),
            ("chinese", "", files.chinese),
            ("chinese", "B", files.chinese_bold),
        ):
            path = folder / f"{family}{style}.otf"  # the PDF library takes fonts from files alone
            path.write_bytes(fonts.with_signs(face, wanted))
            pdf.add_font(family, style, path)
        pdf.set_fallback_fonts(["chinese"])
        pdf.alias_nb_pages(_PAGES)
        self._pdf = pdf
        self._head = head
        self._widths: dict[tuple[str, str], float] = {}
        self._y = BOTTOM
        self._page()

    def finish(self) -> bytes:
        """The whole PDF."""
        return bytes(self._pdf.output())

    def lines(self, texts: Iterable[str], *, alarm: bool) -> None:
        """Text over the whole width; the first line is bold, and in an alarm white on black."""
        style, width = "B", WIDTH_MM - 2 * LEFT
        for text in texts:
            for line in self._broken(text, width - 2 * _PAD_MM, style):
                self._room(_LINE_MM + 1)
                if alarm and style:
                    self._pdf.rect(LEFT, self._y - _BAR_MM, width, _LINE_MM + 2 * _BAR_MM, style="F")
                    self._pdf.set_text_color(255)
                self._cell(line, LEFT + _PAD_MM, width - 2 * _PAD_MM, style)
                self._pdf.set_text_color(0)
                self._y += _LINE_MM + 1
            style = ""
        self._y += _LINE_MM

    def table(
        self,
        title: str,
        columns: Sequence[Column],
        rows: Sequence[Sequence[str]],
        total: Sequence[str] = (),
    ) -> None:
        """A table under its title, a ``total`` in bold below it.

        A row that does not fit the page goes on on the next one, under the head again."""
        self._room(5 * _LINE_MM)
        self._pdf.set_font("latin", "B", 11)
        self._pdf.set_xy(LEFT, self._y)
        self._pdf.cell(w=WIDTH_MM - 2 * LEFT, h=6, text=f"{title} ({len(rows)})")
        self._y += 7
        self._titles(columns)
        for row in rows:
            self._row(columns, row, "")
        if not rows:
            self._cell("None", LEFT + _PAD_MM, columns[0].width, "")
            self._y += _LINE_MM
        if total:
            self._row(columns, total, "B")
        self._y += 2 * _LINE_MM

    def _row(self, columns: Sequence[Column], row: Sequence[str], style: str) -> None:
        placed = [
            (self._broken(text, column.width - 2 * _PAD_MM, style), column)
            for text, column in zip(row, columns, strict=True)
            if not column.below
        ]
        height = max(len(lines) for lines, _ in placed)
        indent = columns[0].width + _PAD_MM
        width = WIDTH_MM - 2 * LEFT - indent - _PAD_MM
        under = [
            line
            for text, column in zip(row, columns, strict=True)
            if column.below and text
            for line in self._broken(text, width, style)
        ]
        if self._y + min(height + len(under), 8) * _LINE_MM > BOTTOM:
            self._page()
            self._titles(columns)
        for number in range(height):
            self._next_line(columns)
            x = LEFT
            for lines, column in placed:
                if number < len(lines):
                    self._cell(
                        lines[number], x + _PAD_MM, column.width - 2 * _PAD_MM, style, right=column.right
                    )
                x += column.width
            self._y += _LINE_MM
        for line in under:
            self._next_line(columns)
            self._cell(line, LEFT + indent, width, style)
            self._y += _LINE_MM
        self._pdf.set_draw_color(_GREY)
        self._rule(0.1)
        self._pdf.set_draw_color(0)
        self._y += 0.6

    def _next_line(self, columns: Sequence[Column]) -> None:
        """Room for one more line of a row, on the next page where this one is full."""
        if self._y + _LINE_MM > BOTTOM:
            self._page()
            self._titles(columns)

    def _titles(self, columns: Sequence[Column]) -> None:
        x = LEFT
        for column in (one for one in columns if not one.below):
            self._cell(column.title, x + _PAD_MM, column.width - 2 * _PAD_MM, "B", right=column.right)
            x += column.width
        self._y += _LINE_MM + 0.5
        self._rule(0.3)
        self._y += 0.6

    def _page(self) -> None:
        self._pdf.add_page()
        self._y = 9.0
        for number, line in enumerate(self._head):
            for part in self._broken(line, WIDTH_MM - 2 * LEFT, "B" if number == 0 else ""):
                self._cell(part, LEFT, WIDTH_MM - 2 * LEFT, "B" if number == 0 else "")
                self._y += _LINE_MM
        self._y += 1
        self._rule(0.3)
        self._y = max(TOP, self._y + 3)
        below, self._y = self._y, BOTTOM + 5
        self._pdf.set_font("latin", "", _POINTS)
        self._pdf.set_xy(LEFT, self._y)
        self._pdf.cell(
            w=WIDTH_MM - 2 * LEFT, h=_LINE_MM, text=f"page {self._pdf.page_no()} of {_PAGES}", align="C"
        )
        self._y = below

    def _room(self, height: float) -> None:
        if self._y + height > BOTTOM:
            self._page()

    def _rule(self, thick: float) -> None:
        self._pdf.set_line_width(thick)
        self._pdf.line(LEFT, self._y, WIDTH_MM - LEFT, self._y)

    def _cell(self, text: str, x: float, width: float, style: str, *, right: bool = False) -> None:
        self._pdf.set_font("latin", style, _POINTS)
        self._pdf.set_xy(x, self._y)
        self._pdf.cell(w=width, h=_LINE_MM, text=text, align="R" if right else "L")

    def _broken(self, text: str, width: float, style: str) -> list[str]:
        """The text in lines that fit: broken after a space where there is one, else wherever it must be."""
        lines, line, used = [], "", 0.0
        for sign in text:
            wide = self._width(sign, style)
            if line and used + wide > width:
                kept, space, rest = line.rpartition(" ")
                if not space or not kept or sign == " ":
                    kept, rest = line, ""
                lines.append(kept)
                line = rest
                used = sum(self._width(found, style) for found in line)
                if sign == " " and not line:
                    continue
            line += sign
            used += wide
        return [*lines, line]

    def _width(self, sign: str, style: str) -> float:
        """In mm. There is no kerning: the fonts that are cut to their signs have lost it."""
        if (sign, style) not in self._widths:
            self._pdf.set_font("latin", style, _POINTS)
            self._widths[sign, style] = float(self._pdf.get_string_width(sign))
        return self._widths[sign, style]
