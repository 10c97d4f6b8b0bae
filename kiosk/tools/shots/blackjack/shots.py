"""Blackjack's pictures: its sample rounds and its own scenes."""

import random
from collections.abc import Iterator

from kiosk.games.blackjack.game import GAME
from kiosk.tools.shots.blackjack.dealer_scenes import SCENES as DEALER_SCENES
from kiosk.tools.shots.blackjack.deals import by_chance, deal
from kiosk.tools.shots.blackjack.scenes import ALL, BET, SCENES
from kiosk.tools.shots.studio import HISTORY, Facts, GameShots, Stakes


def _history() -> Iterator[tuple[Stakes, Facts]]:
    chance = random.Random(7)  # noqa: S311  pictures, not play
    for number in range(HISTORY):
        yield dict((BET, ALL)[number % 2]), by_chance(chance, mine=True)


def _booked() -> Iterator[tuple[Stakes, Facts]]:
    chance = random.Random(11)  # noqa: S311  pictures, not play
    while True:
        yield dict(ALL), by_chance(chance, mine=True)


SHOTS = GameShots(
    game="blackjack",
    layout="A",
    stakes=lambda _layout: ALL,
    one_bet=BET,
    win=deal("Td Qs", "9h 8c", "stand"),
    loss=deal("Td 8s", "9h Tc", "stand"),
    large=({"initial": 20_000}, deal("As Kd", "9h 8c")),
    void_reason=GAME.void_reasons.damaged,
    history=_history,
    booked=_booked,
    scenes=SCENES,
    dealer_scenes=DEALER_SCENES,
)
