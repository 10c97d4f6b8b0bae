"""The automatic dealer at the desk: gives the dealer's commands when their time has come."""

from __future__ import annotations

from kiosk.console import commands as c
from kiosk.console.desk import acts
from kiosk.console.desk.core import Core
from kiosk.console.desk.rules import next_of, why_not
from kiosk.console.view import Next, TumblerState
from kiosk.games.game import Fact
from kiosk.table.round import VALID_TUMBLES, Phase


def due(core: Core) -> c.Command | None:
    """The command whose time has come, or None. It goes through the same rules as a dealer's.

    It does not answer the question of rule 5.1, and it enters no dice that nobody has read: both wait for a dealer.
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
        case Next.OPEN_BETS:
            return c.OpenBets() if since_ms >= pace.pause_ms or not core.table.number else None
        case Next.CLOSE_BETS if not core.table.hurried and pace.hurry_ms and core.left_ms:
            return c.HurryUp()
        case Next.CLOSE_BETS:
            return None if core.left_ms else c.CloseBets()
        case Next.START_TUMBLE:
            return c.StartTumble()
        case Next.END_TUMBLE:
            by_hand = core.machine.state is TumblerState.NONE
            return c.EndTumble(VALID_TUMBLES) if by_hand and since_ms >= pace.tumble_ms else None
        case Next.ENTER_RESULT:
            facts = _facts(core)
            return c.EnterResult(facts) if facts and since_ms >= pace.read_ms else None
        case Next.VOID_TUMBLES:
            return c.Void(acts.TOO_FEW, round=core.table.number)
        case Next.END_ROUND:
            return c.EndRound() if since_ms >= pace.result_ms else None
        case _:
            return None


def _without(core: Core) -> c.Command | None:
    """A seat that does not answer in time stops the table for a while only (rule 5.3.3)."""
    return c.GoOnWithout() if why_not(core, c.GoOnWithout) is None else None


def _facts(core: Core) -> tuple[Fact, ...]:
    """What the tumbler reads on the dice; in a demonstration without one, dice from elsewhere."""
    if core.machine.recognised:
        return core.machine.recognised
    if core.machine.state is TumblerState.NONE and core.config.facts_for is not None:
        return core.config.facts_for(core.table.number)
    return ()
