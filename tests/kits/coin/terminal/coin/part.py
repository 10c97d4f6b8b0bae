# ruff: noqa: ARG002  a coin needs less than the screen tells
"""What the player's screen asks of the coin; nothing of it moves."""

from typing import ClassVar

from kiosk.ui.kit.coin.look import drawn
from PySide6.QtCore import QRect
from PySide6.QtGui import QRegion

from kiosk.ui.terminal.board.face import BoardFaces, SpotFace, Tone
from kiosk.ui.terminal.game_part import Badge, PlayShow, PlayWords, TrendPage


class StillShow:
    repeats_ms = 1_000.0

    def zone(self, room):
        return QRect(0, 0, 10, 10)

    def bake(self, dpr):
        drawn.append(("bake",))

    def paint_ground(self, painter, room):
        pass

    def moved(self, room, before_ms, at_ms):
        return QRegion()

    def paint(self, painter, room, at_ms):
        drawn.append(("attract", at_ms))


class Page(TrendPage):
    def set_wide(self, wide):
        pass

    def set_trends(self, counted):
        self.counted = counted


class CoinPart:
    steps = ()
    trend_tabs: ClassVar = {"tosses": "panel.tab_results"}
    words = PlayWords("notice.acceptor_busy", "notice.acceptor_shut", "why.covered")

    def winning(self, layout, facts):
        return facts[0].values

    def figure(self, facts):
        return str(facts[0].values[0])[0].upper()

    def badges(self, facts, texts):
        return (Badge(str(facts[0].values[0]).upper(), "#102030"),)

    def play_show(self, look, *, animations, parent=None):
        return PlayShow(parent)

    def last_width(self, facts, px):
        return px

    def paint_last(self, painter, left, middle, px, facts):
        drawn.append(("last", *facts[0].values))
        return left + px

    def paint_recalled(self, painter, room, facts, look):
        drawn.append(("recalled", *facts[0].values))

    def attract_show(self, look):
        return StillShow()

    def paint_mark(self, painter, room, look):
        drawn.append(("mark",))

    def board_faces(self, layout, texts):
        faces = {
            spot: SpotFace("side", Tone.PLAIN, ("1:1",), figures=(number,))
            for number, spot in enumerate(layout.spots)
        }
        return BoardFaces(faces, {}, lambda _painter, _rect, value: drawn.append(("figure", value)))

    def trends(self, outcomes):
        return len(outcomes)

    def trend_page(self, name, look):
        return Page()


PART = CoinPart()
