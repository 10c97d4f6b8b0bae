"""Casino Stud Poker on paper: a round with its boxes, the table of odds, a Hand in words, the paragraphs."""

from collections.abc import Mapping

from kiosk.cards import BadCard, check_cards
from kiosk.cards.poker import Category, category_of, rank_hand
from kiosk.games.errors import BadFacts, GameError
from kiosk.games.stud.hands import CARDS, NAMES, words_of
from kiosk.games.stud.paragraphs import PARAGRAPHS, WORDS

__all__ = ["HAND", "PARAGRAPHS", "SLIP", "WORDS", "explain_hand"]

HAND = '{"cards": ["Ah", "Kd", "9s", "4c", "2h"]}'
SLIP = "none yet"


def explain_hand(line: Mapping[str, object]) -> dict[str, object]:
    """What five cards are, as HAND shows them. `bonus`: the prize that they win of the Progressive Jackpot.

    Raises GameError.
    """
    if set(line) != {"cards"}:
        found = ", ".join(map(str, line)) or "no keys"
        raise GameError(f'found {found}: expected an object with the key "cards" alone')
    rank = rank_hand(_hand("cards", line["cards"]))
    category = category_of(rank)
    return {
        "category": NAMES[category],
        "name": words_of(rank),
        "house_way": None,
        "bonus": NAMES[category] if category >= Category.FLUSH else None,
        "total": None,
    }


def _hand(what: str, cards: object) -> tuple[str, ...]:
    if not isinstance(cards, list) or len(cards) != CARDS:
        raise BadFacts(f"{what}: found {cards!r}: expected a list of {CARDS} cards")
    try:
        return check_cards(cards)
    except BadCard as error:
        raise BadFacts(f"{what}: {error}") from None
