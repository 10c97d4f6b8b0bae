"""Boards of every layout, language and size, without a display."""

import pytest
from PySide6.QtWidgets import QApplication

from kiosk.ui.kit.fonts import load_fonts
from kiosk.ui.kit.texts import Language, Texts
from kiosk.ui.terminal.board.view import BoardView
from kiosk.ui.terminal.sicbo.faces import board_faces
from kits.ui.boards import read


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
