"""The automatic dealer at the desk: gives the dealer's commands when their time has come."""

from __future__ import annotations

from kiosk.console import commands as c
from kiosk.console.desk import count
from kiosk.console.desk.core import Core
from kiosk.console.desk.rules import next_of, times_of, void_needs_supervisor, why_not
from kiosk.console.view import DealingState, Next
from kiosk.games.game import Act, Fact, OnlyVoid, Settle
from kiosk.table.round import Phase


def due(core: Core) -> c.Command | None:
    """The command whose time has come, or None. It goes through the same rules as a dealer's.

    It does not answer the question of rule 5.1, enters nothing that nobody has read or counted: these wait for a
    dealer. Results wait for the dealer too, unless a supervisor lets them be automatic. Where no money is played for it
    does without, and shuffles its shoe itself.
    """
    if core.phase in (Phase.ENDED, Phase.VOID) and core.auto_ends:
        return c.AutoDealing(False)
    command = _next(core)
    if command is None:
        return None
    return command if why_not(core, type(command)) is None else _without(core)


def _next(core: Core) -> c.Command | None:
    pace, since_ms = core.config.pace, core.clock_ms() - core.phase_ms
    match next_of(core):
        case Next.NEW_SHOE | Next.OPEN_BETS if core.demonstration and count.is_over(core):
            return c.NewShoe()
        case Next.OPEN_BETS:
            return c.OpenBets() if since_ms >= pace.pause_ms or not core.table.number else None
        case Next.CLOSE_BETS if not core.table.hurried and pace.hurry_ms and core.left_ms:
            return c.HurryUp()
        case Next.CLOSE_BETS:
            return None if core.left_ms else c.CloseBets()
        case Next.START_ACT:
            return c.StartAct()
        case Next.END_ACT:
            enough = _pretends(core) and since_ms >= pace.act_ms
            return c.EndAct(asked.times) if enough and isinstance(asked := core.asked, Act) else None
        case Next.ENTER_RESULT if isinstance(core.asked, Settle):
            return c.EnterResult(()) if core.automatic_by or core.demonstration else None
        case Next.ENTER_RESULT:
            command = _reading(core) if core.automatic_by or core.demonstration else None
            return command if command is not None and since_ms >= pace.read_ms else None
        case Next.CLOSE_DECISIONS:
            return c.CloseDecisions() if core.demonstration else None
        case Next.REVEAL:
            return c.Reveal() if since_ms >= pace.read_ms else None
        case Next.VOID_DUE:
            if not isinstance(asked := core.asked, OnlyVoid) or void_needs_supervisor(core):
                return None
            return c.Void(asked.reason, round=core.table.number)
        case Next.END_ROUND:
            return c.EndRound() if since_ms >= pace.result_ms else None
        case _:
            return None


def _without(core: Core) -> c.Command | None:
    """A seat that does not answer in time stops the table for a while only (rule 5.3.3)."""
    return c.GoOnWithout() if why_not(core, c.GoOnWithout) is None else None


def _reading(core: Core) -> c.EnterResult | None:
    """What the device reads; in a demonstration without one, facts from elsewhere. None where there is nothing."""
    facts, first = tuple[Fact, ...](), None
    if core.shoe.deals:  # what it proposes may have been entered since
        facts, first = core.shoe.proposed, core.shoe.proposed_at
    elif core.machine.recognised and core.machine.times == times_of(core.table):
        facts = core.machine.recognised
    elif core.config.facts_for is not None and _pretends(core):
        facts = core.config.facts_for(core.table.number, core.service.known_dealt, count.gone(core))
    return c.EnterResult(facts, round=core.table.number, first=first) if facts else None


def _pretends(core: Core) -> bool:
    """Whether a program deals, with no device to count: for demonstrations alone."""
    none = core.machine.state is DealingState.NONE
    return none and core.demonstration and core.config.facts_for is not None
