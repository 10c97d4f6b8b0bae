"""What the facts of a round of Casino Stud Poker say: boxes, cards where they lie, decisions, major prizes."""

from dataclasses import dataclass, field
from functools import partial

from kiosk.games.errors import BadFacts
from kiosk.games.game import Fact
from kiosk.games.laid import CARD as CARD
from kiosk.games.laid import DEALER as DEALER
from kiosk.games.laid import DEALING_ERROR as DEALING_ERROR
from kiosk.games.laid import INVALID as INVALID
from kiosk.games.laid import SHUFFLE as SHUFFLE
from kiosk.games.laid import Laid, one_word, read_facts, read_once, take_up, unexpected, whole
from kiosk.games.stud.hands import CARDS
from kiosk.games.stud.paytable import CALL
from kiosk.games.stud.play import FOLD, STAY, VOID
from kiosk.written import shown

BURNT, PRIZE = "burnt", "jackpot"
"""The facts of the Burnt Card, and of a major prize in cents."""


@dataclass
class Deal(Laid):
    """What lies on the table, by box and for the Dealer."""

    burnt: bool = False
    calls: dict[str, str] = field(default_factory=dict)
    prizes: dict[str, int] = field(default_factory=dict)

    @property
    def is_dealt(self) -> bool:
        """Whether every card is dealt, the Dealer's open one among them: from then on Players see theirs."""
        return bool(self.playing) and self.all_lie(CARDS - 1) and bool(self.up[DEALER])

    @property
    def staying(self) -> tuple[str, ...]:
        """The boxes with a BET, in the order of the deal."""
        return tuple(box for box in self.playing if self.calls.get(box) == STAY)


@read_once
def read_deal(facts: tuple[Fact, ...], most_boxes: int) -> Deal:
    """What these facts say, complete or not. Raises BadFacts for what cannot be true, as a card that lies twice."""
    deal = Deal()
    read_facts(deal, facts, most_boxes, partial(_take, deal))
    return deal


def _take(deal: Deal, at: int, fact: Fact) -> None:
    if take_up(deal, at, fact, CARDS, CARDS - 1):
        return
    if fact.name == BURNT and not deal.burnt:
        deal.burnt = True
    elif fact.name == CALL and fact.at in deal.up and fact.at not in (DEALER, *deal.calls):
        deal.calls[fact.at] = _decision(fact)
    elif fact.name == PRIZE and fact.at in deal.up and fact.at not in (DEALER, *deal.prizes):
        deal.prizes[fact.at] = whole(fact)
    else:
        raise unexpected(fact)


def _decision(fact: Fact) -> str:
    decision = one_word(fact)
    if decision not in (STAY, FOLD, VOID):
        raise BadFacts(
            f"{fact.at}: found the decision {shown(decision)}: expected '{STAY}', '{FOLD}' or '{VOID}'"
        )
    return decision
