"""Pictures of the dealer's screen: every moment and every sheet, both languages, several sizes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QEvent, QSize
from PySide6.QtWidgets import QApplication

from kiosk.console.view import DeskView
from kiosk.ui.dealer.window import DealerWindow
from kiosk.ui.kit.desk_model import FakeDesk
from kiosk.ui.kit.fonts import load_fonts
from kiosk.ui.kit.quiet import without_noise
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


@dataclass(frozen=True)
class DealerScene:
    """A name for the file, the moment, and what is done in it."""

    name: str
    view: Callable[[], DeskView]
    act: Act = lambda _: None


def make_window(scene: DealerScene, language: Language, size: tuple[int, int]) -> DealerWindow:
    """The window of a scene. Needs a QApplication and the fonts."""
    window = DealerWindow(FakeDesk(scene.view()), language, QSize(*size), clock=StillDeskClock())
    window.show()
    scene.act(window)
    return window


def dealer_names() -> Iterator[tuple[str, DealerScene, Language, tuple[int, int]]]:
    """Every picture's name with what leads to it."""
    from kiosk.tools.shots.studio import every_game, stem_of  # it knows these scenes

    for shots in every_game():
        for language in Language:
            for size in SIZES:
                stem = f"{stem_of(shots)}dealer-{language.value}-{size[0]}x{size[1]}"
                for scene in shots.dealer_scenes:
                    yield f"{stem}-{scene.name}", scene, language, size


def paint_dealer_book(folder: Path, wanted: Callable[[str], bool], say: Callable[[str], object]) -> int:
    """Write every wanted picture into the folder; answers how many. Raises OSError when one cannot be written."""
    chosen = [one for one in dealer_names() if wanted(one[0])]
    if not chosen:
        return 0
    app = QApplication.instance() or QApplication([])
    load_fonts()
    with without_noise():
        for name, scene, language, size in chosen:
            window = make_window(scene, language, size)
            QApplication.processEvents()
            path = folder / f"{name}.png"
            done = window.grab().save(str(path))
            window.close()
            window.deleteLater()
            QCoreApplication.sendPostedEvents(window, QEvent.Type.DeferredDelete.value)
            if not done:
                raise OSError(f"{path}: the picture cannot be written")
            say(str(path))
        app.processEvents()
    return len(chosen)
