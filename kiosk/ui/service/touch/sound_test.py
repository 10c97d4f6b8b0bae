"""Sound test: a rising tone on the left, on the right and on both sides, or words that nothing can play here."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt, QTimerEvent, Signal
from PySide6.QtGui import QHideEvent, QKeyEvent, QShowEvent
from PySide6.QtWidgets import QBoxLayout, QVBoxLayout, QWidget

from kiosk.ui.kit import theme
from kiosk.ui.kit.clock import Clock, SystemClock
from kiosk.ui.kit.fonts import Role
from kiosk.ui.kit.style import CENTRE, Style, label, recolour
from kiosk.ui.kit.touch_button import ButtonLook, TouchButton
from kiosk.ui.service.touch.hearing import Hearing
from kiosk.ui.service.touch.loudspeaker import PLAYERS, Loudspeaker, Player, find_player
from kiosk.ui.service.touch.sweep import SWEEP_MS, Side, sweep

LEAVE_AFTER_MS = 60_000
_TICK_MS = 250
_COLUMN_PX = 900
_SAID_PX = 90
_SIDES = {
    Side.LEFT: "service.touch.sound_left",
    Side.RIGHT: "service.touch.sound_right",
    Side.BOTH: "service.touch.sound_both",
}
_PLAYING = {
    Side.LEFT: "service.touch.sound_playing_left",
    Side.RIGHT: "service.touch.sound_playing_right",
    Side.BOTH: "service.touch.sound_playing_both",
}


class SoundTest(QWidget):
    """`finished` carries a SoundResult, exactly once: by a button, by the Escape key, or after 60 s untouched.

    A seat without a player program says so in words.
    """

    finished = Signal(object)

    def __init__(
        self,
        look: Style,
        parent: QWidget | None = None,
        *,
        players: Sequence[Player] | None = None,
        clock: Clock | None = None,
        volume: int = 50,
    ) -> None:
        """`volume` is the seat's, 0 to 100. `players` are those that are there, the first is taken.

        By default they are what the system has.
        """
        super().__init__(parent)
        self._look = look
        self._clock: Clock = clock or SystemClock()
        self._used_ms = self._clock.now_ms()
        self._timer = 0
        self._ended = False
        self._volume = volume
        found = find_player() if players is None else next(iter(players), None)
        self.hearing = Hearing(there=found is not None)
        self._loudspeaker = None if found is None else Loudspeaker(found, self)
        if self._loudspeaker is not None:
            self._loudspeaker.ended.connect(self._played)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.sides: dict[Side, TouchButton] = {}
        self._build()
        self._show()

    def sizeHint(self) -> QSize:
        return QSize(self._look.scale.px(_COLUMN_PX), self._look.scale.px(520))

    def leave(self) -> None:
        """End with what is so now."""
        if self._ended:
            return
        self._ended = True
        self._halt()
        self.finished.emit(self.hearing.result)

    # --- parts

    def _build(self) -> None:
        look, scale = self._look, self._look.scale
        outer = QVBoxLayout(self)
        edge = scale.space("xl")
        outer.setContentsMargins(edge, edge, edge, edge)
        outer.setSpacing(scale.space("xl"))
        outer.addStretch(1)
        self.title = label(look, look.t("service.touch.sound_title"), Role.TITLE, "title")
        self.note = label(look, "", Role.BODY, "label", theme.TEXT_SOFT)
        self.said = label(look, "", Role.LABEL, "label")
        self.back = self._button(look.t("service.touch.sound_back"))
        self.back.clicked.connect(self.leave)
        for words in (self.title, self.note):
            words.setAlignment(CENTRE)
            outer.addWidget(words)
        if self._loudspeaker is not None:
            self._build_player(outer)
        outer.addLayout(self._row([self.back]))
        outer.addStretch(1)

    def _build_player(self, outer: QVBoxLayout) -> None:
        look = self._look
        for side, key in _SIDES.items():
            button = self.sides[side] = self._button(look.t(key))
            button.clicked.connect(lambda _checked, side=side: self._play(side))
        outer.addLayout(self._row(list(self.sides.values())))
        self.said.setAlignment(CENTRE)
        # Room for the longest words of a player, so that no button jumps when they come.
        self.said.setMinimumHeight(look.scale.px(_SAID_PX))
        outer.addWidget(self.said)
        self.heard = self._button(look.t("service.touch.sound_heard"), ButtonLook.PRIMARY)
        self.silent = self._button(look.t("service.touch.sound_silent"))
        self.heard.clicked.connect(lambda: self._answer(heard=True))
        self.silent.clicked.connect(lambda: self._answer(heard=False))
        outer.addLayout(self._row([self.heard, self.silent]))

    def _button(self, text: str, face: ButtonLook = ButtonLook.QUIET) -> TouchButton:
        look, scale = self._look, self._look.scale
        made = TouchButton(text, look=face)
        made.set_face(look.font(Role.LABEL, "label"), scale.radius("button"), scale.px(18))
        made.setFixedSize(max(scale.touch(240), made.sizeHint().width()), scale.touch(72))
        made.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        return made

    def _row(self, buttons: Sequence[TouchButton]) -> QBoxLayout:
        row = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        row.setSpacing(self._look.scale.space("l"))
        row.addStretch(1)
        for button in buttons:
            row.addWidget(button)
        row.addStretch(1)
        return row

    # --- what happens

    def _play(self, side: Side) -> None:
        self._used_ms = self._clock.now_ms()
        if self._loudspeaker is None or self._loudspeaker.playing or self._ended:
            return
        self.hearing.begin(side)
        self._loudspeaker.play(sweep(side, self._volume), SWEEP_MS)
        self._show()

    def _played(self, failure: str) -> None:
        self.hearing.end(failure)
        self._show()

    def _answer(self, *, heard: bool) -> None:
        self._used_ms = self._clock.now_ms()
        if self.hearing.answer(heard=heard):
            self.leave()
        else:
            self._say(self._look.t("service.touch.sound_first"), theme.WARN)

    def _show(self) -> None:
        t, hearing = self._look.t, self.hearing
        if self._loudspeaker is None:
            names = ", ".join(PLAYERS)
            self.note.setText(t("service.touch.sound_none", programs=names))
            return
        self.note.setText(t("service.touch.sound_note"))
        self.heard.set_usable(hearing.answerable)
        self.heard.set_look(ButtonLook.PRIMARY)
        for button in self.sides.values():
            button.set_usable(hearing.playing is None)
        if hearing.playing is not None:
            self._say(t(_PLAYING[hearing.playing]), theme.GOLD_TEXT)
        elif hearing.failure:
            self._say(t("service.touch.sound_failed", reason=hearing.failure), theme.WARN)
        elif hearing.played:
            self._say(t("service.touch.sound_ask"), theme.TEXT)
        else:
            self._say("", theme.TEXT)

    def _say(self, words: str, colour: str) -> None:
        self.said.setText(words)
        recolour(self.said, colour)

    # --- time and keys

    def timerEvent(self, event: QTimerEvent) -> None:
        if event.timerId() != self._timer:
            super().timerEvent(event)
        elif self._clock.now_ms() - self._used_ms >= LEAVE_AFTER_MS:
            self.leave()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.leave()
        else:
            super().keyPressEvent(event)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if not self._ended and not self._timer:
            self._used_ms = self._clock.now_ms()
            self._timer = self.startTimer(_TICK_MS)
            self.setFocus()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._halt()

    def _halt(self) -> None:
        """Nothing sounds and nothing ticks any more."""
        if self._timer:
            self.killTimer(self._timer)
            self._timer = 0
        if self._loudspeaker is not None and self._loudspeaker.playing:
            self._loudspeaker.stop()
            self.hearing.interrupt()
