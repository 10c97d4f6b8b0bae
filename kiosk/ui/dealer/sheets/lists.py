"""Sheets that show: one seat, the open items with the manager's records, and what needs attention."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRectF, Signal
from PySide6.QtGui import QKeyEvent, QPaintEvent
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QVBoxLayout, QWidget

from kiosk.book.totals import ItemView
from kiosk.console.view import AlertLevel, DeskView, SeatView
from kiosk.money import short_dollars
from kiosk.ui.dealer import palette
from kiosk.ui.dealer.pen import Icon, icon
from kiosk.ui.dealer.seats.faces import seat_face, seat_sums
from kiosk.ui.dealer.sheets.flow import Choose, Option
from kiosk.ui.dealer.sheets.manager import booked_words, item_words
from kiosk.ui.dealer.sheets.pages import ChoosePage
from kiosk.ui.dealer.sheets.sheet import Notes, Sheet, words
from kiosk.ui.dealer.words import alert_words, log_words
from kiosk.ui.kit import theme
from kiosk.ui.kit.fonts import Role
from kiosk.ui.kit.game_look import game_look
from kiosk.ui.kit.settlement_words import settlement_words
from kiosk.ui.kit.style import Style, smooth
from kiosk.ui.kit.touch_button import ButtonLook

_MOST_SPOTS = 24  # more Bets than this are summed up in the last row
_LONG = 20  # letters from which a fact is a sentence
_MOST_LINES = 6
_LOUD = {
    AlertLevel.FAULT: (Icon.CARE, palette.DANGER_TEXT),
    AlertLevel.WARNING: (Icon.CARE, theme.WARN),
    AlertLevel.INFO: (Icon.DOT, theme.TEXT),
}


def spot_name(game: str, spot: str, look: Style) -> str:
    """A spot in words; one that the game does not know, as it came."""
    try:
        return game_look(game).spot_words(spot, look.texts)
    except KeyError:
        return spot


class _Sign(QWidget):
    """A sign before a line, so that its colour is not the only one."""

    def __init__(self, sign: Icon, colour: str, look: Style) -> None:
        super().__init__()
        self._sign, self._colour = sign, colour
        side = look.scale.px(30)
        self.setFixedSize(side, side)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002  Qt's signature
        painter = smooth(self)
        icon(painter, QRectF(self.rect()).adjusted(2, 2, -2, -2), self._sign, self._colour)
        painter.end()


class SeatSheet(Sheet):
    """One seat: its registered slip, what the result pays, its events, and paying by hand. `pay` asks for it."""

    pay = Signal()

    def __init__(self, view: DeskView, seat: SeatView, look: Style, parent: QWidget | None = None) -> None:
        super().__init__(look, look.t("dealer.seat.title", seat=seat.name), parent)
        self.seat = seat
        self.place_words.setText(look.t("dealer.seats.layout", layout=seat.layout))
        self.cancel.tell(look.t("dealer.sheet.close"))
        self._facts(view)
        self._slip(view.game)
        self._events(view)
        self.pay_button = self.answer_button("", "Enter", stretch=5)
        self.pay_button.clicked.connect(self.confirm)
        if seat.payable:
            text = look.t("dealer.pay.button", cents=short_dollars(seat.payable))
            self.pay_button.tell(text, kind=ButtonLook.PRIMARY)
        else:
            why = look.t("dealer.seat.pay_not")
            self.pay_button.tell(why, "", why)
            self.pay_button.key = ""

    def _facts(self, view: DeskView) -> None:
        seat, say = self.seat, self.look.t
        face = seat_face(seat, view, self.look.texts)
        sums, paid = seat_sums(seat, view), bool(seat.settled or seat.paid_by_hand)
        due, colour = say("dealer.seat.no_result"), theme.TEXT
        if sums is not None:
            due = settlement_words(sums, self.look.texts, due=not paid, short=True)
            colour = theme.GOLD_TEXT if sums.is_gain else theme.TEXT
        facts = [
            (say("dealer.seat.state"), face.word, theme.TEXT),
            (say("dealer.seat.stake"), short_dollars(seat.stake), theme.TEXT),
            (say("dealer.seat.due"), due, colour),
        ]
        if seat.paid_by_hand:
            facts.append((say("dealer.seat.by_hand"), short_dollars(seat.paid_by_hand), theme.GOLD_TEXT))
        if seat.open_items:
            facts.append((say("dealer.seat.items"), str(seat.open_items), theme.WARN))
        grid = QGridLayout()
        grid.setHorizontalSpacing(self.look.scale.px(24))
        grid.setVerticalSpacing(self.look.scale.px(2))
        for column, (label, value, colour) in enumerate(facts):
            grid.addWidget(words(self.look, label, Role.BODY, 19, theme.TEXT_SOFT), 0, column)
            size, stretch = (28, 1) if len(value) < _LONG else (22, 2)
            grid.addWidget(words(self.look, value, Role.MONEY, size, colour), 1, column)
            grid.setColumnStretch(column, stretch)
        self.body.addLayout(grid)

    def _slip(self, game: str) -> None:
        look = self.look
        self.body.addWidget(words(look, look.t("dealer.seat.slip"), Role.STRONG, 22, theme.TEXT_SOFT))
        if not self.seat.stakes:
            self.body.addWidget(words(look, look.t("dealer.seat.no_slip")))
            return
        grid = QGridLayout()
        grid.setHorizontalSpacing(look.scale.px(16))
        grid.setVerticalSpacing(look.scale.px(6))
        spots = sorted(self.seat.stakes.items(), key=lambda spot: -spot[1])
        for number, (spot, cents) in enumerate(_shortened(spots)):
            row, column = number // 3, number % 3 * 2
            grid.addWidget(words(look, spot_name(game, spot, look), Role.BODY, 21), row, column)
            grid.addWidget(words(look, short_dollars(cents), Role.MONEY, 21), row, column + 1)
        for column in range(3):
            grid.setColumnStretch(column * 2, 2)
            grid.setColumnStretch(column * 2 + 1, 1)
        self.body.addLayout(grid)

    def _events(self, view: DeskView) -> None:
        look = self.look
        self.body.addWidget(words(look, look.t("dealer.seat.events"), Role.STRONG, 22, theme.TEXT_SOFT))
        name = self.seat.name
        lines = [line for line in view.round_log if str(line.values.get("seat", "")) == name]
        for line in lines[-_MOST_LINES:]:
            self.body.addWidget(words(look, f"{line.at}   {log_words(line, look.texts)}", Role.NUMBER, 21))
        if not lines:
            self.body.addWidget(words(look, look.t("dealer.seat.no_events")))

    def confirm(self) -> None:
        """Pay by hand, where there is something to pay."""
        if self.seat.payable:
            self.pay.emit()
        else:
            self.say(self.look.t("dealer.why.nothing_to_pay", seat=self.seat.name))


def _shortened(spots: Sequence[tuple[str, int]]) -> list[tuple[str, int]]:
    if len(spots) <= _MOST_SPOTS:
        return list(spots)
    rest = sum(cents for _, cents in spots[_MOST_SPOTS - 1 :])
    return [*spots[: _MOST_SPOTS - 1], ("…", rest)]


class ItemsSheet(Sheet):
    """The open items; one can be closed with a manager's record. `close_item` carries the ItemView."""

    close_item = Signal(object)

    def __init__(self, view: DeskView, why: str, look: Style, parent: QWidget | None = None) -> None:
        super().__init__(look, look.t("dealer.items.title"), parent)
        self.cancel.tell(look.t("dealer.sheet.close"))
        notes = Notes(look)
        notes.show_texts((look.t("dealer.items.effect"),))
        self.body.addWidget(notes)
        self._why = why
        self.page: ChoosePage | None = None
        if view.open_items:
            self._list(view.open_items[:9])
        else:
            self.body.addWidget(words(look, look.t("dealer.items.none"), Role.STRONG, 24))
        self._records(view)
        self.go = self.answer_button(look.t("dealer.items.confirm"), "Enter", ButtonLook.PRIMARY, stretch=5)
        self.go.clicked.connect(self.confirm)
        self.go.setVisible(bool(view.open_items))
        if why:
            self.go.tell(look.t("dealer.items.confirm"), why, why)

    def _list(self, items: Sequence[ItemView]) -> None:
        options = tuple(
            Option(
                item,
                item_words(item, self.look.texts),
            )
            for item in items
        )
        self.page = ChoosePage(Choose("item", self.look.t("dealer.sheet.choose"), options), self.look)
        self.page.pick(0)
        self.body.addWidget(self.page)

    def _records(self, view: DeskView) -> None:
        if not view.decisions:
            return
        column = QVBoxLayout()
        column.setSpacing(self.look.scale.px(4))
        column.addWidget(
            words(self.look, self.look.t("dealer.items.decisions"), Role.STRONG, 22, theme.TEXT_SOFT)
        )
        for made in view.decisions[:_MOST_LINES]:
            line = self.look.t(
                "dealer.items.decision",
                number=made.number,
                at=made.at,
                decision=made.decision,
                by=made.authorised_by,
            )
            booked = booked_words(made, self.look.texts)
            column.addWidget(words(self.look, f"{line}   {booked}" if booked else line, Role.BODY, 21))
        self.body.addLayout(column)

    def confirm(self) -> None:
        """Close the picked item."""
        if self._why:
            self.say(self._why)
        elif self.page is not None and isinstance(item := self.page.answer(), ItemView):
            self.close_item.emit(item)

    def press(self, event: QKeyEvent) -> bool:
        return self.page is not None and self.page.press(event)


class AlertsSheet(Sheet):
    """Everything that needs attention, the loudest first."""

    def __init__(self, view: DeskView, look: Style, parent: QWidget | None = None) -> None:
        super().__init__(look, look.t("dealer.strip.title"), parent)
        self.cancel.tell(look.t("dealer.sheet.close"))
        order = list(_LOUD)
        for alert in sorted(view.alerts, key=lambda one: order.index(one.level)):
            said = alert_words(alert, look.texts)
            sign, colour = _LOUD[alert.level]
            row = QHBoxLayout()
            row.setSpacing(look.scale.px(16))
            row.addWidget(_Sign(sign, colour, look))
            row.addWidget(words(look, said, Role.STRONG, 24, colour), 1)
            self.body.addLayout(row)
        if not view.alerts:
            self.body.addWidget(words(look, look.t("dealer.strip.well"), Role.STRONG, 24))

    def confirm(self) -> None:
        """There is nothing to answer: put it away."""
        self.closed.emit()
