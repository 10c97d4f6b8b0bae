"""The server of a host: what seats, consoles and desks may ask, over gRPC with their certificates."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from typing import Any, Protocol

import grpc
import grpc.aio

from kiosk.host.gateway.admission import Admission, Refusal
from kiosk.host.gateway.anchored import Anchors, OtherBooks
from kiosk.host.gateway.floods import Flooded, Floods
from kiosk.host.gateway.jackpots import Jackpots, wanted
from kiosk.host.gateway.mirror import Kind, Mirror, body_of
from kiosk.host.gateway.standing import Held, Holding
from kiosk.host.rights import Identity, Role, Verb, identity
from kiosk.jackpot.calls import read_request
from kiosk.links.calls.errors import Said
from kiosk.links.etcd import wire as etcd_wire
from kiosk.links.etcd.group import Sent
from kiosk.links.etcd.log import EtcdLog
from kiosk.links.hosts import wire
from kiosk.table import keys
from kiosk.table.head import Head
from kiosk.table.log import Appended, Entry, NoAnswer, OtherHistory, Put
from kiosk.tickets.keys import STEPS, TICKETS

MOST_WAITING = 5_000  # bodies for one who follows; who takes none of them is sent away
MOST_IN_BODY = 500  # records
MOST_AT_ONCE = 100  # calls over one connection, with those whose question has not come: they take memory, too
REACHES_SECONDS = 1.0  # so long who has read more than this host waits for it
STOP_SECONDS = 0.3
SAYS_SECONDS = 0.1  # so long before who asks gives up, it is told why there is no answer
_OPTIONS = [
    ("grpc.max_receive_message_length", wire.MOST_BYTES),
    ("grpc.so_reuseport", 0),
    ("grpc.max_concurrent_streams", MOST_AT_ONCE),
    ("grpc.server_handshake_timeout_ms", 5_000),  # who only occupies a connection has it no longer
    ("grpc.keepalive_time_ms", 2_000),  # a seat whose power has gone is missed within four seconds
    ("grpc.keepalive_timeout_ms", 2_000),
    ("grpc.keepalive_permit_without_calls", 1),
    ("grpc.http2.ping_timeout_ms", 2_000),  # newer cores count this one, not the one before
    ("grpc.http2.min_ping_interval_without_data_ms", 4_000),  # of clients, see links/calls/servers.py
]
Context = Any  # grpc.aio carries no types


class Registry(Protocol):
    """The house's registry of tickets, asked in a thread that may wait. All raise NoAnswer."""

    def answer(self, who: Identity, ask: wire.QuestionAsk) -> bytes:
        """Carry a question out."""

    def turn(self, who: Identity) -> int:
        """The newest turn that was carried out for ``who``."""

    def tickets(self, after: bytes) -> bytes:
        """A page of all tickets."""

    def steps(self, after: bytes) -> bytes:
        """A page of all their steps."""


class Outlet:
    """What one who follows is to be told."""

    def __init__(self) -> None:
        self._bodies: deque[bytes] = deque()
        self._news = asyncio.Event()
        self.gone = False

    def tell(self, body: bytes) -> None:
        """Tell it soon."""
        self._bodies.append(body)
        if len(self._bodies) > MOST_WAITING:
            self.gone = True
        self._news.set()

    def lost(self) -> None:
        """There is nothing more to tell here."""
        self.gone = True
        self._news.set()

    async def next(self) -> bytes:
        """The next body; a pulse when there is none for a while. Raises NoAnswer when there will be none."""
        if not self._bodies and not self.gone:
            self._news.clear()
            with suppress(TimeoutError):
                async with asyncio.timeout(wire.PULSE_SECONDS):
                    await self._news.wait()
        if self.gone:
            raise NoAnswer("this host has lost the table, or is not heard quickly enough")
        return self._bodies.popleft() if self._bodies else wire.PULSE


class Gateway:
    """Serves the tables of ``admission`` from ``link``.

    ``closed`` names tables that only consoles may use now, and why: their log waits for a release.

    note: ``start`` and ``stop`` may be called in any thread but the link's; all else happens in the link's. ``on_bug``
    is told there; ``now`` is the clock in UTC text. ``who`` reads who calls: tests give another.
    """

    def __init__(
        self,
        link: EtcdLog,
        admission: Admission,
        registry: Registry | None,
        on_bug: Callable[[BaseException], None],
        now: Callable[[], str],
        presence_seconds: int = 3,
        who: Callable[[Context], Identity | None] | None = None,
        jackpots: Jackpots | None = None,
    ) -> None:
        self._link = link
        self._admission = admission
        self._registry = registry
        self._jackpots = jackpots
        self._on_bug = on_bug
        self._who = who or _certified
        self._mirrors = {table: Mirror(link, table) for table in admission.tables}
        self._holding = Holding(link.servers, presence_seconds)
        self._anchors = Anchors(link, now)
        self._floods = Floods()
        self._server: Any = None
        self._ends: list[Callable[[], object]] = []
        self.closed: Mapping[str, str] = {}

    def start(self, address: str, credentials: grpc.ServerCredentials | None) -> int:
        """Listen; the port. Raises OSError where that is not possible."""
        port = self._link.wait_for(lambda: self._start(address, credentials))
        self._ends = [self._link.start(mirror.run) for mirror in self._mirrors.values()]
        self._ends.append(self._link.start(self._holding.run))
        return port

    async def _start(self, address: str, credentials: grpc.ServerCredentials | None) -> int:
        server = grpc.aio.server(options=_OPTIONS)
        server.add_generic_rpc_handlers(
            (grpc.method_handlers_generic_handler(wire.SERVICE, self._handlers()),)
        )
        try:
            if credentials is None:
                port = server.add_insecure_port(address)
            else:
                port = server.add_secure_port(address, credentials)
        except RuntimeError as error:
            raise OSError(f"{address}: {error}") from error
        await server.start()
        self._server = server
        return int(port)

    def stop(self) -> None:
        """Answer nobody any more."""
        if self._server is not None:
            self._link.wait_for(lambda: self._stop(self._server))
            self._server = None
        for end in self._ends:
            end()

    async def _stop(self, server: Any) -> None:  # noqa: ANN401 - no types
        await server.stop(STOP_SECONDS)

    def _handlers(self) -> dict[str, grpc.RpcMethodHandler]:
        unary = {
            "Last": self._last,
            "Read": self._read,
            "Shown": self._shown,
            "Raise": self._raise,
            "Anchor": self._anchor,
            "Move": self._move,
            "Release": self._release,
            "Health": self._health,
            "Question": self._question,
            "Turn": self._turn,
            "Tickets": self._tickets,
            "Steps": self._steps,
            "Jackpot": self._jackpot,
        }
        streams = {"Follow": self._follow, "Watch": self._watch, "Changes": self._changes}
        found = {name: grpc.unary_unary_rpc_method_handler(self._one(call)) for name, call in unary.items()}
        found |= {
            name: grpc.unary_stream_rpc_method_handler(self._many(call)) for name, call in streams.items()
        }
        both = {"Append": self._appends, "Stand": self._stand}
        found |= {
            name: grpc.stream_stream_rpc_method_handler(self._many(call)) for name, call in both.items()
        }
        return found

    # --- every call ---------------------------------------------------------------------------------------------

    def _one(
        self, call: Callable[[Identity, bytes], Awaitable[object]]
    ) -> Callable[[bytes, Context], Awaitable[bytes]]:
        async def handle(request: bytes, context: Context) -> bytes:
            try:
                who = self._known(context)
                self._floods.take(who, len(request))
                return wire.encode(await self._in_time(call(who, request), context))
            except Exception as error:
                await self._refuse(context, error)
                raise  # not reached: the call has been ended

        return handle

    async def _in_time(self, answer: Awaitable[object], context: Context) -> object:
        """The answer, or in time that the log's servers are silent: only this host knows why."""
        left = context.time_remaining()
        try:
            async with asyncio.timeout(None if left is None else max(0.0, left - SAYS_SECONDS)):
                return await answer
        except TimeoutError:
            raise NoAnswer(self._link.silence or "the log's servers have not answered in time") from None

    def _many(
        self, call: Callable[[Identity, Any, Context], Awaitable[None]]
    ) -> Callable[[Any, Context], Awaitable[None]]:
        async def handle(request: Any, context: Context) -> None:  # noqa: ANN401 - no types
            try:
                who = self._known(context)
                self._floods.open(who, len(request) if isinstance(request, bytes) else 0)
                try:
                    await call(who, request, context)
                finally:
                    self._floods.close(who)
            except Exception as error:  # noqa: BLE001 - told to who asks; a bug to the host, too
                await self._refuse(context, error)

        return handle

    def _known(self, context: Context) -> Identity:
        who = self._who(context)
        if who is None:
            raise Refusal("the certificate is none of a seat, a console or a cashier")
        if who.table not in self._admission.tables:
            raise Refusal(f"table {who.table} is none of this host's")
        if who.role is not Role.CONSOLE and (why := self.closed.get(who.table)):
            raise OtherHistory(why)
        return who

    async def _refuse(self, context: Context, error: Exception) -> None:
        """End the call. What it means at the other end is in :mod:`kiosk.links.hosts.servers`."""
        code, words = grpc.StatusCode.UNAVAILABLE, str(error)
        match error:
            case Refusal():
                code = grpc.StatusCode.PERMISSION_DENIED
            case Flooded():
                code = grpc.StatusCode.RESOURCE_EXHAUSTED
            case OtherBooks():
                code, words = grpc.StatusCode.FAILED_PRECONDITION, wire.OTHER_BOOKS + words
            case OtherHistory():
                code, words = grpc.StatusCode.FAILED_PRECONDITION, wire.OTHER_HISTORY + words
            case Said():
                code = grpc.StatusCode.RESOURCE_EXHAUSTED
            case ValueError():
                code = grpc.StatusCode.INVALID_ARGUMENT
            case NoAnswer():
                pass
            case _:
                code, words = grpc.StatusCode.INTERNAL, "the host has failed"
                self._on_bug(error)
        await context.abort(code, words)

    # --- the log ------------------------------------------------------------------------------------------------

    async def _appends(self, who: Identity, _requests: object, context: Context) -> None:
        """One after the other; what is refused ends the call."""
        while isinstance(request := await context.read(), bytes):
            self._known(context)  # the table may have been closed since
            self._floods.take(who, len(request))
            await context.write(wire.encode(await self._append(who, request)))

    async def _append(self, who: Identity, request: bytes) -> wire.AppendAnswer:
        ask = wire.decode(request, wire.AppendAsk)
        bars = self._admission.append(who, ask)
        unless = tuple(dict.fromkeys((*ask.unless, *bars)))
        puts = [Put(key, value) for key, value in ask.puts]
        sent = Sent(puts, unless, ask.holding, ask.stands)
        if who.role is Role.SEAT:
            found = await self._anchors.append(who, sent, _head(ask), ask.over)
        else:
            found = await self._link.append_together(sent)
        if isinstance(found, Appended):
            return wire.AppendAnswer(found.seq)
        return wire.AppendAnswer(0, found.because, found.key)

    async def _last(self, who: Identity, request: bytes) -> wire.Entries:
        ask = wire.decode(request, wire.LastAsk)
        self._admission.permit(who, Verb.READ, ask.prefix)
        found = await self._link.newest(ask.prefix)
        return _entries([found] if found is not None else [])

    async def _read(self, who: Identity, request: bytes) -> wire.Entries:
        ask = wire.decode(request, wire.ReadAsk)
        self._admission.permit(who, Verb.READ, *ask.prefixes)
        wanted = etcd_wire.widest(ask.prefixes)
        return _entries(await self._link.page(wanted, ask.after, ask.limit) if wanted else [])

    async def _shown(self, who: Identity, request: bytes) -> object:
        ask = wire.decode(request, wire.ShownAsk)
        self._admission.permit(who, Verb.READ, *ask.known, *filter(None, (ask.lives, ask.rounds)))
        if ask.keeper:
            self._admission.permit(who, Verb.READ, keys.left(ask.keeper), keys.consoles(ask.keeper))
        wanted = (ask.lives, ask.rounds, ask.keeper)
        question = etcd_wire.shown_of(ask.known, *wanted)
        answer = await self._link.servers.ask(lambda member: member.txn, question)
        return etcd_wire.read_shown_of(answer, *wanted)

    async def _raise(self, who: Identity, request: bytes) -> wire.Nothing:
        ask = wire.decode(request, wire.RaiseAsk)
        self._admission.permit(who, Verb.RAISE, ask.key)
        await self._link.raised_to(ask.key, ask.place)
        return wire.Nothing()

    async def _anchor(self, who: Identity, request: bytes) -> wire.AnchorAnswer:
        wire.decode(request, wire.Nothing)
        _must_have_books(who)
        found = await self._anchors.of(who)
        return wire.AnchorAnswer(found.head if found is not None else None)

    async def _move(self, who: Identity, request: bytes) -> wire.Nothing:
        ask = wire.decode(request, wire.MoveAsk)
        _must_have_books(who)
        await self._anchors.move(who, ask.head, ask.over)
        return wire.Nothing()

    async def _release(self, who: Identity, request: bytes) -> wire.Nothing:
        ask = wire.decode(request, wire.ReleaseAsk)
        _must_have_books(who)
        await self._anchors.release(who, ask)
        return wire.Nothing()

    async def _health(self, who: Identity, request: bytes) -> wire.HealthAnswer:
        del who
        wire.decode(request, wire.Nothing)
        found = self._link.health
        if not found.known:
            return wire.HealthAnswer(found.members, found.members, ())
        return wire.HealthAnswer(found.reachable, found.members, found.alarms)

    # --- the registry -------------------------------------------------------------------------------------------

    async def _question(self, who: Identity, request: bytes) -> bytes:
        ask = wire.decode(request, wire.QuestionAsk)
        self._admission.permit(who, Verb.ASK, _asker(who))
        if who.role is Role.SEAT:
            await self._anchors.move(who, _head(ask), ask.over)
        found: bytes = await self._registered(lambda registry: registry.answer(who, ask))
        return found

    async def _turn(self, who: Identity, request: bytes) -> wire.Turn:
        wire.decode(request, wire.Nothing)
        self._admission.permit(who, Verb.ASK, _asker(who))
        return wire.Turn(await self._registered(lambda registry: registry.turn(who)))

    async def _tickets(self, who: Identity, request: bytes) -> bytes:
        ask = wire.decode(request, wire.PageAsk)
        self._admission.permit(who, Verb.LIST, TICKETS)
        found: bytes = await self._registered(lambda registry: registry.tickets(ask.after))
        return found

    async def _steps(self, who: Identity, request: bytes) -> bytes:
        ask = wire.decode(request, wire.PageAsk)
        self._admission.permit(who, Verb.LIST, STEPS)
        found: bytes = await self._registered(lambda registry: registry.steps(ask.after))
        return found

    async def _registered(self, work: Callable[[Registry], Any]) -> Any:  # noqa: ANN401 - what was asked
        registry = self._registry
        if registry is None:
            raise NoAnswer("this host has no registry of tickets")
        return await asyncio.get_running_loop().run_in_executor(None, work, registry)

    # --- the jackpot --------------------------------------------------------------------------------------------

    async def _jackpot(self, who: Identity, request: bytes) -> bytes:
        asked = read_request(wire.decode(request, wire.JackpotAsk).request)
        name, jackpots = self._admission.jackpot(who), self._jackpots
        self._admission.permit(who, *wanted(name, asked))
        if (why := self.closed.get(who.table)) is not None:  # not even a console's: it would pay again
            raise OtherHistory(why)
        if jackpots is None:
            raise NoAnswer("this host has no jackpot")
        return await asyncio.get_running_loop().run_in_executor(None, jackpots.answer, who, name, asked)

    # --- streams ------------------------------------------------------------------------------------------------

    async def _mirror(self, table: str, place: int = 0) -> Mirror:
        """The table as this host knows it, up to ``place``. Raises NoAnswer where it does not soon."""
        mirror = self._mirrors[table]
        if not await mirror.reaches(place, REACHES_SECONDS):
            why = f": {self._link.silence}" if self._link.silence else ""
            raise NoAnswer(f"this host does not know table {table} now{why}")
        return mirror

    async def _follow(self, who: Identity, request: bytes, context: Context) -> None:
        ask = wire.decode(request, wire.FollowAsk)
        self._admission.permit(who, Verb.READ, *ask.prefixes)
        mirror = await self._mirror(who.table, ask.after)
        with _joined(mirror, Kind.RECORDS, ask.prefixes) as outlet:
            # Nothing is awaited between the two: what stands and what comes meet without a gap.
            standing = mirror.standing(ask.prefixes, ask.after)
            for page in _pages(standing):
                await context.write(body_of(page))
            await _pour(outlet, context)

    async def _watch(self, who: Identity, request: bytes, context: Context) -> None:
        ask = wire.decode(request, wire.UnderAsk)
        self._admission.permit(who, Verb.WATCH, ask.prefix)
        mirror = await self._mirror(who.table)
        with _joined(mirror, Kind.PRESENCES, (ask.prefix,)) as outlet:
            for key, value in mirror.present(ask.prefix).items():
                await context.write(wire.encode(wire.Stands(key, value)))
            await _pour(outlet, context)

    async def _changes(self, who: Identity, request: bytes, context: Context) -> None:
        ask = wire.decode(request, wire.UnderAsk)
        self._admission.permit(who, Verb.WATCH, ask.prefix)
        mirror = await self._mirror(who.table)
        with _joined(mirror, Kind.CHANGES, (ask.prefix,)) as outlet:
            await _pour(outlet, context)

    async def _stand(self, who: Identity, _requests: object, context: Context) -> None:
        first = await context.read()
        if not isinstance(first, bytes):
            return
        ask = wire.decode(first, wire.StandAsk)
        self._admission.stand(who, ask)
        held = Held(ask.key, ask.value, alone=ask.alone)
        outlet = Outlet()
        standing = asyncio.create_task(
            held.run(self._holding, lambda found: outlet.tell(wire.encode(wire.Met(found))))
        )
        hearing = asyncio.create_task(self._hear(who, ask, held, context, outlet))
        try:
            while True:
                await context.write(await outlet.next())
        finally:
            for task in (hearing, standing):
                task.cancel()
            await asyncio.gather(hearing, standing, return_exceptions=True)

    async def _hear(
        self, who: Identity, first: wire.StandAsk, held: Held, context: Context, outlet: Outlet
    ) -> None:
        """New values, until it goes. A call that ends without that word was cut off, by whatever it was."""
        try:
            while isinstance(data := await context.read(), bytes):
                if data == wire.GOES:
                    held.goes = True
                    return
                ask = wire.decode(data, wire.StandAsk)
                if ask.key != first.key:
                    raise Refusal(f"the presence is {first.key} and not another")
                self._floods.take(who, len(data))
                self._admission.stand(who, ask)
                held.show(ask.value)
        finally:
            outlet.lost()


def _must_have_books(who: Identity) -> None:
    if who.role is not Role.SEAT:
        raise Refusal("only a seat's books have an anchor")


@contextmanager
def _joined(mirror: Mirror, kind: Kind, prefixes: Sequence[str]) -> Iterator[Outlet]:
    outlet = Outlet()
    mirror.join(outlet, kind, prefixes)
    try:
        yield outlet
    finally:
        mirror.leave(outlet)


async def _pour(outlet: Outlet, context: Context) -> None:
    """Tell all that comes, for ever; before it, that what stood has been told."""
    await context.write(wire.UP)
    while True:
        await context.write(await outlet.next())


def _pages(entries: Sequence[Entry]) -> Iterator[Sequence[Entry]]:
    """In bodies of a bearable size; records of one place are not parted."""
    at = 0
    while at < len(entries):
        end = min(len(entries), at + MOST_IN_BODY)
        while end < len(entries) and entries[end].seq == entries[end - 1].seq:
            end += 1
        yield entries[at:end]
        at = end


def _entries(found: Sequence[Entry]) -> wire.Entries:
    return wire.Entries(tuple((each.seq, each.key, each.value) for each in found))


def _head(ask: wire.AppendAsk | wire.QuestionAsk) -> Head:
    if ask.head is None:
        raise Refusal("a seat says with all that it sends where its books end")
    return ask.head


def _asker(who: Identity) -> str:
    return keys.seat(who.table, who.name) if who.role is Role.SEAT else f"{keys.HOUSE}desk/{who.table}/"


def _certified(context: Context) -> Identity | None:
    """Who the caller's certificate says that it is."""
    found = context.auth_context().get("x509_common_name", [])
    try:
        return identity(found[0].decode("ascii")) if len(found) == 1 else None
    except UnicodeDecodeError:
        return None
