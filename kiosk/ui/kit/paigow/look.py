"""Fortune Pai Gow Poker as every screen shows it."""

from kiosk.games.laid import NOT_SHUFFLED
from kiosk.games.paigow import faults
from kiosk.games.paigow.game import GAME
from kiosk.games.paigow.paytable import FORTUNE, STANDARD
from kiosk.ui.kit.cards.set_look import SetLook
from kiosk.ui.kit.paigow.rules import RULES

LOOK = SetLook(
    RULES,
    {STANDARD: "paigow.spot_standard", FORTUNE: "paigow.spot_fortune"},
    GAME.void_reasons,
    {
        NOT_SHUFFLED: "felt.void_not_shuffled",  # rule 5.1.1
        faults.DEALT_WRONGLY: "paigow.void_misdealt",  # rule 5.2
        faults.DEALERS_COUNT: "paigow.void_dealers_count",  # rule 5.3
        faults.EXPOSED: "paigow.void_exposed",  # rule 5.4
    },
)
