"""Fortune Pai Gow Poker's pictures: its sample rounds and its own scenes."""

import random
from collections.abc import Iterator

from kiosk.games.paigow.game import GAME
from kiosk.tools.shots.paigow.dealer import TABLE
from kiosk.tools.shots.paigow.deals import BONUS, DEALS, FOUL, LARGE, LOSE, STANDOFF, WIN
from kiosk.tools.shots.set_scenes import set_scenes
from kiosk.tools.shots.studio import HISTORY, Facts, GameShots, Stakes

MAIN: Stakes = {"standard": 1_000}
EVERY: Stakes = {"standard": 1_000, "fortune": 500}


def _history() -> Iterator[tuple[Stakes, Facts]]:
    chance = random.Random(7)  # noqa: S311  pictures, not play
    for number in range(HISTORY):
        yield dict((MAIN, EVERY)[number % 2]), DEALS.by_chance(chance)


def _booked() -> Iterator[tuple[Stakes, Facts]]:
    chance = random.Random(11)  # noqa: S311  pictures, not play
    while True:
        yield dict(EVERY), DEALS.by_chance(chance)


SHOTS = GameShots(
    game="paigow",
    layout="A",
    stakes=lambda _layout: EVERY,
    one_bet=MAIN,
    win=WIN,
    loss=LOSE,
    large=({"standard": 1_000, "fortune": 500}, LARGE),
    void_reason=GAME.void_reasons.damaged,
    history=_history,
    booked=_booked,
    scenes=set_scenes(MAIN, EVERY, WIN, FOUL, {"standoff": STANDOFF, "bonus": BONUS}),
    dealer_scenes=TABLE.scenes(),
)
