"""The Hands of a round that have won a share of the jackpot: what is asked, claimed, decided and paid. Only read."""

from __future__ import annotations

from kiosk.console.desk.core import Core
from kiosk.console.desk.jackpot_rounds import asked_for, boxes_of, paid_by, share_of
from kiosk.console.jackpot_line import JackpotLine
from kiosk.games.game import Ask, Enter, Fact
from kiosk.jackpot.meter import Act as JackpotAct
from kiosk.jackpot.meter import Box, Claim, Prize, Share, What
from kiosk.jackpot.requests import MakeClaim, Moved, PaidAsRegistered
from kiosk.table.round import Phase


def asked_now(core: Core) -> Enter | None:
    """The prize that is asked for now, where the table shares a jackpot."""
    asked = core.asked
    playing = core.phase in (Phase.CLOSED, Phase.PLAY) and not core.table.act and not core.table.deciding
    return (
        asked if core.jackpot is not None and playing and isinstance(asked, Enter) and asked.share else None
    )


def prizes_now(core: Core) -> list[Enter]:
    """The prize that is asked for now, and those that will be after it, in the order of the deal (rule 4.5.1)."""
    asked: Ask | None = asked_now(core)
    facts, found = core.table.entered, []
    while isinstance(asked, Enter) and asked.share:
        found.append(asked)
        facts = (*facts, Fact(asked.fact, (0,), asked.at))
        asked = asked_for(core, facts)
    return found


def claim_of(core: Core, asked: Enter) -> MakeClaim | None:
    """The claim that was made for the Hand as its cards are known now."""
    made = core.jackpot_claims.get(box_of(core, asked.at))
    now = (share_of(asked), revision_of(core, asked.at))
    return made if made is not None and (made.claim.share, made.claim.revision) == now else None


def prize_of(core: Core, asked: Enter) -> int | None:
    """What the box is paid, in cents; None while that is not known. A box without a bet is paid nothing."""
    line = core.jackpot
    if line is None:
        return None
    if not has_bet(core, asked.at):
        return 0
    if (registered := core.jackpot_registered.get(hand_of(core, asked))) is not None:
        return registered
    if (made := claim_of(core, asked)) is None:
        return None
    decided = decided_by(core, line, made)
    if decided is None:
        return None
    return decided.prize.cents if decided.prize is not None else 0


def decided_by(core: Core, line: JackpotLine, made: MakeClaim) -> JackpotAct | None:
    """What staff have decided about the claim; none that was made otherwise counts."""
    said = core.jackpot_said.get(made.claim.box)
    for request in (made, said):
        told = line.answer(request) if request is not None else None
        if isinstance(told, Moved) and told.act.claim == made.claim and told.act.what is not What.CLAIMED:
            return told.act
    return None


def unheard_win(core: Core) -> Enter | None:
    """The prize that is asked for now while the jackpot does not answer; None while it does, or nobody has won."""
    line, asked = core.jackpot, asked_now(core)
    if line is None or not line.silence or asked is None or not has_bet(core, asked.at):
        return None
    return asked if prize_of(core, asked) is None else None


def registered_for(core: Core, asked: Enter) -> int:
    """What a Hand wins of what the jackpot registered before it fell silent, in cents, after those paid so before it.

    A console that has not heard it since its own start knows what the round's opening has told.
    """
    line, offered = core.jackpot, core.table.jackpot
    meter = line.meter if line is not None else None
    if meter is not None:
        value, reset = meter.value, meter.terms.reset
    else:
        value, reset = (offered.shown, offered.reset) if offered is not None else (0, 0)
    for prize in paid_now(core):
        if meter is None or not _is_heard(core, prize):
            value = reset if prize.share.is_all and prize.cents else max(0, value - prize.cents)
    return share_of(asked).of(value)


def _is_heard(core: Core, prize: Prize) -> bool:
    """Whether the meter as it is known here has paid that."""
    made, line = core.jackpot_claims.get(box_of(core, prize.box)), core.jackpot
    if made is None or line is None:
        return False
    requests = (made, core.jackpot_said.get(made.claim.box), PaidAsRegistered(made.claim, prize.cents))
    told = [line.answer(request) for request in requests if request is not None]
    found = [answer.act.prize for answer in told if isinstance(answer, Moved)]
    return any(one is not None and one.cents == prize.cents for one in found)


def paid_now(core: Core) -> list[Prize]:
    """What the Hands of this round were paid so far, the round being open."""
    of_round = core.book.current
    if of_round is None or of_round.decisions or core.phase not in (Phase.CLOSED, Phase.PLAY):
        return []
    return [prize for prize in paid_by(core, core.table.entered) if has_bet(core, prize.box)]


def hand_of(core: Core, asked: Enter) -> tuple[Box, Share, int]:
    """A Hand as its cards are known now."""
    return box_of(core, asked.at), share_of(asked), revision_of(core, asked.at)


def has_bet(core: Core, box: str) -> bool:
    """Whether the seat has a bet on the jackpot in this round."""
    of_round = core.book.current
    return core.table.jackpot is not None and of_round is not None and box in boxes_of(core, of_round)


def box_of(core: Core, name: str) -> Box:
    """The box of that name in this round."""
    return Box(core.config.settings.table, core.table.number, name)


def revision_of(core: Core, box: str) -> int:
    """How often the cards of the box were corrected."""
    of_round = core.book.current
    return of_round.corrections.get(box, 0) if of_round is not None else 0


def waiting_now(core: Core) -> list[Claim]:
    """The claims of this round that stand and wait for staff, in the order of the deal."""
    line, found = core.jackpot, []
    for asked in prizes_now(core) if line is not None else ():
        made = claim_of(core, asked)
        if line is None or made is None or not isinstance(line.answer(made), Moved):
            continue
        if decided_by(core, line, made) is None:
            found.append(made.claim)
    return found
