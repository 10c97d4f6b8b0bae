"""What the ribbon says for a state of the seat. Pure: time and painting are the ribbon's own."""

from dataclasses import dataclass, replace
from enum import StrEnum

from kiosk.games.game import Fact
from kiosk.money import short_dollars
from kiosk.seat.state import LastRound, SeatState
from kiosk.table.round import Phase
from kiosk.ui.kit import theme
from kiosk.ui.kit.locks import only_win
from kiosk.ui.kit.reasons import void_words
from kiosk.ui.kit.settlement_words import settlement_words
from kiosk.ui.kit.texts import Texts
from kiosk.ui.terminal.game_part import Badge, GamePart
from kiosk.ui.terminal.last_round import at_stake, shown_last, sums_of

_CLOSED = (Phase.CLOSED, Phase.PLAY)


class RibbonKind(StrEnum):
    """What the ribbon is about."""

    WAITING = "waiting"
    BETS = "bets"
    CLOSED = "closed"
    PLAY = "play"
    DECIDE = "decide"
    RESULT = "result"
    VOID = "void"
    OFFLINE = "offline"


@dataclass(frozen=True)
class RibbonFace:
    """The words of the ribbon. `closes` is the round whose end of bets they announce, 0 for none.

    `own`: the decision whose time runs is this player's, and still to be made.
    `facts` are those of the result that it shows. `pays` is what the round came to for this player, in gold when it is
    a `gain`. `off`: the seat is locked, and the round goes on without it.
    """

    kind: RibbonKind
    title: str
    detail: str = ""
    pays: str = ""
    gain: bool = False
    facts: tuple[Fact, ...] = ()
    badges: tuple[Badge, ...] = ()
    closes: int = 0
    off: bool = False
    own: bool = False


def ribbon_face(state: SeatState, texts: Texts, part: GamePart, *, decides: bool = False) -> RibbonFace:
    """The ribbon for this state; `decides`: its box has a decision to make."""
    face = _of_round(state, texts, part)
    if face.kind is RibbonKind.PLAY and state.table.deciding and not state.table.barred:
        face = _decision(face, texts, own=decides and state.chosen is None and state.flight is None)
    if face.kind is RibbonKind.OFFLINE and decides and state.chosen is None:
        # What becomes of bets that wait for a decision is the game's: its decision bar says it.
        face = replace(face, detail=texts.get("ribbon.offline_decides"))
    if not state.locks or only_win(state):
        return face
    if face.kind is RibbonKind.BETS:  # nobody is asked to bet where nobody can
        detail = texts.get("ribbon.locked_detail") if state.registered is not None else ""
        return RibbonFace(RibbonKind.WAITING, texts.get("ribbon.locked"), detail, off=True)
    return replace(face, off=True)


def _of_round(state: SeatState, texts: Texts, part: GamePart) -> RibbonFace:
    table = state.table
    if not state.link:
        closed = table.phase in _CLOSED and not at_stake(state)
        detail = texts.get("ribbon.offline_no_bet" if closed else "ribbon.offline_detail")
        return RibbonFace(RibbonKind.OFFLINE, texts.get("ribbon.offline"), detail)
    match table.phase:
        case Phase.BETTING:
            return _bets(state, texts, part)
        case Phase.CLOSED:
            title = texts.get("ribbon.closed")
            return RibbonFace(RibbonKind.CLOSED, title, _registered(state, texts), closes=table.number)
        case Phase.PLAY:
            return _play(state, texts, part)
        case Phase.VOID:
            return _void(state, texts)
        case Phase.RESULT | Phase.ENDED:
            return _result(state, texts, part)


def _bets(state: SeatState, texts: Texts, part: GamePart) -> RibbonFace:
    last = shown_last(state)
    facts = last.facts if last is not None else ()
    badges = part.badges(facts, texts)[:1] if facts else ()
    return RibbonFace(RibbonKind.BETS, texts.get("ribbon.bets"), facts=facts, badges=badges)


def _registered(state: SeatState, texts: Texts) -> str:
    cents = at_stake(state)
    if not cents:
        return texts.get("settlement.no_bet")
    return texts.get("ribbon.registered", amount=short_dollars(cents))


def _play(state: SeatState, texts: Texts, part: GamePart) -> RibbonFace:
    said = [texts.get(part.words.goes_on if state.table.act else part.words.is_over)]
    if not at_stake(state):
        said.append(texts.get("settlement.no_bet"))
    title, closes = texts.get("ribbon.closed"), state.table.number
    return RibbonFace(RibbonKind.PLAY, title, " · ".join(said), closes=closes)


def _decision(face: RibbonFace, texts: Texts, *, own: bool) -> RibbonFace:
    title = texts.get("ribbon.decide" if own else "ribbon.others_decide")
    return replace(face, kind=RibbonKind.DECIDE, title=title, detail="", own=own)


def _void(state: SeatState, texts: Texts) -> RibbonFace:
    sums = sums_of(shown_last(state))
    title = texts.get("ribbon.void" if sums.staked else "ribbon.void_no_bet")
    pays = settlement_words(sums, texts)
    return RibbonFace(RibbonKind.VOID, title, void_words(state.table.void_reason, texts), pays=pays)


def _result(state: SeatState, texts: Texts, part: GamePart) -> RibbonFace:
    last = shown_last(state)
    if last is None or not last.facts:
        return RibbonFace(RibbonKind.WAITING, texts.get("ribbon.waiting"), texts.get("ribbon.waiting_detail"))
    sums = sums_of(last)
    return RibbonFace(
        RibbonKind.RESULT,
        part.figure(last.facts),
        pays=settlement_words(sums, texts),
        gain=sums.is_gain,
        facts=last.facts,
        badges=(*_corrected(last, texts), *part.badges(last.facts, texts)),
    )


def _corrected(last: LastRound, texts: Texts) -> tuple[Badge, ...]:
    """Whether the result is not the one that was shown first (rule 5.5)."""
    return (Badge(texts.get("ribbon.corrected"), theme.OFFLINE),) if last.corrected else ()
