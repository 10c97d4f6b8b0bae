"""What the parts of all games with set hands have in common on the player's screen; a game says the rest."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtWidgets import QWidget

from kiosk.games.errors import UnknownLayout
from kiosk.games.game import Fact, Layout
from kiosk.money import short_dollars
from kiosk.table.records import Limits
from kiosk.ui.kit import theme
from kiosk.ui.kit.cards.set_look import SetLook
from kiosk.ui.kit.fonts import Role
from kiosk.ui.kit.style import Style, label
from kiosk.ui.kit.texts import Texts
from kiosk.ui.terminal.board.face import BoardFaces, SpotFace, Tone
from kiosk.ui.terminal.cards.help_parts import limit_row, range_words
from kiosk.ui.terminal.cards.part import CardPart
from kiosk.ui.terminal.cards.set_game import SetGame
from kiosk.ui.terminal.game_part import Badge
from kiosk.ui.terminal.help.pages import page

STEPS_SET = (
    ("setting.step_set_title", "setting.step_set"),
    ("setting.step_silent_title", "setting.step_silent"),
)
STEP_VOID = ("setting.step_void_title", "setting.step_void")


class SetPart(CardPart):
    """See CardPart. `spots` are the keys of what stands on each spot below its name."""

    steps: tuple[tuple[str, str], ...]
    game: SetGame
    look: SetLook
    spots: Mapping[str, tuple[str, ...]]

    def own_layout(self, layout: Layout) -> Layout:
        """The same layout. Raises UnknownLayout for one of another game."""
        if layout.game != self.game.name:
            raise UnknownLayout(f"layout {layout.name} of {layout.game}: expected one of {self.game.name}")
        return layout

    def badges(self, facts: Sequence[Fact], texts: Texts) -> tuple[Badge, ...]:
        """The Dealer's hands."""
        high, low = self.look.result_words(facts, texts)
        return tuple(Badge(words, theme.BUTTON) for words in (high, low) if words)

    def recalled_words(self, facts: Sequence[Fact], texts: Texts) -> str:
        """Both of the Dealer's hands."""
        return " · ".join(filter(None, self.look.result_words(facts, texts)))

    def board_faces(self, layout: Layout, texts: Texts) -> BoardFaces:
        """The name of every spot, and what it pays."""
        self.own_layout(layout)
        spots = {
            spot: SpotFace(
                spot,
                Tone.EVEN_MONEY if spot == self.game.main else Tone.PANEL,
                tuple(texts.get(line) for line in lines),
                name=self.look.spot_words(spot, texts),
            )
            for spot, lines in self.spots.items()
        }
        return BoardFaces(spots, {}, lambda _painter, _rect, _figure: None)

    def limits_page(self, look: Style, layout: Layout, limits: Limits | None) -> QWidget:
        """The smallest and largest stake of each bet, and the unit."""
        self.own_layout(layout)
        if limits is None:
            return page(look, label(look, look.t("help.limits_later"), Role.BODY, "heading"))
        rows = [
            limit_row(look, self.look.spot_words(spot, look.texts), range_words(look, spot, limits) or "–")
            for spot in layout.spots
        ]
        unit = look.t("help.limit_unit", cents=short_dollars(limits.unit))
        return page(look, *rows, label(look, unit, Role.BODY, "label"))
