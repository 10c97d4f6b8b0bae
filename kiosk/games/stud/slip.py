"""A round of Casino Stud Poker as a line of paper has it, read strictly."""

from collections.abc import Mapping, Sequence

from kiosk.games.errors import BadFacts, BadStake, GameError
from kiosk.games.slip import BoxSlip, at_box, read_slip
from kiosk.games.stud.hands import CARDS
from kiosk.games.stud.jackpot import Meter
from kiosk.games.stud.paytable import ANTE, BET, JACKPOT, StudLayout
from kiosk.games.stud.play import FOLD, STAY
from kiosk.games.stud.settle import Box
from kiosk.money import MOST_CENTS
from kiosk.written import shown

SLIP = (
    '{"boxes": [{"box": 1, "bets": {"ante": 1000, "jackpot": 100}, "cards": ["Ah", "Kd", "9s", "4c", "2h"], '
    '"decisions": ["bet"]}], "dealer": ["Qs", "Qd", "7h", "3c", "2d"], "jackpot": 12345678, "reset": 5000000}'
)
_METER = ("jackpot", "reset")


def read_round(layout: StudLayout, slip: Mapping[str, object]) -> tuple[list[Box], tuple[str, ...], Meter]:
    """The boxes as listed, the Dealer's cards and the jackpot of a line as SLIP shows it. Raises GameError.

    An empty list of decisions is a Fold (rule 5.5). `bet` is among the bets only where it is not twice the Ante (rule
    5.3). Without a jackpot, or with null (rule 5.18), no box that plays has a jackpot Bet.
    """
    table = read_slip(slip, bets=(ANTE, JACKPOT, BET), cards=CARDS, boxes=layout.boxes, more=_METER)
    boxes = []
    for written in table.boxes:
        with at_box(written.box):
            boxes.append(_box(written))
    return boxes, table.dealer, _meter(slip, boxes)


def _box(written: BoxSlip) -> Box:
    ante, jackpot, bet = (written.bets.get(name, 0) for name in (ANTE, JACKPOT, BET))
    if not ante and not jackpot:
        raise BadStake(f"found no {ANTE}: expected one of 1 cent or more")
    decisions = written.decisions or (FOLD,)
    if len(decisions) > 1 or decisions[0] not in (FOLD, STAY):
        raise BadFacts(f'decisions: found {shown(list(decisions))}: expected one, "{STAY}" or "{FOLD}"')
    (choice,) = decisions
    if choice == STAY and not ante:
        raise BadFacts(f'decisions: found "{STAY}" without an {ANTE}: expected none')
    if BET in written.bets and (choice == FOLD or not bet):
        raise BadStake(
            f'{BET}: found the stake {bet} with the decision "{choice}": expected one with "{STAY}" alone, of 1 '
            "cent or more"
        )
    return Box(written.box, ante, written.cards, choice, jackpot, bet or None)


def _meter(slip: Mapping[str, object], boxes: Sequence[Box]) -> Meter:
    staked = next((box.number for box in boxes if box.jackpot and box.ante), None)
    found = []
    for key in _METER:
        cents = slip.get(key)
        if cents is None and staked is not None:
            state = "null" if key in slip else "no such key"
            raise GameError(
                f"{key}: found {state}, and a jackpot bet at box {staked}: expected whole cents, or no such bet"
            )
        cents = 0 if cents is None else cents
        if type(cents) is not int or not 0 <= cents <= MOST_CENTS:
            raise GameError(f"{key}: found {shown(cents)}: expected whole cents, 0 to {MOST_CENTS}, or null")
        found.append(cents)
    return Meter(*found)
