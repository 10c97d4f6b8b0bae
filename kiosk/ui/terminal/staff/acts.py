"""The line of the staff's desk that says how the devices are, and pays or prints by an attendant's hand."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QWidget

from kiosk.money import dollars
from kiosk.seat.conditions import AcceptorCondition, PrinterCondition
from kiosk.seat.events import CancelCredit, ReceiptAgain
from kiosk.seat.payout import why_no_collect
from kiosk.seat.state import SeatState
from kiosk.ui.kit import theme
from kiosk.ui.kit.condition_words import ACCEPTOR_WORDS, PRINTER_WORDS
from kiosk.ui.kit.fonts import Role
from kiosk.ui.kit.locks import BY_KEY
from kiosk.ui.kit.model import SeatModel
from kiosk.ui.kit.style import Style, label, recolour
from kiosk.ui.kit.touch_button import plain_button


class Acts(QWidget):
    """The devices in words, and two buttons: pay the credit by hand, print the last receipt again.

    A button that can do nothing now is not there. Who shows this has made sure that a key is turned. `paying` is
    emitted when the credit is asked for: the card of the payment comes where the desk stands.
    """

    paying = Signal()

    def __init__(self, model: SeatModel, look: Style, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = model
        self._look = look
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(look.scale.space("l"))
        self.acceptor = label(look, "", Role.BODY, "body", theme.TEXT)
        self.printer = label(look, "", Role.BODY, "body", theme.TEXT)
        self.receipt, self.pay = plain_button(look, "", 48), plain_button(look, "", 48)
        self.receipt.clicked.connect(self._print_again)
        self.pay.clicked.connect(self._pay)
        row.addWidget(self.acceptor)
        row.addWidget(self.printer)
        row.addStretch(1)
        row.addWidget(self.receipt)
        row.addWidget(self.pay)
        model.changed.connect(self.show_state)
        self.show_state(model.state)

    def show_state(self, state: SeatState) -> None:
        """Say what is so now."""
        takes, prints = state.acceptor is AcceptorCondition.READY, state.printer is PrinterCondition.READY
        self._say(self.acceptor, "staff.acceptor", ACCEPTOR_WORDS[state.acceptor], well=takes)
        self._say(self.printer, "staff.printer", PRINTER_WORDS[state.printer], well=prints)
        last = state.receipt
        self.receipt.setVisible(last is not None)
        if last is not None:
            self.receipt.setText(self._look.t("staff.receipt_again", number=last.number))
        self.pay.setVisible(why_no_collect(state) is None)
        self.pay.setText(self._look.t("staff.pay_credit", amount=dollars(state.balances.credit - state.held)))

    def _say(self, line: QLabel, key: str, condition: str, *, well: bool) -> None:
        line.setText(self._look.t(key, condition=self._look.t(condition)))
        recolour(line, theme.TEXT_SOFT if well else theme.WARN)

    def _pay(self) -> None:
        self._model.send(CancelCredit(BY_KEY))
        self.paying.emit()

    def _print_again(self) -> None:
        self._model.send(ReceiptAgain(BY_KEY))
