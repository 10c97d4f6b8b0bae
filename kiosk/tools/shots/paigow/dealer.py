"""A table of Fortune Pai Gow Poker on the dealer's screen."""

from kiosk.games.paigow.game import GAME
from kiosk.tools.shots.paigow.deals import DEALS
from kiosk.tools.shots.set_dealer import SetTable

TABLE = SetTable(
    GAME,
    DEALS,
    {
        "01": "Ah Qc Kd Kh 9s 6c 3d",
        "02": "Jk Td 7d 5d 2d 8c 4s",
        "03": "Qs Qd 7h 5c 2s Ts 9c",
        "04": "Ad Kc 8s 8h 6d 4c 3s",
        "05": "Jd Th 9h 7c 6h 5h 2c",
    },
    "Js Jh Ks 8d 7s 4h 3c",
    {"standard": 2_500, "fortune": 500},
)
