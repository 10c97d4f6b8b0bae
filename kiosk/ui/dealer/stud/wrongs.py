"""What may have gone wrong in a round of Casino Stud Poker, in the order of its rules (5.7 to 5.24)."""

from __future__ import annotations

from kiosk.console.view import DeskView
from kiosk.games.game import Enter
from kiosk.games.laid import NOT_SHUFFLED
from kiosk.games.stud import faults
from kiosk.games.stud.deal import CARD, DEALER, DEALING_ERROR, INVALID, Deal, read_deal
from kiosk.games.stud.game import GAME
from kiosk.games.stud.hands import CARDS
from kiosk.games.stud.paytable import MOST_BOXES
from kiosk.table.round import Phase
from kiosk.ui.dealer.game_part import Wrong

_DECIDED = (Phase.RESULT, Phase.ENDED)


def _void(title: str, effect: str, rule: str, reason: str) -> Wrong:
    return Wrong(title, effect, rule, reason, command="Void")


def _at_boxes(
    title: str, effect: str, rule: str, fact: str, reason: str = "", *, every: bool = False
) -> Wrong:
    return Wrong(title, effect, rule, reason, fact, every=every)


def _goes_on(title: str, effect: str, rule: str, reason: str) -> Wrong:
    return Wrong(title, effect, rule, reason)


_ANY_TIME = (
    Wrong("dealer.wrong.interruption", "dealer.stud.interruption_does", "5.7", command="Interrupted"),
    _void("felt.void_damaged", "dealer.stud.deck_does", "5.8.1", GAME.void_reasons.damaged),
    _void("stud.void_ran_out", "dealer.stud.ran_out_does", "5.8.4", faults.RAN_OUT),
    _void("stud.void_dealers_count", "dealer.stud.dealers_count_does", "5.8.7", faults.DEALERS_COUNT),
)
_OF_A_HAND = (
    _at_boxes(
        "dealer.stud.wrong_number", "dealer.stud.wrong_number_does", "5.15", INVALID, faults.WRONG_NUMBER
    ),
    _at_boxes("dealer.stud.examined", "dealer.stud.examined_does", "5.19", INVALID, faults.EXAMINED),
)
_BY_A_MANAGER = (
    Wrong("dealer.wrong.earlier", "dealer.stud.earlier_does", "5.20", command="RecordDecision"),
    Wrong("dealer.wrong.other", "dealer.stud.other_does", "5.24", command="RecordDecision"),
)
_NO_BURNT = _void("stud.void_no_burnt", "dealer.stud.no_burnt_does", "5.9", faults.NO_BURNT)
_BURNT_PUT_RIGHT = _at_boxes(
    "dealer.stud.burnt_put_right",
    "dealer.stud.burnt_put_right_does",
    "5.9",
    DEALING_ERROR,
    faults.NO_BURNT,
    every=True,
)
_JACKPOT_DOWN = _void("stud.void_jackpot_down", "dealer.stud.jackpot_down_does", "5.17", faults.JACKPOT_DOWN)
_JACKPOT_LATER = _goes_on(
    "dealer.stud.jackpot_later", "dealer.stud.jackpot_later_does", "5.18.1", faults.JACKPOT_DOWN_LATER
)
_UNSEEN = (
    _void("stud.void_exposed", "dealer.stud.exposed_does", "5.8.2", faults.EXPOSED),
    _void("felt.void_not_shuffled", "dealer.stud.not_shuffled_does", "5.8.5", NOT_SHUFFLED),
    _void("stud.void_misdealt", "dealer.stud.misdealt_does", "5.8.6", faults.MISDEALT),
)
_CHOICES = (
    _at_boxes("dealer.stud.one_exposed", "dealer.stud.error_does", "5.10", DEALING_ERROR, faults.ONE_EXPOSED),
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
_RECONSTRUCTED = _goes_on(
    "dealer.stud.reconstructed", "dealer.stud.reconstructed_does", "5.8.6", faults.RECONSTRUCTED
)
_FACE_UP = _goes_on("dealer.stud.face_up", "dealer.stud.face_up_does", "5.13", faults.FACE_UP)
_DEALERS_EXPOSED = _goes_on(
    "dealer.stud.dealers_exposed", "dealer.stud.dealers_exposed_does", "5.16", faults.DEALERS_EXPOSED
)
_SEEN_EXPOSED = _goes_on(
    "dealer.stud.seen_exposed", "dealer.stud.seen_exposed_does", "5.12", faults.SEEN_EXPOSED
)


def wrongs_now(view: DeskView, *, burns: bool) -> tuple[Wrong, ...]:
    """What may have gone wrong, by what lies and by what players have seen, in the order of the rules.

    ``burns``: a Burnt Card is put away.
    """
    found = _found(view, burns=burns)
    return tuple(sorted(found, key=lambda wrong: [int(part) for part in wrong.rule.split(".")]))


def _found(view: DeskView, *, burns: bool) -> tuple[Wrong, ...]:
    if view.phase in _DECIDED:
        return (*_ANY_TIME[1:2], _ANY_TIME[3], *_OF_A_HAND, *_BY_A_MANAGER)
    if view.phase is Phase.BETTING or not view.play:
        return (_ANY_TIME[0], _ANY_TIME[1], *_BY_A_MANAGER)
    deal = read_deal(view.play, MOST_BOXES)
    jackpot = (_JACKPOT_LATER if has_seen(deal) else _JACKPOT_DOWN,) if _plays_jackpot(view) else ()
    if has_seen(deal):
        late = (_NO_BURNT,) if burns else ()
        errors = _CHOICES if any(may.fact == DEALING_ERROR for may in view.irregularities) else ()
        return (*_ANY_TIME, *late, _SEEN_EXPOSED, *errors, *_OF_A_HAND, *jackpot, *_BY_A_MANAGER)
    burnt = (_NO_BURNT, _BURNT_PUT_RIGHT) if burns else ()
    open_card = (_DEALERS_EXPOSED,) if view.asked == Enter(CARD, DEALER) or not deal.up[DEALER] else ()
    dealt = (_RECONSTRUCTED, *_CHOICES, _FACE_UP, *_OF_A_HAND, *open_card)
    return (*_ANY_TIME, *_UNSEEN, *burnt, *dealt, *jackpot, *_BY_A_MANAGER)


def has_seen(deal: Deal) -> bool:
    """Whether players have seen their Hands: they do when all cards are dealt (rules 5.8.2, 5.12 and 5.17)."""
    return bool(deal.calls) or len(deal.down.get(DEALER, ())) == CARDS - 1


def _plays_jackpot(view: DeskView) -> bool:
    return view.jackpot is None or view.jackpot.taken
