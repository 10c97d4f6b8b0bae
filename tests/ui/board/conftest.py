"""Boards of every layout, language and size, without a display."""

import pytest
from PySide6.QtWidgets import QApplication

from kiosk.games import game
from kiosk.games.sicbo import SicBoLayout
from kiosk.resources import layout_reader
from kiosk.ui.shared.fonts import load_fonts
from kiosk.ui.shared.texts import Language, Texts
from kiosk.ui.terminal.board.view import BoardView
from kiosk.ui.terminal.sicbo.faces import board_faces

SIZES = {
    "1280x720": (940, 490),
    "1920x1080": (1430, 730),
    "3840x2160": (2860, 1460),
    "1080x1920": (1060, 1150),
}
LAYOUTS = ("A", "B", "C")


def read(name: str) -> SicBoLayout:
    return game("sicbo").read_layout(name, layout_reader("sicbo"))


@pytest.fixture(autouse=True)
def fonts(qapp: QApplication) -> None:
    load_fonts()


@pytest.fixture
def make_view(qtbot):
    """A board on the screen, ready to be touched; nothing moves unless asked."""

    def make(
        layout: str = "B", language: Language = Language.EN, size=(1430, 730), *, animations: bool = False
    ):
        made = read(layout)
        view = BoardView(made, board_faces(made, Texts(language)), language, animations=animations)
        qtbot.addWidget(view)
        view.resize(*size)
        view.show()
        qtbot.waitExposed(view)
        return view

    return make
