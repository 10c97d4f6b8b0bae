"""A table of Si Ki Pi on the dealer's screen."""

from kiosk.games.sikipi.game import GAME
from kiosk.tools.shots.set_dealer import SetTable
from kiosk.tools.shots.sikipi.deals import DEALS

TABLE = SetTable(
    GAME,
    DEALS,
    {
        "01": "Kd 8h 7c 2s",
        "02": "9h 9c 4d 4s",
        "03": "Td 5c Qs 3h",
        "04": "Ad 6d 6s Jc",
        "05": "7d 7h 8s 3c",
        "06": "Kh Jh 9s Ac",
    },
    "Qd Qc 8c 7s",
    {"initial": 2_500, "bonus": 500},
)
