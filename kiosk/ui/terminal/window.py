"""The player's window: it draws what the seat's state says and hands on what the player does."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, tzinfo
from typing import TYPE_CHECKING, TypeAlias

from PySide6.QtCore import QSize, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QWidget

from kiosk.games.game import Layout
from kiosk.seat.betting import BETS, why_no_bets
from kiosk.seat.choices import window as choice_window
from kiosk.seat.effects import Notice
from kiosk.seat.events import AnyEvent, Called, Clear, CloseWasShown, TakeBack, Tap
from kiosk.seat.rounds import Recalled
from kiosk.seat.service import restart_wanted
from kiosk.seat.state import SeatState
from kiosk.table.round import Phase
from kiosk.ui.kit import notices, theme
from kiosk.ui.kit.clock import Clock, Countdown, SystemClock
from kiosk.ui.kit.locks import (
    StaffAnswer,
    answer_event,
    lock_parts,
    only_win,
    payout_parts,
)
from kiosk.ui.kit.marks import Mark
from kiosk.ui.kit.model import SeatModel
from kiosk.ui.kit.style import Style
from kiosk.ui.kit.texts import Language, Texts, other_language
from kiosk.ui.kit.theme import Scale
from kiosk.ui.terminal.bars.bottom_bar import changes_something
from kiosk.ui.terminal.bars.meters import way_back
from kiosk.ui.terminal.bars.ribbon_face import ribbon_face
from kiosk.ui.terminal.bars.toast import Zone
from kiosk.ui.terminal.board.chips_on_board import below_minimum_of, chips_of, result_of
from kiosk.ui.terminal.game_part import game_part
from kiosk.ui.terminal.hands import Hands, why_asleep
from kiosk.ui.terminal.held_model import HeldModel
from kiosk.ui.terminal.help.screen import HelpScreen
from kiosk.ui.terminal.last_round import while_played
from kiosk.ui.terminal.notice_places import Place, Spot, zone_of
from kiosk.ui.terminal.recall.screen import RecallScreen
from kiosk.ui.terminal.regions import regions
from kiosk.ui.terminal.screens.attendant import AttendantKey
from kiosk.ui.terminal.staff.desk import StaffDesk
from kiosk.ui.terminal.window_parts import Parts, nothing_in_play, wear_palette

if TYPE_CHECKING:  # loaded when somebody opens it: a seat starts without
    from kiosk.ui.service.login import LoginScreen
    from kiosk.ui.service.mode import ServiceMode
    from kiosk.ui.service.screen import ServiceScreen

ATTRACT_AFTER_MS = 30_000
"""How long nobody must touch an empty seat before it invites again."""
_CLOCK_MS = 1_000

Screen: TypeAlias = "HelpScreen | RecallScreen | StaffDesk | LoginScreen | ServiceScreen"
_TALL = ("LoginScreen", "ServiceScreen")  # screens that go to the window's edges
MakeScreen: TypeAlias = "Callable[[Texts, Scale], Screen]"


class TerminalWindow(QWidget):
    """Everything that a player sees. `language_changed` carries the Language that was chosen."""

    language_changed = Signal(object)

    def __init__(
        self,
        model: SeatModel,
        layout: Layout,
        language: Language,
        size: QSize,
        *,
        key: AttendantKey | None = None,
        clock: Clock | None = None,
        animations: bool = True,
        service: ServiceMode | None = None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._service = service
        self._service_page = ""
        self._from_service = False  # the open screen leads back to service mode
        self._full: QWidget | None = None
        self._shown_closed = 0
        self._service_key = False
        self._model = model
        self._layout = layout
        self._part = game_part(layout.game)
        self._animations = animations
        self._clock: Clock = clock if clock is not None else SystemClock()
        self._key = key if key is not None else AttendantKey(self)
        self._regions = regions(size)
        self._dress = Style(Texts(language), self._regions.scale)
        self._countdown = Countdown(self._clock)
        self._screen: Screen | None = None
        self._make_screen: MakeScreen | None = None
        self._needs_key = False  # the open screen is for staff alone
        self._from_desk = False  # the open screen leads back to the staff's
        self._touched_at: Place | Spot = Place.MONEY  # what a notice that answers a touch is about
        self._told_at: Place | Spot = Place.MONEY
        self._prepared = False
        self._chip_offered = False
        self._held = HeldModel(model, self)
        self.parts = Parts(self, self._held, layout, self._dress, self._countdown, animations=animations)
        self.resize(size)
        wear_palette(self)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self._place()
        self._connect()
        self._start_timers()
        self.parts.side.set_staff(self._key.turned)
        self._show(model.state)
        self._idle_over()

    @property
    def language(self) -> Language:
        """The language that the window speaks."""
        return self._dress.texts.language

    # --- set up

    def _connect(self) -> None:
        parts = self.parts
        self._hands = Hands(self, parts.board, parts.bottom.rack, self._play, self._chip_too_large)
        parts.board.refused.connect(self._refused)
        if parts.felt is not None:
            parts.felt.asked.connect(self._button)
            parts.felt.refused.connect(self._choice_refused)
        parts.top.language_asked.connect(self._next_language)
        parts.top.help_asked.connect(self.open_help)
        parts.top.attendant_asked.connect(self._call)
        parts.bottom.asked.connect(self._button)
        parts.bottom.rack.chosen.connect(self._chose_chip)
        parts.side.recall_asked.connect(self.open_recall)
        parts.side.desk_asked.connect(self.open_desk)
        parts.side.touched.connect(self._player_is_here)
        parts.lock.chosen.connect(self._staff_answered)
        parts.attract.left.connect(self._player_is_here)
        parts.ribbon.closed_shown.connect(self._close_shown)
        parts.ribbon.revealed.connect(self._result_revealed)
        parts.top.service_asked.connect(self._service_held)
        self._key.changed.connect(self._key_turned)
        if self._service is not None:
            self._service.gate.changed.connect(self._staff_changed)
        self._model.changed.connect(self._show)
        self._model.told.connect(self._told)

    def _start_timers(self) -> None:
        self._idle = QTimer(self)
        self._idle.setSingleShot(True)
        self._idle.setInterval(ATTRACT_AFTER_MS)
        self._idle.timeout.connect(self._idle_over)
        self._seconds = QTimer(self)
        self._seconds.setInterval(_CLOCK_MS)
        self._seconds.timeout.connect(self._tell_time)
        self._seconds.start()
        self._tell_time()

    @property
    def _zone(self) -> tzinfo:
        """The zone of the place, as the clock tells it now."""
        return self._clock.now().tzinfo or UTC

    @Slot()
    def _tell_time(self) -> None:
        self.parts.top.show_time(self._clock.now().strftime("%H:%M"))

    # --- what the state says

    @Slot(object)
    def _show(self, state: SeatState) -> None:
        parts = self.parts
        self._show_closed_behind(state)
        self._countdown.watch(state)
        decides = choice_window(self._model.context, state) is not None
        parts.ribbon.show_face(ribbon_face(state, self._dress.texts, self._part, decides=decides))
        self._held.hold(held=not parts.ribbon.is_revealed)
        if not parts.ribbon.is_revealed:
            parts.board.expect(result_of(self._layout, state))
        seen = self._seen
        parts.top.show_state(seen, self._zone)
        self._show_board(seen)
        if parts.felt is not None:
            parts.felt.show_state(seen)
        self._show_cards()
        self._offer_chip(seen)
        if not nothing_in_play(state):
            self._end_attract()
        elif not self._attracting and not self._idle.isActive():
            self._idle.start()

    @property
    def _seen(self) -> SeatState:
        """What every part but the ribbon shows: the newest state, without a result that the ribbon has yet to show."""
        state = self._model.state
        return state if self.parts.ribbon.is_revealed else while_played(self._held.state, state)

    def _show_board(self, state: SeatState) -> None:
        board = self.parts.board
        why = why_no_bets(state)
        board.set_enabled(why is None, self._dress.t(why) if why is not None else "")
        result = result_of(self._layout, state)
        if (
            result is not None
        ):  # first: chips turn into what they are paid. It goes last, when the next ones lie
            board.set_result(result)
        board.set_chips(chips_of(state))
        board.set_result(result)
        board.mark_below_minimum(below_minimum_of(self._layout, state))

    def _show_cards(self) -> None:
        state, texts = self._seen, self._dress.texts
        turned = self._key.turned
        named = bool(state.locks) and self._named  # asks the staff's file, for the words of a lock alone
        parts = lock_parts(state, texts, key_turned=turned, named=named, zone=self._zone)
        self.parts.lock.show_parts(parts, grey=not only_win(state))
        self.parts.payout.show_parts(payout_parts(state, texts))
        self._show_bottom()

    # --- what lies over the board

    @property
    def _covered(self) -> bool:
        """Whether anything lies over the board: nobody bets on what they do not see."""
        parts = self.parts
        over = (parts.lock, parts.payout, parts.attract)
        return bool(self._screen or self._full) or any(part.isVisibleTo(self) for part in over)

    def _show_bottom(self) -> None:
        """Money, chips and commands as they are now; under a cover they sleep, and the way back names the stake."""
        seen, covered = self._seen, self._covered
        self.parts.bottom.show_state(seen, covered=covered, plays=self.parts.ribbon.plays)
        if covered:
            self.parts.board.let_go()
        if isinstance(self._screen, HelpScreen | RecallScreen | StaffDesk):
            self._screen.back.setText(way_back(seen, self._dress.texts))

    def _offer_chip(self, state: SeatState) -> None:
        """Once, when the limits are known: choose the smallest chip that no spot finds too small."""
        limits = state.table.limits
        if self._chip_offered or limits is None or not limits.spots:
            return
        self._chip_offered = True
        kinds = {spot.kind for spot in self._layout.spots.values() if spot.window == BETS}
        enough = max(spot.minimum for kind, spot in limits.spots.items() if kind in kinds)
        chips = self._model.context.config.chips
        offered = min((chip for chip in chips if chip >= enough), default=max(chips))
        self.parts.bottom.rack.choose(offered)
        self.parts.board.prepare(offered)

    @Slot()
    def _result_revealed(self) -> None:
        self._show(self._model.state)

    @Slot(object)
    def _told(self, told: Notice) -> None:
        place = self._touched_at
        if told.key in notices.OF_MONEY:
            place = Place.MONEY
        elif told.key in notices.OF_COLLECT:
            place = Place.BUTTONS
        words = notices.notice_words(told, self._dress.texts)
        self._tell(words, notices.kind_of(told.key), place, stays=told.key in notices.UNTIL_TOUCHED)

    def _refuse(self, key: str, place: Place | Spot) -> None:
        self._tell(self._dress.t(key), notices.kind_of(key), place)

    def _tell(self, text: str, mark: Mark, place: Place | Spot, *, stays: bool = False) -> None:
        """Show a short notice beside what it is about."""
        self._told_at = place
        self.parts.notice.show_text(text, self._notice_zone(), mark, stays=stays)

    def _notice_zone(self) -> Zone:
        covered = type(self._screen).__name__ in _TALL
        return zone_of(Place.STAFF if covered else self._told_at, self._regions, self.parts)

    # --- what the player does

    def _play(self, event: AnyEvent) -> None:
        was_attracting = self._attracting
        asleep = self._part.words.asleep if self.parts.ribbon.plays else None
        why = why_asleep(event, self._model.state, covered=self._covered, asleep=asleep)
        if isinstance(event, Tap | TakeBack):
            self._touched_at = Spot(event.spot)
        self._player_is_here()
        if why is None:
            self._model.send(event)
        elif not was_attracting:
            self._refuse(why, Place.BUTTONS)

    @Slot(object)
    def _button(self, event: AnyEvent) -> None:
        state = self._model.state
        self._touched_at = Place.BUTTONS
        empty = isinstance(event, Clear) and why_no_bets(state) is None and not self._covered
        if empty and not changes_something(self._model.context, state, event):
            self._player_is_here()
            self._refuse("why.nothing_to_clear", Place.BUTTONS)
            return
        # Also when it cannot be: the seat itself then tells why.
        self._play(event)

    @Slot(int)
    def _chose_chip(self, cents: int) -> None:
        self._chip_offered = True
        self.parts.board.prepare(cents)
        self._player_is_here()

    @Slot(str, str)
    def _refused(self, why: str, spot: str) -> None:
        self._player_is_here()
        key = why_no_bets(self._model.state)
        self._tell(why, notices.kind_of(key) if key is not None else Mark.REFUSAL, Spot(spot))

    @Slot(str)
    def _choice_refused(self, why: str) -> None:
        self._player_is_here()
        self._tell(why, Mark.REFUSAL, Place.BUTTONS)

    def _chip_too_large(self) -> None:
        covered = self._covered and not self._attracting
        self._player_is_here()
        key = "why.covered" if covered else "why.chip_too_large"
        self._refuse("notice.locked" if self._model.state.locks else key, Place.MONEY)

    @Slot()
    def _call(self) -> None:
        self._play(Called(not self._model.state.calling))

    @Slot(int)
    def _close_shown(self, number: int) -> None:
        self._model.send(CloseWasShown(number))

    @Slot(object)
    def _staff_answered(self, answer: StaffAnswer) -> None:
        if answer is StaffAnswer.LOG_IN:
            self.open_login()
            return
        if answer is StaffAnswer.BOOKS:
            self.open_desk()
            return
        if self._named:
            return
        if not self._key.turned:
            return
        event = answer_event(answer, self._model.state, self._clock.now(), self.language.value)
        if event is not None:
            self._model.send(event)

    @Slot(bool)
    def _key_turned(self, turned: bool) -> None:
        self.parts.side.set_staff(turned)
        first_run = type(self._screen).__name__ == "LoginScreen" and not self._named
        if (self._needs_key or first_run) and not self._key_in:
            self.close_screen()
        self._player_is_here()
        self._show_cards()

    # --- attract

    @property
    def _attracting(self) -> bool:
        return self.parts.attract.isVisibleTo(self)

    @Slot()
    def _player_is_here(self) -> None:
        self.parts.notice.touched()
        self._end_attract()
        self._idle.start()

    def invite(self) -> None:
        """Show the attract screen now, if nobody plays."""
        self._idle.stop()
        self._idle_over()

    @Slot()
    def _idle_over(self) -> None:
        if nothing_in_play(self._model.state) and self._screen is None and not self._key.turned:
            self.parts.attract.show()
            self._place()

    def _end_attract(self) -> None:
        if self._attracting:
            self.parts.attract.hide()
            self._place()

    # --- screens over board and side panel

    @Slot()
    def open_help(self) -> None:
        """Open Help & pays, or close it when it is open."""
        if self._service is not None and self._service.gate.session is not None:
            return  # who services the seat leaves first: a session never stays open behind another screen
        if isinstance(self._screen, HelpScreen):
            self.close_screen()
        else:
            self._open(lambda texts, scale: HelpScreen(self._held, texts, scale))

    @property
    def open_screen(self) -> Screen | None:
        """The screen that lies over board and side panel, if there is one."""
        return self._screen

    @Slot(object, int)
    def open_recall(self, rounds: list[Recalled], index: int) -> None:
        """Replay one of these rounds, newest first; marked for staff while the key is turned."""
        from_service = type(self._screen).__name__ == "ServiceScreen"
        context, staff = self._model.context, self._key.turned or from_service
        from_desk = isinstance(self._screen, StaffDesk)
        self._open(
            lambda texts, scale: RecallScreen(context, texts, scale, rounds, index, for_staff=staff),
            needs_key=staff and not from_service,
        )
        self._from_desk, self._from_service = from_desk, from_service

    @Slot()
    def open_desk(self) -> None:
        """Show staff all rounds and tickets that the seat has kept; only while the key is turned."""
        if self._named:
            self.open_login()
        elif self._key.turned:
            self._open(lambda texts, scale: StaffDesk(self._held, texts, scale), needs_key=True)

    # --- service mode

    @property
    def _named(self) -> bool:
        """Whether staff of this seat have names."""
        return self._service is not None and self._service.gate.named

    @property
    def _key_in(self) -> bool:
        """Whether one of the keys is turned."""
        return self._key.turned or self._service_key

    @Slot()
    def _service_held(self) -> None:
        """A finger rests on the top bar: enough where the seat has no key switches, which players do not have."""
        if self._service is not None and (self._key_in or not self._service.tools.has_cabinet):
            self.open_login()

    @Slot()
    def open_login(self) -> None:
        """Ask who wants to service the seat; whoever is logged in already comes back to the service screens.

        The first supervisor is made with a key turned alone: whoever sits down first must not become one.
        """
        service = self._service
        if service is None or not (self._named or self._key_in):
            return
        if service.gate.session is not None:
            self.open_service()
            return
        from kiosk.ui.service.login import LoginScreen

        service.gate.opening()
        self._open(lambda texts, scale: LoginScreen(service.gate, texts, scale))

    @Slot()
    def open_service(self) -> None:
        """Show the service screens to whoever is logged in."""
        service = self._service
        if service is None or service.gate.session is None:
            return
        from kiosk.ui.service.screen import ServiceScreen

        gate, tools = service.gate, service.tools
        self._open(
            lambda texts, scale: ServiceScreen(
                self._model, gate, tools, texts, scale, page=self._service_page
            )
        )

    def turn_service_key(self, turned: bool) -> None:
        """The service key: turned it asks who is there, turned back it ends the service."""
        self._service_key = turned
        if turned:
            self.open_login()
            return
        if self._service is not None and self._service.gate.session is not None:
            self._service.gate.log_out()
        elif type(self._screen).__name__ in _TALL:
            self.close_screen()

    @Slot()
    def _staff_changed(self) -> None:
        """Somebody has logged in or out."""
        assert self._service is not None  # noqa: S101 - its gate has just said so
        if self._service.gate.session is None:
            self.close_full()
            if type(self._screen).__name__ in _TALL or self._from_service:
                self.close_screen()
            self._service_page = ""
            if restart_wanted(self._model.state):
                self._service.tools.restart()
        self._show(self._model.state)

    @Slot(object)
    def open_full(self, make: Callable[[], QWidget]) -> None:
        """Show a widget over the whole window until it has `finished`."""
        self.close_full()
        full = make()
        full.setParent(self)
        full.finished.connect(self.close_full)  # type: ignore[attr-defined]  # every such widget has it
        full.setGeometry(self.rect())
        self._full = full
        full.show()
        full.raise_()
        full.setFocus()
        self._show_bottom()

    @property
    def full(self) -> QWidget | None:
        """The widget over the whole window, if there is one."""
        return self._full

    @Slot()
    def close_full(self) -> None:
        """Take the widget over the whole window away."""
        full, self._full = self._full, None
        if full is not None:
            full.hide()
            full.deleteLater()
            self._show_bottom()

    def _show_closed_behind(self, state: SeatState) -> None:
        """Nobody bets at a seat whose whole screen is being tested: the table need not wait for it (rule 3.5)."""
        table = state.table
        if self._full is not None and table.phase is Phase.CLOSED and self._shown_closed != table.number:
            self._shown_closed = table.number
            self._close_shown(table.number)

    def _open(self, make: MakeScreen, *, needs_key: bool = False) -> None:
        self.close_screen()
        self._player_is_here()
        self._make_screen = make
        self._needs_key = needs_key
        self._raise_screen()

    def _raise_screen(self) -> None:
        if self._make_screen is None:
            return
        if self._screen is not None:
            self._keep_page()
            self._screen.deleteLater()
        self._screen = self._make_screen(self._dress.texts, self._dress.scale)
        self._screen.setParent(self)
        self._screen.closed.connect(self._leave_screen)
        for name, call in (
            ("recall_asked", self.open_recall),
            ("entered", self.open_service),
            ("full_asked", self.open_full),
        ):
            if hasattr(self._screen, name):
                getattr(self._screen, name).connect(call)
        self._place()
        self._screen.show()
        self._screen.raise_()

    @Slot()
    def _leave_screen(self) -> None:
        from_desk, from_service = self._from_desk, self._from_service
        self.close_screen()
        if from_desk:
            self.open_desk()
        elif from_service:
            self.open_service()

    def _keep_page(self) -> None:
        """Service mode comes back to the page that was open."""
        if type(self._screen).__name__ == "ServiceScreen":
            self._service_page = self._screen.open_page  # type: ignore[union-attr]  # it is one

    @Slot()
    def close_screen(self) -> None:
        """Close the screen that lies over board and side panel, if there is one."""
        if self._screen is not None:
            self._keep_page()
            self._screen.hide()
            self._screen.deleteLater()
        self._screen = None
        self._make_screen = None
        self._needs_key = self._from_desk = self._from_service = False
        self._place()

    # --- language and size

    @Slot()
    def _next_language(self) -> None:
        self._player_is_here()
        self.set_language(other_language(self.language))

    def set_language(self, language: Language) -> None:
        """Speak a language from now on; round, chips and open screens stay."""
        if language is self.language:
            return
        self._dress = Style(Texts(language), self._dress.scale)
        self.parts.apply_style(self._dress, spoken=True)
        if self._screen is not None:
            self._screen.set_texts(self._dress.texts)
        self._show(self._model.state)
        self.language_changed.emit(language)

    def _place(self) -> None:
        wide = self._screen is not None or self._attracting
        self.parts.place(self._regions, wide=wide)
        if self._screen is not None:
            tall = type(self._screen).__name__ in _TALL
            self._screen.setGeometry(self._regions.stage_tall if tall else self._regions.stage)
        if self.parts.notice.text:
            self.parts.notice.move_to(self._notice_zone())
            self.parts.notice.raise_()
        if self._full is not None:
            self._full.setGeometry(self.rect())
            self._full.raise_()
        self._show_bottom()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._regions = regions(self.size())
        if self._regions.scale != self._dress.scale:
            self._dress = Style(self._dress.texts, self._regions.scale)
            self.parts.apply_style(self._dress, spoken=False)
            if self._screen is not None:
                self._raise_screen()
        self._place()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if not self._prepared:
            self._prepared = True
            # After the first picture: the player shall not wait for frames that come later.
            QTimer.singleShot(0, self.parts.ribbon, self.parts.ribbon.prepare)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(event.rect(), QColor(theme.TABLE))
        painter.end()
