"""What may have gone wrong in a round of Casino Stud Poker, in the order of its rules (5.7 to 5.24)."""

from __future__ import annotations

from kiosk.console.view import DeskView
from kiosk.games.game import Enter
from kiosk.games.laid import NOT_SHUFFLED, RAN_OUT
from kiosk.games.stud import faults
from kiosk.games.stud.deal import CARD, DEALER, DEALING_ERROR, INVALID, Deal, read_deal
from kiosk.games.stud.game import GAME
from kiosk.games.stud.paytable import MOST_BOXES
from kiosk.table.round import Phase
from kiosk.ui.dealer.cards.move import hands_moved
from kiosk.ui.dealer.game_part import Wrong, by_rule, damaged, earlier, interrupted, other, void

_DECIDED = (Phase.RESULT, Phase.ENDED)
_BEFORE_THE_DEAL = (Phase.BETTING, Phase.CLOSED)


def _at_boxes(
    title: str, effect: str, rule: str, fact: str, reason: str = "", *, every: bool = False
) -> Wrong:
    return Wrong(title, effect, rule, reason, fact, every=every)


_ANY_TIME = (
    interrupted("dealer.stud.interruption_does", "5.7"),
    void("felt.void_ran_out", "dealer.stud.ran_out_does", "5.8.4", RAN_OUT),
)
_FOUND_LATER_TOO = (
    damaged("dealer.stud.deck_does", "5.8.1", GAME.void_reasons.damaged),
    void("felt.void_not_shuffled", "dealer.stud.not_shuffled_does", "5.8.5", NOT_SHUFFLED),
    void("stud.void_dealers_count", "dealer.stud.dealers_count_does", "5.8.7", faults.DEALERS_COUNT),
)
"""Whoever has seen what, and also after the result, as long as no other Round has begun."""
_OF_A_HAND = (
    _at_boxes(
        "dealer.stud.wrong_number", "dealer.stud.wrong_number_does", "5.15", INVALID, faults.WRONG_NUMBER
    ),
    _at_boxes("dealer.stud.examined", "dealer.stud.examined_does", "5.19", INVALID, faults.EXAMINED),
)
_BY_A_MANAGER = (
    earlier("dealer.stud.earlier_does", "5.20"),
    other("dealer.stud.other_does", "5.24"),
)
_NO_BURNT = void("stud.void_no_burnt", "dealer.stud.no_burnt_does", "5.9", faults.NO_BURNT)
_BURNT_PUT_RIGHT = _at_boxes(
    "dealer.stud.burnt_put_right",
    "dealer.stud.burnt_put_right_does",
    "5.9",
    DEALING_ERROR,
    faults.NO_BURNT,
    every=True,
)
_JACKPOT_DOWN = void("stud.void_jackpot_down", "dealer.stud.jackpot_down_does", "5.17", faults.JACKPOT_DOWN)
_JACKPOT_LATER = Wrong(
    "dealer.stud.jackpot_later", "dealer.stud.jackpot_later_does", "5.18.1", faults.JACKPOT_DOWN_LATER
)
_UNSEEN = (
    void("stud.void_exposed", "dealer.stud.exposed_does", "5.8.2", faults.EXPOSED),
    void("stud.void_misdealt", "dealer.stud.misdealt_does", "5.8.6", faults.MISDEALT),
)
_ONE_EXPOSED = _at_boxes(
    "dealer.stud.one_exposed", "dealer.stud.error_does", "5.10", DEALING_ERROR, faults.ONE_EXPOSED
)
_CHOICES = (
    _at_boxes(
        "dealer.stud.two_cards",
        "dealer.stud.two_cards_does",
        "5.14",
        DEALING_ERROR,
        faults.TWO_AT_ONCE,
        every=True,
    ),
    _at_boxes("dealer.stud.error", "dealer.stud.error_does", "5.10", DEALING_ERROR),
)
_ON_FELT = Wrong(
    "dealer.cards.hands_on_felt", "dealer.stud.hands_on_felt_does", "5.8.6", faults.RECONSTRUCTED
)
_MOVED = hands_moved("dealer.stud.hands_moved_does", "5.8.6")
_MOVED_SEEN = hands_moved("dealer.stud.hands_moved_seen_does", "5.10")
_FACE_UP = Wrong("dealer.stud.face_up", "dealer.stud.face_up_does", "5.13", faults.FACE_UP)
_DEALERS_EXPOSED = Wrong(
    "dealer.stud.dealers_exposed", "dealer.stud.dealers_exposed_does", "5.16", faults.DEALERS_EXPOSED
)
_SEEN_EXPOSED = Wrong(
    "dealer.stud.seen_exposed", "dealer.stud.seen_exposed_does", "5.12", faults.SEEN_EXPOSED
)


def wrongs_now(view: DeskView, *, burns: bool) -> tuple[Wrong, ...]:
    """What may have gone wrong, by what lies and by what players have seen, in the order of the rules.

    ``burns``: a Burnt Card is put away.
    """
    return by_rule(_found(view, burns=burns))


def _found(view: DeskView, *, burns: bool) -> tuple[Wrong, ...]:
    if view.phase in _DECIDED:
        return (*_FOUND_LATER_TOO, *_OF_A_HAND, *_BY_A_MANAGER)
    if view.phase is Phase.BETTING or not view.play:
        down = (_JACKPOT_DOWN,) if view.phase in _BEFORE_THE_DEAL and _plays_jackpot(view) else ()
        return (_ANY_TIME[0], _FOUND_LATER_TOO[0], *down, *_BY_A_MANAGER)
    deal = read_deal(view.play, MOST_BOXES)
    jackpot = (_JACKPOT_LATER if has_seen(deal) else _JACKPOT_DOWN,) if _plays_jackpot(view) else ()
    any_time = (*_ANY_TIME, *_FOUND_LATER_TOO)
    if has_seen(deal):
        late = (_NO_BURNT,) if burns else ()
        moved = (_MOVED_SEEN,) if view.moves.boxes else ()
        errors = _CHOICES if any(may.fact == DEALING_ERROR for may in view.irregularities) else ()
        return (*any_time, *late, _SEEN_EXPOSED, *moved, *errors, *_OF_A_HAND, *jackpot, *_BY_A_MANAGER)
    burnt = (_NO_BURNT, _BURNT_PUT_RIGHT) if burns else ()
    open_card = (_DEALERS_EXPOSED,) if view.asked == Enter(CARD, DEALER) or not deal.up[DEALER] else ()
    moved = (_MOVED,) if view.moves.boxes else ()
    dealt = (_ON_FELT, *moved, _ONE_EXPOSED, *_CHOICES, _FACE_UP, *_OF_A_HAND, *open_card)
    return (*any_time, *_UNSEEN, *burnt, *dealt, *jackpot, *_BY_A_MANAGER)


def has_seen(deal: Deal) -> bool:
    """Whether players have seen their Hands: they do when all cards are dealt (rules 5.8.2, 5.12 and 5.17)."""
    return bool(deal.calls) or deal.is_dealt


def _plays_jackpot(view: DeskView) -> bool:
    return view.jackpot is None or view.jackpot.taken
