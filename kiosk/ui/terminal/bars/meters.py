"""CREDIT, BET and what the last round paid: three amounts of one state, and no amount between two states."""

from dataclasses import dataclass

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from kiosk.money import dollars
from kiosk.seat.conditions import AcceptorCondition
from kiosk.seat.state import SeatState
from kiosk.table.round import Phase
from kiosk.ui.kit import theme
from kiosk.ui.kit.baked import Baked
from kiosk.ui.kit.fonts import Role, Typed, typed
from kiosk.ui.kit.style import Style
from kiosk.ui.kit.texts import Texts
from kiosk.ui.terminal.last_round import shown_last, sums_of

BET = "meter.bet"
"""The name of the bet that is open or in play, and of no other."""
_FIGURE = 36  # design px
_UNKNOWN = "–"
# It starts for a moment only: nothing that a player should see flash by.
_TAKES = (AcceptorCondition.READY, AcceptorCondition.STARTING)


@dataclass(frozen=True)
class MeterFace:
    """The key of a meter's name, its amount in cents and the colour of the amount.

    ``known`` False: no amount is shown. ``note``: the key of what stands below the amount, if anything does.
    """

    key: str
    cents: int = 0
    colour: str = theme.TEXT
    known: bool = True
    note: str = ""


def meter_faces(state: SeatState) -> tuple[MeterFace, MeterFace, MeterFace]:
    """What the three meters show of a state.

    guarantee: CREDIT and BET together are what the seat owes the player. A bet that has been settled is called the
    last one: the credit beside it holds what it came to.
    """
    note = "" if state.acceptor in _TAKES else "meter.no_notes"
    if not state.shows_money:
        return (
            MeterFace("meter.credit", known=False, note=note),
            MeterFace(BET, known=False),
            MeterFace("meter.last_paid", known=False),
        )
    return MeterFace("meter.credit", state.credit_shown, note=note), _bet(state), _paid(state)


def way_back(state: SeatState, texts: Texts) -> str:
    """The words of the button that leads back to the board: they name what is at stake there."""
    bet = meter_faces(state)[1]
    if bet.key != BET or not bet.cents:
        return texts.get("help.back")
    return texts.get("help.back_bet", amount=dollars(bet.cents))


def _bet(state: SeatState) -> MeterFace:
    last = shown_last(state)
    if last is not None and last.stakes:
        return MeterFace("meter.last_bet", sum(last.stakes.values()), theme.TEXT_SOFT)
    if state.table.phase is Phase.BETTING:
        return MeterFace(BET, state.on_board)
    return MeterFace(BET, state.balances.escrow)


def _paid(state: SeatState) -> MeterFace:
    sums = sums_of(state.last)
    back = sums.paid > 0 and not sums.is_gain
    colour = theme.GOLD_TEXT if sums.is_gain else theme.TEXT_SOFT
    return MeterFace("meter.last_returned" if back else "meter.last_paid", sums.paid, colour)


class Meter(QWidget):
    """One amount with its name."""

    def __init__(self, face: MeterFace, dress: Style, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._face = face
        self._dress = dress
        self._plate = Baked(theme.BAR_BOTTOM)
        self._figure_line = 0.0  # px of the plate that was painted last
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)

    @property
    def face(self) -> MeterFace:
        """What the meter shows."""
        return self._face

    @property
    def cents(self) -> int:
        """The amount."""
        return self._face.cents

    @property
    def text(self) -> str:
        """The amount as it is painted."""
        return dollars(self._face.cents) if self._face.known else _UNKNOWN

    @property
    def name(self) -> str:
        """The words above the amount."""
        return self._dress.t(self._face.key)

    @property
    def note(self) -> str:
        """The words below the amount; empty without any."""
        return self._dress.t(self._face.note) if self._face.note else ""

    def apply_style(self, dress: Style) -> None:
        """Take over scale and language."""
        self._dress = dress
        self.update()

    def show_face(self, face: MeterFace) -> None:
        """Show another amount, at once: whoever counted up to it would show sums that never were."""
        if face != self._face:
            self._face = face
            self.update()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002  Qt's signature
        figure = self._fitted(Role.MONEY, _FIGURE, self.text)
        plate = self._plate.of(
            self, (self._dress, self._face.key, self._face.note, figure), lambda on: self._names(on, figure)
        )
        painter = QPainter(self)
        painter.drawPixmap(0, 0, plate)
        self._line(painter, self._figure_line, figure, self._face.colour, self.text)
        painter.end()

    def _names(self, painter: QPainter, figure: Typed) -> None:
        """What stands above and below the amount."""
        name = self._fitted(Role.LABEL, theme.TYPE_PX["small"], self.name, self.note)
        above, below = name.metrics.capHeight(), figure.metrics.capHeight()
        gap = self._dress.scale.px(13)
        height = above + gap + below
        if self.note:
            height += gap + above
        line = (self.height() - height) / 2 + above
        self._line(painter, line, name, theme.TEXT_SOFT, self.name)
        self._figure_line = line + gap + below
        if self.note:
            self._line(painter, self._figure_line + gap + above, name, theme.TEXT, self.note)

    def _fitted(self, role: Role, size: float, *lines: str) -> Typed:
        """The type of a role at a design size, smaller where a line has no room."""
        px, language = self._dress.scale.text(size), self._dress.texts.language
        wanted = typed(role, px, language)
        wide = max(wanted.metrics.horizontalAdvance(words) for words in lines)
        if wide <= self.width():
            return wanted
        return typed(role, max(self._dress.scale.least_text, int(px * self.width() / wide)), language)

    @staticmethod
    def _line(painter: QPainter, y: float, written: Typed, colour: str, words: str) -> None:
        painter.setFont(written.font)
        painter.setPen(QColor(colour))
        painter.drawText(QPointF(0, y), words)
