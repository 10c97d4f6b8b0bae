"""Sic Bo's pictures: its sample rounds and its own scenes."""

import random
from collections.abc import Iterator
from itertools import count

from kiosk.games.sicbo import NOT_FLAT
from kiosk.tools.shots.sicbo.dealer_scenes import SCENES as DEALER_SCENES
from kiosk.tools.shots.sicbo.scenes import SCENES, dice
from kiosk.tools.shots.sicbo.three_rounds import SCENES as THREE_ROUNDS
from kiosk.tools.shots.studio import Facts, GameShots, Stakes, by_turns

_STAKES = {"big": 10_000, "total-11": 2_500, "total-8": 500, "domino-35": 1_000, "single-3": 500}
_PANEL_STAKES = {"three-346": 2_500, "double-single-335": 500}
_BETS = (
    {"big": 2_500},
    {"odd": 1_000, "single-4": 500},
    {"small": 2_500, "total-9": 500},
    {"domino-12": 1_000},
)


def _stakes(layout: str) -> Stakes:
    return _STAKES if layout == "A" else _STAKES | _PANEL_STAKES


def _history() -> Iterator[tuple[Stakes, Facts]]:
    rolls = random.Random(7)  # noqa: S311  pictures, not play
    bets = ("big", "small", "odd", "even", "single-4", "total-9", "domino-12")
    for number in count():
        stakes = {bets[rolls.randrange(len(bets))]: 500 * rolls.randint(1, 4)} if number % 3 else {}
        yield stakes, _roll(rolls, stakes)


def _roll(rolls: random.Random, _stakes: Stakes) -> Facts:
    return dice(*(rolls.randint(1, 6) for _ in range(3)))


SHOTS = GameShots(
    game="sicbo",
    layout="B",
    stakes=_stakes,
    one_bet={"big": 500},
    win=dice(3, 5, 3),
    loss=dice(2, 1, 1),
    large=({"triple-4": 2_000, "any-triple": 10_000}, dice(4, 4, 4)),
    void_reason=NOT_FLAT,
    history=_history,
    booked=by_turns(11, _BETS, _roll),
    scenes=(*SCENES, *THREE_ROUNDS),
    dealer_scenes=DEALER_SCENES,
)
