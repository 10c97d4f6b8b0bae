"""Casino Stud Poker's pictures: its sample rounds and its own scenes."""

import random

from kiosk.cards import DECK
from kiosk.games.stud.game import GAME
from kiosk.games.stud.play import FOLD, STAY
from kiosk.tools.shots.stud.dealer_scenes import SCENES as DEALER_SCENES
from kiosk.tools.shots.stud.deals import PAIR, QUALIFIED, ROYAL, deal
from kiosk.tools.shots.stud.scenes import ANTE, BOTH, SCENES
from kiosk.tools.shots.studio import Facts, GameShots, Stakes, by_turns


def _dealt(chance: random.Random, stakes: Stakes) -> Facts:
    cards = chance.sample(DECK, 10)
    call = STAY if stakes and chance.randrange(3) else FOLD
    return deal(" ".join(cards[:5]), " ".join(cards[5:]), call)


SHOTS = GameShots(
    game="stud",
    layout="A",
    stakes=lambda _layout: BOTH,
    one_bet=ANTE,
    win=deal(PAIR, QUALIFIED),
    loss=deal("8c 8s Kd 6h 3d", "Ah Ac Kh 9c 2d"),
    large=(BOTH, deal(ROYAL, QUALIFIED, prize=5_000_000)),
    void_reason=GAME.void_reasons.damaged,
    history=by_turns(7, (ANTE, BOTH), _dealt),
    booked=by_turns(11, (BOTH,), _dealt),
    scenes=SCENES,
    dealer_scenes=DEALER_SCENES,
)
