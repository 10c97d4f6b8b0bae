"""The table log through hosts, seen from the rest of the program: any thread may ask, the link's thread works."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import TypeVar

from kiosk.faults import MustEnd
from kiosk.links.calls.health import EtcdHealth
from kiosk.links.calls.link import log_bug
from kiosk.links.calls.log_link import LogLink, nobody
from kiosk.links.hosts import wire
from kiosk.links.hosts.config import HostsConfig
from kiosk.links.hosts.feeds import HostChanges, HostFeed, HostPresenceWatch, shown_ask
from kiosk.links.hosts.servers import Host, Hosts, OtherBooks
from kiosk.links.hosts.standing import HostStanding
from kiosk.links.signing import Verified
from kiosk.table.head import MOST_OVER, Head
from kiosk.table.history import Memory, Other, Remembering, Shown
from kiosk.table.log import Appended, Entry, NoAnswer, Put, Refused, RefusedBecause

_PROBE_SECONDS = 0.8
MOVE_SECONDS = (
    1.0  # so long at most hosts do not know of a transaction that sends nothing: money paid by hand
)
_RAISED_AT_ONCE = 100  # places, in one call: it must be done before the call is given up
_B = TypeVar("_B")


class HostLog(LogLink[Hosts]):
    """`TableLog`, `Presences`, `LogSender` and `Asker` over hosts, reached at any that answers.

    guarantee: what ``append`` answers is on the disks of a majority of the log's servers. What we write is signed, and
    what is not validly signed by who may write it is delivered to nobody, whoever the host may be.
    note: see :class:`Link` for threads. ``head`` says where the books of the seat end whose link this is; it is asked
    with each record that is sent. ``holds`` says whether those books hold a head. ``verified`` tells of records that
    are ignored.
    """

    def __init__(
        self,
        config: HostsConfig,
        on_bug: Callable[[BaseException], None] = log_bug,
        head: Callable[[], Head] | None = None,
        holds: Callable[[Head], bool] = lambda _: False,
    ) -> None:
        """Raises :class:`EnvironmentFault` for certificates that cannot be read. Does not wait for a host."""
        pem = config.pem()
        self._config = config
        self._head = head
        self._holds = holds
        self._books = Continuing()
        self._in_order = asyncio.Lock()
        self.verified = Verified(config.signers)
        super().__init__(
            lambda: Hosts(config, pem), config.timeout_ms, on_bug, config.certificate, len(config.endpoints)
        )

    def _ask(self, name: str, body: object, kind: type[_B]) -> _B:
        return self.wait_for(lambda: self.servers.answer(name, body, kind))

    # --- the table log ------------------------------------------------------------------------------------------

    def append(
        self, puts: Sequence[Put], *, unless: Sequence[str] = (), holding: tuple[str, int] | None = None
    ) -> Appended | Refused:
        """See :class:`kiosk.table.log.TableLog`. Raises ValueError for what can never be written."""
        return self.wait_for(lambda: self._append(puts, unless, holding))

    async def append_sent(self, puts: Sequence[Put], unless: Sequence[str]) -> Appended | Refused:
        return await self._append(puts, unless)

    async def _append(
        self, puts: Sequence[Put], unless: Sequence[str], holding: tuple[str, int] | None = None
    ) -> Appended | Refused:
        if not 1 <= len(puts) <= wire.MOST_PUTS:
            raise ValueError(f"append of {len(puts)} records: expected 1 to {wire.MOST_PUTS}")
        signer = self._config.signer
        written = tuple(
            (put.key, put.value if signer is None else signer.sign(put.key, put.value)) for put in puts
        )
        stands = tuple(known for each in self._remembered.values() if (known := each.anchor) is not None)
        found = await self._answered(
            "Append",
            lambda head, over: wire.AppendAsk(written, tuple(unless), holding, stands, head, over),
            wire.AppendAnswer,
        )
        if found.seq:
            return Appended(found.seq)
        return Refused(RefusedBecause(found.because), found.key)

    async def _answered(
        self, name: str, body: Callable[[Head | None, tuple[Head, ...]], object], kind: type[_B]
    ) -> _B:
        """An answer to what says where our books end. Books that are not the right ones end the program.

        One such call after the other: their heads reach the hosts in order.
        """
        if self._head is None:
            return await self.servers.answer(name, body(None, ()), kind)
        async with self._in_order:
            try:
                return await self._continued(name, body, kind)
            except OtherBooks as other:
                # A log that was put back from a backup knows less of books that are the right ones.
                found = await self.servers.answer("Anchor", wire.Nothing(), wire.AnchorAnswer)
                if found.head is None or self._holds(found.head):
                    self._books.begin(found.head)
                    return await self._continued(name, body, kind)
                self._on_bug(
                    MustEnd(
                        str(other),
                        "Another machine plays this seat, or its books are an older copy: start again, "
                        "and it says which",
                    )
                )
                raise

    async def _continued(
        self, name: str, body: Callable[[Head | None, tuple[Head, ...]], object], kind: type[_B]
    ) -> _B:
        assert self._head is not None  # noqa: S101 - asked where there are books
        head = self._head()
        found = await self.servers.answer(name, body(head, self._books.send(head)), kind)
        if isinstance(found, wire.AppendAnswer) and not found.seq:
            self._books.refused(head)
        else:
            self._books.acknowledged(head)
        return found

    def last(self, prefix: str) -> Entry | None:
        """The newest entry under ``prefix``."""
        found = self._ask("Last", wire.LastAsk(prefix), wire.Entries)
        if found.entries and not (admitted := self._admitted(found)):
            raise NoAnswer(
                f"a host tells of a record that is not validly signed, as the newest under {prefix}"
            )
        return admitted[0] if found.entries else None

    def read(self, prefixes: Sequence[str], after: int, limit: int) -> list[Entry]:
        """See :class:`kiosk.table.log.TableLog`."""
        taken: list[Entry] = []
        while prefixes and len(taken) < limit:
            asked = min(limit - len(taken), wire.MOST_READ)
            found = self._ask("Read", wire.ReadAsk(tuple(prefixes), after, asked), wire.Entries)
            taken += self._admitted(found)
            # Nothing means the end to whoever reads on: records that are ignored must not hide those behind them.
            if not found.entries or (taken and len(found.entries) < asked):
                break
            after = found.entries[-1][0]
        return taken

    def _admitted(self, found: wire.Entries) -> list[Entry]:
        return [entry for each in found.entries if self.verified.admitted(entry := Entry(*each))]

    def follow(
        self,
        prefixes: Sequence[str],
        after: int,
        deliver: Callable[[Entry], None],
        linked: Callable[[bool], None] = nobody,
    ) -> HostFeed:
        """See :class:`kiosk.table.log.TableLog`. Returns at once; records of one append come in the order of keys.

        A record that was removed before it was read is not delivered.
        """
        remember = self._memory_of(prefixes) or Remembering(Memory(seq=after))
        feed = HostFeed(self.servers, prefixes, after, deliver, linked, remember, self.verified.admitted)
        feed.end = self.start(feed.run)
        return feed

    # --- whether it is the log that was read --------------------------------------------------------------------

    def compare(self, remember: Remembering) -> Other | None:
        """Why the log that answers now is not the one that is remembered, or None. Raises :class:`NoAnswer`."""
        return remember.compare(self._ask("Shown", shown_ask(remember), Shown))

    def identity(self) -> tuple[str, int]:
        """The servers' identity and the newest place in their log, now. Raises :class:`NoAnswer`."""
        found = self._ask("Shown", wire.ShownAsk(), Shown)
        return found.log, found.ends

    def raise_to(self, key: str, place: int) -> None:
        """Write a presence again and again until the log's newest place is ``place`` or above; then take it away."""
        while (ends := self.identity()[1]) < place:
            self._ask("Raise", wire.RaiseAsk(key, min(place, ends + _RAISED_AT_ONCE)), wire.Nothing)

    def anchor(self) -> Head | None:
        """Where hosts have seen this seat's books end; None: nowhere yet. Raises :class:`NoAnswer`."""
        return self._ask("Anchor", wire.Nothing(), wire.AnchorAnswer).head

    def continues(self, anchor: Head | None) -> None:
        """The seat's books hold ``anchor`` and go on from there: hosts are told soon of each transaction to come."""

        async def go_on() -> None:
            self._books.begin(anchor)
            while True:
                await asyncio.sleep(MOVE_SECONDS)
                with suppress(NoAnswer):
                    await self._move()

        self.start(go_on)

    async def _move(self) -> None:
        if self._head is not None and self._head() != self._books.known:
            await self._answered("Move", _move_ask, wire.Nothing)

    def release_books(self, begun: Head, left: Head | None, by: str, reason: str) -> None:
        """Staff let this seat begin new books with ``begun``; those before ended at ``left``. Raises NoAnswer.

        On record at the hosts, with who and why. Once is as good as twice.
        """
        self._ask("Release", wire.ReleaseAsk(begun, left, by, reason), wire.Nothing)

    # --- the registry of tickets --------------------------------------------------------------------------------

    def ask(self, turn: int, mark: bytes, question: bytes) -> bytes:
        """See :class:`kiosk.table.log.Asker`."""
        return self.wait_for(
            lambda: self._answered(
                "Question",
                lambda head, over: wire.QuestionAsk(turn, mark, question, head, over),
                bytes,
            )
        )

    def turn(self) -> int:
        """See :class:`kiosk.table.log.Asker`."""
        return self._ask("Turn", wire.Nothing(), wire.Turn).turn

    def records(self, after: bytes) -> bytes:
        """See :class:`kiosk.table.log.Asker`."""
        return self._ask("Tickets", wire.PageAsk(after), bytes)

    def actions(self, after: bytes) -> bytes:
        """See :class:`kiosk.table.log.Asker`."""
        return self._ask("Steps", wire.PageAsk(after), bytes)

    # --- the jackpot --------------------------------------------------------------------------------------------

    def ask_jackpot(self, request: bytes) -> bytes:
        """What a host answers about the jackpot that this table shares. Raises NoAnswer."""
        return self._ask("Jackpot", wire.JackpotAsk(request), bytes)

    # --- presences ----------------------------------------------------------------------------------------------

    def stand(
        self, key: str, value: bytes, met: Callable[[bytes | None], None] | None = None
    ) -> HostStanding:
        """See :class:`kiosk.table.log.Presences`."""
        standing = HostStanding(self.servers, key, value, self.loop, met)
        self._standings.append(standing)
        standing.end = self.start(standing.run, self._standing)
        return standing

    def watch(self, prefix: str, changed: Callable[[str, bytes | None], None]) -> HostPresenceWatch:
        """See :class:`kiosk.table.log.Presences`."""
        watch = HostPresenceWatch(self.servers, prefix, changed)
        watch.end = self.start(watch.run)
        return watch

    def changes(self, prefix: str, told: Callable[[str, bool], None]) -> HostChanges:
        """Call ``told`` with each key under ``prefix`` that is written over (False) or removed (True) from now on."""
        changes = HostChanges(self.servers, prefix, told)
        changes.end = self.start(changes.run)
        return changes

    # --- how it is ----------------------------------------------------------------------------------------------

    async def ask_health(self) -> EtcdHealth:
        """How hosts and the log's servers are now."""
        found = await asyncio.gather(*(_probe(host) for host in self.servers.all))
        answers = [answer for answer in found if answer is not None]
        alarms = {alarm for answer in answers for alarm in answer.alarms}
        well = sum(answer.reachable > answer.members // 2 for answer in answers)
        return EtcdHealth(well, self.servers.count, tuple(sorted(alarms)))


class Continuing:
    """Which heads of its books a seat knows that a host may have: named with each record that it sends. One thread.

    guarantee: while at most ``MOST_OVER`` heads wait for their answer, what the host has is among those that
    :meth:`send` names. Beyond that, and whenever the host says that the books do not continue what it has, the caller
    asks for the host's anchor, looks whether the books hold it, and tells :meth:`begin`.
    """

    def __init__(self) -> None:
        self._known: Head | None = None
        self._open: dict[Head, int] = {}  # sends of that head without an answer yet

    @property
    def known(self) -> Head | None:
        """What the host has for certain."""
        return self._known

    def begin(self, anchor: Head | None) -> None:
        """The host has ``anchor``, which the books hold; None: it has nothing of this seat."""
        self._known = anchor

    def send(self, head: Head) -> tuple[Head, ...]:
        """The heads to name with a record that is sent now from books that end at ``head``: oldest first."""
        known = () if self._known is None else (self._known,)
        over = (
            *known,
            *(sent for sent in sorted(self._open, key=lambda each: each.number) if sent != self._known),
        )
        self._open[head] = self._open.get(head, 0) + 1
        if len(self._open) >= MOST_OVER:
            del self._open[min(self._open, key=lambda each: each.number)]
        return over

    def acknowledged(self, head: Head) -> None:
        """The host has written what was sent with ``head``: what was sent before it is behind."""
        if self._known is None or head.number >= self._known.number:
            self._known = head
        self._open = {sent: n for sent, n in self._open.items() if sent.number > self._known.number}

    def refused(self, head: Head) -> None:
        """The host has written nothing of what was sent with ``head``, for good."""
        left = self._open.pop(head, 0) - 1
        if left > 0:
            self._open[head] = left


def _move_ask(head: Head | None, over: tuple[Head, ...]) -> wire.MoveAsk:
    assert head is not None  # noqa: S101 - asked where there are books
    return wire.MoveAsk(head, over)


async def _probe(host: Host) -> wire.HealthAnswer | None:
    try:
        return await host.answer("Health", wire.Nothing(), wire.HealthAnswer, _PROBE_SECONDS)
    except NoAnswer:
        return None
