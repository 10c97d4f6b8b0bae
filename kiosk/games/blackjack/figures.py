"""A round of Blackjack as reports have it, in no language."""

from collections.abc import Iterable

from kiosk.games.blackjack.deal import CARD, DEALER, GO_ON, PICK
from kiosk.games.blackjack.paytable import FIRST, TURN
from kiosk.games.game import HOLDS, Fact

_OF_BOX = frozenset({CARD, FIRST, TURN, GO_ON, PICK})


def written(facts: Iterable[Fact]) -> str:
    """Each box with its cards and decisions in their order, then the dealer's cards.

    As "07 8h 8s decline split Td stand 3d hit 5c stand; 08 Kd 9c decline stand; dealer 6c Th Kd".
    """
    boxes: dict[str, list[str]] = {}
    for fact in facts:
        if fact.name == HOLDS:
            boxes = {str(box): [] for box in fact.values}
        elif fact.name in _OF_BOX:
            boxes.setdefault(fact.at, []).extend(map(str, fact.values))
    dealt = boxes.pop(DEALER, None)
    last = [(DEALER, dealt)] if dealt is not None else []
    return "; ".join(" ".join((box, *told)) for box, told in (*boxes.items(), *last))
