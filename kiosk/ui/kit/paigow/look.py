"""Fortune Pai Gow Poker as every screen shows it."""

from kiosk.games.paigow.agenda import NOT_SHUFFLED
from kiosk.games.paigow.game import GAME
from kiosk.games.paigow.paytable import FORTUNE, STANDARD
from kiosk.ui.kit.cards.set_look import SetLook
from kiosk.ui.kit.paigow.rules import RULES

LOOK = SetLook(
    RULES,
    {STANDARD: "paigow.spot_standard", FORTUNE: "paigow.spot_fortune"},
    GAME.void_reasons,
    {NOT_SHUFFLED: "felt.void_not_shuffled"},  # rule 5.1.1
)
