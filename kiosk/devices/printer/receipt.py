"""The picture of a receipt for money that was paid by hand: on a ticket's paper, and plainly no ticket."""

from __future__ import annotations

import string
import tempfile
from datetime import UTC, tzinfo
from pathlib import Path
from typing import Final

from kiosk.devices.printer import fonts
from kiosk.devices.printer.fonts import TicketFonts
from kiosk.devices.printer.sheet import RIGHT, Sheet
from kiosk.money import dollars
from kiosk.tickets.amount_words import WORD_SIGNS, amount_in_words
from kiosk.tickets.ticket import MAX_CENTS, Language, Receipt, ReceiptKind

_KINDS: Final = {
    ReceiptKind.HANDPAY: ("HAND PAY RECEIPT", "人工支付收据"),
    ReceiptKind.CANCELLED_CREDIT: ("CANCELLED CREDIT RECEIPT", "人工支付余额收据"),
    ReceiptKind.TEST: ("TEST PRINT", "打印测试"),
}
_NO_TICKET: Final = "NOT A TICKET · NO CASH VALUE  非票券 不可兑现"
_LABELS: Final = {
    "amount": "PAID BY HAND  人工支付",
    "number": "RECEIPT NO.  收据序号",
    "time": "DATE & TIME  日期时间",
    "terminal": "TERMINAL  座位",
    "table": "TABLE  桌号",
    "by": "CONFIRMED BY  确认人",
    "player": "PLAYER  玩家签名",
    "attendant": "ATTENDANT  服务员签名",
}
_FIXED_SIGNS: Final = frozenset(string.ascii_letters + string.digits + string.punctuation + " ").union(
    WORD_SIGNS, _NO_TICKET, *_LABELS.values(), *(text for kind in _KINDS.values() for text in kind)
)


def receipt_pdf(receipt: Receipt, files: TicketFonts, zone: tzinfo = UTC) -> bytes:
    """The whole PDF, fonts embedded; times are printed in ``zone``.

    Raises FontsMissing when a name on the receipt has a sign that no font has.
    """
    names = (receipt.casino, receipt.terminal, receipt.table, receipt.by)
    for text in names:
        fonts.require_signs(text, files)
    with tempfile.TemporaryDirectory(prefix="ticket-fonts-") as folder:
        signs = _FIXED_SIGNS | frozenset("".join(names))
        sheet = Sheet(files, signs, Path(folder), _KINDS[receipt.kind][0], receipt.at_utc, zone)
        _heading(sheet, receipt)
        sheet.band(_NO_TICKET, 5 + 82, 15.6, 82, 6.6)
        _columns(sheet, receipt)
        if receipt.kind is not ReceiptKind.TEST:  # nothing was paid, and nobody signs for it
            _amount(sheet, receipt)
            _signatures(sheet)
        return sheet.finish()


def _heading(sheet: Sheet, receipt: Receipt) -> None:
    english, chinese = _KINDS[receipt.kind]
    title = f"{english}  {chinese}" if receipt.language is Language.ENGLISH else f"{chinese}  {english}"
    sheet.text(receipt.casino, 5, 7.2, 15, bold=True, room=66)
    sheet.text(title, RIGHT, 7.2, 13, bold=True, align="R", room=76)
    sheet.rule(12.2, 0.5, 5)


def _amount(sheet: Sheet, receipt: Receipt) -> None:
    sheet.text(_LABELS["amount"], RIGHT, 16.4, 7, align="R", room=40)
    sheet.text(dollars(receipt.cents), RIGHT, 23.6, 26, bold=True, align="R", room=60)
    if receipt.cents <= MAX_CENTS:  # what the wording reaches
        other = Language.CHINESE if receipt.language is Language.ENGLISH else Language.ENGLISH
        sheet.text(amount_in_words(receipt.cents, receipt.language), 5, 29.6, 10, bold=True, room=RIGHT - 5)
        sheet.text(amount_in_words(receipt.cents, other), 5, 34.6, 8.5, room=RIGHT - 5)


def _columns(sheet: Sheet, receipt: Receipt) -> None:
    sheet.rule(38.2, 0.25, 5)
    columns = (
        ("number", f"{receipt.number:06d}", 24.0),
        ("time", sheet.when(receipt.at_utc), 42.0),
        ("terminal", receipt.terminal, 22.0),
        ("table", receipt.table, 20.0),
        ("by", receipt.by, 38.0),
    )
    x = 5.0
    for label, value, width in columns:
        sheet.text(_LABELS[label], x, 41.8, 6.5, room=width - 2.5)
        sheet.text(value, x, 46.4, 8.5, bold=True, room=width - 2.5)
        x += width


def _signatures(sheet: Sheet) -> None:
    for label, left in (("player", 5.0), ("attendant", 82.0)):
        sheet.rule(58.4, 0.2, left, left + 66)
        sheet.text(_LABELS[label], left, 61.0, 6.5, room=66)
