"""Sample deals of Si Ki Pi."""

from kiosk.cards import DECK
from kiosk.tools.shots.set_deals import Deals
from kiosk.ui.kit.sikipi.rules import RULES

DEALS = Deals(RULES, DECK, ("01", "02", "03", "04", "05", "06"))
GONG = "Kd 8h 7c 2s"
TWO_PAIRS = "9h 9c 4d 4s"
LOSING = "Td 9c Qs 3h"
FOUL = ("8h", "2s")
"""Of GONG: the Gong in the Low Hand."""

WIN = DEALS.deal(GONG, "Qs 6h Tc 5d")
STANDOFF = DEALS.deal(GONG, "Kh 9d Jc 9s")
LOSE = DEALS.deal(LOSING, "Ad Ac 8c Kh")
BONUS = DEALS.deal(TWO_PAIRS, "Qd Qc 8c 7h")
LARGE = DEALS.deal("Kd Kh Kc Ks", "Qs 6h Tc 5d")
