"""Blackjack's pictures: its sample rounds and its own scenes."""

from kiosk.games.blackjack.game import GAME
from kiosk.tools.shots.blackjack.dealer_scenes import SCENES as DEALER_SCENES
from kiosk.tools.shots.blackjack.deals import by_chance, deal
from kiosk.tools.shots.blackjack.scenes import ALL, BET, SCENES
from kiosk.tools.shots.studio import GameShots, by_turns

SHOTS = GameShots(
    game="blackjack",
    layout="A",
    stakes=lambda _layout: ALL,
    one_bet=BET,
    win=deal("Td Qs", "9h 8c", "stand"),
    loss=deal("Td 8s", "9h Tc", "stand"),
    large=({"initial": 20_000}, deal("As Kd", "9h 8c")),
    void_reason=GAME.void_reasons.damaged,
    history=by_turns(7, (BET, ALL), by_chance),
    booked=by_turns(11, (ALL,), by_chance),
    scenes=SCENES,
    dealer_scenes=DEALER_SCENES,
)
