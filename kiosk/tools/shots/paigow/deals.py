"""Sample deals of Fortune Pai Gow Poker."""

from kiosk.cards import DECK, JOKER
from kiosk.tools.shots.set_deals import Deals
from kiosk.ui.kit.paigow.rules import RULES

DEALS = Deals(RULES, (*DECK, JOKER), ("01", "02", "03", "04", "05"))
PAIR = "Ah Qc Kd Kh 9s 6c 3d"
FLUSH = "Jk 8c Ad Td 7d 5d 2d"
LOSING = "Td 9d Qs Jd 7h 5c 2s"
BEATEN = "Js Jh Kc 8d 7s 4h 2c"
STRONG = "Ac As Kc 9c 8d 6h 4s"
FOUL = ("Kd", "Kh")
"""Of PAIR: a pair in the Low Hand, and none left."""

WIN = DEALS.deal(PAIR, BEATEN)
STANDOFF = DEALS.deal(PAIR, "Ac Js 8d 7s 5h 4c Jk")
LOSE = DEALS.deal(LOSING, STRONG)
BONUS = DEALS.deal(FLUSH, "Ac Kc 9d 9h 6s 4c 3c")
LARGE = DEALS.deal("Jh Th 9h 8h 7h 6h 5h", BEATEN.replace("Jh", "Jc").replace("4h", "4c"))
