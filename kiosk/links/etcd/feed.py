"""Following the log: what stands already, then what comes, in the log's one order and without gap."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from kiosk.links.calls.reader import Reader
from kiosk.links.etcd import wire
from kiosk.links.etcd.members import Member, Members
from kiosk.links.etcd.watching import Watch
from kiosk.table.history import Memory, Remembering, Shown
from kiosk.table.log import Entry, NoAnswer, OtherHistory

PAGE = 2_000  # records asked for at once
PAGE_SECONDS = 5.0


class EtcdFeed(Reader[Member]):
    """One subscription. ``run`` is its task in the link's thread; ``close`` may be called in any thread."""

    def __init__(
        self,
        members: Members,
        prefixes: Sequence[str],
        after: int,
        deliver: Callable[[Entry], None],
        linked: Callable[[bool], None],
        remember: Remembering | None = None,
        admitted: Callable[[Entry], bool] = lambda _: True,
    ) -> None:
        memory = remember or Remembering(Memory(seq=after))
        super().__init__(members, after, deliver, linked, memory, admitted)
        self._prefixes = wire.widest(prefixes)

    async def session(self, member: Member, well: Callable[[], None]) -> None:
        # The watch begins first and what stands is read then: whatever comes between is seen twice, never missed.
        async with Watch(member, self._prefixes, deletions=False) as watch:
            await self.compare(member)
            await self._catch_up(member)
            well()
            self.is_up()
            while True:
                await self._take(member, await watch.events())

    async def shown(self, member: Member) -> Shown:
        answer = await member.ask(member.txn, wire.shown(self._remember), PAGE_SECONDS)
        return wire.read_shown(answer, self._remember)

    async def _catch_up(self, member: Member) -> None:
        while True:
            answer = await member.ask(member.txn, wire.page(self._prefixes, self._after, PAGE), PAGE_SECONDS)
            if answer.header.revision < self._after:
                raise OtherHistory(
                    f"{member.endpoint}: the log ends at {answer.header.revision}, but {self._after} was read: "
                    "it is another log, or an older copy"
                )
            found, last = wire.read_page(answer, PAGE)
            self.hand_over(found)
            self._after = answer.header.revision if last is None else last
            if last is None:
                return

    async def _take(self, member: Member, events: list[tuple[int, wire.Message]]) -> None:
        """Deliver up to the newest event. Under prefixes whose watch is not as far yet, the records are read."""
        seen = [0] * len(self._prefixes)
        found: dict[str, Entry] = {}
        for index, event in events:
            kv = event.kv
            seen[index] = max(seen[index], kv.mod_revision)
            if kv.mod_revision > self._after and (entry := wire.entry(kv)) is not None:
                found[entry.key] = entry
        top = max(seen, default=0)
        if top <= self._after:
            return
        behind = [prefix for prefix, at in zip(self._prefixes, seen, strict=True) if at < top]
        if behind:
            answers, revision = await member.together(wire.between(behind, self._after, top))
            if revision < top:
                raise NoAnswer(f"{member.endpoint}: the member has fallen behind its own watch")
            found |= {entry.key: entry for entry in wire.read_between(answers)}
        self.hand_over(wire.in_order(found.values()))
        self._after = top
