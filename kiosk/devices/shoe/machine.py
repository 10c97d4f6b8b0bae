"""What the driver makes of every answer of the shoe: pure, one value in and one value out.

The shoe is who remembers: what the console has not taken it tells with every answer, and the machine tells each once.
"""

from __future__ import annotations

from typing import Final

import msgspec
from msgspec.structs import replace

from kiosk.devices.cabinet.framing import SEQUENCES
from kiosk.devices.shoe.messages import COVER, DEALS, MOST_WANTED, TOGETHER, Order, Place, Read, ShoeState
from kiosk.devices.shoe.port import CardsOut, CoverCard, ShoeCondition, ShoeIs, ShoeRead, ShoeTold, TwoAtOnce

SILENT_MS: Final = 1_000  # without an answer for so long nobody reads the cards
SILENT_POLLS: Final = 3  # and so many requests: a console that was held up itself has not asked
_STOPS: Final = (ShoeCondition.LID_OPEN, ShoeCondition.JAM, ShoeCondition.EMPTY)
"""What a shoe says of itself, the most pressing first."""
_WORDS: Final = {
    ShoeCondition.READY: "ready",
    ShoeCondition.LID_OPEN: "its lid is open",
    ShoeCondition.JAM: "a card is stuck in it",
    ShoeCondition.EMPTY: "it has no card left",
}


class Machine(msgspec.Struct, frozen=True):
    """The driver's whole knowledge of its shoe.

    `who`: serial and starts of the shoe that is believed, None before there is one. `told` is the highest number that
    the console was told, `taken` the highest that it has taken. `wrong`: why the shoe is not believed in this deal.
    """

    sequence: int = 0
    deal: int = 0
    wanted: int = 0
    who: tuple[str, int] | None = None
    told: int = 0
    taken: int = 0
    fresh: bool = False  # another deal has begun: the shoe may have forgotten what nobody took
    wrong: str = ""
    condition: ShoeCondition | None = None
    heard_ms: int | None = None
    unanswered: int = 0


class Taken(msgspec.Struct, frozen=True):
    """What one answer, order or silence did."""

    machine: Machine
    told: tuple[ShoeTold, ...] = ()


def asking(machine: Machine, now_ms: int) -> Machine:
    """The machine with the number of its next request."""
    heard_ms = now_ms if machine.heard_ms is None else machine.heard_ms
    return replace(machine, sequence=(machine.sequence + 1) % SEQUENCES, heard_ms=heard_ms)


def order(machine: Machine) -> Order:
    """What the shoe is told with every request."""
    wanted = 0 if machine.wrong else machine.wanted
    return Order(machine.taken, machine.deal % DEALS, min(wanted, MOST_WANTED))


def begin(machine: Machine, deal: int) -> Machine:
    """See `Shoe`. A shoe that was not believed is, from here on."""
    if deal == machine.deal:
        return machine
    return replace(machine, deal=deal, fresh=machine.who is not None, wrong="", wanted=0)


def want(machine: Machine, cards: int) -> Machine:
    """See `Shoe`."""
    return replace(machine, wanted=cards)


def took(machine: Machine, number: int) -> Machine:
    """See `Shoe`. What was never told cannot have been taken."""
    return replace(machine, taken=max(machine.taken, min(number, machine.told)))


def on_state(machine: Machine, now_ms: int, state: ShoeState) -> Taken:
    """The shoe has answered."""
    machine = replace(machine, heard_ms=now_ms, unanswered=0)
    who, again = (state.serial, state.boots), False
    # A shoe that was put back to an earlier state, or one like it: what it gives now would be taken for told already.
    other = machine.who != who or _newest(state) < machine.told
    if machine.who is None or (other and machine.deal == 0):
        again = machine.who is None
        machine = replace(machine, who=who, told=state.first - 1, taken=state.first - 1, wrong="")
    elif other:
        machine = replace(machine, who=who, told=0, taken=0, wrong=_why_other(machine, who, _newest(state)))
    if machine.wrong:
        return _is(replace(machine, taken=_newest(state)), ShoeCondition.WRONG, machine.wrong)
    if machine.fresh:
        before = max(machine.told, state.first - 1)
        machine = replace(machine, fresh=False, told=before, taken=max(machine.taken, state.first - 1))
    if state.first > machine.told + 1:
        lost = f"cards {machine.told + 1} to {state.first - 1} are lost"
        return _is(replace(machine, wrong=lost), ShoeCondition.WRONG, lost)
    reads = state.reads[machine.told + 1 - state.first :]
    told = _whole(reads, machine.told, again=again)
    machine = replace(machine, told=told[-1].number if told else machine.told)
    stands = _stands(machine, state)
    return Taken(stands.machine, (*told, *stands.told))


def on_unreadable(machine: Machine, now_ms: int, words: str) -> Taken:
    """An answer that says what it cannot: no shoe of this protocol, or of another version of it."""
    machine = replace(machine, heard_ms=now_ms, unanswered=0, who=None)
    return _is(machine, ShoeCondition.WRONG, words)


def on_silence(machine: Machine, now_ms: int, words: str, *, gone: bool) -> Taken:
    """A request had no answer; `gone`: there is no line either."""
    machine = replace(machine, unanswered=machine.unanswered + 1)
    for_ms = now_ms - (machine.heard_ms or 0)
    if gone or (machine.unanswered >= SILENT_POLLS and for_ms >= SILENT_MS):
        return _is(machine, ShoeCondition.SILENT, words)
    return Taken(machine)


def _why_other(machine: Machine, now: tuple[str, int], newest: int) -> str:
    if machine.who is not None and machine.who[0] != now[0]:
        return f"shoe {now[0]} answers in the middle of a deal from shoe {machine.who[0]}"
    if machine.who == now:
        return f"shoe {now[0]} has given card {machine.told} and now says that it has given {newest}"
    return f"shoe {now[0]} has lost its power in the middle of a deal"


def _newest(state: ShoeState) -> int:
    return state.first + len(state.reads) - 1


def _stands(machine: Machine, state: ShoeState) -> Taken:
    condition = next((fault for fault in _STOPS if fault in state.faults), ShoeCondition.READY)
    return _is(machine, condition, f"shoe {state.serial}: {_WORDS[condition]}")


def _is(machine: Machine, condition: ShoeCondition, detail: str) -> Taken:
    if condition is machine.condition:
        return Taken(machine)
    return Taken(replace(machine, condition=condition), (ShoeIs(condition, detail),))


def _whole(reads: tuple[Read, ...], before: int, *, again: bool) -> tuple[ShoeRead, ...]:
    """What the reads say; a hand whose last card has not come yet waits for it."""
    found: list[ShoeRead] = []
    hand: list[str] = []
    for number, read in enumerate(reads, before + 1):
        if read.code == TOGETHER:
            hand.clear()
            found.append(TwoAtOnce(number, again))
        elif read.code == COVER:
            found.append(CoverCard(number, again))
        elif read.place is Place.GOES_ON:
            hand.append(read.card)
        else:
            found.append(CardsOut(number, (*hand, read.card), again))
            hand.clear()
    return tuple(found)
