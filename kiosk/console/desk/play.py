"""The play at the desk: facts for the table and for one seat's eyes, decisions, the reveal, what is settled early."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import msgspec

from kiosk.console import commands as c
from kiosk.console.commands import Refusal
from kiosk.console.desk import count, jackpot
from kiosk.console.desk.core import Core
from kiosk.console.desk.rules import next_of, why_not
from kiosk.console.view import Next
from kiosk.games.game import (
    HOLDS,
    MOVED,
    NOBODY,
    TABLE,
    BadFacts,
    Decide,
    Fact,
    Publish,
    Settle,
)
from kiosk.table.facts import comes_with, hidden, moved_from
from kiosk.table.records import HandsMoved
from kiosk.table.round import Phase

_BY_ITSELF = {
    Next.NAME_BOXES: c.NameBoxes(),
    Next.OPEN_DECISIONS: c.OpenDecisions(),
    Next.ENTER_DECISIONS: c.EnterDecisions(),
    Next.PAY_INTERIM: c.PayInterim(),
}


def by_itself(core: Core) -> c.Command | None:
    """What asks nothing of a dealer and is due; None when nothing is."""
    if core.phase not in (Phase.CLOSED, Phase.PLAY):
        return None
    if (prize := jackpot.due(core)) is not None:
        return prize if why_not(core, c.EnterResult) is None else None
    command = _BY_ITSELF.get(due := next_of(core))
    if due is Next.CLOSE_DECISIONS and all(core.can_decide(seat) for seat in core.undecided):
        command = (
            c.CloseDecisions()
        )  # a seat that is not there has not walked away: the dealer waits or goes on
    return command if command is not None and why_not(core, type(command)) is None else None


def enter(core: Core, command: c.EnterResult) -> Refusal | None:
    """The facts that the game asks for: with the last of them the round has its result."""
    if (refusal := core.other_round(command.round)) is not None:
        return refusal
    if command.first not in (None, len(core.table.entered)):
        return Refusal("entered-meanwhile")
    if (refusal := jackpot.why_not_entered(core, command.facts)) is not None:
        return refusal
    shown, known = tuple(hidden(fact) for fact in command.facts), core.service.known
    if (refusal := count.why_too_many(core, core.table.number, known, (*known, *command.facts))) is not None:
        return refusal
    if (refusal := _lies_already(core, command.facts)) is not None:
        return refusal
    impossible, unasked = _why_impossible(core, command.facts), core.service.why_no_facts(shown)
    undecided = impossible or core.why_bad((*core.table.dealt, *shown))
    if undecided is None and unasked is None and _ends(core, shown):
        automatic_by = core.automatic_by if core.deals_itself else ""
        core.write(partial(core.service.enter_result, shown, core.by, automatic_by))
        return None
    if not command.facts or impossible or unasked:
        return Refusal("not-a-result", {"reason": undecided or unasked or "nothing was entered"})
    if (refusal := _why_not_by_hand(core, command)) is not None:
        return refusal
    core.write(*_seals(core, command.facts, len(core.table.entered)), partial(_enter, core, command.facts))
    return None


def _enter(core: Core, facts: tuple[Fact, ...]) -> None:
    core.service.enter_facts(facts, core.by)


def _ends(core: Core, shown: tuple[Fact, ...]) -> bool:
    """Whether nothing comes between these facts and the result, as an interim settlement does."""
    settings = core.config.settings
    return isinstance(settings.game.agenda(settings.layout, (*core.table.entered, *shown)), Settle)


def _seals(core: Core, facts: tuple[Fact, ...], first: int) -> list[partial[None]]:
    """The writes of the values that one seat alone may see, those of the same seat together."""
    return _seals_at(core, dict(enumerate(facts, first)))


def _seals_at(core: Core, facts: dict[int, Fact]) -> list[partial[None]]:
    """The same for facts at any places, in their order: those of the same seat at places in a row together."""
    firsts: list[int] = []  # the places at which a row begins
    rows: list[list[Fact]] = []
    for at, fact in facts.items():
        before = facts.get(at - 1)
        if before is None or before.audience != fact.audience:
            firsts.append(at)
            rows.append([])
        rows[-1].append(fact)
    return [
        partial(core.service.seal_facts, tuple(row), first)
        for first, row in zip(firsts, rows, strict=True)
        if row[0].audience not in (TABLE, NOBODY)
    ]


def _why_impossible(core: Core, facts: tuple[Fact, ...]) -> str | None:
    """Whatever nobody but the console knows: a card that lies at another seat already cannot be dealt again."""
    settings = core.config.settings
    try:
        settings.game.agenda(settings.layout, (*core.service.known, *facts))
    except BadFacts as error:
        return str(error)
    empty = next((fact for fact in facts if not fact.values and fact.audience != NOBODY), None)
    return f"the fact '{empty.name}' at '{empty.at}' has no value" if empty is not None else None


def _lies_already(core: Core, facts: tuple[Fact, ...]) -> Refusal | None:
    """What cannot be entered because it lies somewhere else already, at whatever place: the dealer looks there."""
    if _why_impossible(core, facts) is None:
        return None
    return next(filter(None, (_lies_at(core.service.known, fact) for fact in facts)), None)


def _lies_at(known: Sequence[Fact], fact: Fact) -> Refusal | None:
    """Where the same lies already, or None."""
    for lies in known:
        if fact.values and (lies.name, lies.values) == (fact.name, fact.values):
            return Refusal("lies-already", {"value": str(fact.values[0]), "at": lies.at})
    return None


def _why_not_by_hand(core: Core, command: c.EnterResult) -> Refusal | None:
    """What a seat alone may see, no dealer sees without a supervisor (Stud S28); a device shows it to nobody."""
    secret = any(fact.audience not in (TABLE, NOBODY) for fact in command.facts)
    if not secret or core.demonstration or command.facts in (core.machine.recognised, core.shoe.giving):
        return None
    return core.supervisors.why_not(command.authority)


def finish_sealed(core: Core) -> None:
    """A console that was killed had given seats their facts, and not said where they lie: it is said now."""
    of_round, entered = core.book.current, core.table.entered
    if (
        of_round is None
        or core.table.act
        or core.table.deciding
        or core.phase not in (Phase.CLOSED, Phase.PLAY)
    ):
        return
    given: tuple[Fact, ...] = ()
    while (fact := of_round.sealed.values.get(len(entered) + len(given))) is not None:
        if core.service.why_no_facts(tuple(hidden(one) for one in (*given, fact)), older=True) is not None:
            break
        given = (*given, fact)
    if given:
        core.jobs.append(partial(_enter, core, given))


def name_boxes(core: Core, _command: c.NameBoxes) -> None:
    """The seats with registered bets, in the order of the table, and what lies at each.

    Also one that is none of the table any more: its bet is registered and plays.
    """
    stakes = core.stakes_of_boxes
    core.write(partial(core.service.enter_facts, (Fact(HOLDS, tuple(stakes)),), core.by, stakes))


def open_decisions(core: Core, _command: c.OpenDecisions) -> None:
    """Their time begins when it is on record."""
    core.write(
        partial(core.service.open_decisions, core.config.pace.deciding_ms, core.config.at_utc(), core.by)
    )


def more_time(core: Core, _command: c.MoreTime) -> None:
    """The whole time again."""
    deciding_ms = core.config.pace.deciding_ms
    core.write(
        partial(core.service.open_decisions, deciding_ms, core.config.at_utc(), core.by),
        lambda: setattr(core, "deadline_ms", core.clock_ms() + deciding_ms),
    )


def close_decisions(core: Core, _command: c.CloseDecisions) -> None:
    """What is entered follows, when all that stands before the bar has come back."""
    core.write(partial(core.service.close_decisions, core.by))


def enter_decisions(core: Core, _command: c.EnterDecisions) -> None:
    """What is registered counts, and for whom nothing is, what the game says of a silent or an absent seat."""
    asked, current = core.asked, core.book.current
    if not isinstance(asked, Decide) or current is None:
        return
    facts, added = [], {}
    for box in asked.boxes:
        choice, window = current.choices.get(box), core.book.window(box)
        if choice is not None:
            decided = choice.choice
            if choice.stakes:
                added[box] = dict(choice.stakes)
        elif window is None:  # the box holds, and its bet is not known: nobody decides for it
            continue
        else:
            decided = window.default if core.can_decide(box) else window.absent
        facts.append(Fact(asked.window, (decided,), box))
    core.write(partial(core.service.enter_decisions, tuple(facts), core.by, added))


def reveal(core: Core, _command: c.Reveal) -> Refusal | None:
    """The same facts, for the table."""
    asked, known = core.asked, core.service.known
    if not isinstance(asked, Publish):
        return Refusal("phase")
    facts = tuple(Fact(known[at].name, known[at].values, known[at].at) for at in asked.facts)
    core.write(partial(_enter, core, facts))
    return None


def pay_interim(core: Core, _command: c.PayInterim) -> None:
    """What is decided already is settled at the seats."""
    core.write(partial(core.service.pay_interim, core.by))


def correct_fact(core: Core, command: c.CorrectFact) -> Refusal | None:
    """A supervisor stands for it; a decision that was open is opened anew."""
    if (refusal := core.other_round(command.round)) is not None:
        return refusal
    at, fact, known = command.at, command.fact, core.service.known
    if not 0 <= at < len(known):
        return Refusal("not-a-result", {"reason": f"found no fact at {at}: there are {len(known)}"})
    if command.was is not None and command.was != core.table.entered[at]:
        return Refusal("other-facts")
    if fact == known[at]:
        return Refusal("nothing-changes")
    settings, others = core.config.settings, (*known[:at], *known[at + 1 :])
    if (refusal := count.why_too_many(core, core.table.number, known, (*others, fact))) is not None:
        return refusal
    try:
        right = settings.game.corrected(settings.layout, known, at, fact, core.table.fell)
        settings.game.agenda(settings.layout, right.facts)
    except BadFacts as error:
        return _lies_at(others, fact) or Refusal("not-a-result", {"reason": str(error)})
    if (refusal := jackpot.why_not_corrected(core, at, fact)) is not None:
        return refusal
    if (reason := core.service.why_not_corrected(at, fact)) is not None:
        return Refusal("not-a-result", {"reason": reason})
    if (refusal := core.supervisors.why_not(command.authority)) is not None:
        return refusal
    name = command.authority.name if command.authority is not None else ""
    core.write(*_seals(core, (fact,), at), partial(core.service.correct_fact, at, fact, core.by, name))
    return None


def move_hands(core: Core, command: c.MoveHands) -> Refusal | None:
    """A supervisor stands for it; a decision that was open is opened anew.

    Each seat is given its right cards before the record that says they lie there: a console that is killed between has
    moved nothing.
    """
    if (refusal := core.other_round(command.round)) is not None:
        return refusal
    may, known = core.service.moves, core.service.known
    name = command.authority.name if command.authority is not None else ""
    record = HandsMoved(
        round=core.table.number,
        fact=may.fact or "none",
        boxes=command.boxes,
        by=core.by,
        authorised_by=name or "nobody",
        facts=tuple(Fact(asked.fact, (MOVED,), asked.at) for asked in comes_with(may, command.boxes)),
    )
    if (reason := core.service.why_not(record)) is not None:
        return Refusal("not-a-result", {"reason": reason})
    came = moved_from(core.table.entered, may.fact, command.boxes)
    right = {at: msgspec.structs.replace(known[at], values=known[came[at]].values) for at in sorted(came)}
    if unknown := next((fact.at for fact in right.values() if not fact.values), None):
        return Refusal("not-a-result", {"reason": f"found a hand for {unknown} whose cards are not known"})
    if (refusal := core.supervisors.why_not(command.authority)) is not None:
        return refusal
    core.write(*_seals_at(core, right), partial(core.service.move_hands, record))
    return None


def enter_irregularity(core: Core, command: c.EnterIrregularity) -> Refusal | None:
    """A supervisor stands for it; a decision that was open is opened anew."""
    if (refusal := core.other_round(command.round)) is not None:
        return refusal
    facts = [command.fact, *(msgspec.structs.replace(command.fact, at=box) for box in command.also)]
    if len(set(facts)) < len(facts):
        return Refusal("not-a-result", {"reason": f"'{command.fact.name}' twice at one box"})
    for fact in facts:
        if (reason := core.service.why_not_irregular(fact)) is not None:
            return Refusal("not-a-result", {"reason": reason})
    known = core.service.known
    if (refusal := count.why_too_many(core, core.table.number, known, (*known, *facts))) is not None:
        return refusal
    if (refusal := jackpot.why_not_irregular(core, facts)) is not None:
        return refusal
    if (refusal := core.supervisors.why_not(command.authority)) is not None:
        return refusal
    name = command.authority.name if command.authority is not None else ""
    core.write(*(partial(core.service.enter_irregularity, fact, core.by, name) for fact in facts))
    return None
