"""Service mode on the screen: its pages, who is logged in, and the way back into play."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QSize, Signal, Slot
from PySide6.QtWidgets import QBoxLayout, QGridLayout, QHBoxLayout, QVBoxLayout, QWidget

from kiosk.seat.roles import Right
from kiosk.seat.roles import Role as StaffRole
from kiosk.seat.state import SeatState
from kiosk.ui.kit import theme
from kiosk.ui.kit.fonts import Role
from kiosk.ui.kit.model import SeatModel
from kiosk.ui.kit.plate_screen import PlateScreen
from kiosk.ui.kit.screen_mark import ScreenMark
from kiosk.ui.kit.style import label
from kiosk.ui.kit.texts import Texts
from kiosk.ui.kit.theme import Scale
from kiosk.ui.kit.touch_button import ButtonLook, TouchButton, plain_button
from kiosk.ui.service.charts.page import ChartsPage
from kiosk.ui.service.gate import SeatDesk, StaffGate
from kiosk.ui.service.page import Page
from kiosk.ui.service.pages.day import DayPage
from kiosk.ui.service.pages.devices import DevicesPage
from kiosk.ui.service.pages.events import EventsPage
from kiosk.ui.service.pages.meters import MetersPage
from kiosk.ui.service.pages.pin import PinPage
from kiosk.ui.service.pages.recall import RecallPage
from kiosk.ui.service.pages.settings import SettingsPage
from kiosk.ui.service.pages.staff import StaffPage
from kiosk.ui.service.pages.status import StatusPage
from kiosk.ui.service.tools import Tools
from kiosk.ui.service.words import ROLE_WORDS


@dataclass(frozen=True)
class Entry:
    """A page of service mode: its name, its title, and the right that opens it."""

    name: str
    title: str
    right: Right


ENTRIES = (
    Entry("status", "service.page_status", Right.SEE_STATUS),
    Entry("meters", "service.page_meters", Right.SEE_METERS),
    Entry("events", "service.page_events", Right.SEE_EVENTS),
    Entry("recall", "service.page_recall", Right.SEE_RECALL),
    Entry("charts", "service.page_charts", Right.SEE_CHARTS),
    Entry("devices", "service.page_devices", Right.TEST_DEVICES),
    Entry("settings", "service.page_settings", Right.CHANGE_SETTINGS),
    Entry("day", "service.page_day", Right.CLOSE_DAY),
    Entry("staff", "service.page_staff", Right.MANAGE_STAFF),
)


OWN_PIN = "own-pin"  # a page without a tab: everybody's


class ServiceScreen(PlateScreen):
    """Everything that staff see. `closed` when whoever is logged in leaves.

    `recall_asked` carries kept rounds and an index, as the staff's desk does; `full_asked` carries a function that
    makes a widget for the whole window, whose `finished` ends it.
    """

    closed = Signal()
    recall_asked = Signal(object, int)
    full_asked = Signal(object)
    covers = True

    def __init__(
        self,
        model: SeatModel,
        gate: StaffGate,
        tools: Tools,
        texts: Texts,
        scale: Scale,
        parent: QWidget | None = None,
        *,
        page: str = "",
    ) -> None:
        super().__init__(texts, scale, "l", parent)
        self.gate = gate
        self.tools = tools
        self.desk = SeatDesk(model, gate, gate.clock)
        self._name = page
        self.page: Page | None = None
        self.tabs: dict[str, TouchButton] = {}
        model.changed.connect(self._changed)
        gate.changed.connect(self._gate_changed)
        self._build()

    @property
    def entries(self) -> tuple[Entry, ...]:
        """The pages that whoever is logged in may see."""
        return tuple(entry for entry in ENTRIES if self.gate.may(entry.right))

    def sizeHint(self) -> QSize:
        return QSize(self._look.scale.px(1860), self._look.scale.px(900))

    # --- parts --------------------------------------------------------------------------------------------------

    def _build(self) -> None:
        scale = self._look.scale
        column = self._begin("m")
        column.addLayout(self._head())
        turn = QBoxLayout.Direction.TopToBottom if scale.portrait else QBoxLayout.Direction.LeftToRight
        split = QBoxLayout(turn)
        split.setSpacing(scale.space("xl"))
        split.addLayout(self._tabs())
        self._stage = QVBoxLayout()
        split.addLayout(self._stage, 1)
        column.addLayout(split, 1)
        self._end()
        self.page = None
        names = [entry.name for entry in self.entries]
        if names:
            self.open(self._name if self._name in (*names, OWN_PIN) else names[0])

    def _head(self) -> QHBoxLayout:
        look, scale = self._look, self._look.scale
        row = QHBoxLayout()
        row.setSpacing(scale.space("m"))
        row.addWidget(ScreenMark(look, "service.mark"))
        session = self.gate.session
        who = ""
        if session is not None:
            who = look.t("service.who", name=session.name, role=look.t(ROLE_WORDS[StaffRole(session.role)]))
        row.addWidget(label(look, who, Role.BODY, "body", theme.TEXT_SOFT), 1)
        self.own_pin = plain_button(look, look.t("service.own_pin"), 52)
        self.own_pin.clicked.connect(lambda: self.open(OWN_PIN))
        row.addWidget(self.own_pin)
        self.leave = plain_button(look, look.t("service.leave"), 52, ButtonLook.PRIMARY)
        self.leave.clicked.connect(self.gate.log_out)
        row.addWidget(self.leave)
        return row

    def _tabs(self) -> QGridLayout:
        look, scale = self._look, self._look.scale
        grid = QGridLayout()
        grid.setSpacing(scale.space("s"))
        self.tabs = {}
        across = 5 if scale.portrait else 1
        for number, entry in enumerate(self.entries):
            tab = plain_button(look, look.t(entry.title), 60, pad=12)
            if not scale.portrait:
                tab.setFixedWidth(scale.px(214))
            tab.setCheckable(True)
            tab.clicked.connect(lambda _=False, name=entry.name: self.open(name))
            self.tabs[entry.name] = tab
            grid.addWidget(tab, number // across, number % across)
        if not scale.portrait:
            grid.setRowStretch(len(self.tabs), 1)
        return grid

    def open(self, name: str) -> None:
        """Open a page by its name."""
        self._name = name
        for one, tab in self.tabs.items():
            tab.setChecked(one == name)
        if self.page is not None:
            self._stage.removeWidget(self.page)
            self.page.hide()
            self.page.deleteLater()
        self.page = self._make(name)
        self._stage.addWidget(self.page, 1)
        self.page.show()
        self.page.show_state(self.desk.model.state)

    def _make(self, name: str) -> Page:
        desk, look, tools = self.desk, self._look, self.tools
        made: dict[str, Callable[[], Page]] = {
            "status": lambda: StatusPage(desk, look, tools),
            "meters": lambda: MetersPage(desk, look, tools),
            "events": lambda: EventsPage(desk, look),
            "recall": lambda: RecallPage(desk, look, self.recall_asked.emit),
            "charts": lambda: ChartsPage(desk, look),
            "devices": lambda: DevicesPage(desk, look, tools, self.full_asked.emit),
            "settings": lambda: SettingsPage(desk, look, tools),
            "day": lambda: DayPage(desk, look, tools),
            "staff": lambda: StaffPage(desk, look, self.gate),
            OWN_PIN: lambda: PinPage(desk, look, self.gate),
        }
        return made[name]()

    @property
    def open_page(self) -> str:
        """The name of the page that is open."""
        return self._name

    @Slot(object)
    def _changed(self, state: SeatState) -> None:
        if self.page is not None:
            self.page.show_state(state)

    @Slot()
    def _gate_changed(self) -> None:
        if self.gate.session is None:
            self.closed.emit()
