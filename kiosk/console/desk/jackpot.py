"""The jackpot at the desk: bets on it add to the meter at the close, a void takes them back, staff confirm a win."""

from __future__ import annotations

from functools import partial

import msgspec

from kiosk.console import commands as c
from kiosk.console.book import RoundBook
from kiosk.console.commands import Refusal
from kiosk.console.desk.core import Core
from kiosk.console.desk_acts import DEALER
from kiosk.console.jackpot_line import JackpotLine
from kiosk.console.view import JackpotView
from kiosk.games.game import BadFacts, Enter, Fact
from kiosk.jackpot.meter import Box, Claim, Share
from kiosk.jackpot.rules import (
    Confirm,
    Contribute,
    Denied,
    Deny,
    MakeClaim,
    Moved,
    Reason,
    Request,
    Return,
    Void,
)
from kiosk.table.log import NoAnswer
from kiosk.table.records import JackpotOffer, Limits, SpotLimit
from kiosk.table.round import Phase

_PLAYED = (Phase.CLOSED, Phase.PLAY, Phase.RESULT)


def offer(core: Core) -> JackpotOffer | None:
    """What the next round offers; None: no bets on the jackpot are taken (rule 5.18.2 c)."""
    line = core.jackpot
    if line is None or line.silence or line.meter is None:
        return None
    meter, terms = line.meter, line.meter.terms
    if terms.bet % core.config.settings.limits.unit:
        return None
    return JackpotOffer(line.name, terms.number, terms.bet, terms.reset, meter.value)


def limits(core: Core, offered: JackpotOffer | None) -> Limits:
    """The round's limits: one amount on the jackpot's spots, or none at all."""
    found = core.config.settings.limits
    if core.jackpot is None:  # the table's own: its bets and prizes are the dealer's
        return found
    kinds = _kinds(core)
    spots = {kind: limit for kind, limit in found.spots.items() if kind not in kinds}
    if offered is not None:
        spots |= {kind: SpotLimit(offered.bet, offered.bet) for kind in kinds}
    return msgspec.structs.replace(found, spots=spots)


def _kinds(core: Core) -> frozenset[str]:
    layouts = core.config.settings.all_layouts.values()
    return frozenset(spot.kind for layout in layouts for spot in layout.spots.values() if spot.jackpot)


def _boxes(core: Core, of_round: RoundBook) -> tuple[str, ...]:
    """The seats whose registered slip has a bet on the jackpot, in the order of the table."""
    layouts = core.config.settings.all_layouts
    found = []
    for seat in core.config.settings.seats:
        slip = of_round.slips.get(seat)
        spots = layouts[slip.layout].spots if slip is not None and slip.layout in layouts else {}
        if slip is not None and any(spots[spot].jackpot for spot in slip.stakes if spot in spots):
            found.append(seat)
    return tuple(found)


# --- what the rounds ask for ------------------------------------------------------------------------------------------


def follow(core: Core) -> None:
    """Ask for whatever the rounds that the book holds ask for. What was answered once is not asked again."""
    line = core.jackpot
    if line is None or core.service.fenced or not core.service.caught_up:
        return
    for number, of_round in core.book.rounds.items():
        sign = (number, of_round.decisions)
        if sign in core.jackpot_done or not of_round.decisions:
            continue
        if all(line.want(request) is not None for request in _after(core, of_round)):
            core.jackpot_done.add(sign)
    _drop_claims(core, line)
    if (adds := _contribution(core)) is not None:
        line.want(adds)
    if (asked := _asked(core)) is not None:
        _follow_claim(core, asked, line)


def _drop_claims(core: Core, line: JackpotLine) -> None:
    """A claim of a round that is decided waits for nothing: its Hand was corrected, and no other waits behind it."""
    for claim in line.meter.waiting if line.meter is not None else ():
        of_round = core.book.rounds.get(claim.box.round)
        if claim.box.table == core.config.settings.table and of_round is not None and of_round.decisions:
            line.want(Deny(claim.box, DEALER, "the round was decided without it"))


def _follow_claim(core: Core, asked: Enter, line: JackpotLine) -> None:
    """Claim what a Hand has won. What was decided about it before this console came up is heard again."""
    if asked.share is None or not _has_bet(core, asked.at):
        return
    box = Box(core.config.settings.table, core.table.number, asked.at)
    share = Share(asked.share.numerator, asked.share.denominator)
    before = core.jackpot_claims.get(box)
    corrected = before is not None and before.claim.share != share  # a card of the Hand
    if before is None or corrected:
        try:
            dealt_at = core.service.dealt_at(asked.at)
        except NoAnswer:  # it is looked up with the next poll
            return
        core.jackpot_claims[box] = MakeClaim(Claim(box, share, dealt_at))
    stands = line.want(core.jackpot_claims[box], anew=corrected)
    if not isinstance(stands, Moved):
        return
    if core.demonstration:
        again = isinstance(line.answer(_confirm(box)), Denied)
        line.want(Confirm(box, DEALER, first=True, why="no money is played for"), anew=again)
    elif all(claim.box != box for claim in stands.meter.waiting):
        line.want(_confirm(box))


def _contribution(core: Core) -> Contribute | None:
    """What the round that is played adds, its bets closed."""
    table, of_round = core.table, core.book.current
    if core.jackpot is None or table.jackpot is None or table.phase not in _PLAYED or of_round is None:
        return None
    boxes = _boxes(core, of_round)
    name = core.config.settings.table
    return Contribute(name, table.number, boxes, table.jackpot.terms) if boxes else None


def _after(core: Core, of_round: RoundBook) -> list[Request]:
    """What a decided round takes back: all of a void one, else the bets that went back whole."""
    boxes, newest, table = _boxes(core, of_round), of_round.newest, core.config.settings.table
    if not boxes or newest is None:
        return []
    if newest.is_void:
        return [Void(table, of_round.number)]
    return [Return(Box(table, of_round.number, box)) for box in boxes if _went_back(core, of_round, box)]


def _went_back(core: Core, of_round: RoundBook, box: str) -> bool:
    settings, slip = core.config.settings, of_round.slips[box]
    layout = settings.all_layouts[slip.layout]
    try:
        spots = settings.game.settle(layout, slip.stakes, of_round.facts, box).spots
    except BadFacts:
        return False
    return any(layout.spots[spot].jackpot and found.returned == found.staked for spot, found in spots.items())


def why_waits(core: Core) -> Refusal | None:
    """Nothing is dealt before the bets have moved the meter, so that what it shows at settlement has them.

    While it does not answer no card is seen, and the dealer may void the round (rule 5.17).
    """
    adds, line = _contribution(core), core.jackpot
    if adds is None or line is None:
        return None
    found = line.answer(adds)
    if isinstance(found, Moved):
        return None
    reason = found.reason if isinstance(found, Denied) else line.silence
    return Refusal("jackpot-waits", {"reason": reason or "it is asked"})


# --- a win ------------------------------------------------------------------------------------------------------------


def due(core: Core) -> c.Command | None:
    """The prize that the game asks for, once it is known."""
    prize = _prize(core)
    asked = core.asked
    if prize is None or not isinstance(asked, Enter):
        return None
    return c.EnterResult((Fact(asked.fact, (prize,), asked.at),))


def why_not_entered(core: Core, facts: tuple[Fact, ...]) -> Refusal | None:
    """A prize that the meter pays is what the meter says, once staff have confirmed it."""
    if _asked(core) is None or not facts:
        return None
    return None if facts[0].values == (_prize(core),) else Refusal("jackpot-confirms")


def _asked(core: Core) -> Enter | None:
    """The prize that is asked for now, where the table shares a jackpot."""
    asked = core.asked
    playing = core.phase in (Phase.CLOSED, Phase.PLAY) and not core.table.act and not core.table.deciding
    return (
        asked if core.jackpot is not None and playing and isinstance(asked, Enter) and asked.share else None
    )


def _prize(core: Core) -> int | None:
    """What the box is paid, in cents; None while that is not known. A box without a bet is paid nothing."""
    asked, line = _asked(core), core.jackpot
    if asked is None or line is None:
        return None
    if not _has_bet(core, asked.at):
        return 0
    box = Box(core.config.settings.table, core.table.number, asked.at)
    if isinstance(paid := line.answer(_confirm(box)), Moved):
        return paid.act.paid
    denied = isinstance(line.answer(_deny(box)), Moved)
    return 0 if denied or (isinstance(paid, Denied) and paid.reason is Reason.DECIDED) else None


def _has_bet(core: Core, box: str) -> bool:
    of_round = core.book.current
    return core.table.jackpot is not None and of_round is not None and box in _boxes(core, of_round)


def _stands(core: Core) -> Box | None:
    """The box whose claim stands, and waits for staff."""
    asked, line = _asked(core), core.jackpot
    if asked is None or line is None:
        return None
    box = Box(core.config.settings.table, core.table.number, asked.at)
    made = core.jackpot_claims.get(box)
    share = Share(asked.share.numerator, asked.share.denominator) if asked.share is not None else None
    claimed = made is not None and made.claim.share == share and isinstance(line.answer(made), Moved)
    return box if claimed else None


def confirm(core: Core, command: c.ConfirmPrize) -> Refusal | None:
    """Staff have looked at the Hand. The answer comes later, and the prize is entered by itself."""
    box = _stands(core)
    share = core.jackpot_claims[box].claim.share if box is not None else None
    return _decide(core, command, partial(Confirm, first=command.first, why=command.reason, share=share))


def deny(core: Core, command: c.DenyPrize) -> Refusal | None:
    """Staff have looked at the Hand, and it has not won."""
    return _decide(core, command, partial(Deny, why=command.reason))


def _decide(
    core: Core, command: c.ConfirmPrize | c.DenyPrize, make: partial[Confirm] | partial[Deny]
) -> Refusal | None:
    box, line = _stands(core), core.jackpot
    if box is None or line is None or box.box != command.box:
        return Refusal("phase")
    if command.round not in (0, core.table.number):
        return Refusal("other-round", {"number": command.round})
    if (refusal := core.supervisors.why_not(command.authority)) is not None:
        return refusal
    try:
        request = make(box, command.authority.name)
    except ValueError:
        return Refusal("no-reason")
    line.want(request, anew=True)
    return None


def why_no_claim(core: Core) -> Refusal | None:
    """Why nobody can confirm or deny a prize now, or None."""
    return None if _stands(core) is not None else Refusal("phase")


def _confirm(box: Box) -> Confirm:
    return Confirm(box, DEALER)


def _deny(box: Box) -> Deny:
    return Deny(box, DEALER, DEALER)


# --- what the dealer sees ---------------------------------------------------------------------------------------------


def view(core: Core) -> JackpotView | None:
    """The jackpot now; None at a table that shares none."""
    line = core.jackpot
    if line is None:
        return None
    meter, asked, box = line.meter, _asked(core), _stands(core)
    told = line.answer(_confirm(box)) if box is not None else None
    share = asked.share if asked is not None and box is not None else None
    return JackpotView(
        name=line.name,
        cents=meter.value if meter is not None else 0,
        silence=line.silence,
        taken=core.table.jackpot is not None,
        bet=meter.terms.bet if meter is not None else 0,
        claims=box.box if box is not None else "",
        share=f"{share.numerator}/{share.denominator}" if share is not None else "",
        before=told.which if isinstance(told, Denied) else "",
        unsure=isinstance(told, Denied) and told.reason is Reason.SAME_MOMENT,
    )
