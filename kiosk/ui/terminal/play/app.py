"""A seat on a screen: start-up, the seat's window and the drawer beside it, at whatever table."""

from __future__ import annotations

import logging
import sys
import threading
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from PySide6.QtCore import QObject, QSize, QTimer, QUrl, Slot
from PySide6.QtGui import QDesktopServices, QGuiApplication
from PySide6.QtWidgets import QApplication, QWidget

from kiosk.app.machine import Place, Rules, Seat, demo_place, opened, written
from kiosk.app.settings import read_settings, with_settings
from kiosk.app.software import SoftwareFile, check_software
from kiosk.app.state_dir import StateDir
from kiosk.app.threaded import Table
from kiosk.devices.cabinet.port import Door, Key
from kiosk.faults import EnvironmentFault, MustEnd
from kiosk.money import dollars
from kiosk.seat.state import SeatState
from kiosk.table.round import Phase
from kiosk.ui.kit.bridge import Inbox, LockedSeat
from kiosk.ui.kit.cards.suits import configure_suits
from kiosk.ui.kit.fonts import load_fonts
from kiosk.ui.kit.game_names import game_name
from kiosk.ui.kit.life import application, watched
from kiosk.ui.kit.model import FakeModel, SeatModel
from kiosk.ui.kit.style import Style
from kiosk.ui.kit.texts import Language, Texts
from kiosk.ui.kit.theme import scale_for
from kiosk.ui.kit.watchdog import Watchdog
from kiosk.ui.terminal.play.drawer import DemoDrawer, DemoWindow, DrawerActions
from kiosk.ui.terminal.play.keys import install_keys
from kiosk.ui.terminal.play.playing import Playing
from kiosk.ui.terminal.play.service import Service, Site
from kiosk.ui.terminal.screens.attendant import AttendantKey
from kiosk.ui.terminal.screens.startup import StartStep, StartupScreen
from kiosk.ui.terminal.window import TerminalWindow

WINDOW = QSize(1280, 720)
BIG_WINDOW = QSize(1920, 1080)
DRAWER_ROOM_PX = 260

_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Options:
    """How a seat is shown and played. ``window`` is the seat's width and height in px and, where four are
    given, the window's place; without it as the screen has room.

    ``rounds``: end after so many, 0 for never. ``bot_seed``: let a bot play, None for none. ``four_colours``: each suit
    of the cards has a colour of its own.
    """

    command: str
    language: Language = Language.EN
    full_screen: bool = False
    window: tuple[int, ...] = ()
    rounds: int = 0
    bot_seed: int | None = None
    bot_speed: float = 1.0
    four_colours: bool = False


@dataclass(frozen=True)
class Opening:
    """What a seat is made of. ``table`` opens its table, in the start-up's thread; without ``place``: the demo's."""

    rules: Rules
    state: StateDir
    table: Callable[[Seat], Table]
    place: Place | None = None
    software: SoftwareFile | None = None
    endpoints: tuple[str, ...] = ()

    @property
    def by_hand(self) -> bool:
        """Whether the devices are simulated, so that keys and the drawer stand for a person's hand at them."""
        place = self.place
        return place is None or (place.acceptor.kind == "simulated" and place.cabinet.kind != "board")


RESTART = 75
"""The status of a seat that ended in order to start again."""


def run_on_screen(options: Options, opening: Opening) -> int:
    """Open the window and play until it is closed or told to end, or the rounds are over; the exit status."""
    app = application()
    configure_suits(four_colours=options.four_colours)
    screen = SeatOnScreen(options, opening)
    with watched(screen.report):
        screen.begin()
        app.exec()
        screen.rest()
        screen.end()
    return screen.status


def picture_of(rules: Rules, state: StateDir, language: str, place: Place | None = None) -> Path:
    """The seat's screen as it stands in a state directory, as a PNG beside it. Needs no display."""
    _app = QApplication.instance() or QApplication(["kiosk"])
    load_fonts()
    seat = Seat(state, rules, lambda _: None, place)
    try:
        model = FakeModel(seat.context, seat.core.state, outcomes=seat.store.outcomes())
        window = TerminalWindow(model, rules.layout, Language(language), BIG_WINDOW, animations=False)
        path = state.path / "shots" / "seat.png"
        path.parent.mkdir(exist_ok=True)
        window.grab().save(str(path))
    finally:
        seat.close()
    return path


class SeatOnScreen(QObject):
    """The parts of a seat on a screen and their order: self-test, then the table, then play.

    guarantee: what goes wrong before play is said on the start-up screen, with exit status 2; so is what must end
    the play, which has stopped then. A seat that its self-test has locked is shown and touched by nothing.
    """

    def __init__(self, options: Options, opening: Opening) -> None:
        super().__init__()
        self._options = options
        self._opening = opening
        self._rules = opening.rules
        self.status = 0
        self._rounds = 0
        self._counted: int | None = None
        self._language = options.language
        self._size = self._window_size()
        self._startup = StartupScreen(self._rules.game.name, Texts(self._language), self._size)
        self.window: QWidget | None = None
        self.playing: Playing | None = None
        self._seat: Seat | None = None
        self._drawer: DemoDrawer | None = None
        self._newest: Path | None = None
        self._inbox = Inbox(lambda job: job(), self._broken, self)
        self._service: Service | None = None
        self._terminal: TerminalWindow | None = None
        self._key: AttendantKey | None = None
        self._watchdog = Watchdog(self)

    def _window_size(self) -> QSize:
        if self._options.window:
            return QSize(*self._options.window[:2])
        available = QGuiApplication.primaryScreen().availableSize()
        if self._options.full_screen:
            return QGuiApplication.primaryScreen().size()
        room = BIG_WINDOW + QSize(DRAWER_ROOM_PX, 0)
        return (
            BIG_WINDOW
            if available.width() >= room.width() and available.height() >= room.height()
            else WINDOW
        )

    def _show(self, window: QWidget) -> None:
        if len(self._options.window) == 4:
            window.move(*self._options.window[2:])
        window.show()

    def report(self, bug: BaseException) -> None:
        """An exception that nobody caught. Any thread may call."""
        self._inbox.report(bug)

    # --- start-up -----------------------------------------------------------------------------------------------

    def begin(self) -> None:
        """Show the start-up and test the books in another thread, so that the screen never stands still."""
        if self._options.full_screen:
            self._startup.showFullScreen()
        else:
            self._show(self._startup)
        self._startup.begin(StartStep.FILES)
        self._watchdog.begin("starts: self-test")
        threading.Thread(target=self._open, name="start-up", daemon=True).start()

    def _open(self) -> None:
        def progress(share: float) -> None:
            self._inbox.put(lambda: self._startup.begin(StartStep.BOOKS, share))
            self._inbox.put(lambda: self._watchdog.begin(f"starts: books read to {share:.0%}"))

        opening = self._opening
        try:
            self._inbox.put(lambda: self._startup.begin(StartStep.MEMORY))
            place = opening.place or demo_place(opening.rules)
            settings = read_settings(opening.state)
            config = with_settings(place.config, settings)
            seat = Seat(
                opening.state,
                opening.rules,
                progress,
                replace(place, config=config, written=place.written or written(place)),
            )
            try:
                signed = seat.core.state.signed
                seat.checked = check_software(opening.software, signed=signed)
                table = opened(seat, lambda: opening.table(seat))
            except BaseException:
                seat.close()
                raise
        except Exception as fault:  # noqa: BLE001 - whatever it is, a person must read it
            self._inbox.report(fault)
            return
        self._inbox.put(lambda: self._opened(seat, table))

    def _broken(self, fault: BaseException) -> None:
        """In the GUI's thread. In play the seat is locked; before, the start-up screen says why there is none."""
        if isinstance(fault, MustEnd) and self.playing is not None and self._seat is not None:
            print(f"{self._options.command}: {fault}", file=sys.stderr)  # noqa: T201 - the screen may be seen by nobody
            self._show_end()
        elif self.playing is not None:
            self.playing.bridge.lock_for(fault)
            self._watchdog.status(f"locked: {fault}")
            return
        self.status = 2
        self._watchdog.status(f"cannot play: {fault}")
        if isinstance(fault, EnvironmentFault):
            self._startup.fail(fault.what, fault.way_out)
        else:
            _log.error("the start failed: a fault in the program", exc_info=fault)
            self._startup.fail(f"a fault in the program: {fault!r}", "Call a technician; start again")

    def _show_end(self) -> None:
        """Stop the play; the start-up screen comes back for what is to be said, until a person closes it."""
        self.end()
        if self._options.full_screen:
            self._startup.showFullScreen()
        else:
            self._show(self._startup)
        if self.window is not None:
            self.window.hide()

    def _opened(self, seat: Seat, table: Table | None) -> None:
        self._seat = seat
        self._startup.begin(StartStep.DEVICES)
        seat.language = self._language.value
        if table is None:
            self.window = self._make_window(LockedSeat(seat.context, seat.core.state), None)
        else:
            options = self._options
            playing = Playing(
                options.bot_seed,
                options.bot_speed,
                seat,
                table,
                self._new_paper,
                self._inbox.report,
                self._key_turned,
            )
            self.window = self._make_window(playing.bridge, playing)
            self._counted = playing.last_round
            playing.bridge.changed.connect(self._changed)
            self._startup.begin(StartStep.TABLE)
            self.playing = playing
        self._startup.finish()
        if self._options.full_screen:
            self.window.showFullScreen()
        else:
            self._show(self.window)
        self._startup.hide()
        if self.playing is not None:
            self.playing.start()
        self._watchdog.shown(
            self.window, "plays" if self.playing is not None else f"locked: {'; '.join(seat.findings)}"
        )

    # --- the window ---------------------------------------------------------------------------------------------

    def _make_window(self, model: SeatModel, playing: Playing | None) -> QWidget:
        key = AttendantKey(self)
        assert self._seat is not None  # noqa: S101 - it was opened just now
        opening = self._opening
        site = Site(
            opening.rules, opening.place, self._seat.checked, self._options.language.value, opening.endpoints
        )
        self._service = Service(
            model, self._seat, site, playing, self._inbox.put, self._inbox.report, self.restart, parent=self
        )
        terminal = TerminalWindow(
            model, self._rules.layout, self._language, self._size, key=key, service=self._service.mode
        )
        terminal.language_changed.connect(self._language_changed)
        self._terminal, self._key = terminal, key
        insert_note = playing.insert_note if playing is not None else _nothing
        insert_ticket = playing.insert_ticket if playing is not None else _nothing
        insert_file = playing.insert_ticket_file if playing is not None else _nothing
        if self._options.full_screen and not self._opening.by_hand:
            return (
                terminal  # a real seat has slots, doors and keys of its own, and a keyboard is none of them
            )
        if self._options.full_screen:
            install_keys(
                terminal,
                self._turn_attendant,
                insert_note,
                lambda: self._insert_newest(insert_file),
                self._cabinet,
            )
            return terminal
        actions = DrawerActions(
            insert_note=insert_note,
            insert_ticket=insert_ticket,
            insert_ticket_file=insert_file,
            open_ticket=_open_file,
            turn_key=self._turn_attendant,
            cabinet=self._cabinet,
        )
        self._drawer = DemoDrawer(actions, key, self._drawer_dress())
        window = DemoWindow(terminal, self._drawer)
        window.setWindowTitle(game_name(self._rules.game.name, Texts(self._language)).partition(" · ")[0])
        return window

    # --- keys and doors -----------------------------------------------------------------------------------------

    def _key_turned(self, key: Key, turned: bool) -> None:
        """The board tells of a key."""
        if key is Key.ATTENDANT and self._key is not None:
            self._key.turn(turned)
        elif key is Key.SERVICE and self._terminal is not None:
            self._service_turned = turned
            self._terminal.turn_service_key(turned)

    _service_turned = False

    def _turn_attendant(self) -> None:
        """A person turns the attendant's key, where there is no cabinet on the screen."""
        if self._key is None:
            return
        turned = not self._key.turned
        if self.playing is None or not self.playing.turn_key(Key.ATTENDANT, turned=turned):
            self._key.turn(turned)

    def _cabinet(self, what: Door | Key) -> None:
        """A person opens or closes a door, or turns the service key."""
        if isinstance(what, Door):
            if self.playing is not None:
                self.playing.move_door(what)
            return
        turned = not self._service_turned
        if self.playing is None or not self.playing.turn_key(what, turned=turned):
            self._key_turned(what, turned)

    def restart(self) -> None:
        """End the seat so that it starts again with what was set."""
        self.status = RESTART
        QApplication.quit()

    def _insert_newest(self, insert: Callable[[Path], None]) -> None:
        if self._newest is not None:
            insert(self._newest)

    def _new_paper(self, path: Path, picture: bytes) -> None:
        self._newest = path
        if self._drawer is not None:
            self._drawer.show_ticket(path, picture)

    def _drawer_dress(self) -> Style:
        return Style(Texts(self._language), scale_for(BIG_WINDOW.width(), BIG_WINDOW.height()))

    @Slot(object)
    def _language_changed(self, language: Language) -> None:
        self._language = language
        if self._seat is not None:
            self._seat.language = language.value
        if self._drawer is not None:
            self._drawer.apply_style(self._drawer_dress())

    # --- the asked rounds ---------------------------------------------------------------------------------------

    @Slot(object)
    def _changed(self, state: SeatState) -> None:
        table = state.table
        if (
            self._counted is None
        ):  # only the log tells what had begun before: known when the seat has caught up
            self._counted = table.number if state.link else None
        if self._counted is None or table.number <= self._counted:
            return
        if table.phase not in (Phase.ENDED, Phase.VOID):
            return
        self._counted = table.number
        self._rounds += 1
        if self._options.rounds and self._rounds >= self._options.rounds:
            QTimer.singleShot(0, QApplication.quit)

    def rest(self) -> None:
        """The event loop has ended: the service manager hears it, unless the screen starts again at once."""
        self._watchdog.end(again=self.status == RESTART)

    def end(self) -> None:
        """Finish what is queued, close the files and print a summary. A second call does nothing."""
        seat, self._seat = self._seat, None
        if seat is None:
            return
        if self._service is not None:
            self._service.mode.gate.log_out()
            self._service.close()
        if self.playing is None:
            seat.close()
            findings = "; ".join(seat.findings)
            if findings:
                self.status = 1
                print(f"{self._options.command}: the seat is locked: {findings}", file=sys.stderr)  # noqa: T201
            return
        state = self.playing.bridge.state
        self.playing.stop()
        seat.close()
        print(f"played {self._rounds} rounds; credit {dollars(state.credit_shown)}")  # noqa: T201 - a command's summary
        print(f"tickets: {self._opening.state.tickets}")  # noqa: T201


def _open_file(path: Path) -> None:
    QDesktopServices.openUrl(QUrl.fromLocalFile(str(path)))


def _nothing(_: object) -> None:
    """The slot of a locked seat is shut."""
