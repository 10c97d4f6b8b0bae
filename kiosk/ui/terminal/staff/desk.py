"""For staff: all rounds that the seat has kept, and its last tickets; also while it is idle, locked or broken."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from kiosk.seat.rounds import Recalled
from kiosk.ui.kit import theme
from kiosk.ui.kit.fonts import Role
from kiosk.ui.kit.model import Asked, SeatModel, Tickets
from kiosk.ui.kit.patience import Patience
from kiosk.ui.kit.plate_screen import PlateScreen
from kiosk.ui.kit.rounds import RoundsPage
from kiosk.ui.kit.screen_mark import ScreenMark
from kiosk.ui.kit.scroll import make_kinetic
from kiosk.ui.kit.style import label, recolour
from kiosk.ui.kit.texts import Texts
from kiosk.ui.kit.theme import Scale
from kiosk.ui.kit.tickets import TicketRows
from kiosk.ui.kit.touch_button import ButtonLook, plain_button
from kiosk.ui.terminal.staff.acts import Acts


class StaffDesk(PlateScreen):
    """The screen. It asks the seat's books when it is made and shows what they answer, or that they do not.

    `recall_asked` carries all kept rounds, newest first, and the index that was tapped; `closed` is emitted by the
    button that leads back. Who opens it has made sure that an attendant's key is turned.
    """

    closed = Signal()
    recall_asked = Signal(object, int)

    def __init__(self, model: SeatModel, texts: Texts, scale: Scale, parent: QWidget | None = None) -> None:
        super().__init__(texts, scale, "m", parent)
        self._model = model
        self._kept: list[Recalled] = []
        self._rounds_asked = Patience(model, Asked.ROUNDS, self)
        self._tickets_asked = Patience(model, Asked.TICKETS, self)
        model.recalled.connect(self._recalled)
        model.tickets.connect(self._tickets)
        self._rounds_asked.failed.connect(self._no_rounds)
        self._tickets_asked.failed.connect(self._no_tickets)
        self._build()

    # --- parts

    def _build(self) -> None:
        look, scale = self._look, self._look.scale
        column = self._begin("m")
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
        self._end()
        self._rounds_asked.ask()
        self._tickets_asked.ask()

    def _head(self) -> QHBoxLayout:
        look, scale = self._look, self._look.scale
        row = QHBoxLayout()
        row.setSpacing(scale.space("m"))
        row.addWidget(ScreenMark(look, "staff.mark"))
        row.addWidget(label(look, look.t("staff.note"), Role.BODY, "body", theme.TEXT_SOFT), 1)
        self.back = plain_button(look, look.t("recall.back"), 48, ButtonLook.PRIMARY)
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
