"""Si Ki Pi as every screen shows it."""

from kiosk.games.laid import NOT_SHUFFLED, RAN_OUT
from kiosk.games.sikipi.deal import DEALERS_EXPOSED, WRONGLY_DEALT
from kiosk.games.sikipi.game import GAME
from kiosk.games.sikipi.paytable import BONUS, BONUS_DEALER, INITIAL
from kiosk.ui.kit.cards.set_look import SetLook
from kiosk.ui.kit.sikipi.rules import RULES

LOOK = SetLook(
    RULES,
    {INITIAL: "sikipi.spot_initial", BONUS: "sikipi.spot_bonus", BONUS_DEALER: "sikipi.spot_bonus_dealer"},
    GAME.void_reasons,
    {
        NOT_SHUFFLED: "felt.void_not_shuffled",  # rule 5.5.4
        DEALERS_EXPOSED: "sikipi.void_exposed",  # rule 5.5.2
        WRONGLY_DEALT: "sikipi.void_misdealt",  # rule 5.5.3
        RAN_OUT: "felt.void_ran_out",  # rule 5.5.6
    },
)
