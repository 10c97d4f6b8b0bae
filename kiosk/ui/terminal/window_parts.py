"""The parts of the player's window, made together, placed together and dressed together."""

from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import QWidget

from kiosk.games.game import Layout
from kiosk.seat.state import SeatState
from kiosk.ui.kit import theme
from kiosk.ui.kit.card import Card
from kiosk.ui.kit.clock import Countdown
from kiosk.ui.kit.model import SeatModel
from kiosk.ui.kit.style import Style
from kiosk.ui.kit.texts import Language, Texts, other_language
from kiosk.ui.terminal.bars.bottom_bar import BottomBar
from kiosk.ui.terminal.bars.ribbon import Ribbon
from kiosk.ui.terminal.bars.toast import Toast
from kiosk.ui.terminal.bars.top_bar import TopBar
from kiosk.ui.terminal.board.view import BoardView
from kiosk.ui.terminal.game_part import game_part, play_felt
from kiosk.ui.terminal.panel.side import SidePanel
from kiosk.ui.terminal.regions import Regions
from kiosk.ui.terminal.screens.attract import AttractScreen


def nothing_in_play(state: SeatState) -> bool:
    """Whether nobody plays here: no credit, no chips, nothing under way, nothing wrong."""
    money = state.balances.credit or state.balances.escrow or state.draft
    under_way = state.flight or state.registered or state.cashout or state.item
    return state.link and not (money or under_way or state.locks or state.calling)


def wear_palette(window: QWidget) -> None:
    """No part may ever show the light grey of the toolkit through."""
    palette = window.palette()
    palette.setColor(QPalette.ColorRole.Window, QColor(theme.PANEL))
    palette.setColor(QPalette.ColorRole.WindowText, QColor(theme.TEXT))
    window.setPalette(palette)


class Parts:
    """Every part of a window. Those that lie over others are named last and stand higher."""

    def __init__(
        self,
        window: QWidget,
        model: SeatModel,
        layout: Layout,
        dress: Style,
        countdown: Countdown,
        *,
        animations: bool,
    ) -> None:
        self._layout = layout
        language = dress.texts.language
        part = game_part(layout.game)
        faces = part.board_faces(layout, dress.texts)
        self.top = TopBar(model.context, dress, window)
        self.board = BoardView(layout, faces, language, animations=animations, parent=window)
        self.felt = play_felt(model.context, dress, countdown, animations=animations, parent=window)
        self.side = SidePanel(model, dress.texts, dress.scale, window)
        self.bottom = BottomBar(model.context, dress, parent=window)
        self.payout = Card(dress, window)
        self.lock = Card(dress, window)
        self.attract = AttractScreen(
            layout.game, dress, other_texts(language), animations=animations, parent=window
        )
        # The ribbon stands above every screen: the table waits until it shows "No more bets" (rule 3.5).
        self.ribbon = Ribbon(dress, countdown, part, animations=animations, parent=window)
        self.notice = Toast(dress, window, animations=animations)

    def place(self, parts: Regions, *, wide: bool) -> None:
        """Put every part into its region; `wide` while something lies over board and side panel."""
        self.top.setGeometry(parts.top_bar)
        self.ribbon.setGeometry(parts.ribbon_wide if wide else parts.ribbon)
        self.board.setGeometry(parts.board)
        if self.felt is not None:
            self.felt.setGeometry(parts.board)
        self.side.setGeometry(parts.side_panel)
        self.side.setVisible(not wide)
        self.bottom.setGeometry(parts.bottom_bar)
        self.payout.setGeometry(parts.board)
        self.lock.setGeometry(parts.board)
        self.attract.setGeometry(parts.stage_tall)

    def apply_style(self, dress: Style, *, spoken: bool) -> None:
        """Look every part anew; `spoken` when the language has changed."""
        self.top.apply_style(dress)
        self.ribbon.apply_style(dress)
        self.notice.apply_style(dress)
        self.bottom.apply_style(dress)
        if self.felt is not None:
            self.felt.apply_style(dress)
        self.attract.apply_style(dress, other_texts(dress.texts.language))
        for card in (self.payout, self.lock):
            card.apply_style(dress)
        if spoken:
            self.board.set_faces(
                game_part(self._layout.game).board_faces(self._layout, dress.texts), dress.texts.language
            )
            self.side.set_texts(dress.texts)
        else:
            self.side.set_scale(dress.scale)


def other_texts(language: Language) -> Texts:
    """The texts of that language."""
    return Texts(other_language(language))
