"""What the ribbon says for a state of the seat. Pure: time and painting are the ribbon's own."""

from dataclasses import dataclass, replace
from enum import StrEnum

from kiosk.games.game import Fact
from kiosk.games.sicbo import Dice, dice_of, is_triple, total
from kiosk.money import short_dollars
from kiosk.seat.state import LastRound, SeatState
from kiosk.table.round import Phase
from kiosk.ui.kit import theme
from kiosk.ui.kit.locks import only_win
from kiosk.ui.kit.reasons import void_words
from kiosk.ui.kit.settlement_words import settlement_words
from kiosk.ui.kit.texts import Texts
from kiosk.ui.terminal.last_round import at_stake, shown_last, sums_of

BIG_FROM = 11
_CLOSED = (Phase.CLOSED, Phase.PLAY)


class RibbonKind(StrEnum):
    """What the ribbon is about."""

    WAITING = "waiting"
    BETS = "bets"
    CLOSED = "closed"
    TUMBLING = "tumbling"
    RESULT = "result"
    VOID = "void"
    OFFLINE = "offline"


@dataclass(frozen=True)
class Badge:
    """A word on a coloured plate."""

    text: str
    colour: str
    ink: str = theme.TEXT


@dataclass(frozen=True)
class RibbonFace:
    """The words of the ribbon. `closes` is the round whose end of bets they announce, 0 for none.

    `pays` is what the round came to for this player, in gold when it is a `gain`.
    `off`: the seat is locked, and the round goes on without it.
    """

    kind: RibbonKind
    title: str
    detail: str = ""
    pays: str = ""
    gain: bool = False
    dice: Dice | None = None
    badges: tuple[Badge, ...] = ()
    closes: int = 0
    off: bool = False


def ribbon_face(state: SeatState, texts: Texts) -> RibbonFace:
    """The ribbon for this state."""
    face = _of_round(state, texts)
    if not state.locks or only_win(state):
        return face
    if face.kind is RibbonKind.BETS:  # nobody is asked to bet where nobody can
        detail = texts.get("ribbon.locked_detail") if state.registered is not None else ""
        return RibbonFace(RibbonKind.WAITING, texts.get("ribbon.locked"), detail, off=True)
    return replace(face, off=True)


def _of_round(state: SeatState, texts: Texts) -> RibbonFace:
    table = state.table
    if not state.link:
        closed = table.phase in _CLOSED and not at_stake(state)
        detail = texts.get("ribbon.offline_no_bet" if closed else "ribbon.offline_detail")
        return RibbonFace(RibbonKind.OFFLINE, texts.get("ribbon.offline"), detail)
    match table.phase:
        case Phase.BETTING:
            return _bets(state, texts)
        case Phase.CLOSED:
            title = texts.get("ribbon.closed")
            return RibbonFace(RibbonKind.CLOSED, title, _registered(state, texts), closes=table.number)
        case Phase.PLAY:
            return _tumbling(state, texts)
        case Phase.VOID:
            return _void(state, texts)
        case Phase.RESULT | Phase.ENDED:
            return _result(state, texts)


def _bets(state: SeatState, texts: Texts) -> RibbonFace:
    last = shown_last(state)
    dice = _dice(last.facts) if last is not None else None
    badges = result_badges(dice, texts)[:1] if dice is not None else ()
    return RibbonFace(RibbonKind.BETS, texts.get("ribbon.bets"), dice=dice, badges=badges)


def _registered(state: SeatState, texts: Texts) -> str:
    cents = at_stake(state)
    if not cents:
        return texts.get("settlement.no_bet")
    return texts.get("ribbon.registered", amount=short_dollars(cents))


def _tumbling(state: SeatState, texts: Texts) -> RibbonFace:
    said = [texts.get("ribbon.tumbling" if state.table.act else "ribbon.tumbled")]
    if not at_stake(state):
        said.append(texts.get("settlement.no_bet"))
    title, closes = texts.get("ribbon.closed"), state.table.number
    return RibbonFace(RibbonKind.TUMBLING, title, " · ".join(said), closes=closes)


def _void(state: SeatState, texts: Texts) -> RibbonFace:
    sums = sums_of(shown_last(state))
    title = texts.get("ribbon.void" if sums.staked else "ribbon.void_no_bet")
    pays = settlement_words(sums, texts)
    return RibbonFace(RibbonKind.VOID, title, void_words(state.table.void_reason, texts), pays=pays)


def _result(state: SeatState, texts: Texts) -> RibbonFace:
    last = shown_last(state)
    dice = _dice(last.facts) if last is not None else None
    if last is None or dice is None:
        return RibbonFace(RibbonKind.WAITING, texts.get("ribbon.waiting"), texts.get("ribbon.waiting_detail"))
    sums = sums_of(last)
    return RibbonFace(
        RibbonKind.RESULT,
        str(total(dice)),
        pays=settlement_words(sums, texts),
        gain=sums.is_gain,
        dice=dice,
        badges=(*_corrected(last, texts), *result_badges(dice, texts)),
    )


def _corrected(last: LastRound, texts: Texts) -> tuple[Badge, ...]:
    """Whether the result is not the one that was shown first (rule 5.5)."""
    return (Badge(texts.get("ribbon.corrected"), theme.OFFLINE),) if last.corrected else ()


def _dice(facts: tuple[Fact, ...]) -> Dice | None:
    return dice_of(facts) if facts else None


def result_badges(dice: Dice, texts: Texts) -> tuple[Badge, ...]:
    """Triple, or Big or Small and Odd or Even (rules 3.9 and 4.1)."""
    if is_triple(dice):
        return (Badge(texts.get("ribbon.triple"), theme.TRIPLE_GOLD, theme.TEXT_ON_GOLD),)
    big, odd = total(dice) >= BIG_FROM, total(dice) % 2
    return (
        Badge(texts.get("board.big" if big else "board.small"), theme.BIG_RED if big else theme.SMALL_BLUE),
        Badge(texts.get("board.odd" if odd else "board.even"), theme.BUTTON),
    )
