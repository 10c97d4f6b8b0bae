"""Recall: a finished round replayed on the real board, step by step, and marked so that none takes it for play."""

from collections.abc import Sequence
from enum import StrEnum

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QScrollArea,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from kiosk.money import dollars
from kiosk.seat.context import Context
from kiosk.seat.rounds import Recalled
from kiosk.ui.kit import theme
from kiosk.ui.kit.clock import Countdown, SystemClock
from kiosk.ui.kit.fonts import Role
from kiosk.ui.kit.plate_screen import PlateScreen
from kiosk.ui.kit.reasons import void_words
from kiosk.ui.kit.rounds import sums
from kiosk.ui.kit.screen_mark import ScreenMark
from kiosk.ui.kit.scroll import make_kinetic
from kiosk.ui.kit.settlement_words import settlement_words
from kiosk.ui.kit.style import label, recolour
from kiosk.ui.kit.texts import Texts
from kiosk.ui.kit.theme import Scale
from kiosk.ui.kit.touch_button import ButtonLook, TouchButton, plain_button
from kiosk.ui.terminal.board.outcome import board_result
from kiosk.ui.terminal.board.view import BoardView
from kiosk.ui.terminal.game_part import PlayFelt, game_part, play_felt
from kiosk.ui.terminal.recall.bets import BetTable
from kiosk.ui.terminal.recall.facts import as_it_ended, chips, layout_of, lines
from kiosk.ui.terminal.recall.result import MoneyLines, ResultLine

_DETAIL_PX = 424  # beside the board
_DETAIL_HIGH_PX = 400  # below it


class Step(StrEnum):
    """The two steps of a replay."""

    BETS = "bets"
    RESULT = "result"


class RecallScreen(PlateScreen):
    """The screen. It shows the rounds that it is given (newest first) and asks for nothing itself.

    Who may see which rounds is decided by who opens it: `own_session` for the player, all for staff, whose screen
    says so (`for_staff`).
    `closed` is emitted by the button that leads back.
    """

    closed = Signal()

    def __init__(
        self,
        context: Context,
        texts: Texts,
        scale: Scale,
        rounds: Sequence[Recalled],
        index: int = 0,
        parent: QWidget | None = None,
        *,
        for_staff: bool = False,
    ) -> None:
        """`index` is the round to begin with. Raises IndexError when there is no such round."""
        super().__init__(texts, scale, "m", parent)
        if rounds and not 0 <= index < len(rounds):
            raise IndexError(f"recall of round {index}: expected 0 to {len(rounds) - 1}")
        self._context = context
        self._rounds = list(rounds)
        self._index = index
        self._for_staff = for_staff
        self._step = Step.RESULT
        self._build()

    # --- look ---------------------------------------------------------------------------------------------

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._turn()

    def _build(self) -> None:
        look, scale = self._look, self._look.scale
        column = self._begin("m")
        column.addLayout(self._head())
        self._split = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._split.setSpacing(scale.space("l"))
        column.addLayout(self._split, 1)
        self._stage = QGridLayout()  # what lies on the board shares its cell
        self._board: BoardView | None = None
        self._felt: PlayFelt | None = None
        self._board_layout = ""
        self._no_board = label(look, "", Role.BODY, "heading", theme.TEXT_SOFT)
        self._no_board.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._stage.addWidget(self._no_board, 0, 0)
        self._split.addLayout(self._stage, 1)
        self._detail = self._make_detail()
        self._split.addWidget(self._detail)
        self._end()
        self._turn()
        self._show()

    def _head(self) -> QBoxLayout:
        look, scale = self._look, self._look.scale
        self._title = label(look, "", Role.TITLE, "heading")
        self._title.setWordWrap(False)
        note = look.t("recall.staff_note") if self._for_staff else look.t("recall.note")
        self._note = label(look, note, Role.BODY, "body", theme.TEXT_SOFT)
        self._place = label(look, "", Role.NUMBER, "body", theme.TEXT_SOFT)
        self._place.setWordWrap(False)
        self.older = self._button("‹ " + look.t("recall.older"))
        self.newer = self._button(look.t("recall.newer") + " ›")
        self.back = self._button(look.t("recall.back"), ButtonLook.PRIMARY)
        self.older.clicked.connect(lambda: self.go(1))
        self.newer.clicked.connect(lambda: self.go(-1))
        self.back.clicked.connect(self.closed)
        upper = QHBoxLayout()
        upper.setSpacing(scale.space("m"))
        upper.addWidget(ScreenMark(look, "recall.mark"))
        if self._for_staff:
            upper.addWidget(ScreenMark(look, "staff.mark"))
        upper.addWidget(self._title)
        buttons = (self._place, self.older, self.newer, self.back)
        if not scale.portrait:
            upper.addWidget(self._note, 1)
            for widget in buttons:
                upper.addWidget(widget)
            return upper
        upper.addStretch(1)
        for widget in buttons:
            upper.addWidget(widget)
        both = QVBoxLayout()
        both.addLayout(upper)
        both.addWidget(self._note)
        return both

    def _button(self, text: str, face: ButtonLook = ButtonLook.QUIET) -> TouchButton:
        return plain_button(self._look, text, 48, face)

    def _make_detail(self) -> QWidget:
        look, scale = self._look, self._look.scale
        self._result = ResultLine(look)
        self._pays = label(look, "", Role.STRONG, "label")
        self._why = label(look, "", Role.BODY, "small", theme.WARN)
        self._steps = {step: self._button("") for step in Step}
        self._steps[Step.BETS].setText(look.t("recall.step_bets"))
        self._steps[Step.RESULT].setText(look.t("recall.step_result"))
        steps = QHBoxLayout()
        steps.setSpacing(scale.space("s"))
        for step, button in self._steps.items():
            button.setCheckable(True)
            button.clicked.connect(lambda _=False, chosen=step: self.show_step(chosen))
            steps.addWidget(button, 1)
        self._bets = BetTable(look)
        area = QScrollArea()
        area.setWidgetResizable(True)
        area.setWidget(self._bets)
        make_kinetic(area, look)
        self._money = MoneyLines(look)
        self._slip = label(look, "", Role.BODY, "caption", theme.TEXT_SOFT)
        first, second = QVBoxLayout(), QVBoxLayout()
        for column in (first, second):
            column.setSpacing(scale.space("m"))
        first.addWidget(self._result)
        first.addWidget(self._pays)
        first.addWidget(self._why)
        first.addLayout(steps)
        made = QWidget()
        if scale.portrait:
            first.addWidget(self._money)
            first.addWidget(self._slip)
            first.addStretch(1)
            second.addWidget(area, 1)
        else:
            second.addWidget(area, 1)
            second.addWidget(self._money)
            second.addWidget(self._slip)
        both = QHBoxLayout(made) if scale.portrait else QVBoxLayout(made)
        both.setContentsMargins(0, 0, 0, 0)
        both.setSpacing(scale.space("xl" if scale.portrait else "m"))
        both.addLayout(first, 1 if scale.portrait else 0)
        both.addLayout(second, 1)
        return made

    def _turn(self) -> None:
        """Board beside the details, or above them on a portrait screen."""
        scale = self._look.scale
        directions = QBoxLayout.Direction
        self._split.setDirection(directions.TopToBottom if scale.portrait else directions.LeftToRight)
        if scale.portrait:
            self._detail.setFixedHeight(scale.px(_DETAIL_HIGH_PX))
        else:
            self._detail.setFixedWidth(scale.px(_DETAIL_PX))

    # --- rounds -------------------------------------------------------------------------------------------

    @property
    def current(self) -> Recalled | None:
        """The round that is shown."""
        return self._rounds[self._index] if self._rounds else None

    @property
    def board(self) -> BoardView | None:
        """The board; None when the round's layout is not on this seat."""
        return self._board

    @property
    def money(self) -> dict[str, QLabel]:
        """The amounts shown, by the key of their heading."""
        return self._money.values

    def go(self, by: int) -> None:
        """Go to an older (+1) or newer (-1) round; stays at the ends."""
        wanted = self._index + by
        if 0 <= wanted < len(self._rounds):
            self._index = wanted
            self._show()

    def show_step(self, step: Step) -> None:
        """Show the chips as registered, or the result and what it paid."""
        self._step = step
        for one, button in self._steps.items():
            button.setChecked(one is step)
        self._show_board()

    def _show(self) -> None:
        look, one = self._look, self.current
        self._detail.setVisible(one is not None)
        self.older.set_usable(self._index + 1 < len(self._rounds))
        self.newer.set_usable(self._index > 0)
        if one is None:
            self._title.setText("")
            self._no_board.setText(look.t("recall.nothing"))
            return
        self._title.setText(look.t("recall.round", round=one.round))
        self._place.setText(look.t("recall.place", place=self._index + 1, count=len(self._rounds)))
        self._result.set_round(one)
        self._why.setVisible(bool(one.void_reason or one.before))
        self._why.setText(self._words_about(one))
        came = sums(one)
        self._pays.setText(settlement_words(came, look.texts))
        recolour(self._pays, theme.GOLD_TEXT if came.is_gain else theme.TEXT)
        self._bets.set_lines(one.game, lines(one), gain=came.is_gain)
        self._money.set_round(one)
        self._slip.setText(look.t("recall.registered", rev=one.registered_rev, seq=one.registered_seq))
        self._slip.setVisible(one.registered_seq > 0)
        self.show_step(self._step)

    def _words_about(self, one: Recalled) -> str:
        """Why the round is Void, and what it had paid before it was decided anew."""
        look = self._look
        words = []
        if one.void_reason:
            words.append(look.t("recall.void_why", reason=void_words(one.void_reason, look.texts)))
        if one.before:
            words.append(look.t("recall.changed", paid=dollars(one.before[-1].paid)))
        return " · ".join(words)

    def _show_board(self) -> None:
        one = self.current
        if one is None:
            return
        layout = layout_of(one, self._context)
        if self._board is not None and (layout is None or self._board_layout != layout.name):
            self._stage.removeWidget(self._board)
            self._board.hide()
            self._board.deleteLater()
            self._board = None
        self._no_board.setVisible(layout is None)
        if layout is None:
            self._no_board.setText(self._look.t("recall.no_other_layout", layout=one.layout))
            return
        if self._board is None:
            texts = self._look.texts
            self._board = BoardView(
                layout, game_part(layout.game).board_faces(layout, texts), texts.language, animations=False
            )
            self._board_layout = layout.name
            # Nothing can be bet here: the board takes no fingers at all.
            self._board.setEnabled(False)
            self._board.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
            self._stage.addWidget(self._board, 0, 0)
            self._make_felt()
        settled = one.settlement if self._step is Step.RESULT else None
        self._board.set_chips(chips(one))
        self._board.set_result(board_result(layout, settled, one.facts) if settled is not None else None)
        if self._felt is not None:
            self._felt.setVisible(self._step is Step.RESULT)
            self._felt.show_state(as_it_ended(one))

    def _make_felt(self) -> None:
        """What a game lays over its board: it takes no fingers here either."""
        if self._felt is not None:
            self._felt.hide()
            self._felt.deleteLater()
        still = Countdown(SystemClock())
        self._felt = play_felt(self._context, self._look, still, animations=False, parent=self)
        if self._felt is not None:
            self._felt.setEnabled(False)
            self._stage.addWidget(self._felt, 0, 0)
            self._felt.raise_()
