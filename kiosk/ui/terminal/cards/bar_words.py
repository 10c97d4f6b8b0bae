"""What the decision bars of all card games say alike."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from kiosk.games.game import SpotResult
from kiosk.games.laid import GO_ON, TAKE_BACK
from kiosk.money import dollars
from kiosk.seat.choices import why_no_choices
from kiosk.seat.state import LastRound, SeatState
from kiosk.ui.kit.settlement_words import signed
from kiosk.ui.kit.texts import Texts
from kiosk.ui.terminal.cards.faces import BarFace, OptionFace, ResultLine
from kiosk.ui.terminal.last_round import at_stake, sums_of


def words_bar(texts: Texts, headline: str, detail: str) -> BarFace:
    """The texts of these keys: a line, and below it what is more to say."""
    return BarFace(texts.get(headline), texts.get(detail))


def lies_bar(texts: Texts, headline: str, detail: str, *, all_lie: bool) -> BarFace:
    """The main bet lies: which further bets are open, or, when they all lie too, what comes next."""
    return words_bar(texts, headline, "felt.lies_all" if all_lie else detail)


def why_closed(state: SeatState, texts: Texts) -> str:
    """Why nothing can be decided here now, in words; empty when it can."""
    why = why_no_choices(state)
    return texts.get(why) if why is not None else ""


def after_error(state: SeatState, texts: Texts, detail: str, headline: str = "felt.error") -> BarFace:
    """The choice after a dealing error or a power failure: to go on, or to have the bets back."""
    why_not = why_closed(state, texts)
    back = texts.get("felt.take_back_cost", cents=dollars(at_stake(state)))
    options = (
        OptionFace(TAKE_BACK, texts.get("felt.take_back"), back, why_not=why_not),
        OptionFace(GO_ON, texts.get("felt.go_on"), primary=True, why_not=why_not),
    )
    return BarFace(texts.get(headline), texts.get(detail), options, timed=state.link)


def result_bar(
    last: LastRound,
    texts: Texts,
    no_hand_detail: str,
    lines: Callable[[Mapping[str, SpotResult]], tuple[ResultLine, ...]],
) -> BarFace:
    """What a round came to: that it is void, that this seat had no hand, or a line for each of its bets."""
    sums = sums_of(last)
    if last.settlement is None:
        detail = texts.get("felt.void_detail", cents=dollars(sums.staked)) if sums.staked else ""
        return BarFace(texts.get("felt.void"), detail)
    if not last.settlement.spots:
        return words_bar(texts, "felt.no_hand", no_hand_detail)
    return BarFace(lines=lines(last.settlement.spots), net=signed(sums.net), gain=sums.is_gain)


def result_line(name: str, words: str, net: int) -> ResultLine:
    """What became of one bet: its name, how it ended, and by how many cents it has changed the credit.

    `Comes back $0.00` would read as an amount that came back: no change is `±$0.00`.
    """
    return ResultLine(name, words, signed(net) if net else f"±\u2060{dollars(0)}", gain=net > 0)
