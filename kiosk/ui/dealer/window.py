"""The dealer's window: it shows what the console says and sends what the dealer asks, each once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import QSize, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QCloseEvent, QColor, QKeyEvent, QPainter, QPaintEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QWidget

from kiosk.console.commands import (
    AnyCommand,
    CloseBets,
    CoverCard,
    EnterResult,
    HurryUp,
    MoreTime,
    NewShoe,
    Refusal,
)
from kiosk.console.view import DeskView, Next
from kiosk.ui.dealer import palette
from kiosk.ui.dealer.game_part import game_part
from kiosk.ui.dealer.keys import ACTS, COMMAND_KEYS, Act
from kiosk.ui.dealer.parts import Parts
from kiosk.ui.dealer.plan import dealer_regions
from kiosk.ui.dealer.sheets.desk import Host, SheetDesk
from kiosk.ui.dealer.sheets.flows import SHOE, rare_command, why_not_words
from kiosk.ui.dealer.sheets.pages import digit_of
from kiosk.ui.dealer.sheets.sheet import Sheet
from kiosk.ui.dealer.words import why_words
from kiosk.ui.dealer.work.primary import Inputs, counts_by_hand
from kiosk.ui.kit.clock import Clock, SystemClock
from kiosk.ui.kit.desk_model import DeskModel
from kiosk.ui.kit.style import Style
from kiosk.ui.kit.texts import Language, Texts, other_language

DEAF_MS = 300
"""So long a new next action takes no press: a press meant for the one before must not do two steps."""
NOTICE_MS = 6_000
_TICK_MS = 100
_MOST_TIMES = 99


class DealerWindow(QWidget):
    """Everything that a dealer sees. `language_changed` carries the Language that was chosen."""

    language_changed = Signal(object)

    def __init__(
        self,
        model: DeskModel,
        language: Language,
        size: QSize,
        *,
        clock: Clock | None = None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._model = model
        self._clock: Clock = clock if clock is not None else SystemClock()
        self._view = model.view
        self._part = game_part(model.view.game)
        self._inputs = Inputs(self._part.entry((), model.view))
        self._entered_for: tuple[object, ...] | None = None
        self._asked_at: tuple[object, ...] | None = None  # the moment in which the last command was sent
        self._deaf_until_ms = 0
        self._ends_ms: int | None = None
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.resize(size)
        self._look = Style(self._texts(language), dealer_regions(size).scale)
        self.parts = Parts(self, self._view.game, self._look)
        self.sheets = SheetDesk(
            Host(
                window=self,
                below=lambda: self.parts.desk,
                view=lambda: self._view,
                look=lambda: self._look,
                send=self._send,
                tell=self.tell,
                home=self._home,
            )
        )
        self._connect()
        self._place()
        model.changed.connect(self._changed)
        model.refused.connect(self._refused)
        model.done.connect(self._done)
        self._start_timers()
        self._changed(model.view)

    # --- set up

    @property
    def language(self) -> Language:
        """The language that the window speaks."""
        return self._look.texts.language

    def _texts(self, language: Language) -> Texts:
        """The texts, where the game has its own words those."""
        return Texts(language, instead=self._part.words.instead)

    @property
    def sheet(self) -> Sheet | None:
        """The sheet that lies over the screen."""
        return self.sheets.sheet

    @property
    def inputs(self) -> Inputs:
        """What is entered and not yet sent."""
        return self._inputs

    def _connect(self) -> None:
        parts, sheets = self.parts, self.sheets
        parts.bar.dealer_asked.connect(sheets.ask_dealer)
        parts.bar.table_asked.connect(sheets.ask_table)
        parts.bar.auto_asked.connect(sheets.ask_auto)
        parts.bar.language_asked.connect(self.next_language)
        parts.work.next_asked.connect(self.next)
        parts.work.hurry_asked.connect(self._hurry)
        parts.work.close_asked.connect(self._close_bets)
        parts.work.more_time_asked.connect(self._more_time)
        parts.work.go_on_asked.connect(sheets.ask_go_on)
        parts.work.void_asked.connect(lambda: parts.commands.ask("Void"))
        parts.work.key_asked.connect(self._key)
        parts.work.back_asked.connect(self._back)
        parts.work.clear_asked.connect(self._clear)
        parts.work.count_asked.connect(self._count)
        parts.work.answer_asked.connect(self._answer)
        parts.commands.asked.connect(self._rare)
        parts.commands.refused.connect(self.tell)
        parts.grid.asked.connect(sheets.open_seat)
        parts.figures.items.clicked.connect(sheets.open_items)
        parts.strip.clicked.connect(sheets.open_alerts)

    def _start_timers(self) -> None:
        self._tick = QTimer(self)
        self._tick.setInterval(_TICK_MS)
        self._tick.timeout.connect(self._tell_time)
        self._tick.start()
        self._hush = QTimer(self)
        self._hush.setSingleShot(True)
        self._hush.setInterval(NOTICE_MS)
        self._hush.timeout.connect(self._hushed)
        self._tell_time()

    @Slot()
    def _tell_time(self) -> None:
        now = self._clock.now()
        self.parts.bar.show_time(f"{now:%H:%M:%S} {now.tzname()}")
        self.parts.work.show_left(self._left_ms())

    def _left_ms(self) -> int | None:
        return None if self._ends_ms is None else max(0, self._ends_ms - self._clock.now_ms())

    def _place(self) -> None:
        self.parts.place(dealer_regions(self.size(), tall=self._part.tall))
        self.sheets.place()

    def _rebuild(self, look: Style) -> None:
        """Every part anew: in another language or at another scale. What was entered stays."""
        self._look = look
        self.parts.remove()
        self.parts = Parts(self, self._view.game, look)
        self._connect()
        self._place()
        self.parts.show()
        self.sheets.place()
        self._show()
        self._tell_time()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        scale = dealer_regions(self.size()).scale
        if scale != self._look.scale:
            self._rebuild(Style(self._look.texts, scale))
        else:
            self._place()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._home()

    def closeEvent(self, event: QCloseEvent) -> None:
        self.sheets.close()  # no PIN outlives the window
        super().closeEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002  Qt's signature
        painter = QPainter(self)
        painter.fillRect(self.rect(), QColor(palette.GROUND))
        painter.end()

    # --- what the console says

    @Slot(object)
    def _changed(self, view: DeskView) -> None:
        before, self._view = self._view, view
        if (view.round, view.next) != (before.round, before.next):
            self._deaf_until_ms = self._clock.now_ms() + DEAF_MS
        if self._asked_at is not None and self._moment() != self._asked_at:
            self._asked_at = None
        self._ends_ms = None if view.left_ms is None else self._clock.now_ms() + view.left_ms
        self._enter_anew(view)
        self._show()
        self.sheets.show_view(view)

    def _enter_anew(self, view: DeskView) -> None:
        """What was entered belongs to one moment of one round; the device's reading is only proposed."""
        gone = view.shoe.gone if view.shoe is not None else None
        moment = (view.round, view.next, len(view.play), gone)
        if moment != self._entered_for:
            self._entered_for = moment
            decided = True if view.decided_already else None
            # What is done once has been done when it has ended; nothing else is counted beforehand.
            times = 1 if view.next is Next.END_ACT and view.least == 1 else 0
            self._inputs = Inputs(self._part.entry((), view), times=times, decided=decided)
        untouched = not self._inputs.entry.begun or self._inputs.entry.proposed
        if view.next is Next.ENTER_RESULT and untouched and view.device.recognised:
            self._inputs = replace(self._inputs, entry=self._part.entry(view.device.recognised, view))

    def _show(self) -> None:
        self.parts.show_view(self._view, self._inputs, self._left_ms())

    def _moment(self) -> tuple[object, ...]:
        return (self._view.round, self._view.phase, self._view.next)

    @Slot(object)
    def _refused(self, refusal: Refusal) -> None:
        self._asked_at = None
        said = why_words(refusal, self._look.texts)
        if not self.sheets.refused(said):
            self.tell(said)

    @Slot(object)
    def _done(self, command: AnyCommand) -> None:  # noqa: ARG002  the signal carries it
        self._asked_at = None
        self.sheets.done()

    @Slot(str)
    def tell(self, text: str) -> None:
        """Show a notice for a moment."""
        self.parts.strip.say(text)
        self._hush.start()

    @Slot()
    def _hushed(self) -> None:
        self.parts.strip.say("")

    # --- the next action

    @Slot()
    def next(self) -> None:
        """Do the one obvious thing, once; or say why it cannot be done."""
        self._home()
        action = self.parts.work.action
        if self.sheet is not None or action is None:
            return
        if action.why:
            self.tell(action.why)
        elif self._clock.now_ms() < self._deaf_until_ms or self._asked_at is not None:
            return
        elif action.take_over:
            self.sheets.ask_take_over()
        elif action.void:
            self.sheets.ask_void(action.void)
        elif action.opens_table:
            self.sheets.ask_open_table()
        elif action.asks_boxes:
            self.sheets.ask_boxes()
        elif action.prize:
            self.sheets.ask_prize(action.prize)
        elif action.authorise and isinstance(action.command, EnterResult):
            self.sheets.ask_enter(action.command)
        elif action.command is not None:
            self._send(action.command)

    def _send(self, command: AnyCommand) -> None:
        self._asked_at = self._moment()
        self.parts.strip.say("")
        self._model.send(command)

    @Slot(str)
    def _rare(self, name: str) -> None:
        """What is about the shoe is done at once; what is about a round asks."""
        command = rare_command(self._view, name)
        if name == SHOE:
            self._send_if(command, CoverCard() if command == "CoverCard" else NewShoe())
        else:
            self.sheets.ask_rare(name)

    @Slot()
    def _hurry(self) -> None:
        self._send_if("HurryUp", HurryUp())

    @Slot()
    def _close_bets(self) -> None:
        self._send_if("CloseBets", CloseBets())

    @Slot()
    def _more_time(self) -> None:
        self._send_if("MoreTime", MoreTime())

    def _send_if(self, name: str, command: AnyCommand) -> None:
        self._home()
        if name not in self._view.may:
            self.tell(why_not_words(self._view, name, self._look.texts))
        elif self._asked_at is None:
            self._send(command)

    # --- what is entered

    def _enter(self, inputs: Inputs) -> None:
        self._inputs = inputs
        self._show()

    @Slot(int)
    def _key(self, key: int) -> None:
        entry = self._inputs.entry.add(key)
        self._enter(replace(self._inputs, entry=entry))
        why, values = entry.why
        if why:
            self.tell(self._look.t(why, **values))

    @Slot()
    def _back(self) -> None:
        self._enter(replace(self._inputs, entry=self._inputs.entry.back()))

    @Slot()
    def _clear(self) -> None:
        self._enter(replace(self._inputs, entry=self._part.entry((), self._view)))

    @Slot(int)
    def _count(self, more: int) -> None:
        self._set_count(self._inputs.times + more)

    def _set_count(self, times: int) -> None:
        self._enter(replace(self._inputs, times=max(0, min(_MOST_TIMES, times))))

    @Slot(bool)
    def _answer(self, decided: bool) -> None:
        if not decided and self._view.decided_already:
            self.tell(self._look.t("dealer.why.decided_already"))
        else:
            self._enter(replace(self._inputs, decided=decided))

    @Slot()
    def next_language(self) -> None:
        """Speak the next language; everything stays as it is."""
        if self.sheet is not None:
            return
        language = other_language(self.language)
        self._rebuild(Style(self._texts(language), self._look.scale))
        self._home()
        self.language_changed.emit(language)

    # --- keys

    def _home(self) -> None:
        """Keys go to the next action again."""
        if self.sheet is None:
            self.setFocus()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        event.accept()
        if event.isAutoRepeat() or self.sheet is not None:
            return  # a held key has done its work
        key = Qt.Key(event.key())
        digit = digit_of(event)
        typed = self._part.key_of(event.text()) if self._view.next is Next.ENTER_RESULT else None
        if key in COMMAND_KEYS:
            self.parts.commands.ask(COMMAND_KEYS[key])
        elif typed is not None:
            self._key(typed)
        elif key in ACTS:
            self._act(ACTS[key])
        elif digit is not None:
            self._digit(digit)
        else:
            event.ignore()

    def _digit(self, digit: int) -> None:
        if self._counting:
            self._set_count(digit)
        else:
            self.tell(self._look.t("dealer.why.phase"))

    @property
    def _counting(self) -> bool:
        return self._view.next is Next.END_ACT and counts_by_hand(self._view)

    def _act(self, act: Act) -> None:
        entering = self._view.next is Next.ENTER_RESULT
        asked = self._view.next is Next.ANSWER_INTERRUPTION
        acts: dict[Act, tuple[bool, Callable[[], object]]] = {
            Act.NEXT: (True, self.next),
            Act.BACK: (entering, self._back),
            Act.CLEAR: (entering, self._clear),
            Act.HURRY: (True, self._hurry),
            Act.CLOSE: (True, self._close_bets),
            Act.MORE_TIME: (True, self._more_time),
            Act.GO_ON: (True, self.sheets.ask_go_on),
            Act.YES: (asked, lambda: self._answer(True)),
            Act.NO: (asked, lambda: self._answer(False)),
            Act.MORE: (self._counting, lambda: self._count(1)),
            Act.LESS: (self._counting, lambda: self._count(-1)),
            Act.SEATS: (True, self.parts.grid.setFocus),
            Act.ITEMS: (True, self.sheets.open_items),
            Act.TABLE: (True, self.sheets.ask_table),
            Act.DEALER: (True, self.sheets.ask_dealer),
            Act.AUTO: (True, self.sheets.ask_auto),
            Act.LANGUAGE: (True, self.next_language),
            Act.ALERTS: (True, self.sheets.open_alerts),
            Act.HOME: (True, self._home),
        }
        fits, do = acts[act]
        if fits:
            do()
        else:
            self.tell(self._look.t("dealer.why.phase"))
