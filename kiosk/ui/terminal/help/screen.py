"""Help & pays: five pages that a finger scrolls."""

from enum import StrEnum

from PySide6.QtCore import QRectF, Signal
from PySide6.QtGui import QColor, QPaintEvent, QPen
from PySide6.QtWidgets import QHBoxLayout, QScrollArea, QStackedWidget, QVBoxLayout, QWidget

from kiosk.seat.state import SeatState
from kiosk.ui.kit import theme
from kiosk.ui.kit.fonts import Role
from kiosk.ui.kit.model import SeatModel
from kiosk.ui.kit.plate_screen import PlateScreen
from kiosk.ui.kit.scroll import make_kinetic
from kiosk.ui.kit.style import label, smooth
from kiosk.ui.kit.texts import Texts
from kiosk.ui.kit.theme import Scale
from kiosk.ui.kit.touch_button import ButtonLook, TouchButton, plain_button
from kiosk.ui.terminal.game_part import game_part
from kiosk.ui.terminal.help.pages import money_page, play_page, round_page


class Section(StrEnum):
    """The pages, in their order."""

    BETS = "bets"
    ROUND = "round"
    LIMITS = "limits"
    MONEY = "money"
    PLAY = "play"


_WORDS = {
    Section.BETS: "help.section_bets",
    Section.ROUND: "help.section_round",
    Section.LIMITS: "help.section_limits",
    Section.MONEY: "help.section_money",
    Section.PLAY: "help.section_play",
}


class HelpScreen(PlateScreen):
    """The screen. `closed` is emitted by the button that leads back. Play goes on behind it."""

    closed = Signal()

    def __init__(self, model: SeatModel, texts: Texts, scale: Scale, parent: QWidget | None = None) -> None:
        super().__init__(texts, scale, "l", parent)
        self._model = model
        self._part = game_part(model.context.game.name)
        self._limits = model.state.table.limits
        self._section = Section.BETS
        self._build()
        model.changed.connect(self._changed)

    # --- look ---------------------------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002
        painter = smooth(self)
        painter.setBrush(QColor(theme.PANEL))
        painter.setPen(QPen(QColor(theme.LINE), self._look.scale.px(1)))
        radius = self._look.scale.radius("panel")
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), radius, radius)
        painter.end()

    def _build(self) -> None:
        look = self._look
        self._pages: dict[Section, QScrollArea] = {}
        self._buttons: dict[Section, TouchButton] = {}
        self._stack = QStackedWidget()
        self.back = self._button(look.t("help.back"), ButtonLook.PRIMARY)
        self.back.clicked.connect(self.closed)
        head = QHBoxLayout()
        head.addWidget(label(look, look.t("help.title"), Role.TITLE, "title"), 1)
        head.addWidget(self.back)
        for section in Section:
            button = self._button(look.t(_WORDS[section]))
            button.setCheckable(True)
            button.clicked.connect(lambda _=False, chosen=section: self.show_section(chosen))
            self._buttons[section] = button
        column = self._begin("l")
        column.addLayout(head)
        column.addLayout(self._sections_and_page(), 1)
        self._end()
        self.show_section(self._section)

    def _sections_and_page(self) -> QHBoxLayout | QVBoxLayout:
        scale = self._look.scale
        sections = QHBoxLayout() if scale.portrait else QVBoxLayout()
        sections.setSpacing(scale.space("s"))
        for button in self._buttons.values():
            sections.addWidget(button, 1 if scale.portrait else 0)
            if not scale.portrait:
                button.setFixedWidth(scale.px(240))
        both = QVBoxLayout() if scale.portrait else QHBoxLayout()
        both.setSpacing(scale.space("l"))
        if not scale.portrait:
            sections.addStretch(1)
            information = label(
                self._look, self._look.t(self._part.words.information), Role.BODY, "caption", theme.TEXT_SOFT
            )
            information.setFixedWidth(scale.px(240))
            sections.addWidget(information)
        both.addLayout(sections)
        both.addWidget(self._stack, 1)
        return both

    def _button(self, text: str, face: ButtonLook = ButtonLook.QUIET) -> TouchButton:
        return plain_button(self._look, text, 58, face, size="label", pad=20)

    # --- pages --------------------------------------------------------------------------------------------

    def page(self, section: Section) -> QScrollArea:
        """The scrolled page of a section, made when it is first asked for."""
        if section not in self._pages:
            area = QScrollArea()
            area.setWidgetResizable(True)
            area.setWidget(self._make(section))
            make_kinetic(area, self._look)
            self._pages[section] = area
            self._stack.addWidget(area)
        return self._pages[section]

    def show_section(self, section: Section) -> None:
        """Turn to a page."""
        self._section = section
        for one, button in self._buttons.items():
            button.setChecked(one is section)
        self._stack.setCurrentWidget(self.page(section))

    def _make(self, section: Section) -> QWidget:
        look, context = self._look, self._model.context
        match section:
            case Section.BETS:
                return self._part.bets_page(look, context, self._limits)
            case Section.ROUND:
                return round_page(look, self._part.steps, self._part.words.information)
            case Section.LIMITS:
                return self._part.limits_page(look, context.layout, self._limits)
            case Section.MONEY:
                return money_page(look, context)
            case Section.PLAY:
                return play_page(look, self._part.words.no_memory)

    def _changed(self, state: SeatState) -> None:
        # A round may bring other limits: what is shown must be what holds (rule 3.3).
        if state.table.limits != self._limits:
            self._limits = state.table.limits
            self._build()
