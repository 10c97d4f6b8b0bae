"""The host's own book of the house's tickets and jackpots: each step that was taken, on its disk as well as in etcd.

Both live in etcd alone. When etcd is put back from a backup, a ticket that was paid since would be open again; by
this book a host knows what was done, refuses to answer for the older registry, and on a release brings it forward.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

import msgspec

from kiosk.app.jackpots import acts_in, bring_forward
from kiosk.book.archive_anchor import AnchoredArchive
from kiosk.jackpot import keys as jackpot_keys
from kiosk.jackpot.etcd import EtcdStore
from kiosk.links.etcd.cells import Cell, Cells
from kiosk.links.etcd.log import EtcdLog
from kiosk.money import dollars
from kiosk.table.history import Memory, Other, Remembering
from kiosk.table.log import Entry, Feed, NoAnswer, Put
from kiosk.tickets.keys import HOUSE, STEPS, TICKETS, Place, step, ticket
from kiosk.tickets.registry import Action, TicketRecord, TicketState
from kiosk.tickets.replay import brought_forward
from kiosk.tickets.rules import Issued
from kiosk.tickets.stored import decoded, record_in

LIVES: Final = f"{HOUSE}life/"
NAME: Final = "house"  # of the archive
WHO: Final = "this host"


class Brought(msgspec.Struct, frozen=True):
    """A ticket that the registry had forgotten, or knew in an earlier state, and its state now."""

    digits: str
    cents: int
    state: TicketState
    by: str


class HouseBook:
    """Follows the steps of all tickets, and the acts of ``jackpots``, into an archive.

    ``told`` hears, in any thread, that the registry is older.
    note: one thread, but what the log delivers comes in any and waits for ``pump``. Raises
    :class:`kiosk.faults.EnvironmentFault` for an archive that cannot be used.
    """

    def __init__(
        self,
        log: EtcdLog,
        path: Path,
        told: Callable[[Other | None], None] = lambda _: None,
        jackpots: Sequence[str] = (),
    ) -> None:
        path.touch(0o600)
        self.archive = AnchoredArchive(path, NAME, LIVES)
        self._log = log
        self._cells = Cells(log)
        self._jackpots = jackpots
        self._inbox: deque[Entry] = deque()
        self._feed: Feed | None = None
        kept, anchored = self.archive.memory(WHO, LIVES), self.archive.anchored(WHO)
        self.memory = Remembering(_staying(kept), LIVES, "", told, anchored=_staying(anchored))

    def start(self, woken: Callable[[], None]) -> None:
        """Follow from where the archive ends. Until it does, nothing is written into a registry that is older."""

        def deliver(entry: Entry) -> None:
            self._inbox.append(entry)
            woken()

        self._log.remember(self.memory)
        acts = [jackpot_keys.acts(name) for name in self._jackpots]
        self._feed = self._log.follow([STEPS, LIVES, *acts], self.archive.follow_after, deliver)

    def close(self) -> None:
        """Follow no more, and close the archive."""
        if self._feed is not None:
            self._feed.close()
        self.archive.close()

    def pump(self) -> None:
        """Keep what has come. A ticket is kept with its first step. What has no answer now is kept without."""
        kept: list[Entry] = []
        while self._inbox:
            entry = self._inbox.popleft()
            kept.append(entry)
            number, n = _step_of(entry.key)
            if n == 1 and not self._has_ticket(entry.seq):
                try:
                    cell = self._cells.get(ticket(number))
                except NoAnswer:
                    cell = None
                if cell is not None:
                    kept.append(Entry(entry.seq, cell.key, cell.value))
        self.archive.add(kept)

    def _has_ticket(self, seq: int) -> bool:
        return any(
            entry.key.startswith(TICKETS) for entry in self.archive.read(seq - 1, 1) if entry.seq == seq
        )

    # --- after a release ----------------------------------------------------------------------------------------

    def bring_forward(self) -> tuple[list[Brought], list[str]]:
        """Write into the registry what it has forgotten; and what people must look into, in words.

        Raises NoAnswer and RegistryFault. Repeating it does no harm.
        """
        brought: list[Brought] = []
        strange: list[str] = []
        steps, tickets = self._kept()
        stand = self._standing()
        for number, actions in steps.items():
            found = self._bring(number, actions, tickets.get(number), stand.get(number, {}))
            while found is None:  # another host answers for the same seat or ticket at the same moment
                again = self._standing(number).get(number, {})
                found = self._bring(number, actions, tickets.get(number), again)
            if isinstance(found, Brought):
                brought.append(found)
            elif found:
                strange.append(f"{_named(actions)}: {found}")
        return brought, strange

    def bring_jackpots_forward(self) -> tuple[dict[str, int], list[str]]:
        """The same for jackpots: of each how many acts it had forgotten. Raises NoAnswer and JackpotFault."""
        brought: dict[str, int] = {}
        strange: list[str] = []
        for name in self._jackpots:
            brought[name], why = bring_forward(EtcdStore(self._cells, name), acts_in(self.archive, name))
            strange += [f"jackpot {name}: {why}"] if why else []
        return brought, strange

    def _bring(
        self, number: str, actions: list[Action], kept: TicketRecord | None, stand: dict[int, Action]
    ) -> Brought | str | None:
        """Bring one ticket forward: what it is now, or why people must look into it, empty where nothing is missing.

        None: nothing was written, since somebody else has changed the ticket or what its seat has issued meanwhile.
        """
        cell = self._cells.get(ticket(number))
        there = record_in(cell) if cell is not None else None
        known = there.steps if there is not None else 0
        if (differs := _differs(actions, stand, known)) is not None:
            return differs
        if known >= len(actions):
            return ""
        record = there or (TicketRecord(kept.ticket, TicketState.PENDING) if kept is not None else None)
        if record is None:
            return "the registry does not know it, and this host not its paper"
        try:
            now = brought_forward(record, actions[record.steps :])
        except RuntimeError as error:
            return str(error)
        puts = [
            Put(step(number, n), msgspec.json.encode(actions[n - 1]))
            for n in range(known + 1, len(actions) + 1)
        ]
        puts.append(Put(ticket(number), msgspec.json.encode(now)))
        unchanged = {ticket(number): cell.changed if cell is not None else 0}
        seat = Place(now.ticket.table, now.ticket.terminal).issued
        counted = self._cells.get(seat)
        puts.append(Put(seat, msgspec.json.encode(_counted(counted, there, now))))
        unchanged[seat] = counted.changed if counted is not None else 0
        if not self._cells.swap(unchanged, puts):
            return None
        return Brought(actions[-1].digits, now.ticket.cents, now.state, actions[-1].by)

    def _standing(self, only: str = "") -> dict[str, dict[int, Action]]:
        """Every step that the registry has, of all tickets or of one, by ticket and number."""
        found: dict[str, dict[int, Action]] = {}
        for cell in self._cells.all(f"{STEPS}{only}/" if only else STEPS):
            number, n = _step_of(cell.key)
            found.setdefault(number, {})[n] = decoded(cell, Action)
        return found

    def _kept(self) -> tuple[dict[str, list[Action]], dict[str, TicketRecord]]:
        steps: dict[str, dict[int, Action]] = {}
        tickets: dict[str, TicketRecord] = {}
        after = 0
        while page := self.archive.read(after, 1_000):
            for entry in page:
                number, n = _step_of(entry.key)
                if n:
                    steps.setdefault(number, {})[n] = msgspec.json.decode(entry.value, type=Action)
                elif entry.key.startswith(TICKETS):
                    record = msgspec.json.decode(entry.value, type=TicketRecord)
                    tickets[entry.key.removeprefix(TICKETS)] = record
            after = page[-1].seq
        return {number: [found[n] for n in sorted(found)] for number, found in steps.items()}, tickets


def _differs(kept: Sequence[Action], stand: dict[int, Action], known: int) -> str | None:
    """Where the registry has gone another way than this host has seen, in words: it was released without this host,
    and what was paid may have been paid again."""
    for n, action in enumerate(kept[:known], 1):
        there = stand.get(n)
        if there is None or (there.what, there.by) != (action.what, action.by):
            found = f"'{there.what}' by {there.by}" if there is not None else "nothing"
            return f"'{action.what}' by {action.by} here, {found} in the registry"
    return None


def _counted(cell: Cell | None, there: TicketRecord | None, now: TicketRecord) -> Issued:
    """What a seat has issued, with a ticket that stood as ``there`` in the registry and stands as ``now``."""
    known = decoded(cell, Issued) if cell is not None else Issued()
    newly = bool(now.issued_utc) and not (there is not None and there.issued_utc)
    cents = known.cents + (now.ticket.cents if newly else 0)
    return msgspec.structs.replace(
        known,
        sequence=max(known.sequence, now.ticket.sequence),
        cents=cents,
        covered=max(known.covered, cents),
    )


def _staying(memory: Memory) -> Memory:
    """Tickets are kept beside their first step, and change: only their steps stay as they were written."""
    stays = tuple(one for one in memory.known if not one.key.startswith(TICKETS))
    return msgspec.structs.replace(memory, known=stays)


def _named(actions: list[Action]) -> str:
    """No number of a ticket is shown whole: it is money."""
    return f"ticket ending in {actions[0].digits} of {dollars(actions[0].cents)}"


def _step_of(key: str) -> tuple[str, int]:
    """The ticket's hidden number and which of its steps it is; 0 for what is no step."""
    number, _, n = key.removeprefix(STEPS).partition("/")
    is_step = key.startswith(STEPS) and n.isascii() and n.isdecimal()
    return (number, int(n)) if is_step else ("", 0)
