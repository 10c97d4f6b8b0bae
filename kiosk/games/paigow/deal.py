"""What the facts of a round of Fortune Pai Gow Poker say: boxes, cards where they lie, settings, what went wrong."""

from dataclasses import dataclass, field
from functools import partial

from kiosk.games.errors import BadFacts
from kiosk.games.game import POWER_FAILURE, Fact
from kiosk.games.laid import (
    DEALER,
    DEALING_ERROR,
    Laid,
    checked,
    one_word,
    read_facts,
    read_once,
    take_up,
    unexpected,
)
from kiosk.games.paigow.setting import CARDS
from kiosk.games.set_hands import SET, low_hand

CONCEDE = "concede"
"""The fact that a Player has conceded the hand (rule 3.16)."""


@dataclass
class Deal(Laid):
    """What lies on the table, by box and for the Dealer."""

    settings: dict[str, str] = field(default_factory=dict)
    """How each box is set, as it was chosen."""
    felt_shows: str = ""
    """How the Dealer's hand lies on the felt, as it was told last."""
    conceded: set[str] = field(default_factory=set)
    failed: set[str] = field(default_factory=set)
    """The boxes that were asked because of a power failure (rule 5.18.1)."""

    @property
    def is_dealt(self) -> bool:
        """Whether every box that plays and the Dealer have their seven cards: from then on Players handle theirs."""
        return self.is_whole(CARDS)

    @property
    def is_shown(self) -> bool:
        """Whether the Dealer's seven cards lie open: with them an outcome is established (rule 5.18.2)."""
        return bool(self.boxes) and len(self.up[DEALER]) == CARDS


@read_once
def read_deal(facts: tuple[Fact, ...], most_boxes: int) -> Deal:
    """What these facts say, complete or not. Raises BadFacts for what cannot be true, as a card that lies twice."""
    deal = Deal()
    read_facts(deal, facts, most_boxes, partial(_take, deal), joker=True)
    return deal


def _take(deal: Deal, at: int, fact: Fact) -> None:
    if take_up(deal, at, fact, CARDS, CARDS):
        if fact.name == DEALING_ERROR:
            deal.failed.discard(fact.at)
    elif fact.name == SET and fact.at == DEALER:
        deal.felt_shows = _setting(fact)
    elif fact.name == SET and fact.at in deal.up and fact.at not in deal.settings:
        deal.settings[fact.at] = _setting(fact)
    elif fact.name == POWER_FAILURE and not fact.at and not deal.is_shown:
        deal.errors = list(deal.playing)
        deal.failed = set(deal.playing)
    elif fact.name == CONCEDE and fact.at in deal.playing and fact.at not in deal.conceded and deal.is_shown:
        deal.conceded.add(fact.at)
    else:
        raise unexpected(fact)


def _setting(fact: Fact) -> str:
    """The choice that the fact names: of two cards that there are, or the House Way."""
    choice = one_word(fact)
    try:
        checked(low_hand(choice) or (), joker=True)
    except BadFacts as error:
        raise BadFacts(f"{fact.at}: {choice}: {error}") from None
    return choice
