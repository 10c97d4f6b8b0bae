"""Fortune Pai Gow Poker's pictures: its sample rounds and its own scenes."""

from kiosk.games.paigow.game import GAME
from kiosk.tools.shots.paigow.dealer import TABLE
from kiosk.tools.shots.paigow.deals import BONUS, DEALS, FOUL, LARGE, LOSE, STANDOFF, WIN
from kiosk.tools.shots.set_scenes import set_scenes
from kiosk.tools.shots.studio import GameShots, Stakes, by_turns

MAIN: Stakes = {"standard": 1_000}
EVERY: Stakes = {"standard": 1_000, "fortune": 500}


SHOTS = GameShots(
    game="paigow",
    layout="A",
    stakes=lambda _layout: EVERY,
    one_bet=MAIN,
    win=WIN,
    loss=LOSE,
    large=({"standard": 1_000, "fortune": 500}, LARGE),
    void_reason=GAME.void_reasons.damaged,
    history=by_turns(7, (MAIN, EVERY), DEALS.by_chance),
    booked=by_turns(11, (EVERY,), DEALS.by_chance),
    scenes=set_scenes(MAIN, EVERY, WIN, FOUL, {"standoff": STANDOFF, "bonus": BONUS}),
    dealer_scenes=TABLE.scenes(),
)
