"""The work area: what happens now, what must be entered, and the one button for what comes next."""

from __future__ import annotations

from PySide6.QtCore import QRect, QRectF, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QWidget

from kiosk.console.view import DeskView, Next
from kiosk.games.game import Settle
from kiosk.ui.dealer import palette
from kiosk.ui.dealer.button import DeskButton
from kiosk.ui.dealer.game_part import game_part
from kiosk.ui.dealer.option_row import OptionRow
from kiosk.ui.dealer.pen import panel, write
from kiosk.ui.dealer.words import no_does_words
from kiosk.ui.dealer.work.pictures import paint_body
from kiosk.ui.dealer.work.primary import Inputs, Primary, counts_by_hand, primary, shared_prize
from kiosk.ui.dealer.work.story import story
from kiosk.ui.kit import theme
from kiosk.ui.kit.fonts import Role
from kiosk.ui.kit.style import Style, smooth
from kiosk.ui.kit.touch_button import ButtonLook

_PAD = 28  # design px
_TITLE = 42
_LINE = 30
_FOOT = 140  # the row of the large button
_BETTING = (Next.HURRY_UP, Next.CLOSE_BETS, Next.ANSWER_BETTING)


class WorkArea(QWidget):
    """Shows one DeskView with what the dealer has entered. The buttons only report; the window acts."""

    next_asked = Signal()
    hurry_asked = Signal()
    close_asked = Signal()
    go_on_asked = Signal()
    more_time_asked = Signal()
    void_asked = Signal()
    key_asked = Signal(int)
    back_asked = Signal()
    clear_asked = Signal()
    count_asked = Signal(int)
    answer_asked = Signal(bool)

    def __init__(self, game: str, look: Style, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.look = look
        self._view: DeskView | None = None
        part = game_part(game)
        self._inputs = Inputs(part.entry())
        self._left_ms: int | None = None
        say = look.t
        self.go = DeskButton("", look, kind=ButtonLook.PRIMARY, key="Enter", size=44, parent=self)
        self.keys = part.keys(look, self)
        self.slots = part.view(look, self)
        self.hurry = self._side(say("dealer.do.hurry_up"), "H")
        self.close_bets = self._side(say("dealer.do.close_bets"), "C")
        self.go_on = self._side(say("dealer.do.go_on"), "G")
        self.more_time = self._side(say("dealer.do.more_time"), "M")
        self.void = self._side(say("dealer.do.answer_void"), "F2")
        self.back = self._side(say("dealer.work.back"), "", 20)
        self.clear = self._side(say("dealer.work.clear"), "", 20)
        self.less = self._side("−", "", 64)
        self.more = self._side("+", "", 64)
        self.yes = OptionRow(say("dealer.work.yes"), look, key="Y", size=29, parent=self)
        self.no = OptionRow(say("dealer.work.no"), look, key="N", size=29, parent=self)
        for answer in (self.yes, self.no):
            answer.setCheckable(True)
        self._connect()

    def _side(self, text: str, key: str, size: float = 24) -> DeskButton:
        return DeskButton(text, self.look, key=key, size=size, parent=self)

    def _connect(self) -> None:
        self.go.clicked.connect(self.next_asked)
        self.keys.pressed.connect(self.key_asked)
        self.hurry.clicked.connect(self.hurry_asked)
        self.close_bets.clicked.connect(self.close_asked)
        self.go_on.clicked.connect(self.go_on_asked)
        self.more_time.clicked.connect(self.more_time_asked)
        self.void.clicked.connect(self.void_asked)
        self.back.clicked.connect(self.back_asked)
        self.clear.clicked.connect(self.clear_asked)
        self.less.clicked.connect(lambda _=False: self.count_asked.emit(-1))
        self.more.clicked.connect(lambda _=False: self.count_asked.emit(1))
        self.yes.clicked.connect(lambda _=False: self.answer_asked.emit(True))
        self.no.clicked.connect(lambda _=False: self.answer_asked.emit(False))

    @property
    def action(self) -> Primary | None:
        """The next action as it is shown."""
        return primary(self._view, self._inputs, self.look.texts) if self._view is not None else None

    def show_view(self, view: DeskView, inputs: Inputs, left_ms: int | None) -> None:
        """Show this moment; ``left_ms`` is the betting time left by the screen's own clock."""
        self._view, self._inputs, self._left_ms = view, inputs, left_ms
        action = primary(view, inputs, self.look.texts)
        self.go.tell(action.text, action.why or action.second, action.why, action.kind)
        self.slots.show_entry(inputs.entry)
        self.keys.show_entry(inputs.entry)
        typed = not isinstance(view.asked, Settle) and shared_prize(view) is None
        entering = view.next is Next.ENTER_RESULT and typed
        betting = view.next in _BETTING
        self.keys.setVisible(entering)
        self.slots.setVisible(entering)
        self.back.setVisible(entering)
        self.clear.setVisible(entering)
        self.hurry.setVisible(betting and view.next is not Next.HURRY_UP and "HurryUp" in view.may)
        self.close_bets.setVisible(betting and view.next is not Next.CLOSE_BETS and "CloseBets" in view.may)
        self.go_on.setVisible("GoOnWithout" in view.may and bool(view.waits_for))
        self.more_time.setVisible(view.next is Next.CLOSE_DECISIONS and "MoreTime" in view.may)
        self.void.setVisible(view.next is Next.ANSWER_BETTING and "Void" in view.may)
        by_hand = view.next is Next.END_ACT and counts_by_hand(view)
        self.less.setVisible(by_hand)
        self.more.setVisible(by_hand)
        self._show_answers(view, inputs)
        self._place()
        self.update()

    def show_left(self, left_ms: int | None) -> None:
        """Only the betting time left has changed."""
        if left_ms != self._left_ms:
            self._left_ms = left_ms
            self.update()

    def _show_answers(self, view: DeskView, inputs: Inputs) -> None:
        asked = view.next is Next.ANSWER_INTERRUPTION
        say = self.look.t
        self.yes.setVisible(asked)
        self.no.setVisible(asked)
        if not asked:
            return
        self.yes.tell(say("dealer.work.yes"), say("dealer.work.yes_does"))
        already = say("dealer.why.decided_already") if view.decided_already else ""
        back = no_does_words(view, self.look.texts)
        self.no.tell(say("dealer.work.no"), already or back, already)
        self.yes.setChecked(inputs.decided is True)
        self.no.setChecked(inputs.decided is False)

    # --- places, all in screen px

    def body_rect(self) -> QRectF:
        """Where the picture of the moment stands: between the words and the foot."""
        scale, pad = self.look.scale, self.look.scale.px(_PAD)
        top = pad * 0.75 + scale.px(_TITLE) + scale.px(_LINE) + scale.px(14)
        bottom = self.height() - pad - self._foot() - scale.px(16)
        return QRectF(pad, top, self.width() - 2 * pad, bottom - top)

    def _foot(self) -> int:
        return self.look.scale.touch(_FOOT)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place()

    def _place(self) -> None:
        if self._view is None or self.width() <= 0:
            return
        scale, pad, gap = self.look.scale, self.look.scale.px(_PAD), self.look.scale.px(14)
        body = self.body_rect().toRect()
        foot = QRect(pad, self.height() - pad - self._foot(), self.width() - 2 * pad, self._foot())
        left = foot.x()
        beside = [
            b
            for b in (self.hurry, self.close_bets, self.go_on, self.more_time, self.void)
            if b.isVisibleTo(self)
        ]
        for button in beside:
            button.setGeometry(left, foot.y(), scale.px(290), foot.height())
            left += scale.px(290) + gap
        if self.keys.isVisibleTo(self):
            left = self._place_entry(body, foot)
        self.go.setGeometry(left, foot.y(), foot.x() + foot.width() - left, foot.height())
        side = min(body.height(), scale.px(150))
        top = body.y() + (body.height() - side) // 2
        self.less.setGeometry(body.x(), top, side, side)
        self.more.setGeometry(body.x() + side + scale.px(220) + 2 * gap, top, side, side)
        half = (body.width() - gap) // 2
        self.yes.setGeometry(body.x(), body.y(), half, body.height())
        self.no.setGeometry(body.x() + half + gap, body.y(), half, body.height())

    def _place_entry(self, body: QRect, foot: QRect) -> int:
        scale, gap = self.look.scale, self.look.scale.px(14)
        self.keys.setGeometry(body)
        air, width = scale.px(8), scale.px(126)
        height = (foot.height() - air) // 2
        beside = height < theme.MIN_TOUCH_PX  # a small screen: two fingers do not fit one above the other
        slots = QRect(foot.x(), foot.y(), scale.px(600) - beside * (width + air), foot.height())
        self.slots.setGeometry(slots)
        left = slots.x() + slots.width() + gap
        if beside:
            self.back.setGeometry(left, foot.y(), width, foot.height())
            left += width + air
            self.clear.setGeometry(left, foot.y(), width, foot.height())
        else:
            self.back.setGeometry(left, foot.y(), width, height)
            self.clear.setGeometry(left, foot.y() + foot.height() - height, width, height)
        return left + width + gap

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002  Qt's signature
        if self._view is None:
            return
        look, scale, pad = self.look, self.look.scale, self.look.scale.px(_PAD)
        painter = smooth(self)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        panel(painter, QRectF(self.rect()), look, palette.PANEL)
        said = story(self._view, self._inputs, look.texts)
        width = self.width() - 2 * pad
        title = QRectF(pad, pad * 0.75, width, scale.px(_TITLE))
        write(painter, title, said.title, look, Role.TITLE, 32)
        tall = self._view.next in (Next.TAKE_OVER, Next.WAIT, Next.VOID_DUE, Next.VOID_RUN)
        if not tall:
            line = QRectF(pad, title.bottom(), width, scale.px(_LINE))
            colour = theme.WARN if said.warning else theme.TEXT_SOFT
            write(painter, line, said.line, look, Role.BODY, 21, colour)
        paint_body(painter, self.body_rect(), self._view, self._inputs, self._left_ms, look)
        painter.end()
