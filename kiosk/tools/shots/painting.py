"""How every book of pictures is painted: without a display, widget by widget, into a folder."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtWidgets import QApplication, QWidget

from kiosk.tools.shots.quiet import without_noise
from kiosk.ui.kit.fonts import load_fonts
from kiosk.ui.kit.texts import Language

Size = tuple[int, int]


class Folder:
    """Where pictures go: ``wanted`` says by name which, ``say`` is told of each path, ``count`` is how many so far."""

    def __init__(self, path: Path, wanted: Callable[[str], bool], say: Callable[[str], object]) -> None:
        self._path, self._say = path, say
        self.wanted = wanted
        self.count = 0

    def save(self, widget: QWidget, name: str) -> None:
        """Write the widget as it is. Raises OSError when it cannot be written."""
        QApplication.processEvents()
        path = self._path / f"{name}.png"
        if not widget.grab().save(str(path)):
            raise OSError(f"{path}: the picture cannot be written")
        self._say(str(path))
        self.count += 1


@contextmanager
def painting() -> Iterator[None]:
    """Everything that a picture needs, for as long as some are painted."""
    app = QApplication.instance() or QApplication([])
    load_fonts()
    with without_noise():
        yield
        app.processEvents()


def take_down(widget: QWidget) -> None:
    """Take a widget down now, while everything that it holds is still alive."""
    widget.close()
    widget.deleteLater()
    QCoreApplication.sendPostedEvents(widget, QEvent.Type.DeferredDelete.value)


def forms(kind: str, sizes: tuple[Size, ...]) -> Iterator[tuple[str, Language, Size]]:
    """Every language and size, and how the names of its pictures begin."""
    for language in Language:
        for size in sizes:
            yield f"{kind}-{language.value}-{size[0]}x{size[1]}", language, size
