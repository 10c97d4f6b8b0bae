"""What lies on the felt of Casino Stud Poker: the Dealer's Hand, the own one, the other boxes, Fold or BET."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from kiosk.cards.poker import category_of
from kiosk.games.game import Enter, Layout, Option
from kiosk.games.layout_file import own_layout
from kiosk.games.stud.deal import PRIZE
from kiosk.games.stud.hands import CARDS
from kiosk.games.stud.layout import Felt
from kiosk.games.stud.paytable import ANTE, JACKPOT
from kiosk.games.stud.play import FOLD, GO_ON, STAY, TAKE_BACK, VOID, bet_for
from kiosk.money import dollars, short_dollars
from kiosk.seat.choices import can_add, window
from kiosk.seat.context import Context
from kiosk.seat.state import SeatState
from kiosk.table.round import Phase
from kiosk.ui.kit.cards.words import hand_words
from kiosk.ui.kit.clock import Countdown
from kiosk.ui.kit.style import Style
from kiosk.ui.kit.texts import Texts
from kiosk.ui.terminal.cards.bar_words import after_error, result_bar, why_closed, words_bar
from kiosk.ui.terminal.cards.faces import BarFace, BoxFace, FeltFace, HandFace, OptionFace, box_stake
from kiosk.ui.terminal.cards.felt import CardFelt
from kiosk.ui.terminal.last_round import at_stake, shown_last
from kiosk.ui.terminal.stud.seen import OUT, Seen, counting, seen
from kiosk.ui.terminal.stud.sign import JackpotSign
from kiosk.ui.terminal.stud.words import ORDER, dealer_note, line_of, prize_words

_STATES = {STAY: "stud.box_bet", FOLD: "stud.box_fold", VOID: "felt.box_void"}
_DECIDED = {STAY: "stud.you_bet", FOLD: "stud.you_folded", VOID: "felt.you_void"}
_CHOSEN = {
    STAY: ("stud.you_bet", "stud.you_bet_detail"),
    FOLD: ("stud.you_folded", "stud.you_folded_detail"),
    GO_ON: ("felt.you_go_on", "felt.you_go_on_detail"),
    TAKE_BACK: ("felt.you_take_back", "felt.you_take_back_detail"),
}


def own_felt(layout: Layout) -> Felt:
    """The layout as this game's own. Raises UnknownLayout."""
    return own_layout(layout, Felt, "stud")


def make_felt(
    context: Context, look: Style, countdown: Countdown, *, animations: bool, parent: QWidget
) -> CardFelt:
    """The felt over the board."""
    sign = JackpotSign(look, animations=animations)
    return CardFelt(
        context,
        look,
        countdown,
        read_face,
        cards=CARDS,
        sign=sign,
        animations=animations,
        parent=parent,
    )


def read_face(context: Context, state: SeatState, look: Style) -> FeltFace:
    """What lies on the felt for this state."""
    texts, felt = look.texts, own_felt(context.layout)
    round_ = seen(context, state)
    return FeltFace(
        _dealer(round_, texts),
        _own(round_, state, texts),
        tuple(_box(round_, box, texts) for box in round_.others),
        _bar(context, state, felt, round_, texts),
    )


def _dealer(round_: Seen, texts: Texts) -> HandFace:
    rank = round_.dealer_rank
    words = hand_words(rank, texts) if rank is not None else ""
    note = dealer_note(rank, texts)
    return HandFace(round_.dealer, texts.get("felt.dealer"), words, note, counting(round_.dealer))


def _own(round_: Seen, state: SeatState, texts: Texts) -> HandFace:
    rank = round_.own_rank
    out = round_.out or state.table.phase is Phase.VOID
    title = texts.get("felt.your_hand" if round_.mine or not round_.deal.boxes else "felt.no_hand")
    words = hand_words(rank, texts) if rank is not None else ""
    state_key = _STATES.get(round_.call or round_.choice) if round_.out else None
    if words and state_key:
        words = texts.get("stud.own_out", hand=words, state=texts.get(state_key))
    return HandFace(round_.own, title, words, "", counting(round_.own), dimmed=out)


def _box(round_: Seen, box: str, texts: Texts) -> BoxFace:
    call = round_.call_of(box)
    note = texts.get(_STATES[call]) if call else ""
    name, stake = texts.get("felt.box", seat=box), box_stake(round_.stakes, box)
    return BoxFace(name, round_.cards_of(box), note, stake, dimmed=call in OUT)


# --- the decision bar


def _bar(context: Context, state: SeatState, felt: Felt, round_: Seen, texts: Texts) -> BarFace:
    last = shown_last(state)
    if last is not None:
        return result_bar(
            last,
            texts,
            "stud.no_hand_detail",
            lambda spots: tuple(
                line_of(spot, spots[spot], felt, round_.own_rank, texts) for spot in ORDER if spot in spots
            ),
        )
    match state.table.phase:
        case Phase.BETTING:
            return _betting(state, texts)
        case Phase.CLOSED | Phase.PLAY:
            return _played(context, state, felt, round_, texts)
        case _:
            return words_bar(texts, "felt.next", "stud.next_detail")


def _betting(state: SeatState, texts: Texts) -> BarFace:
    ante = state.draft.get(ANTE, 0)
    if ante:
        cost = dollars(bet_for(ante))
        return BarFace(texts.get("stud.ante_lies"), texts.get("stud.ante_lies_detail", cost=cost))
    return words_bar(texts, "stud.place_ante", "stud.place_ante_detail")


def _played(context: Context, state: SeatState, felt: Felt, round_: Seen, texts: Texts) -> BarFace:
    if not at_stake(state) or (round_.deal.boxes is not None and not round_.mine):
        return words_bar(texts, "felt.no_hand", "stud.no_hand_detail")
    if round_.call:
        return _decided(context, state, round_, texts)
    if not state.table.deciding:
        return words_bar(texts, "felt.dealt", "felt.dealt_detail")
    if round_.choice:  # it is not offered again (decision S14)
        return _chose(state, round_.choice, texts)
    if state.table.barred:
        return words_bar(texts, "felt.time_up", "felt.time_up_detail")
    return _decide(context, state, felt, round_, texts)


def _chose(state: SeatState, choice: str, texts: Texts) -> BarFace:
    """What was chosen, and what it costs or brings back."""
    words, detail = _CHOSEN[choice]
    cents = {STAY: bet_for(_ante(state)), FOLD: _ante(state)}.get(choice, at_stake(state))
    values = {"cents": dollars(cents)} if "cents" in texts.places(detail) else {}
    return BarFace(texts.get(words), texts.get(detail, **values))


def _ante(state: SeatState) -> int:
    return state.registered.stakes.get(ANTE, 0) if state.registered is not None else 0


def _decide(context: Context, state: SeatState, felt: Felt, round_: Seen, texts: Texts) -> BarFace:
    found = window(context, state)
    if found is None:
        return words_bar(texts, "felt.dealt", "felt.dealt_detail")
    if found.name == GO_ON:
        return after_error(state, texts, "felt.error_detail")
    rank = round_.own_rank
    detail = ""
    if rank is not None:
        odds = felt.pay_table.pays[category_of(rank)]
        detail = texts.get("stud.decide_detail", odds=odds)
    options = tuple(_option(state, felt, round_, option, texts) for option in _in_order(found.options))
    if not state.link:
        return BarFace(texts.get("felt.cut"), texts.get("stud.cut_detail"), options)
    return BarFace(texts.get("stud.decide"), detail, options, timed=True)


def _in_order(options: tuple[Option, ...]) -> list[Option]:
    """Fold at the left, BET at the right."""
    return sorted(options, key=lambda option: option.choice == STAY)


def _option(state: SeatState, felt: Felt, round_: Seen, option: Option, texts: Texts) -> OptionFace:
    why_not = why_closed(state, texts)
    if option.choice == FOLD:
        question = _question(state, felt, round_, texts) if option.asks_twice else ""
        return OptionFace(
            FOLD,
            texts.get("stud.fold"),
            texts.get("stud.fold_cost", ante=short_dollars(_ante(state))),
            question=question,
            confirm=texts.get("stud.fold_confirm"),
            why_not=why_not,
        )
    stakes = {extra.spot: extra.least for extra in option.extras}
    cost = sum(stakes.values())
    if not why_not and cost > can_add(state):
        why_not = texts.get("stud.no_credit", cost=dollars(cost))
    return OptionFace(option.choice, texts.get("stud.bet"), dollars(cost), stakes, True, why_not=why_not)


def _question(state: SeatState, felt: Felt, round_: Seen, texts: Texts) -> str:
    """Why a Fold of this hand is asked about once more (rule 3.12.1)."""
    rank = round_.own_rank
    if rank is None:
        return ""
    hand = hand_words(rank, texts)
    prize = prize_words(felt, category_of(rank), texts)
    staked = state.registered is not None and state.registered.stakes.get(JACKPOT)
    if staked and prize:
        return texts.get("stud.fold_prize_question", hand=hand, prize=prize)
    return texts.get("stud.fold_question", hand=hand)


def _decided(context: Context, state: SeatState, round_: Seen, texts: Texts) -> BarFace:
    asks = context.rules_by(state.table.layout).asked(state.table.entered)
    if isinstance(asks, Enter) and asks.fact == PRIZE:
        if asks.at == round_.seat:
            return words_bar(texts, "stud.prize", "stud.prize_detail")
        return BarFace(texts.get("stud.prize_other", seat=asks.at), texts.get("stud.prize_detail"))
    if round_.call == STAY:
        return words_bar(texts, "stud.you_bet", "stud.reveal_detail")
    words = texts.get(_DECIDED[round_.call])
    if round_.call == VOID:
        return BarFace(words, texts.get("felt.you_void_detail"))
    return BarFace(words, texts.get("stud.folded_detail"))
