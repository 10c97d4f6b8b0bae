"""The picture of a ticket: what stands on it, and where.

Everything that a scanner reads lies on the dots of a 203 dpi head.
"""

import string
import tempfile
from datetime import UTC, tzinfo
from pathlib import Path
from typing import Final

from kiosk.devices.printer import barcode, fonts
from kiosk.devices.printer.fonts import TicketFonts
from kiosk.devices.printer.sheet import HEIGHT_MM, LEFT, RIGHT, Sheet
from kiosk.money import dollars
from kiosk.tickets import number as numbers
from kiosk.tickets.amount_words import WORD_SIGNS, amount_in_words
from kiosk.tickets.ticket import Language, Ticket, TicketKind

_DOT_MM: Final = 25.4 / barcode.DOTS_PER_INCH
_EDGE_MM: Final = 11.0  # the leading edge: what lies left of it is read when the rest is torn off
_BARCODE_TOP, _BARCODE_MM = 16.0, 14.0
_KINDS: Final = {TicketKind.CASHOUT: ("CASHOUT TICKET", "票券")}
_DUPLICATE: Final = "DUPLICATE 副本"
_LABELS: Final = {
    "amount": "AMOUNT  金额",
    "sequence": "TICKET NO.  票券序号",
    "time": "DATE & TIME  日期时间",
    "terminal": "TERMINAL  座位",
    "table": "TABLE  桌号",
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
        signs = _FIXED_SIGNS | frozenset(ticket.casino + ticket.terminal + ticket.table)
        title = _KINDS[ticket.kind][0] + (" (DUPLICATE)" if ticket.duplicate else "")
        page = _Page(ticket, Sheet(files, signs, Path(folder), title, ticket.at_utc, zone))
        page.leading_edge()
        page.heading()
        page.code()
        page.amount()
        page.footing()
        return page.finish()


class _Page:
    def __init__(self, ticket: Ticket, sheet: Sheet) -> None:
        self._ticket = ticket
        self._sheet = sheet
        self._pdf = sheet.pdf
        self._text = sheet.text
        self._pdf.set_keywords(metadata_keywords(ticket.number))

    def finish(self) -> bytes:
        return self._sheet.finish()

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
        self._text(self._ticket.casino, LEFT, 7.2, 15, bold=True, room=74)
        self._text(kind, RIGHT, 7.2, 13, bold=True, align="R", room=56)
        self._sheet.rule(12.2, 0.5)

    def code(self) -> None:
        """Bars and number in the middle of the ticket, quiet zones kept free."""
        drawn = barcode.bars(self._ticket.number)
        module = barcode.NARROW_DOTS
        left = round(LEFT / _DOT_MM)
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
            f"VALIDATION  {number}", LEFT + width_mm / 2, 33.0, 9.5, bold=True, align="C", room=width_mm
        )

    def amount(self) -> None:
        ticket = self._ticket
        self._text(_LABELS["amount"], RIGHT, 17.4, 7, align="R", room=30)
        self._text(dollars(ticket.cents), RIGHT, 25.4, 31, bold=True, align="R", room=56)
        if ticket.duplicate:
            self._sheet.band(_DUPLICATE, RIGHT, 31.0, 50.0, 6.2)
        other = Language.CHINESE if ticket.language is Language.ENGLISH else Language.ENGLISH
        room = RIGHT - LEFT
        self._text(amount_in_words(ticket.cents, ticket.language), LEFT, 40.2, 11, bold=True, room=room)
        self._text(amount_in_words(ticket.cents, other), LEFT, 45.6, 9, room=room)

    def footing(self) -> None:
        ticket = self._ticket
        self._sheet.rule(49.4, 0.25)
        columns = (
            ("sequence", f"{ticket.sequence:06d}", 22.0),
            ("time", self._sheet.when(ticket.at_utc), 38.5),
            ("terminal", ticket.terminal, 19.0),
            ("table", ticket.table, 18.0),
            ("expiry", self._sheet.when(ticket.expires_utc), 36.5),
        )
        x = LEFT
        for label, value, width in columns:
            self._text(_LABELS[label], x, 53.0, 6.5, room=width - 2.5)
            self._text(value, x, 57.8, 8.5, bold=True, room=width - 2.5)
            x += width
