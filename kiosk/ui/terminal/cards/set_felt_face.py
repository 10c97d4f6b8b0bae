"""What lies on the felt of a game with set hands, at every moment of a round."""

from __future__ import annotations

from kiosk.games.laid import GO_ON, TAKE_BACK
from kiosk.games.set_hands import HOUSE_WAY, SET
from kiosk.money import dollars
from kiosk.seat.choices import window
from kiosk.seat.context import Context
from kiosk.seat.state import SeatState
from kiosk.table.round import Phase
from kiosk.ui.kit.cards.setting import Hands, Verdict
from kiosk.ui.kit.style import Style
from kiosk.ui.kit.texts import Texts
from kiosk.ui.terminal.cards.bar_words import after_error, lies_bar, result_bar, why_closed, words_bar
from kiosk.ui.terminal.cards.faces import BarFace, BoxFace, OptionFace, box_stake
from kiosk.ui.terminal.cards.set_faces import Compared, OneHand, OutcomeFace, SetFelt, Tone, TwoHands
from kiosk.ui.terminal.cards.set_game import SetGame
from kiosk.ui.terminal.cards.set_round import SetRound, is_open
from kiosk.ui.terminal.last_round import at_stake, shown_last, sums_of

_VERDICTS = {
    Verdict.WON: "setting.you_win",
    Verdict.LOST: "setting.dealer_wins",
    Verdict.COPY: "setting.copy",
}
_WHOLE = ("setting.lose", "setting.standoff", "setting.win")
"""How a round ends, by the hands that are won."""
_GUIDE = ("setting.guide_win", "setting.guide_standoff", "setting.guide_copy")
_WHOLE_DETAIL = ("setting.lose_detail", "setting.standoff_detail", "setting.win_detail")


def read_set_felt(game: SetGame, context: Context, state: SeatState, look: Style) -> SetFelt:
    """What lies on the felt for this state."""
    texts = look.texts
    round_ = game.round_of(context, state)
    turn = _is_turn(context, state, round_)
    return SetFelt(
        _dealer(round_, texts),
        _own(game, round_, state, texts, is_turn=turn),
        tuple(Compared(one, texts.get(_VERDICTS[one])) for one in _compared(game, round_)),
        _outcome(game, state, round_, texts),
        tuple(_box(game, round_, box, texts) for box in round_.others),
        _bar(game, context, state, round_, texts),
        round_.own_cards if turn else (),
        (state.table.number, state.table.asked),
    )


def _is_turn(context: Context, state: SeatState, round_: SetRound) -> bool:
    """Whether the player sets the cards now."""
    open_ = is_open(context, state, SET) and not state.table.barred
    return open_ and bool(round_.own_cards) and not round_.setting and window(context, state) is not None


def _compared(game: SetGame, round_: SetRound) -> tuple[Verdict, ...]:
    return () if game.conceded(round_.deal, round_.seat) else round_.compared


# --- hands


def _dealer(round_: SetRound, texts: Texts) -> TwoHands:
    titles = texts.get("setting.dealer_low"), texts.get("setting.dealer_high")
    hands = round_.dealers_hands
    if hands is None:
        return TwoHands(OneHand(title=titles[0]), OneHand(round_.dealer, titles[1]))
    return _named(round_, hands, titles, texts)


def _own(game: SetGame, round_: SetRound, state: SeatState, texts: Texts, *, is_turn: bool) -> TwoHands:
    titles = texts.get("setting.low_hand"), texts.get("setting.high_hand")
    out = round_.out or state.table.phase is Phase.VOID or game.conceded(round_.deal, round_.seat)
    hands = round_.own_hands
    if is_turn:
        return TwoHands(OneHand(title=titles[0]), OneHand(title=titles[1]))
    if hands is None:
        cards = round_.own_cards or round_.own
        return TwoHands(OneHand(title=titles[0]), OneHand(cards, titles[1]), dimmed=out)
    tones = [Tone.GAIN if one is Verdict.WON else Tone.PLAIN for one in _compared(game, round_)]
    named = _named(round_, hands, titles, texts, tones)
    return TwoHands(named.low, named.high, dimmed=out)


def _named(
    round_: SetRound, hands: Hands, titles: tuple[str, str], texts: Texts, tones: list[Tone] | None = None
) -> TwoHands:
    low, high = tones or (Tone.PLAIN, Tone.PLAIN)
    rules = round_.rules
    return TwoHands(
        OneHand(hands.low, titles[0], rules.low_words(hands.low, texts), low),
        OneHand(hands.high, titles[1], rules.high_words(hands.high, texts), high),
    )


def _box(game: SetGame, round_: SetRound, box: str, texts: Texts) -> BoxFace:
    name, stake = texts.get("felt.box", seat=box), box_stake(round_.stakes or {}, box)
    deal, size = round_.deal, round_.size
    if box in deal.invalid:
        cards = (None,) * len(deal.down.get(box, ()))
        return BoxFace(name, cards, texts.get("felt.box_void"), stake, dimmed=True)
    conceded = game.conceded(deal, box)
    hands = round_.hands_of(box)
    if hands is None:
        note = texts.get("setting.box_set") if box in deal.settings else ""
        cards = (None,) * min(size, len(deal.down.get(box, ())))
        return BoxFace(name, cards, texts.get("setting.box_conceded") if conceded else note, stake, conceded)
    won = round_.compared_of(box).count(Verdict.WON)
    note = texts.get("setting.box_conceded" if conceded else _WHOLE[won])
    return BoxFace(name, (*hands.low, *hands.high), note, stake, conceded, round_.rules.low)


# --- the whole


def _outcome(game: SetGame, state: SeatState, round_: SetRound, texts: Texts) -> OutcomeFace:
    if game.conceded(round_.deal, round_.seat):
        return OutcomeFace(
            texts.get("setting.conceded"), (texts.get("setting.conceded_detail"),), is_result=True
        )
    compared = round_.compared
    if not compared:
        return OutcomeFace(texts.get("setting.guide"), tuple(texts.get(line) for line in _GUIDE))
    won = compared.count(Verdict.WON)
    words = texts.get(_WHOLE[won]), (texts.get(_WHOLE_DETAIL[won]),)
    last = shown_last(state)
    # Hands that win are no gain where the side bets cost more: no gold then, as in the ribbon and in the sum below,
    # and none before the round is settled.
    gain = won == len(compared) and last is not None and sums_of(last).is_gain
    return OutcomeFace(*words, gain=gain, is_result=True)


# --- the decision bar


def _bar(game: SetGame, context: Context, state: SeatState, round_: SetRound, texts: Texts) -> BarFace:
    last = shown_last(state)
    if last is not None:
        return result_bar(
            last, texts, game.words.no_hand_detail, lambda spots: game.lines(spots, round_, texts)
        )
    match state.table.phase:
        case Phase.BETTING:
            if not state.draft.get(game.main):
                return words_bar(texts, *game.words.place)
            all_lie = all(state.draft.get(spot) for spot in context.layout.spots)
            return lies_bar(texts, *game.words.lies, all_lie=all_lie)
        case Phase.CLOSED | Phase.PLAY:
            return _played(game, context, state, round_, texts)
        case _:
            return words_bar(texts, "felt.next", game.words.next_detail)


def _played(game: SetGame, context: Context, state: SeatState, round_: SetRound, texts: Texts) -> BarFace:
    if not at_stake(state) or (round_.deal.boxes is not None and not round_.mine):
        return words_bar(texts, "felt.no_hand", game.words.no_hand_detail)
    if round_.seat in round_.deal.invalid:
        return words_bar(texts, "felt.you_void", "felt.you_void_detail")
    if is_open(context, state, GO_ON):
        return _after_error(game, context, state, round_, texts)
    if round_.seat in round_.deal.settings:
        return _set(round_, texts)
    if not is_open(context, state, SET):
        return words_bar(texts, "felt.dealt", "felt.dealt_detail")
    if round_.setting:
        return words_bar(texts, "setting.you_set", "setting.you_set_detail")
    if state.table.barred:
        return words_bar(texts, "felt.time_up", "felt.time_up_detail")
    return _turn(state, texts)


def _after_error(
    game: SetGame, context: Context, state: SeatState, round_: SetRound, texts: Texts
) -> BarFace:
    if round_.choice == GO_ON:
        return words_bar(texts, "felt.you_go_on", "felt.you_go_on_detail")
    if round_.choice == TAKE_BACK:
        cents = dollars(at_stake(state))
        return BarFace(texts.get("felt.you_take_back"), texts.get("felt.you_take_back_detail", cents=cents))
    if state.table.barred:
        return words_bar(texts, "felt.time_up", "felt.time_up_detail")
    found = window(context, state)
    if found is None:
        return words_bar(texts, "setting.others_decide", "setting.others_decide_detail")
    headline = "felt.interrupted" if game.interrupted(round_.deal, round_.seat) else "felt.error"
    detail = "felt.silent_back" if found.default == TAKE_BACK else "felt.silent_stays"
    return after_error(state, texts, detail, headline)


def _turn(state: SeatState, texts: Texts) -> BarFace:
    options = (OptionFace(HOUSE_WAY, "", why_not=why_closed(state, texts)),)
    if not state.link:
        return BarFace(texts.get("felt.cut"), texts.get("setting.cut_detail"), options)
    return BarFace(texts.get("setting.set"), texts.get("setting.set_detail"), options, timed=True)


def _set(round_: SetRound, texts: Texts) -> BarFace:
    if not any(round_.dealer) and round_.silent:
        return words_bar(texts, "setting.silent", "setting.silent_detail")
    if any(round_.dealer):
        return words_bar(texts, "setting.all_set", "setting.dealer_shows")
    house = round_.setting == HOUSE_WAY
    return words_bar(texts, "setting.set_by_house" if house else "setting.all_set", "setting.dealer_shows")
