"""What the decision bar of Blackjack says and offers. The buttons of a turn stand always in the same places."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from kiosk.games.blackjack.deal import GO_ON, LEFT, RIGHT, TAKE_BACK
from kiosk.games.blackjack.paytable import FIRST, SIDES, TURN
from kiosk.games.blackjack.play import DECLINE, in_turn
from kiosk.games.blackjack.points import points
from kiosk.games.game import Extra, Option, Window
from kiosk.money import dollars, short_dollars
from kiosk.seat import choices
from kiosk.seat.choices import can_add, window
from kiosk.seat.context import Context
from kiosk.seat.state import SeatState
from kiosk.table.round import Phase
from kiosk.ui.kit.blackjack.look import CHOICES
from kiosk.ui.kit.texts import Texts
from kiosk.ui.terminal.blackjack.seen import Seen
from kiosk.ui.terminal.blackjack.words import CHOSEN, lines
from kiosk.ui.terminal.cards.bar_words import lies_bar, result_bar, why_closed, words_bar
from kiosk.ui.terminal.cards.faces import BarFace, OptionFace
from kiosk.ui.terminal.last_round import at_stake, shown_last

LESS, MORE, FEWER, BACK = "less", "more", "fewer", "back"
"""The buttons of this screen alone: another amount than the whole, up and down with it, and back."""
_TURN = ("split", "double", "stand", "hit")  # from the left; the fingers find the last two at the end
_WHY_NOT = {
    "split": "blackjack.no_split",
    "double": "blackjack.no_double",
    "stand": "blackjack.no_stand",
    "hit": "blackjack.no_hit",
}
_TITLES = {
    **CHOICES,
    GO_ON: "felt.go_on",
    TAKE_BACK: "felt.take_back",
    LEFT: "blackjack.left",
    RIGHT: "blackjack.right",
}
_ASKED = {
    FIRST: ("blackjack.decide_first", "blackjack.decide_first_detail"),
    GO_ON: ("felt.error", "felt.error_detail"),
    "first-card": ("blackjack.two_cards", "blackjack.two_cards_detail"),
}


@dataclass(frozen=True)
class Amount:
    """What the player puts on a choice of his own measure, in cents: from `least` to `most` by `step`."""

    choice: str
    spot: str
    least: int
    most: int
    step: int
    cents: int

    def moved(self, steps: int) -> Amount:
        """So many steps more or fewer, within what it takes."""
        cents = min(self.most, max(self.least, self.cents + steps * self.step))
        return replace(self, cents=cents)


def amounts(context: Context, state: SeatState) -> dict[str, Amount]:
    """The choices that take any amount up to their most, by choice, as far as unit and credit carry (B22)."""
    found, limits = window(context, state), state.table.limits
    if found is None or limits is None:
        return {}
    return {
        option.choice: Amount(option.choice, extra.spot, open_[0], open_[-1], limits.unit, open_[-1])
        for option in found.options
        for extra in option.extras
        if (open_ := choices.amounts(extra, limits.unit, can_add(state)))
    }


def read_bar(context: Context, state: SeatState, round_: Seen, texts: Texts) -> BarFace:
    """What the bar shows in this state."""
    last = shown_last(state)
    if last is not None:
        ended = round_.ended(round_.seat)
        return result_bar(last, texts, "blackjack.no_hand_detail", lambda spots: lines(spots, ended, texts))
    match state.table.phase:
        case Phase.BETTING if state.draft.get("initial"):
            all_lie = all(state.draft.get(spot) for spot in SIDES)
            return lies_bar(texts, "blackjack.bet_lies", "blackjack.bet_lies_detail", all_lie=all_lie)
        case Phase.BETTING:
            return words_bar(texts, "blackjack.place_bet", "blackjack.place_bet_detail")
        case Phase.CLOSED | Phase.PLAY:
            return _played(context, state, round_, texts)
        case _:
            return words_bar(texts, "felt.next", "blackjack.next_detail")


def amount_bar(amount: Amount, texts: Texts) -> BarFace:
    """The bar while an amount is chosen."""
    cost = short_dollars(amount.cents)
    options = (
        OptionFace(BACK, texts.get("blackjack.back")),
        OptionFace(FEWER, "−", why_not=texts.get("blackjack.least") if amount.cents <= amount.least else ""),
        OptionFace(MORE, "+", why_not=texts.get("blackjack.most") if amount.cents >= amount.most else ""),
        OptionFace(amount.choice, _title(amount.choice, texts), cost, {amount.spot: amount.cents}, True),
    )
    words = texts.get("blackjack.how_much", most=short_dollars(amount.most))
    return BarFace(_title(amount.choice, texts), words, options, timed=True)


def _played(context: Context, state: SeatState, round_: Seen, texts: Texts) -> BarFace:
    if not at_stake(state) or (round_.deal.boxes is not None and not round_.mine):
        return words_bar(texts, "felt.no_hand", "blackjack.no_hand_detail")
    if round_.is_out:
        return words_bar(texts, "blackjack.you_are_out", "blackjack.you_are_out_detail")
    if round_.choice and state.table.deciding:  # it is not offered again (decision B27 and the like)
        return BarFace(texts.get(CHOSEN[round_.choice]), texts.get("blackjack.chosen_detail"))
    found = window(context, state)
    if state.table.deciding and found is not None:
        if state.table.barred:
            return words_bar(texts, "felt.time_up", "felt.time_up_detail")
        return _decide(state, round_, found, texts)
    return _waits(state, round_, texts)


def _waits(state: SeatState, round_: Seen, texts: Texts) -> BarFace:
    """Nothing to decide: whose turn it is, and what will be open here when it comes."""
    deal, seat = round_.deal, round_.seat
    if not deal.is_dealt:
        return words_bar(texts, "felt.dealt", "blackjack.dealt_detail")
    if deal.waiting or deal.errors or deal.picks is not None:
        return words_bar(texts, "blackjack.others_decide", "blackjack.others_decide_detail")
    if deal.turn == seat:
        return words_bar(texts, "blackjack.your_card", "blackjack.your_card_detail")
    if deal.turn is None:
        return words_bar(texts, "blackjack.dealer_draws", "blackjack.dealer_draws_detail")
    headline = texts.get("blackjack.turn_of", seat=deal.turn)
    hand = next((one for one in round_.hands_of(seat) if not one.is_over), None)
    if hand is None or seat not in deal.turns:
        return BarFace(headline, texts.get("blackjack.you_are_done"))
    before = deal.turns.index(seat)
    next_ = texts.get("blackjack.you_are_next")
    detail = next_ if before == 1 else texts.get("blackjack.before_you", boxes=before)
    open_ = in_turn(hand, round_.own_stakes.get("initial", 0), len(round_.hands_of(seat)))
    wait = texts.get("blackjack.not_yet")
    options = _turn_options(state, round_, open_, texts, wait)
    return BarFace(headline, detail, options)


def _decide(state: SeatState, round_: Seen, found: Window, texts: Texts) -> BarFace:
    outside = why_closed(state, texts)
    if found.name == TURN:
        options = _turn_options(state, round_, found.options, texts, outside)
        headline = _turn_headline(round_, texts)
        detail = texts.get("blackjack.default", choice=_title(found.default, texts))
    else:
        headline, detail = (texts.get(key) for key in _asked(found))
        options = tuple(_option(state, round_, one, texts, outside) for one in _in_order(found.options))
        less = _less(state, found.options, "insurance", texts, outside)
        options = (less, *options) if less is not None else options
    if not state.link:
        return BarFace(texts.get("felt.cut"), texts.get("blackjack.cut_detail"), options)
    return BarFace(headline, detail, options, timed=True)


def _asked(found: Window) -> tuple[str, str]:
    if any(option.choice == "insurance" for option in found.options):
        return "blackjack.decide_ace", "blackjack.decide_ace_detail"
    return _ASKED[found.name]


def _turn_headline(round_: Seen, texts: Texts) -> str:
    """What the hand in turn counts, and which it is of several."""
    hands = round_.hands_of(round_.seat)
    place = round_.place_in_turn(round_.seat)
    if place is None:
        return texts.get("blackjack.decide")
    total, soft = points(hands[place].cards)
    words = texts.get("blackjack.soft", total=total) if soft else str(total)
    if len(hands) > 1:
        return texts.get("blackjack.your_turn_hand", total=words, hand=place + 1)
    return texts.get("blackjack.your_turn", total=words)


def _in_order(options: Sequence[Option]) -> list[Option]:
    """What is declined stands at the right end."""
    return sorted(options, key=lambda option: option.choice in (DECLINE, GO_ON, RIGHT))


def _turn_options(
    state: SeatState, round_: Seen, options: Sequence[Option], texts: Texts, outside: str
) -> tuple[OptionFace, ...]:
    """All in their places, a double for less beside the whole; what is not open is there too, and says why."""
    open_ = {option.choice: _option(state, round_, option, texts, outside) for option in options}
    closed = {
        choice: OptionFace(choice, _title(choice, texts), why_not=outside or texts.get(_WHY_NOT[choice]))
        for choice in _TURN
    }
    less = _less(state, options, "double", texts, outside) or replace(
        closed["double"], choice=LESS, cost=texts.get("blackjack.for_less")
    )
    faces = [open_.get(choice, closed[choice]) for choice in _TURN]
    faces.insert(_TURN.index("double"), less)
    return tuple(faces)


def _less(
    state: SeatState, options: Sequence[Option], choice: str, texts: Texts, outside: str
) -> OptionFace | None:
    """The button for another amount than the whole, where that choice is open."""
    extra = next((one for option in options if option.choice == choice for one in option.extras), None)
    if extra is None:
        return None
    why_not = outside or _short(state, extra.least, texts)
    return OptionFace(LESS, _title(choice, texts), texts.get("blackjack.for_less"), why_not=why_not)


def _option(state: SeatState, round_: Seen, option: Option, texts: Texts, outside: str) -> OptionFace:
    choice = option.choice
    title = _title(choice, texts)
    question = texts.get("blackjack.hit_question") if option.asks_twice else ""
    confirm = texts.get("blackjack.hit_confirm") if question else ""
    if not option.extras:
        # Gold is for what goes on with the hand, and never a nudge: not where it is asked about, nor to take a price.
        primary = choice in ("hit", GO_ON) and not question
        cost = _free_cost(round_, choice, texts)
        return OptionFace(choice, title, cost, {}, primary, question, confirm, outside)
    stakes = {extra.spot: _whole(state, extra) for extra in option.extras}
    cents = sum(stakes.values())
    return OptionFace(
        choice, title, short_dollars(cents), stakes, why_not=outside or _short(state, cents, texts)
    )


def _whole(state: SeatState, extra: Extra) -> int:
    """The most that it takes, in the unit of the table."""
    unit = state.table.limits.unit if state.table.limits is not None else 1
    return max(extra.least, extra.most // unit * unit)


def _short(state: SeatState, cents: int, texts: Texts) -> str:
    """Why the credit does not carry it, empty when it does (decision B22)."""
    if cents <= can_add(state):
        return ""
    return texts.get("blackjack.no_credit", cost=dollars(cents), credit=dollars(can_add(state)))


def _free_cost(round_: Seen, choice: str, texts: Texts) -> str:
    """What a choice without a stake costs or pays, where that is not plain."""
    initial = round_.own_stakes.get("initial", 0)
    if choice == "surrender":
        return texts.get("blackjack.half_lost", cents=short_dollars(initial - initial // 2))
    if choice == "even-money":
        return texts.get("blackjack.wins_now", cents=short_dollars(initial))
    if choice == TAKE_BACK:
        return texts.get("felt.take_back_cost", cents=short_dollars(round_.open_stakes))
    return ""


def _title(choice: str, texts: Texts) -> str:
    return texts.get(_TITLES.get(choice, "blackjack.decline"))
