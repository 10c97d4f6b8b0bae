"""What the facts of a round of Si Ki Pi say: boxes, cards where they lie, how hands are set, what went wrong."""

from dataclasses import dataclass, field
from functools import partial

from kiosk.games.game import Fact
from kiosk.games.laid import CARD as CARD
from kiosk.games.laid import DEALER as DEALER
from kiosk.games.laid import DEALING_ERROR as DEALING_ERROR
from kiosk.games.laid import INVALID as INVALID
from kiosk.games.laid import SHUFFLE as SHUFFLE
from kiosk.games.laid import Laid, one_word, read_facts, read_once, take_up, unexpected
from kiosk.games.set_hands import SET, low_hand
from kiosk.games.sikipi.play import is_house_way

CARDS = 4
"""The cards of every hand (rules 3.15 and 3.16)."""
EXPOSED, MISDEALT = "exposed", "misdealt"
"""The irregularities whose effect depends on whether a Player has seen his cards: the Dealer has exposed two or more
cards of a Hand (rules 5.5.2, 5.7 and 5.8), or cards went to a wrong place (rules 5.5.3 and 5.6)."""

DEALERS_EXPOSED = "the Dealer's cards were exposed before anybody had seen his own"
WRONGLY_DEALT = "cards were dealt wrongly, and players have seen theirs"


@dataclass
class Deal(Laid):
    """What lies on the table, by box and for the Dealer."""

    settings: dict[str, str] = field(default_factory=dict)
    """What each box has chosen, and how the Dealer's Hand lies on the felt, by place."""
    noted: set[tuple[str, str]] = field(default_factory=set)
    """The irregularities that were entered, with their places."""
    only_void: str = ""
    """Why the round can have no result any more (rule 5.5)."""

    @property
    def is_dealt(self) -> bool:
        """Whether every box that plays and the Dealer have their four cards: from then on players see theirs."""
        return self.is_whole(CARDS)

    @property
    def undecided(self) -> tuple[str, ...]:
        """The boxes that have still to set their hands."""
        return tuple(box for box in self.playing if box not in self.settings)

    @property
    def is_confirmed(self) -> bool:
        """Whether the Dealer's Hand lies on the felt as the House Way sets it (rule 3.21)."""
        return DEALER in self.settings and is_house_way(tuple(self.up[DEALER]), self.settings[DEALER])


@read_once
def read_deal(facts: tuple[Fact, ...], most_boxes: int) -> Deal:
    """What these facts say, complete or not. Raises BadFacts for what cannot be true, as a card that lies twice."""
    deal = Deal()
    read_facts(deal, facts, most_boxes, partial(_take, deal))
    return deal


def _take(deal: Deal, at: int, fact: Fact) -> None:
    if take_up(deal, at, fact, CARDS, CARDS):
        return
    if fact.name == SET and fact.at in deal.undecided:
        deal.settings[fact.at] = _choice(fact)
    elif fact.name == SET and fact.at == DEALER and len(deal.up[DEALER]) == CARDS and not deal.is_confirmed:
        deal.settings[DEALER] = _choice(fact)
    elif fact.name in (EXPOSED, MISDEALT) and (fact.name, fact.at) not in deal.noted:
        _note(deal, fact)
    else:
        raise unexpected(fact)


def _choice(fact: Fact) -> str:
    choice = one_word(fact)
    low_hand(choice)
    return choice


def _note(deal: Deal, fact: Fact) -> None:
    """What was exposed is of no account once players have seen their cards; wrongly dealt cards are only then."""
    exposed = fact.name == EXPOSED
    if fact.at not in ((*deal.playing, DEALER) if exposed else deal.playing):
        raise unexpected(fact)
    deal.noted.add((fact.name, fact.at))
    if deal.is_dealt:
        deal.only_void = deal.only_void or ("" if exposed else WRONGLY_DEALT)
    elif fact.at == DEALER:
        deal.only_void = DEALERS_EXPOSED
    elif fact.at not in deal.errors:
        deal.errors.append(fact.at)
