"""Takes the pictures of the scenes: one window for each layout, language and size, so that a board is baked once."""

from collections.abc import Callable, Iterator
from functools import partial

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QWidget

from kiosk.resources import layout_names
from kiosk.tools.shots.painting import Folder, Size, forms, painting, take_down
from kiosk.tools.shots.samples import sample_tickets
from kiosk.tools.shots.scenes import SCENES
from kiosk.tools.shots.studio import (
    HISTORY,
    SIZES,
    GameShots,
    StillClock,
    Studio,
    every_game,
    fresh_seat,
    is_wanted,
    stem_of,
)
from kiosk.ui.kit.cards.suits import configure_suits
from kiosk.ui.kit.model import FakeModel
from kiosk.ui.kit.style import Style
from kiosk.ui.kit.texts import Language, Texts
from kiosk.ui.kit.theme import scale_for
from kiosk.ui.terminal.play.drawer import DemoDrawer, DemoWindow, DrawerActions
from kiosk.ui.terminal.screens.attendant import AttendantKey
from kiosk.ui.terminal.screens.startup import StartStep, StartupScreen
from kiosk.ui.terminal.window import TerminalWindow


def paint_book(folder: Folder) -> None:
    """Write every wanted picture into the folder. Raises OSError when one cannot be written."""
    with painting():
        for shots in every_game():
            for layout in layout_names(shots.game):
                for stem, language, size in forms(f"{stem_of(shots)}{layout}", SIZES):
                    _paint_form(folder, stem, shots, layout, language, size)
            for name, make in _other_screens(shots):
                if folder.wanted(name):
                    widget = make()
                    folder.save(widget, name)
                    take_down(widget)


def _paint_form(
    folder: Folder, stem: str, shots: GameShots, layout: str, language: Language, size: Size
) -> None:
    every = (*SCENES, *shots.scenes)
    scenes = [s for s in every if is_wanted(shots, s, layout, size) and folder.wanted(f"{stem}-{s.name}")]
    if not scenes:
        return
    studio = make_studio(shots, layout, language, size)
    for scene in scenes:
        if len(studio.model.outcomes) != HISTORY or studio.model.state.ticket_sequence:
            # The last scene ended a round or a session: the side panel must not know of it in the next one.
            _close(studio)
            studio = make_studio(shots, layout, language, size)
        _reset(studio)
        scene.act(studio)
        folder.save(studio.window, f"{stem}-{scene.name}")
    _close(studio)


def _close(studio: Studio) -> None:
    configure_suits(four_colours=False)  # a scene may have told it to the whole process
    take_down(studio.window)


def make_studio(shots: GameShots, layout: str, language: Language, size: Size) -> Studio:
    """A window without motion, with a seat that has a history. Needs a QApplication and the fonts."""
    seat = fresh_seat(shots, layout)
    clock, key = StillClock(), AttendantKey()
    model = FakeModel(
        seat.context, seat.state, outcomes=seat.outcomes, rounds=seat.rounds, tickets=sample_tickets()
    )
    window = TerminalWindow(
        model, seat.layout, language, QSize(*size), key=key, clock=clock, animations=False
    )
    window.show()
    return Studio(window, model, clock, key, seat, layout, shots)


def _reset(studio: Studio) -> None:
    """Everything as at the beginning, but the baked board."""
    studio.seat = fresh_seat(studio.shots, studio.layout)
    studio.key.turn(on=False)
    configure_suits(four_colours=False)
    studio.window.close_screen()
    studio.window.parts.notice.clear()
    studio.window.parts.side.show_tab(studio.window.parts.side.tabs[0])
    studio.rack.choose(500)


def _other_screens(shots: GameShots) -> Iterator[tuple[str, Callable[[], QWidget]]]:
    """Start-up and the demo's drawer, by name and how each is made: they are no state of a seat."""
    stem = stem_of(shots)
    for language in Language:
        begins = partial(_start_up, shots, language)
        yield f"{stem}start-up-{language.value}-1920x1080-running", partial(begins, StartStep.BOOKS, 0.4)
        yield f"{stem}start-up-{language.value}-1920x1080-failed", partial(_failed_start, shots, language)
        upright = partial(begins, StartStep.TABLE, 0.5, (1080, 1920))
        yield f"{stem}start-up-{language.value}-1080x1920-running", upright
        yield f"{stem}demo-{language.value}-1280x720", partial(_demo, shots, language)


def _start_up(
    shots: GameShots,
    language: Language,
    step: StartStep,
    part: float = 0.0,
    size: Size = (1920, 1080),
) -> StartupScreen:
    screen = StartupScreen(shots.game, Texts(language), QSize(*size))
    screen.show()  # else its list of steps, made anew at the first size, is not in the picture
    screen.begin(step, part)
    return screen


def _failed_start(shots: GameShots, language: Language) -> StartupScreen:
    screen = _start_up(shots, language, StartStep.MEMORY)
    screen.fail(
        "seat.db: version 9 of the journal, expected at most 1",
        "Start the newer program, or choose another folder with --state",
    )
    return screen


def _demo(shots: GameShots, language: Language) -> QWidget:
    studio = make_studio(shots, shots.layout, language, (1280, 720))
    studio.seat.open()
    studio.seat.place(studio.stakes)
    studio.show()
    nothing = DrawerActions(
        insert_note=lambda _cents: None,
        insert_ticket=lambda _number: None,
        insert_ticket_file=lambda _file: None,
        open_ticket=lambda _file: None,
    )
    dress = Style(Texts(language), scale_for(1280, 720))
    window = DemoWindow(studio.window, DemoDrawer(nothing, studio.key, dress))
    window.show()
    return window
