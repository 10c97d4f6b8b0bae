"""What the ribbon says for a state of the seat. Pure: time and painting are the ribbon's own."""

from dataclasses import dataclass, replace
from enum import StrEnum

from kiosk.games.game import Fact
from kiosk.games.sicbo import Dice, dice_of, is_triple, total
from kiosk.money import dollars, short_dollars
from kiosk.seat.state import LastRound, SeatState
from kiosk.table.round import Phase
from kiosk.ui.shared import theme
from kiosk.ui.shared.texts import Texts
from kiosk.ui.terminal.bars.reasons import void_words
from kiosk.ui.terminal.screens.locks import only_win

BIG_FROM = 11


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

    `off`: the seat is locked, and the round goes on without it.
    """

    kind: RibbonKind
    title: str
    detail: str = ""
    win: str = ""
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
        return RibbonFace(RibbonKind.OFFLINE, texts.get("ribbon.offline"), texts.get("ribbon.offline_detail"))
    match table.phase:
        case Phase.BETTING:
            return _bets(state, texts)
        case Phase.CLOSED:
            title = texts.get("ribbon.closed")
            return RibbonFace(RibbonKind.CLOSED, title, _registered(state, texts), closes=table.number)
        case Phase.TUMBLING | Phase.TUMBLED:
            tumbling = table.phase is Phase.TUMBLING
            detail = texts.get("ribbon.tumbling" if tumbling else "ribbon.tumbled")
            return RibbonFace(RibbonKind.TUMBLING, texts.get("ribbon.closed"), detail, closes=table.number)
        case Phase.VOID:
            return RibbonFace(RibbonKind.VOID, texts.get("ribbon.void"), void_words(table.void_reason, texts))
        case Phase.RESULT | Phase.ENDED:
            return _result(state, texts)


def _bets(state: SeatState, texts: Texts) -> RibbonFace:
    last = state.last if state.show_last else None
    dice = _dice(last.facts) if last is not None else None
    badges = result_badges(dice, texts)[:1] if dice is not None else ()
    return RibbonFace(RibbonKind.BETS, texts.get("ribbon.bets"), dice=dice, badges=badges)


def _registered(state: SeatState, texts: Texts) -> str:
    stakes = state.registered.stakes if state.registered is not None else {}
    if not stakes:
        return texts.get("ribbon.no_bets")
    return texts.get("ribbon.registered", amount=short_dollars(sum(stakes.values())))


def _result(state: SeatState, texts: Texts) -> RibbonFace:
    last = state.last
    dice = _dice(last.facts) if last is not None else None
    if last is None or dice is None or last.number != state.table.number:
        return RibbonFace(RibbonKind.WAITING, texts.get("ribbon.waiting"), texts.get("ribbon.waiting_detail"))
    return RibbonFace(
        RibbonKind.RESULT,
        str(total(dice)),
        detail=_unlucky(last, texts),
        win=_win(last, texts),
        dice=dice,
        badges=(*_corrected(last, texts), *result_badges(dice, texts)),
    )


def _corrected(last: LastRound, texts: Texts) -> tuple[Badge, ...]:
    """Whether the result is not the one that was shown first (rule 5.5)."""
    return (Badge(texts.get("ribbon.corrected"), theme.OFFLINE),) if last.corrected else ()


def _win(last: LastRound, texts: Texts) -> str:
    won = last.settlement.won if last.settlement is not None else 0
    return texts.get("ribbon.won", amount=dollars(won)) if won else ""


def _unlucky(last: LastRound, texts: Texts) -> str:
    """What a round without a win says; nothing to who had no bets in it."""
    if last.settlement is None or last.settlement.won or not last.settlement.spots:
        return ""
    return texts.get("ribbon.lost")


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
