"""What the parts of all games with set hands have in common on the player's screen; a game says the rest."""

from __future__ import annotations

from collections.abc import Sequence

from kiosk.games.game import Fact
from kiosk.ui.kit import theme
from kiosk.ui.kit.cards.set_look import SetLook
from kiosk.ui.kit.texts import Texts
from kiosk.ui.terminal.cards.part import CardPart
from kiosk.ui.terminal.cards.set_game import SetGame
from kiosk.ui.terminal.game_part import Badge

STEPS_SET = (
    ("setting.step_set_title", "setting.step_set"),
    ("setting.step_silent_title", "setting.step_silent"),
)
STEP_VOID = ("setting.step_void_title", "setting.step_void")


class SetPart(CardPart):
    """See CardPart."""

    steps: tuple[tuple[str, str], ...]
    game: SetGame
    look: SetLook

    def badges(self, facts: Sequence[Fact], texts: Texts) -> tuple[Badge, ...]:
        """The Dealer's hands."""
        high, low = self.look.result_words(facts, texts)
        return tuple(Badge(words, theme.BUTTON) for words in (high, low) if words)

    def recalled_words(self, facts: Sequence[Fact], texts: Texts) -> str:
        """Both of the Dealer's hands."""
        return " · ".join(filter(None, self.look.result_words(facts, texts)))
