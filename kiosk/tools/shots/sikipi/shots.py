"""Si Ki Pi's pictures: its sample rounds and its own scenes."""

from kiosk.games.sikipi.game import GAME
from kiosk.tools.shots.set_scenes import set_scenes
from kiosk.tools.shots.sikipi.dealer import TABLE
from kiosk.tools.shots.sikipi.deals import BONUS, DEALS, FOUL, LARGE, LOSE, STANDOFF, WIN
from kiosk.tools.shots.studio import GameShots, Stakes, by_turns

MAIN: Stakes = {"initial": 1_000}
EVERY: Stakes = {"initial": 1_000, "bonus": 500, "bonus-dealer": 500}


SHOTS = GameShots(
    game="sikipi",
    layout="A",
    stakes=lambda _layout: EVERY,
    one_bet=MAIN,
    win=WIN,
    loss=LOSE,
    large=({"initial": 1_000, "bonus": 10_000}, LARGE),
    void_reason=GAME.void_reasons.damaged,
    history=by_turns(7, (MAIN, EVERY), DEALS.by_chance),
    booked=by_turns(11, (EVERY,), DEALS.by_chance),
    scenes=set_scenes(MAIN, EVERY, WIN, FOUL, {"standoff": STANDOFF, "bonus": BONUS}),
    dealer_scenes=TABLE.scenes(),
)
