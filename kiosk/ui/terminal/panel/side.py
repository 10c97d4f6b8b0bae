"""The side panel: the game's results and the seat's own rounds behind tabs. All of it information only (5.8)."""

from collections.abc import Sequence

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from kiosk.seat.effects import Outcome
from kiosk.seat.rounds import Recalled
from kiosk.seat.state import SeatState
from kiosk.ui.kit import theme
from kiosk.ui.kit.fonts import Role
from kiosk.ui.kit.model import MOST_OUTCOMES, Asked, SeatModel
from kiosk.ui.kit.patience import Patience
from kiosk.ui.kit.rounds import RoundsPage
from kiosk.ui.kit.style import Style, fitted, rounded, size_of, smooth
from kiosk.ui.kit.texts import Texts
from kiosk.ui.kit.theme import Scale
from kiosk.ui.kit.touch_button import TouchButton
from kiosk.ui.terminal.game_part import TrendPage, game_part

ROUNDS = "rounds"
"""The tab of the seat's own rounds; the others are the game's."""


class SidePanel(QWidget):
    """The panel. `recall_asked` carries the rounds that are listed (newest first) and the index that was tapped.

    Those are the rounds of the session; for staff, while `set_staff` is on, all that the seat has kept.
    `desk_asked` is the wish of staff for all that the seat keeps.
    Only the page that is seen is kept up to date; the others catch up when their tab is tapped.
    """

    recall_asked = Signal(object, int)
    desk_asked = Signal()
    touched = Signal()

    def __init__(
        self,
        model: SeatModel,
        texts: Texts,
        scale: Scale,
        parent: QWidget | None = None,
        *,
        information_only: bool = False,
    ) -> None:
        """`information_only` leaves out the seat's own rounds: for a screen without a player."""
        super().__init__(parent)
        self._model = model
        self._look = Style(texts, scale)
        self._part = game_part(model.context.game.name)
        self._words = dict(self._part.trend_tabs)
        self._tab = next(iter(self._words))
        if not information_only:
            self._words[ROUNDS] = "panel.tab_rounds"
        self._outcomes = list(model.outcomes)
        self._counted = self._part.trends(self._outcomes)
        self._state = model.state
        self._kept: list[Recalled] = []
        self._staff = False
        self._patience = Patience(model, Asked.ROUNDS, self)
        self._patience.failed.connect(self._unreadable)
        self._buttons: dict[str, TouchButton] = {}
        self._pages: dict[str, QWidget] = {}
        self._trend_pages: dict[str, TrendPage] = {}
        self._body: QWidget | None = None
        self._outer = QVBoxLayout(self)
        self._outer.setContentsMargins(0, 0, 0, 0)
        self._build()
        model.outcome.connect(self._outcome)
        model.changed.connect(self._changed)
        model.recalled.connect(self._recalled)

    # --- look ---------------------------------------------------------------------------------------------

    def set_texts(self, texts: Texts) -> None:
        """Speak another language; the chosen tab stays."""
        self._look = Style(texts, self._look.scale)
        self._build()

    def set_scale(self, scale: Scale) -> None:
        """Take the scale of another screen; the chosen tab stays."""
        if scale != self._look.scale:
            self._look = Style(self._look.texts, scale)
            self._build()

    def _build(self) -> None:
        if self._body is not None:
            self._outer.removeWidget(self._body)
            self._body.hide()
            self._body.deleteLater()
        scale = self._look.scale
        self._pages, self._trend_pages = {}, {}
        self._body = QWidget(self)
        self._stack = QStackedWidget()
        column = QVBoxLayout(self._body)
        edge = scale.space("l")
        column.setContentsMargins(edge, scale.space("m"), edge, edge)
        column.setSpacing(scale.space("m"))
        column.addLayout(self._tab_row())
        column.addWidget(self._stack, 1)
        self._outer.addWidget(self._body)
        self.show_tab(self._tab)

    def _tab_row(self) -> QHBoxLayout:
        scale = self._look.scale
        row = QHBoxLayout()
        row.setSpacing(scale.space("s"))
        group = QButtonGroup(self._body)
        self._buttons = {}
        for tab, key in self._words.items():
            button = TouchButton(self._look.t(key))
            button.setCheckable(True)
            button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
            button.setFixedHeight(scale.touch(46))
            button.clicked.connect(lambda _=False, chosen=tab: self.show_tab(chosen))
            button.clicked.connect(self.touched)
            group.addButton(button)
            row.addWidget(button, 1)
            self._buttons[tab] = button
        self._fit_tabs()
        return row

    def _fit_tabs(self) -> None:
        """One size of type for all tabs: the one at which the longest word fits."""
        scale = self._look.scale
        inner = self.width() - 2 * scale.space("l") - scale.space("s") * (len(self._buttons) - 1)
        room = inner / len(self._buttons) - scale.px(12)
        words = [button.text() for button in self._buttons.values()]
        wanted = scale.text(theme.TYPE_PX["body"])
        chosen = min(
            (fitted(self._look, word, Role.LABEL, wanted, room) for word in words),
            key=size_of,
        )
        for button in self._buttons.values():
            button.set_face(chosen, scale.radius("button"), scale.px(4))

    @property
    def is_wide(self) -> bool:
        """Whether pages stand side by side: in a portrait window the panel is low and wide."""
        return self.width() > self.height()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_tabs()
        for page in self._trend_pages.values():
            page.set_wide(self.is_wide)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002
        painter = smooth(self)
        radius = self._look.scale.radius("panel")
        rounded(painter, QRectF(self.rect()), radius, theme.PANEL)
        painter.end()

    # --- tabs ---------------------------------------------------------------------------------------------

    @property
    def tabs(self) -> tuple[str, ...]:
        """Their names, in their order."""
        return tuple(self._words)

    def page(self, tab: str) -> QWidget:
        """The page of a tab, made when it is first asked for."""
        if tab not in self._pages:
            made = self._make_page(tab)
            self._pages[tab] = made
            self._stack.addWidget(made)
        return self._pages[tab]

    def show_tab(self, tab: str) -> None:
        """Bring a tab to the front, up to date."""
        self._tab = tab
        self._buttons[tab].setChecked(True)
        self._stack.setCurrentWidget(self.page(tab))
        self._refresh()
        if tab == ROUNDS:
            self._patience.ask()

    def _make_page(self, tab: str) -> QWidget:
        if tab == ROUNDS:
            rounds = RoundsPage(self._look)
            rounds.opened.connect(self._opened)
            rounds.desk.clicked.connect(self.desk_asked)
            return rounds
        made = self._part.trend_page(tab, self._look)
        made.set_wide(self.is_wide)
        self._trend_pages[tab] = made
        return made

    # --- news ---------------------------------------------------------------------------------------------

    def _outcome(self, outcome: Outcome) -> None:
        known = [one for one in self._outcomes if one.round != outcome.round]
        place = len(known) if len(known) == len(self._outcomes) else self._place(outcome.round)
        self._outcomes = [*known[:place], outcome, *known[place:]][-MOST_OUTCOMES:]
        self._counted = self._part.trends(self._outcomes)
        self._refresh()

    def _place(self, number: int) -> int:
        return next(index for index, one in enumerate(self._outcomes) if one.round == number)

    def _changed(self, state: SeatState) -> None:
        before, self._state = self._state, state
        news = (state.last, state.session_from) != (before.last, before.session_from)
        if self._tab == ROUNDS and news:
            self._patience.ask()
        elif self._tab in self._trend_pages:
            self._trend_pages[self._tab].show_state(self._model.context, state)

    def _recalled(self, rounds: Sequence[Recalled]) -> None:
        self._kept = list(rounds)
        self._list_rounds()

    def _unreadable(self) -> None:
        self._kept = []
        page = self._pages.get(ROUNDS)
        if isinstance(page, RoundsPage):
            page.set_unreadable()

    def set_staff(self, on: bool) -> None:
        """List all rounds of the seat, for staff, or those of the player alone."""
        self._staff = on
        self._list_rounds()  # at once: what is another player's must not stay while the books are asked
        if self._tab == ROUNDS:
            self._patience.ask()

    @property
    def _listed(self) -> list[Recalled]:
        return self._kept if self._staff else own_session(self._kept, self._state)

    def _list_rounds(self) -> None:
        page = self._pages.get(ROUNDS)
        if isinstance(page, RoundsPage):
            page.set_rounds(self._listed, for_staff=self._staff)
            page.desk.setVisible(self._staff)

    def _opened(self, index: int) -> None:
        rounds = self._listed
        if index < len(rounds):
            self.recall_asked.emit(rounds, index)

    def _refresh(self) -> None:
        if self._tab in self._trend_pages:
            page = self._trend_pages[self._tab]
            page.set_trends(self._counted)
            page.show_state(self._model.context, self._state)


def own_session(rounds: Sequence[Recalled], state: SeatState) -> list[Recalled]:
    """The rounds of the player who sits here now, in the order given."""
    return [one for one in rounds if one.round >= state.session_from]
