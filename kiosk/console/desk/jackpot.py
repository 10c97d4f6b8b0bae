"""The jackpot at the desk: bets on it add to the meter at the close, a void takes them back, staff confirm a win."""

from __future__ import annotations

from contextlib import suppress
from functools import partial

import msgspec

from kiosk.book.desk_acts import DEALER, DeskAct
from kiosk.book.values import Decided
from kiosk.console import commands as c
from kiosk.console.commands import Refusal
from kiosk.console.desk.core import Core, Job
from kiosk.console.desk.jackpot_hands import (
    asked_now,
    box_of,
    hand_of,
    has_bet,
    paid_now,
    prize_of,
    prizes_now,
    registered_for,
    revision_of,
    unheard_win,
    waiting_now,
)
from kiosk.console.desk.jackpot_rounds import after, asked_for, boxes_of, correction, paid_by, share_of
from kiosk.console.jackpot_line import JackpotLine
from kiosk.console.view import ClaimView, JackpotView
from kiosk.games.game import HOLDS, Enter, Fact, Settle
from kiosk.jackpot.meter import MOST_PLACE, Claim, Prize, Share
from kiosk.jackpot.requests import (
    MOST_WHY,
    Answer,
    Confirm,
    Contribute,
    Denied,
    Deny,
    MakeClaim,
    Moved,
    PaidAsRegistered,
    Reason,
    Request,
)
from kiosk.table.facts import hidden
from kiosk.table.log import NoAnswer
from kiosk.table.records import MOST_OWED, JackpotOffer, Limits, SpotLimit
from kiosk.table.round import Phase
from kiosk.written import why_no_text

MOST_OFFERED = MOST_OWED // 2  # the rest is for rounds that are decided anew
_PLAYED = (Phase.CLOSED, Phase.PLAY, Phase.RESULT)


def offer(core: Core, owed: int) -> JackpotOffer | None:
    """What the next round offers, that many before it being owed; None: no bets are taken (rule 5.18.2 c)."""
    line = core.jackpot
    if line is None or line.silence or line.meter is None:
        return None
    meter, terms = line.meter, line.meter.terms
    if terms.bet % core.config.settings.limits.unit or owed >= MOST_OFFERED:
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


# --- what the rounds ask for ------------------------------------------------------------------------------------------


def follow(core: Core) -> None:
    """Ask for whatever the rounds that the book holds ask for. What was done once is not asked again."""
    line = core.jackpot
    if line is None or core.service.fenced or not core.service.caught_up:
        return
    core.jackpot_refused = {}
    for number, of_round in core.book.rounds.items():
        sign = (number, of_round.decisions)
        if sign in core.jackpot_done or not of_round.decisions:
            continue
        half = of_round.half and of_round.decisions == 1  # who knew the whole of it has told what stands
        told = _answers(line, after(core, of_round)) if not half else []
        if (refused := next((one for one in told if isinstance(one, Denied)), None)) is not None:
            core.jackpot_refused[number] = refused
        elif None not in told:
            core.jackpot_done.add(sign)
    _drop_claims(core, line)
    if (adds := _contribution(core)) is not None:
        line.want(adds)
    for prize in paid_now(core):
        _tell_paid(core, prize, line)
    for asked in prizes_now(core):
        _follow_claim(core, asked, line)


def _answers(line: JackpotLine, requests: list[Request]) -> list[Answer | None]:
    """What each was answered; none is asked for before the one in front of it has its answer."""
    told: list[Answer | None] = []
    for request in requests:
        told.append(line.want(request))
        if told[-1] is None:
            break
    return told


def _drop_claims(core: Core, line: JackpotLine) -> None:
    """A claim of a round that is decided, or of a Hand that is out, waits for nothing, and no other waits behind it.

    While the log is silent another console may hold the table, and know better.
    """
    if core.silent_log:
        return
    for claim in line.meter.waiting if line.meter is not None else ():
        number = claim.box.round
        of_round = core.book.rounds.get(number)
        if claim.box.table != core.config.settings.table:
            continue
        if of_round.decisions if of_round is not None else number < core.table.number:
            line.want(Deny(claim, DEALER, "the round was decided without it"))
        elif of_round is core.book.current and _is_gone(core, claim):
            line.want(Deny(claim, DEALER, "the hand was corrected or is out"))


def _is_gone(core: Core, claim: Claim) -> bool:
    """Whether a Hand that was claimed can win that no more: its cards were corrected, or it is out of the round.

    While nobody can say what will be asked, as when decisions are open anew, it stays. Once everything is known, what
    was not paid has not won.
    """
    name, known = claim.box.box, revision_of(core, claim.box.box)
    if known != claim.revision:
        return known > claim.revision  # a newer claim is another console's
    if any(prize.box == name for prize in paid_by(core, core.table.entered)):
        return False  # it was paid while the jackpot did not answer
    won = prizes_now(core)
    shares = [share_of(asked) for asked in won if asked.at == name]
    return bool(won or isinstance(core.asked, Settle)) and shares != [claim.share]


def _follow_claim(core: Core, asked: Enter, line: JackpotLine) -> None:
    """Claim what a Hand has won, as its cards are known now. What was decided about it before is heard again."""
    if not has_bet(core, asked.at):
        return
    try:
        made = _claim_for(core, asked.at, share_of(asked))
    except NoAnswer:  # it is looked up with the next poll
        return
    stands, said = line.want(made), core.jackpot_said.get(made.claim.box)
    told = line.answer(said) if said is not None else None
    if isinstance(told, Denied) and told.reason is Reason.DECIDED:  # another console was asked
        del core.jackpot_said[made.claim.box]
        line.want(made, anew=True)
    elif line.silence and isinstance(said, Deny) and prize_of(core, asked) is None:
        core.jobs.extend(_register(core, asked, 0, said.by, said.why))  # said before the silence, it counts
    elif core.demonstration and isinstance(stands, Moved) and said is None:
        said = core.jackpot_said[made.claim.box] = Confirm(made.claim, DEALER, True, "no money is played for")
        line.want(said)


def _claim_for(core: Core, at: str, share: Share) -> MakeClaim:
    """The claim of the Hand as its cards are known now, made where there is none. Raises NoAnswer."""
    box, revision = box_of(core, at), revision_of(core, at)
    made = core.jackpot_claims.get(box)
    if made is None or (made.claim.share, made.claim.revision) != (share, revision):
        dealt_at = core.service.dealt_at(at)
        turn = next((fact.values.index(at) + 1 for fact in core.table.dealt if fact.name == HOLDS), 0)
        made = core.jackpot_claims[box] = MakeClaim(Claim(box, share, dealt_at, turn, revision))
        core.jackpot_said.pop(box, None)
    return made


def _tell_paid(core: Core, prize: Prize, line: JackpotLine) -> None:
    """The meter hears what a Hand was paid before anything else is asked of it: nobody wins that again (rule 4.2).

    Of a Hand that it has paid itself this changes nothing: whoever starts again need not know which it was.
    """
    with suppress(NoAnswer):  # then with the next poll
        made = _claim_for(core, prize.box, prize.share)
        line.want(made)
        line.want(PaidAsRegistered(made.claim, prize.cents))


def _contribution(core: Core) -> Contribute | None:
    """What the round that is played adds, its bets closed."""
    table, of_round = core.table, core.book.current
    if core.jackpot is None or table.jackpot is None or table.phase not in _PLAYED or of_round is None:
        return None
    boxes = boxes_of(core, of_round)
    name = core.config.settings.table
    return Contribute(name, table.number, boxes, table.jackpot.terms) if boxes else None


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
    asked = asked_now(core)
    prize = prize_of(core, asked) if asked is not None else None
    if prize is None or asked is None:
        return None
    return c.EnterResult((Fact(asked.fact, (prize,), asked.at),))


def why_not_entered(core: Core, facts: tuple[Fact, ...]) -> Refusal | None:
    """A prize that the meter pays is what the meter says, once staff have confirmed it: also one among other facts."""
    before = core.table.entered
    for fact in facts if core.jackpot is not None else ():
        asked = asked_for(core, before)
        if isinstance(asked, Enter) and asked.share and fact.values != (prize_of(core, asked),):
            return Refusal("jackpot-confirms")
        before = (*before, fact)
    return None


def why_not_corrected(core: Core, at: int, fact: Fact) -> Refusal | None:
    """What was paid out of the meter stands until the round has its result, which is corrected then."""
    before = core.table.entered
    if not 0 <= at < len(before):
        return None
    return _prize_stands(core, (*before[:at], hidden(fact), *before[at + 1 :]))


def why_not_irregular(core: Core, irregular: list[Fact]) -> Refusal | None:
    """As :func:`why_not_corrected`: a box that was paid has lost nothing before its result is corrected."""
    return _prize_stands(core, (*core.table.entered, *irregular))


def _prize_stands(core: Core, after: tuple[Fact, ...]) -> Refusal | None:
    """The prize that was paid out of the meter and that these facts would take away."""
    before = core.table.entered
    if core.jackpot is None:
        return None
    prizes = [prize for prize in paid_by(core, before) if has_bet(core, prize.box)]
    stays = paid_by(core, after)
    changed = next((prize.box for prize in prizes if prize not in stays), None)
    return Refusal("prize-stands", {"seat": changed}) if changed is not None else None


def why_no_result(core: Core, number: int, facts: tuple[Fact, ...]) -> Refusal | None:
    """A result that is corrected pays out of the meter what was paid before, or no more than it holds."""
    line, of_round = core.jackpot, core.book.rounds.get(number)
    if line is None or of_round is None or not boxes_of(core, of_round):
        return None
    follow(core)
    now = Decided(facts, "", "", "", 0, {})
    asks = correction(core, of_round, now, of_round.decisions + 1)
    were = {prize for decided in of_round.decided for prize in paid_by(core, decided.facts)}
    if all(prize in were or not prize.cents for prize in asks.prizes):
        return None
    if line.meter is None or line.silence or (number, of_round.decisions) not in core.jackpot_done:
        return Refusal("jackpot-waits", {"reason": line.silence or "it is asked"})
    terms, newest = line.meter.terms, of_round.decided[-1]
    stands = correction(core, of_round, newest, of_round.decisions)
    left = line.meter.balance + terms.each * (len(asks.boxes) - len(stands.boxes))
    left += sum(_moves(prize, terms.reset) for prize in stands.prizes)
    for prize in asks.prizes:
        most = prize.share.of(max(0, left))
        if prize not in were and prize.cents > most:
            return Refusal("jackpot-holds", {"seat": prize.box, "cents": most})
        left -= _moves(prize, terms.reset)
    return None


def _moves(prize: Prize, reset: int) -> int:
    """What a prize takes from the meter in all, where the House puts in the reset value for a whole jackpot."""
    return prize.cents - (reset if prize.share.is_all and prize.cents else 0)


def confirm(core: Core, command: c.ConfirmPrize) -> Refusal | None:
    """Staff have looked at the Hand. The answer comes later, and the prize is entered by itself.

    While the jackpot does not answer it may be paid of what it registered last (rule 5.18.1).
    """
    return _decide(core, command, partial(Confirm, first=command.first, why=command.reason))


def deny(core: Core, command: c.DenyPrize) -> Refusal | None:
    """Staff have looked at the Hand, and it has not won."""
    return _decide(core, command, partial(Deny, why=command.reason))


def _decide(
    core: Core, command: c.ConfirmPrize | c.DenyPrize, make: partial[Confirm] | partial[Deny]
) -> Refusal | None:
    claim = next((one for one in waiting_now(core) if one.box.box == command.box), None)
    line, unheard = core.jackpot, _decided_in_silence(core, command)
    if line is None or (claim is None and unheard is None):
        return Refusal("phase")
    if (refusal := core.other_round(command.round)) is not None:
        return refusal
    if (refusal := core.supervisors.why_not(command.authority)) is not None:
        return refusal
    denies = isinstance(command, c.DenyPrize)
    if isinstance(command, c.ConfirmPrize) and _was_denied(core, line, command):
        return Refusal("phase")
    if denies and why_no_text(command.reason, MOST_WHY) is not None:
        return Refusal("no-reason")
    if claim is not None and (denies or unheard is None):
        try:
            request = make(claim, command.authority.name)
        except ValueError:
            return Refusal("no-reason")
        core.jackpot_said[claim.box] = request
        line.want(request, anew=True)
    if unheard is not None:
        cents = 0 if denies else registered_for(core, unheard)
        core.write(*_register(core, unheard, cents, command.authority.name, command.reason))
    return None


def _decided_in_silence(core: Core, command: c.ConfirmPrize | c.DenyPrize) -> Enter | None:
    """The Hand that is decided while the jackpot does not answer: paid in its turn, denied at any time."""
    line, unheard = core.jackpot, unheard_win(core)
    if isinstance(command, c.ConfirmPrize):
        return unheard if command.registered and unheard is not None and unheard.at == command.box else None
    won = prizes_now(core) if line is not None and line.silence and has_bet(core, command.box) else []
    return next((one for one in won if one.at == command.box and prize_of(core, one) is None), None)


def _was_denied(core: Core, line: JackpotLine, command: c.ConfirmPrize) -> bool:
    """Whether staff have denied what would be paid as registered, whether or not the jackpot has heard that yet."""
    said = core.jackpot_said.get(box_of(core, command.box))
    unanswered = bool(line.silence) or command.registered
    return isinstance(said, Deny) and unanswered


def _register(core: Core, asked: Enter, cents: int, by: str, why: str) -> list[Job]:
    """The prize is entered by itself; what was paid is the first that the jackpot hears when it answers again.

    It hears nothing of what is not on record: another console may take the table, and the Hand is decided there.
    """
    core.jackpot_registered[hand_of(core, asked)] = cents
    paid = f"{cents} cents of what it registered last" if cents else "nothing of it"
    reason = f"the jackpot does not answer: box {asked.at} is paid {paid}" + (f": {why}" if why else "")
    jobs = [core.record(DeskAct.NOTED, core.by, by, reason)]
    if core.jackpot is not None:
        jobs.append(partial(_tell_paid, core, Prize(asked.at, share_of(asked), cents), core.jackpot))
    return jobs


def why_no_claim(core: Core) -> Refusal | None:
    """Why nobody can confirm or deny a prize now, or None."""
    return None if waiting_now(core) or unheard_win(core) is not None else Refusal("phase")


# --- what the dealer sees ---------------------------------------------------------------------------------------------


def view(core: Core) -> JackpotView | None:
    """The jackpot now; None at a table that shares none."""
    line = core.jackpot
    if line is None:
        return None
    meter = line.meter
    claim = next(iter(waiting_now(core)), None)
    said = core.jackpot_said.get(claim.box) if claim is not None else None
    told = line.answer(said) if said is not None else None
    behind = told if isinstance(told, Denied) else None
    unheard = unheard_win(core)
    box, share = (claim.box.box, _words(claim.share)) if claim is not None else ("", "")
    if unheard is not None:
        box, share = unheard.at, _words(share_of(unheard))
    return JackpotView(
        name=line.name,
        cents=meter.value if meter is not None else 0,
        silence=line.silence,
        taken=core.table.jackpot is not None,
        bet=meter.terms.bet if meter is not None else 0,
        claims=box,
        share=share,
        registered=registered_for(core, unheard) if unheard is not None else None,
        before=behind.which if behind is not None else "",
        unsure=behind is not None and behind.reason is Reason.SAME_MOMENT,
        waiting=tuple(
            ClaimView(one.box.table, one.box.round, one.box.box, _words(one.share))
            for one in sorted(meter.waiting if meter is not None else (), key=_when)
        ),
    )


def _words(share: Share) -> str:
    return f"{share.over}/{share.under}"


def _when(claim: Claim) -> tuple[int, str, int, int]:
    """By the place in the log; a Hand of which nobody can say it comes last."""
    return claim.dealt_at or MOST_PLACE, claim.box.table, claim.box.round, claim.turn
