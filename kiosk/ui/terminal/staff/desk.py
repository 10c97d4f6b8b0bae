"""For staff: all rounds that the seat has kept, and its last tickets; also while it is idle, locked or broken."""

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from kiosk.seat.rounds import Recalled
from kiosk.ui.kit import theme
from kiosk.ui.kit.fonts import Role
from kiosk.ui.kit.model import Asked, SeatModel, Tickets
from kiosk.ui.kit.patience import Patience
from kiosk.ui.kit.rounds import RoundsPage
from kiosk.ui.kit.screen_mark import ScreenMark
from kiosk.ui.kit.scroll import make_kinetic
from kiosk.ui.kit.style import Style, label, recolour
from kiosk.ui.kit.texts import Texts
from kiosk.ui.kit.theme import Scale
from kiosk.ui.kit.tickets import TicketRows
from kiosk.ui.kit.touch_button import ButtonLook, TouchButton
from kiosk.ui.terminal.staff.acts import Acts


class StaffDesk(QWidget):
    """The screen. It asks the seat's books when it is made and shows what they answer, or that they do not.

    `recall_asked` carries all kept rounds, newest first, and the index that was tapped; `closed` is emitted by the
    button that leads back. Who opens it has made sure that an attendant's key is turned.
    """

    closed = Signal()
    recall_asked = Signal(object, int)

    def __init__(self, model: SeatModel, texts: Texts, scale: Scale, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = model
        self._look = Style(texts, scale)
        self._kept: list[Recalled] = []
        self._body: QWidget | None = None
        self._outer = QVBoxLayout(self)
        edge = scale.space("m")
        self._outer.setContentsMargins(edge, edge, edge, edge)
        self._rounds_asked = Patience(model, Asked.ROUNDS, self)
        self._tickets_asked = Patience(model, Asked.TICKETS, self)
        model.recalled.connect(self._recalled)
        model.tickets.connect(self._tickets)
        self._rounds_asked.failed.connect(self._no_rounds)
        self._tickets_asked.failed.connect(self._no_tickets)
        self._build()

    def set_texts(self, texts: Texts) -> None:
        """Speak another language."""
        self._look = Style(texts, self._look.scale)
        self._build()

    def sizeHint(self) -> QSize:
        return QSize(self._look.scale.px(1800), self._look.scale.px(800))

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002  Qt's signature
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        line = self._look.scale.px(3)
        painter.setBrush(QColor(theme.PANEL))
        painter.setPen(QPen(QColor(theme.WARN), line))
        radius = self._look.scale.radius("panel")
        rect = QRectF(self.rect()).adjusted(line / 2, line / 2, -line / 2, -line / 2)
        painter.drawRoundedRect(rect, radius, radius)
        painter.end()

    # --- parts

    def _build(self) -> None:
        if self._body is not None:
            self._outer.removeWidget(self._body)
            self._body.hide()
            self._body.deleteLater()
        look, scale = self._look, self._look.scale
        self._body = QWidget(self)
        column = QVBoxLayout(self._body)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(scale.space("m"))
        column.addLayout(self._head())
        self.acts = Acts(self._model, look)
        self.acts.paying.connect(self.closed)
        column.addWidget(self.acts)
        directions = QBoxLayout.Direction
        split = QBoxLayout(directions.TopToBottom if scale.portrait else directions.LeftToRight)
        split.setSpacing(scale.space("xl"))
        self.rounds = RoundsPage(look)
        self.rounds.opened.connect(self._opened)
        split.addWidget(self.rounds, 1)
        both = QHBoxLayout()
        both.setSpacing(scale.space("xl"))
        self.outgoing, self.incoming = TicketRows(look), TicketRows(look)
        self._heads = {"staff.tickets_out": self.outgoing, "staff.tickets_in": self.incoming}
        self._titles = {
            key: label(look, look.t(key), Role.BODY, "caption", theme.TEXT_SOFT) for key in self._heads
        }
        for key, rows in self._heads.items():
            both.addLayout(self._list(key, rows), 1)
        split.addLayout(both, 1 if scale.portrait else 2)
        column.addLayout(split, 1)
        self._outer.addWidget(self._body)
        self._body.show()
        self._rounds_asked.ask()
        self._tickets_asked.ask()

    def _head(self) -> QHBoxLayout:
        look, scale = self._look, self._look.scale
        row = QHBoxLayout()
        row.setSpacing(scale.space("m"))
        row.addWidget(ScreenMark(look, "staff.mark"))
        row.addWidget(label(look, look.t("staff.note"), Role.BODY, "body", theme.TEXT_SOFT), 1)
        self.back = TouchButton(look.t("recall.back"), look=ButtonLook.PRIMARY)
        self.back.set_face(look.font(Role.LABEL, "body"), scale.radius("button"), scale.px(18))
        self.back.setFixedHeight(scale.touch(48))
        self.back.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.back.clicked.connect(self.closed)
        row.addWidget(self.back)
        return row

    def _list(self, key: str, rows: TicketRows) -> QVBoxLayout:
        column = QVBoxLayout()
        column.setSpacing(self._look.scale.space("s"))
        column.addWidget(self._titles[key])
        area = QScrollArea()
        area.setWidgetResizable(True)
        area.setWidget(rows)
        make_kinetic(area, self._look)
        column.addWidget(area, 1)
        return column

    # --- what the books answer

    def _recalled(self, rounds: list[Recalled]) -> None:
        self._kept = list(rounds)
        self.rounds.set_rounds(self._kept, for_staff=True)

    def _no_rounds(self) -> None:
        self._kept = []
        self.rounds.set_unreadable()

    def _tickets(self, tickets: Tickets) -> None:
        self.outgoing.set_tickets(tickets.outgoing)
        self.incoming.set_tickets(tickets.incoming)
        for key, title in self._titles.items():
            title.setText(self._look.t(key))
            recolour(title, theme.TEXT_SOFT)

    def _no_tickets(self) -> None:
        for title in self._titles.values():
            title.setText(self._look.t("staff.tickets_unreadable"))
            recolour(title, theme.WARN)

    def _opened(self, index: int) -> None:
        if index < len(self._kept):
            self.recall_asked.emit(list(self._kept), index)
