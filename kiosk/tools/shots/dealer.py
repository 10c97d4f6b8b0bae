"""Pictures of the dealer's screen: every moment and every sheet, both languages, several sizes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from PySide6.QtCore import QSize

from kiosk.cards import DECK
from kiosk.console.view import DeskView
from kiosk.tools.shots.painting import Folder, Size, forms, painting, take_down
from kiosk.ui.dealer.window import DealerWindow
from kiosk.ui.kit.desk_model import FakeDesk
from kiosk.ui.kit.texts import Language

SIZES = ((1920, 1080), (1366, 768), (1280, 800), (1280, 720), (960, 600))


class StillDeskClock:
    """A clock that stands until it is moved."""

    def __init__(self) -> None:
        self.ms = 0

    def now_ms(self) -> int:
        """See Clock."""
        return self.ms

    def now(self) -> datetime:
        """See Clock."""
        return datetime(2026, 1, 1, 21, 14, 42, tzinfo=UTC) + timedelta(milliseconds=self.ms)


Act = Callable[[DealerWindow], object]


def keys(*numbers: int) -> Act:
    """These keys of the entry are touched, one after the other: numbers of dice, places of cards in their deck."""

    def act(window: DealerWindow) -> None:
        for number in numbers:
            window.parts.work.key_asked.emit(number)

    return act


def taps(*cards: str, deck: Sequence[str] = DECK) -> Act:
    """The keys of these cards."""
    return keys(*(deck.index(card) for card in cards))


@dataclass(frozen=True)
class DealerScene:
    """A name for the file, the moment, and what is done in it."""

    name: str
    view: Callable[[], DeskView]
    act: Act = lambda _: None


def make_window(scene: DealerScene, language: Language, size: Size) -> DealerWindow:
    """The window of a scene. Needs a QApplication and the fonts."""
    window = DealerWindow(FakeDesk(scene.view()), language, QSize(*size), clock=StillDeskClock())
    window.show()
    scene.act(window)
    return window


def dealer_names() -> Iterator[tuple[str, DealerScene, Language, Size]]:
    """Every picture's name with what leads to it."""
    from kiosk.tools.shots.studio import every_game, stem_of  # it knows these scenes

    for shots in every_game():
        for stem, language, size in forms(f"{stem_of(shots)}dealer", SIZES):
            for scene in shots.dealer_scenes:
                yield f"{stem}-{scene.name}", scene, language, size


def paint_dealer_book(folder: Folder) -> None:
    """Write every wanted picture into the folder. Raises OSError when one cannot be written."""
    chosen = [one for one in dealer_names() if folder.wanted(one[0])]
    if not chosen:
        return
    with painting():
        for name, scene, language, size in chosen:
            window = make_window(scene, language, size)
            folder.save(window, name)
            take_down(window)
