"""The dealer's window: it shows what the console says and sends what the dealer asks, each once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import QSize, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QCloseEvent, QColor, QKeyEvent, QPainter, QPaintEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QWidget

from kiosk.console.commands import AnyCommand, CloseBets, HurryUp, Refusal
from kiosk.console.view import DeskView, ItemView, Next
from kiosk.ui.dealer import palette
from kiosk.ui.dealer.keys import ACTS, COMMAND_KEYS, Act
from kiosk.ui.dealer.parts import Parts
from kiosk.ui.dealer.plan import dealer_regions
from kiosk.ui.dealer.sheets import flows
from kiosk.ui.dealer.sheets.flow import Flow
from kiosk.ui.dealer.sheets.lists import AlertsSheet, ItemsSheet, SeatSheet
from kiosk.ui.dealer.sheets.pages import digit_of
from kiosk.ui.dealer.sheets.question import Question
from kiosk.ui.dealer.sheets.sheet import Sheet
from kiosk.ui.dealer.sicbo.entry import DiceEntry, proposal
from kiosk.ui.dealer.words import why_words
from kiosk.ui.dealer.work.primary import Inputs, counts_by_hand
from kiosk.ui.shared.desk_model import DeskModel
from kiosk.ui.shared.texts import Language, Texts
from kiosk.ui.terminal.clock import Clock, SystemClock
from kiosk.ui.terminal.panel.look import Look
from kiosk.ui.terminal.window_parts import other_language

DEAF_MS = 300
"""So long a new next action takes no press: a press meant for the one before must not do two steps."""
NOTICE_MS = 6_000
_TICK_MS = 100
_MOST_TUMBLES = 99

_FLOWS: dict[str, Callable[[DeskView, Texts], Flow]] = {
    "Void": flows.void_flow,
    "NotFlat": flows.not_flat_flow,
    "DamagedDice": flows.damaged_flow,
    "Interrupted": flows.interrupted_flow,
    "CorrectResult": flows.correct_flow,
    "RecordDecision": flows.record_flow,
}


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
        self._inputs = Inputs()
        self._entered_for: tuple[int, Next] | None = None
        self._asked_at: tuple[object, ...] | None = None  # the moment in which the last command was sent
        self._deaf_until_ms = 0
        self._ends_ms: int | None = None
        self._sheet: Sheet | None = None
        self._bound: tuple[int, str] | None = None  # round and command that the open question is about
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.resize(size)
        self._look = Look(Texts(language), dealer_regions(size).scale)
        self.parts = Parts(self, self._look)
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

    @property
    def sheet(self) -> Sheet | None:
        """The sheet that lies over the screen."""
        return self._sheet

    @property
    def inputs(self) -> Inputs:
        """What is entered and not yet sent."""
        return self._inputs

    def _connect(self) -> None:
        parts = self.parts
        parts.bar.dealer_asked.connect(self._ask_dealer)
        parts.bar.auto_asked.connect(self._ask_auto)
        parts.bar.language_asked.connect(self.next_language)
        parts.work.next_asked.connect(self.next)
        parts.work.hurry_asked.connect(self._hurry)
        parts.work.close_asked.connect(self._close_bets)
        parts.work.go_on_asked.connect(self._ask_go_on)
        parts.work.die_asked.connect(self._die)
        parts.work.back_asked.connect(self._back)
        parts.work.clear_asked.connect(self._clear)
        parts.work.count_asked.connect(self._count)
        parts.work.answer_asked.connect(self._answer)
        parts.commands.asked.connect(self._ask_command)
        parts.commands.refused.connect(self.tell)
        parts.grid.asked.connect(self.open_seat)
        parts.figures.items.clicked.connect(self.open_items)
        parts.strip.clicked.connect(self.open_alerts)

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
        self.parts.bar.show_time(self._clock.now().strftime("%H:%M:%S"))
        self.parts.work.show_left(self._left_ms())

    def _left_ms(self) -> int | None:
        return None if self._ends_ms is None else max(0, self._ends_ms - self._clock.now_ms())

    def _place(self) -> None:
        self.parts.place(dealer_regions(self.size()))
        if self._sheet is not None:
            self._sheet.setGeometry(self.rect())

    def _rebuild(self, look: Look) -> None:
        """Every part anew: in another language or at another scale. What was entered stays."""
        self._look = look
        self.parts.remove()
        self.parts = Parts(self, look)
        self._connect()
        self._place()
        self.parts.show()
        if self._sheet is not None:
            self.parts.desk.setEnabled(False)
            self._sheet.raise_()
        self._show()
        self._tell_time()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        scale = dealer_regions(self.size()).scale
        if scale != self._look.scale:
            self._rebuild(Look(self._look.texts, scale))
        else:
            self._place()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._home()

    def closeEvent(self, event: QCloseEvent) -> None:
        self.close_sheet()  # no PIN outlives the window
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
        self._check_sheet(view)

    def _enter_anew(self, view: DeskView) -> None:
        """What was entered belongs to one moment of one round; the tumbler's reading is only proposed."""
        moment = (view.round, view.next)
        if moment != self._entered_for:
            self._entered_for = moment
            decided = True if view.decided_already else None
            self._inputs = Inputs(decided=decided)
        untouched = not self._inputs.dice.dice or self._inputs.dice.proposed
        if view.next is Next.ENTER_RESULT and untouched and view.tumbler.recognised:
            self._inputs = replace(self._inputs, dice=proposal(view.tumbler.recognised))

    def _show(self) -> None:
        self.parts.show_view(self._view, self._inputs, self._left_ms())

    def _moment(self) -> tuple[object, ...]:
        return (self._view.round, self._view.phase, self._view.next)

    @Slot(object)
    def _refused(self, refusal: Refusal) -> None:
        self._asked_at = None
        said = why_words(refusal, self._look.texts)
        if isinstance(self._sheet, Question) and self._sheet.waiting:
            self._sheet.refused(said)
        else:
            self.tell(said)

    @Slot(object)
    def _done(self, command: AnyCommand) -> None:  # noqa: ARG002  the signal carries it
        self._asked_at = None
        if isinstance(self._sheet, Question) and self._sheet.waiting:
            self.close_sheet()

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
        if self._sheet is not None or action is None:
            return
        if action.why:
            self.tell(action.why)
        elif self._clock.now_ms() < self._deaf_until_ms or self._asked_at is not None:
            return
        elif action.take_over:
            self._ask(flows.take_over_flow(self._look.texts), "TakeOver")
        elif action.command is not None:
            self._send(action.command)

    def _send(self, command: AnyCommand) -> None:
        self._asked_at = self._moment()
        self.parts.strip.say("")
        self._model.send(command)

    @Slot()
    def _hurry(self) -> None:
        self._send_if("HurryUp", HurryUp())

    @Slot()
    def _close_bets(self) -> None:
        self._send_if("CloseBets", CloseBets())

    def _send_if(self, name: str, command: AnyCommand) -> None:
        self._home()
        if name not in self._view.may:
            self.tell(flows.why_not_words(self._view, name, self._look.texts))
        elif self._asked_at is None:
            self._send(command)

    # --- what is entered

    def _enter(self, inputs: Inputs) -> None:
        self._inputs = inputs
        self._show()

    @Slot(int)
    def _die(self, value: int) -> None:
        self._enter(replace(self._inputs, dice=self._inputs.dice.add(value)))

    @Slot()
    def _back(self) -> None:
        self._enter(replace(self._inputs, dice=self._inputs.dice.back()))

    @Slot()
    def _clear(self) -> None:
        self._enter(replace(self._inputs, dice=DiceEntry()))

    @Slot(int)
    def _count(self, more: int) -> None:
        self._set_count(self._inputs.tumbles + more)

    def _set_count(self, tumbles: int) -> None:
        self._enter(replace(self._inputs, tumbles=max(0, min(_MOST_TUMBLES, tumbles))))

    @Slot(bool)
    def _answer(self, decided: bool) -> None:
        if not decided and self._view.decided_already:
            self.tell(self._look.t("dealer.why.decided_already"))
        else:
            self._enter(replace(self._inputs, decided=decided))

    # --- sheets

    def _open(self, sheet: Sheet, bound: tuple[int, str] | None = None) -> None:
        self.close_sheet()
        self._sheet, self._bound = sheet, bound
        sheet.closed.connect(self.close_sheet)
        sheet.setGeometry(self.rect())
        self.parts.desk.setEnabled(False)  # neither Tab nor a finger reaches what lies below
        sheet.show()
        sheet.raise_()
        if not isinstance(sheet, Question):
            sheet.setFocus()

    @Slot()
    def close_sheet(self) -> None:
        """Put the open sheet away; a PIN that was begun is forgotten."""
        sheet, self._sheet, self._bound = self._sheet, None, None
        if sheet is None:
            return
        if isinstance(sheet, Question):
            sheet.forget()
        sheet.hide()
        sheet.deleteLater()
        self.parts.desk.setEnabled(True)
        self._home()

    def _ask(self, flow: Flow, command: str) -> None:
        question = Question(flow, self._view.supervisors, self._look, self)
        question.answered.connect(self._send)
        self._open(question, (self._view.round, command))
        question.page.setFocus() if question.page.focusProxy() is not None else question.setFocus()

    def _check_sheet(self, view: DeskView) -> None:
        """A question about a moment that is over is put away: its answer would meet another round."""
        sheet = self._sheet
        if isinstance(sheet, Question) and self._bound is not None and not sheet.waiting:
            number, command = self._bound
            if number != view.round or command not in view.may:
                self.close_sheet()
                self.tell(
                    flows.why_not_words(view, command, self._look.texts) or self._look.t("dealer.why.phase")
                )
        elif isinstance(sheet, SeatSheet):
            self._renew_seat(sheet, view)

    def _renew_seat(self, sheet: SeatSheet, view: DeskView) -> None:
        seat = next((seat for seat in view.seats if seat.name == sheet.seat.name), None)
        if seat is None:
            self.close_sheet()
        elif seat != sheet.seat:
            self.open_seat(seat.name)

    @Slot(str)
    def _ask_command(self, name: str) -> None:
        command = "Void" if name == "NotFlat" else name
        self._ask(_FLOWS[name](self._view, self._look.texts), command)

    @Slot()
    def _ask_dealer(self) -> None:
        self._ask_allowed("SignOn", flows.sign_on_flow(self._look.texts))

    @Slot()
    def _ask_auto(self) -> None:
        self._ask_allowed("AutoDealing", flows.auto_flow(self._view, self._look.texts))

    @Slot()
    def _ask_go_on(self) -> None:
        self._ask_allowed("GoOnWithout", flows.go_on_flow(self._view, self._look.texts))

    def _ask_allowed(self, command: str, flow: Flow) -> None:
        if why := flows.why_not_words(self._view, command, self._look.texts):
            self._home()
            self.tell(why)
        else:
            self._ask(flow, command)

    @Slot(str)
    def open_seat(self, name: str) -> None:
        """Show one seat."""
        seat = next((seat for seat in self._view.seats if seat.name == name), None)
        if seat is None:
            return
        sheet = SeatSheet(self._view, seat, self._look, self)
        sheet.pay.connect(self._ask_pay)
        self._open(sheet)

    @Slot()
    def _ask_pay(self) -> None:
        if isinstance(self._sheet, SeatSheet):
            seat = self._sheet.seat
            self._ask_allowed("PayByHand", flows.pay_flow(self._view, self._look.texts, seat))

    @Slot()
    def open_items(self) -> None:
        """Show the open items and the manager's records."""
        why = flows.why_not_words(self._view, "RecordDecision", self._look.texts)
        sheet = ItemsSheet(self._view, why, self._look, self)
        sheet.close_item.connect(self._ask_close_item)
        self._open(sheet)

    @Slot(object)
    def _ask_close_item(self, item: ItemView) -> None:
        self._ask_allowed("RecordDecision", flows.record_flow(self._view, self._look.texts, item))

    @Slot()
    def open_alerts(self) -> None:
        """Show everything that needs attention."""
        self._open(AlertsSheet(self._view, self._look, self))

    @Slot()
    def next_language(self) -> None:
        """Speak the next language; everything stays as it is."""
        if self._sheet is not None:
            return
        language = other_language(self.language)
        self._rebuild(Look(Texts(language), self._look.scale))
        self._home()
        self.language_changed.emit(language)

    # --- keys

    def _home(self) -> None:
        """Keys go to the next action again."""
        if self._sheet is None:
            self.setFocus()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        event.accept()
        if event.isAutoRepeat() or self._sheet is not None:
            return  # a held key has done its work
        key = Qt.Key(event.key())
        digit = digit_of(event)
        if key in COMMAND_KEYS:
            self.parts.commands.ask(COMMAND_KEYS[key])
        elif key in ACTS:
            self._act(ACTS[key])
        elif digit is not None:
            self._digit(digit)
        else:
            event.ignore()

    def _digit(self, digit: int) -> None:
        if self._view.next is Next.ENTER_RESULT and 1 <= digit <= 6:
            self._die(digit)
        elif self._counting:
            self._set_count(digit)
        else:
            self.tell(self._look.t("dealer.why.phase"))

    @property
    def _counting(self) -> bool:
        return self._view.next is Next.END_TUMBLE and counts_by_hand(self._view)

    def _act(self, act: Act) -> None:
        entering = self._view.next is Next.ENTER_RESULT
        asked = self._view.next is Next.ANSWER_INTERRUPTION
        acts: dict[Act, tuple[bool, Callable[[], object]]] = {
            Act.NEXT: (True, self.next),
            Act.BACK: (entering, self._back),
            Act.CLEAR: (entering, self._clear),
            Act.HURRY: (True, self._hurry),
            Act.CLOSE: (True, self._close_bets),
            Act.GO_ON: (True, self._ask_go_on),
            Act.YES: (asked, lambda: self._answer(True)),
            Act.NO: (asked, lambda: self._answer(False)),
            Act.MORE: (self._counting, lambda: self._count(1)),
            Act.LESS: (self._counting, lambda: self._count(-1)),
            Act.SEATS: (True, self.parts.grid.setFocus),
            Act.ITEMS: (True, self.open_items),
            Act.DEALER: (True, self._ask_dealer),
            Act.AUTO: (True, self._ask_auto),
            Act.LANGUAGE: (True, self.next_language),
            Act.ALERTS: (True, self.open_alerts),
            Act.HOME: (True, self._home),
        }
        fits, do = acts[act]
        if fits:
            do()
        else:
            self.tell(self._look.t("dealer.why.phase"))
