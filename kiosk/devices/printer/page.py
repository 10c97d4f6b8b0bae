"""The picture of a ticket: one page of 156 × 65 mm, as the trade's ticket printers cut it.

Everything that a scanner reads lies on the dots of a 203 dpi head.
"""

import string
import tempfile
from datetime import UTC, tzinfo
from pathlib import Path
from typing import Final

from kiosk.devices import number as numbers
from kiosk.devices.printer import barcode, fonts
from kiosk.devices.printer.fonts import TicketFonts
from kiosk.devices.printer.words import WORD_SIGNS, amount_in_words
from kiosk.devices.ticket import Language, Ticket, TicketKind, utc_time
from kiosk.money import dollars

WIDTH_MM: Final = 156.0
HEIGHT_MM: Final = 65.0
_DOT_MM: Final = 25.4 / barcode.DOTS_PER_INCH
_LEFT, _RIGHT = 17.0, 151.0
_EDGE_MM: Final = 11.0  # the leading edge: what lies left of it is read when the rest is torn off
_BARCODE_TOP, _BARCODE_MM = 16.0, 14.0
_KINDS: Final = {TicketKind.CASHOUT: ("CASHOUT TICKET", "现金券")}
_DUPLICATE: Final = "DUPLICATE 副本"
_LABELS: Final = {
    "amount": "AMOUNT  金额",
    "sequence": "TICKET NO.  序号",
    "time": "DATE & TIME  日期",
    "terminal": "TERMINAL  终端",
    "table": "TABLE  台号",
    "expiry": "EXPIRES  有效期至",
}
# Everything that any ticket may print beside its three names.
_FIXED_SIGNS: Final = frozenset(string.ascii_letters + string.digits + string.punctuation + " ").union(
    WORD_SIGNS, _DUPLICATE, *_LABELS.values(), *(text for kind in _KINDS.values() for text in kind)
)
_METADATA_PREFIX: Final = "validation "


def metadata_keywords(number: str) -> str:
    """What stands in the PDF's keywords, for the printer to know its own tickets by."""
    return _METADATA_PREFIX + number


def page_pdf(ticket: Ticket, files: TicketFonts, zone: tzinfo = UTC) -> bytes:
    """The whole PDF, fonts embedded; times are printed in `zone`. The same ticket gives the same page.

    Raises FontsMissing when a name on the ticket has a sign that no font has.
    """
    for text in (ticket.casino, ticket.terminal, ticket.table):
        fonts.require_signs(text, files)
    with tempfile.TemporaryDirectory(prefix="ticket-fonts-") as folder:
        page = _Page(ticket, files, zone, Path(folder))
        page.leading_edge()
        page.heading()
        page.code()
        page.amount()
        page.footing()
        return page.finish()


class _Page:
    def __init__(self, ticket: Ticket, files: TicketFonts, zone: tzinfo, folder: Path) -> None:
        self._ticket = ticket
        self._zone = zone
        # A seat is playable before its first ticket: this library alone takes as long to load as the whole seat.
        from fpdf import FPDF

        pdf = FPDF(unit="mm", format=(HEIGHT_MM, WIDTH_MM), orientation="landscape")
        pdf.set_auto_page_break(False)
        pdf.set_margin(0)
        pdf.c_margin = 0
        pdf.set_creation_date(utc_time(ticket.at_utc))
        pdf.set_title(_KINDS[ticket.kind][0] + (" (DUPLICATE)" if ticket.duplicate else ""))
        pdf.set_keywords(metadata_keywords(ticket.number))
        signs = _FIXED_SIGNS | frozenset(ticket.casino + ticket.terminal + ticket.table)
        for family, style, face in (
            ("latin", "", files.latin),
            ("latin", "B", files.latin_bold),
            ("chinese", "", files.chinese),
            ("chinese", "B", files.chinese_bold),
        ):
            path = folder / f"{family}{style}.otf"  # the PDF library takes fonts from files alone
            path.write_bytes(fonts.with_signs(face, signs))
            pdf.add_font(family, style, path)
        pdf.set_fallback_fonts(["chinese"])
        pdf.add_page()
        self._pdf = pdf

    def finish(self) -> bytes:
        return bytes(self._pdf.output())

    def leading_edge(self) -> None:
        """The validation number along the left edge, upwards."""
        number = numbers.grouped(self._ticket.number)
        x, y = _EDGE_MM / 2, HEIGHT_MM - 3
        with self._pdf.rotation(90, x, y):
            self._text(f"VALIDATION  {number}", x, y, 9.5, bold=True, align="L", room=HEIGHT_MM - 6)
        self._pdf.set_line_width(0.25)
        self._pdf.set_dash_pattern(dash=1.2, gap=1.0)
        self._pdf.line(_EDGE_MM, 3, _EDGE_MM, HEIGHT_MM - 3)
        self._pdf.set_dash_pattern()

    def heading(self) -> None:
        english, chinese = _KINDS[self._ticket.kind]
        kind = (
            f"{english}  {chinese}" if self._ticket.language is Language.ENGLISH else f"{chinese}  {english}"
        )
        self._text(self._ticket.casino, _LEFT, 7.2, 15, bold=True, room=74)
        self._text(kind, _RIGHT, 7.2, 13, bold=True, align="R", room=56)
        self._rule(12.2, 0.5)

    def code(self) -> None:
        """Bars and number in the middle of the ticket, quiet zones kept free."""
        drawn = barcode.bars(self._ticket.number)
        module = barcode.NARROW_DOTS
        left = round(_LEFT / _DOT_MM)
        # The text column's left edge is the first bar: nothing stands within the quiet zone on either side.
        for start, width in drawn:
            self._pdf.rect(
                (left + start * module) * _DOT_MM,
                _BARCODE_TOP,
                width * module * _DOT_MM,
                _BARCODE_MM,
                style="F",
            )
        width_mm = barcode.width_modules(drawn) * module * _DOT_MM
        number = numbers.grouped(self._ticket.number)
        self._text(
            f"VALIDATION  {number}", _LEFT + width_mm / 2, 33.0, 9.5, bold=True, align="C", room=width_mm
        )

    def amount(self) -> None:
        ticket = self._ticket
        self._text(_LABELS["amount"], _RIGHT, 17.4, 7, align="R", room=30)
        self._text(dollars(ticket.cents), _RIGHT, 25.4, 31, bold=True, align="R", room=56)
        if ticket.duplicate:
            self._band(_DUPLICATE)
        other = Language.CHINESE if ticket.language is Language.ENGLISH else Language.ENGLISH
        room = _RIGHT - _LEFT
        self._text(amount_in_words(ticket.cents, ticket.language), _LEFT, 40.2, 11, bold=True, room=room)
        self._text(amount_in_words(ticket.cents, other), _LEFT, 45.6, 9, room=room)

    def footing(self) -> None:
        ticket = self._ticket
        self._rule(49.4, 0.25)
        columns = (
            ("sequence", f"{ticket.sequence:06d}", 22.0),
            ("time", self._when(ticket.at_utc), 38.5),
            ("terminal", ticket.terminal, 19.0),
            ("table", ticket.table, 18.0),
            ("expiry", self._when(ticket.expires_utc), 36.5),
        )
        x = _LEFT
        for label, value, width in columns:
            self._text(_LABELS[label], x, 53.0, 6.5, room=width - 2.5)
            self._text(value, x, 57.8, 8.5, bold=True, room=width - 2.5)
            x += width

    def _when(self, utc: str) -> str:
        local = utc_time(utc).astimezone(self._zone)
        return f"{local:%Y-%m-%d %H:%M:%S} {local.tzname()}"

    def _band(self, text: str) -> None:
        width, height, top = 50.0, 6.2, 31.0
        self._pdf.rect(_RIGHT - width, top, width, height, style="F")
        self._pdf.set_text_color(255)
        self._text(text, _RIGHT - width / 2, top + height / 2, 12, bold=True, align="C", room=width - 4)
        self._pdf.set_text_color(0)

    def _rule(self, y: float, thick: float) -> None:
        self._pdf.set_line_width(thick)
        self._pdf.line(_LEFT, y, _RIGHT, y)

    def _text(
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
        """One line, its middle at `y`, shrunk until it fits `room` mm: a long name or amount is never cut."""
        pdf = self._pdf
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
