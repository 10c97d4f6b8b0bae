"""Blackjack's words on the dealer's screen: what is decided, by whom, and why the next card comes."""

from __future__ import annotations

from collections.abc import Sequence

from kiosk.games.blackjack.deal import DEALER, Deal
from kiosk.games.blackjack.play import Hand
from kiosk.games.blackjack.points import LEAST, points
from kiosk.games.game import Option
from kiosk.ui.kit.blackjack.look import CHOICES, total_words
from kiosk.ui.kit.texts import Texts

_CHOICES = {**CHOICES, "surrender": "dealer.blackjack.surrender"}
_FIRST = {
    "insurance": "dealer.blackjack.insured",
    "even-money": "dealer.blackjack.evened",
    "surrender": "dealer.blackjack.surrendered",
}


def options_words(options: Sequence[Option], texts: Texts) -> str:
    """What may be chosen, as the player's buttons say it."""
    return texts.get("dealer.blackjack.or").join(
        texts.get(_CHOICES[one.choice]) for one in options if one.choice in _CHOICES
    )


def hand_words(hand: Hand, texts: Texts) -> str:
    """What a hand counts."""
    return total_words(hand.cards, texts, split=hand.split)


def box_words(deal: Deal, box: str, texts: Texts) -> str:
    """How a box stands: what it has taken of the first window, and what its hands count; empty before the deal."""
    if box in deal.out:
        return texts.get("dealer.blackjack.taken_back")
    played = deal.played.get(box)
    if played is None:
        return total_words(deal.two.get(box, ()), texts)
    totals = " · ".join(hand_words(hand, texts) for hand in played.hands)
    first = _FIRST.get(played.first.kind) if played.first is not None else None
    return f"{texts.get(first)} · {totals}" if first is not None else totals


def turn_words(deal: Deal, texts: Texts) -> tuple[str, str] | None:
    """Whose turn it is, with which hand, what may be chosen, and who comes then; None while no box has its turn."""
    box = deal.turn
    played = deal.played.get(box) if box is not None else None
    if box is None or played is None or played.place is None or not played.window:
        return None
    hand = played.hands[played.place]
    values = {"box": box, "total": hand_words(hand, texts)}
    if len(played.hands) > 1:
        title = texts.get(
            "dealer.blackjack.turn_hand", number=played.place + 1, count=len(played.hands), **values
        )
    else:
        title = texts.get("dealer.blackjack.turn", **values)
    after = next((one for one in deal.turns if one != box), "")
    choices = options_words(played.window, texts)
    if after:
        return title, texts.get("dealer.blackjack.turn_then", choices=choices, box=after)
    return title, texts.get("dealer.blackjack.turn_last", choices=choices)


def first_words(deal: Deal, texts: Texts) -> str:
    """What the first window offers, to whichever box."""
    found = {option.choice: option for box in deal.waiting for option in deal.played[box].window}
    return options_words(list(found.values()), texts)


def draw_words(deal: Deal, place: str, texts: Texts) -> str:
    """Why the next card comes (rules 3.11, 3.19, 3.21.2, 3.22 and 3.23)."""
    if not deal.is_dealt:
        return texts.get("dealer.blackjack.draw_deal")
    if place == DEALER:
        return texts.get("dealer.blackjack.draw_dealer", total=total_words(deal.dealer, texts))
    played = deal.played.get(place)
    hand = played.hands[played.place] if played is not None and played.place is not None else None
    if played is None or hand is None:
        return ""
    total = hand_words(hand, texts)
    if hand.doubled:
        return texts.get("dealer.blackjack.draw_double", total=total)
    if hand.drawing:
        return texts.get("dealer.blackjack.draw_hit", total=total)
    if len(hand.cards) < 2:
        return texts.get("dealer.blackjack.draw_split")
    forced = points(hand.cards)[0] < LEAST
    return texts.get("dealer.blackjack.draw_forced" if forced else "dealer.blackjack.draw_gone", total=total)
