"""The hosts: their calls, and what it means when one does not do what it was asked."""

from __future__ import annotations

import asyncio
from typing import Any, TypeVar

import grpc

from kiosk.links.calls.errors import Said, no_answer
from kiosk.links.calls.servers import Server, Servers
from kiosk.links.hosts import wire
from kiosk.links.hosts.config import HostsConfig
from kiosk.table.log import NoAnswer, OtherHistory

_B = TypeVar("_B")
_OPEN_SECONDS = 1.5  # for a stream to say its first word


class OtherBooks(Said):
    """Hosts have seen more of this seat's books than it has, or others: nothing is written for it."""


def host_answer(error: grpc.RpcError, endpoint: str) -> Exception:
    """What a failed call to a host means, in words."""
    words = str(error.details() or "")
    if error.code() is grpc.StatusCode.FAILED_PRECONDITION:
        if words.startswith(wire.OTHER_BOOKS):
            return OtherBooks(words.removeprefix(wire.OTHER_BOOKS))
        return OtherHistory(f"{endpoint}: {words.removeprefix(wire.OTHER_HISTORY)}")
    if error.code() is grpc.StatusCode.RESOURCE_EXHAUSTED and "database space" not in words:
        return Said(f"the hosts refuse more ({endpoint}: {words})")
    return no_answer(error, endpoint)


class Host(Server):
    """One host; made and used in the link's thread. All calls raise :class:`NoAnswer`."""

    def __init__(self, endpoint: str, credentials: grpc.ChannelCredentials | None) -> None:
        super().__init__(endpoint, credentials)
        self._calls = {
            name: self.channel.unary_unary(f"/{wire.SERVICE}/{name}")
            for name in (
                *("Last", "Read", "Shown", "Raise", "Anchor", "Move", "Release", "Health"),
                *("Question", "Turn", "Tickets", "Steps", "Jackpot"),
            )
        }
        self._streams = {
            name: self.channel.unary_stream(f"/{wire.SERVICE}/{name}")
            for name in ("Follow", "Watch", "Changes")
        }
        self.stand = self.channel.stream_stream(f"/{wire.SERVICE}/Stand")
        self._appends = self.channel.stream_stream(f"/{wire.SERVICE}/Append")
        self._appending: Any = (
            None  # one call for many appends: a call of its own for each costs four times as much
        )
        self._one_append = asyncio.Lock()

    async def answer(self, name: str, body: object, kind: type[_B], seconds: float) -> _B:
        """The host's answer to one call."""
        try:
            if name == "Append":
                found = await self._append(wire.encode(body), seconds)
            else:
                found = await self._calls[name](wire.encode(body), timeout=seconds)
        except grpc.RpcError as error:
            raise host_answer(error, self.endpoint) from error
        except TimeoutError:
            raise NoAnswer(f"{self.endpoint}: no answer within {seconds:.1f} s") from None
        return _decoded(self, found, kind)

    async def _append(self, data: bytes, seconds: float) -> bytes:
        """The answer to an append. Whatever went wrong, the next one begins a new call: no answer is another's."""
        async with asyncio.timeout(seconds) as waits, self._one_append:
            call, self._appending = self._appending or self._appends(), None
            try:
                await call.write(data)
                found = await call.read()
            except asyncio.CancelledError as cancelled:
                call.cancel()
                task = asyncio.current_task()
                if waits.expired() or (task is not None and task.cancelling()):
                    raise
                raise NoAnswer(f"{self.endpoint}: the call was ended") from cancelled
            except asyncio.InvalidStateError as ended:
                raise NoAnswer(f"{self.endpoint}: the call had ended") from ended
            if not isinstance(found, bytes):  # gRPC's end of a stream
                raise NoAnswer(f"{self.endpoint}: the call has ended")
            self._appending = call
            return found

    def stream(self, name: str, body: object) -> Stream:
        """What the host tells from now on."""
        return Stream(self, self._streams[name](wire.encode(body)))


class Stream:
    """What one host tells. A host that is silent for longer than it may be is gone."""

    def __init__(self, host: Host, call: Any) -> None:  # noqa: ANN401 - grpc carries no types
        self._host = host
        self._call = call
        self._seconds = _OPEN_SECONDS  # a new connection may be needed

    async def next(self) -> wire.Told:
        """The next word. Raises :class:`NoAnswer`."""
        endpoint = self._host.endpoint
        try:
            async with asyncio.timeout(self._seconds):
                found = await self._call.read()
        except TimeoutError:
            raise NoAnswer(f"{endpoint}: no word within {self._seconds} s") from None
        except grpc.RpcError as error:
            raise host_answer(error, endpoint) from error
        except asyncio.CancelledError as cancelled:
            task = asyncio.current_task()
            if task is not None and not task.cancelling():  # not we are cancelled but the call is
                raise NoAnswer(f"{endpoint}: the stream was ended") from cancelled
            raise
        if not isinstance(found, bytes):  # gRPC's end of a stream
            raise NoAnswer(f"{endpoint}: the stream ended")
        self._seconds = wire.SILENCE_SECONDS
        try:
            return wire.told_decoder.decode(found)
        except ValueError as error:
            raise NoAnswer(f"{endpoint}: the host says what is not understood: {error}") from error

    def close(self) -> None:
        """Hear nothing more."""
        self._call.cancel()


class Hosts(Servers[Host]):
    """All hosts. Calls stay with one until it fails. Made and used in the link's thread."""

    def __init__(self, config: HostsConfig, pem: tuple[bytes, bytes, bytes] | None) -> None:
        credentials = grpc.ssl_channel_credentials(*pem) if pem is not None else None
        super().__init__([Host(endpoint, credentials) for endpoint in config.endpoints], config.timeout_ms)

    async def answer(self, name: str, body: object, kind: type[_B]) -> _B:
        """The first answer of any host, within the configured time. The call must bear being repeated."""

        async def call(host: Host, seconds: float) -> _B:
            return await host.answer(name, body, kind, seconds)

        found: _B = await self.first(call)
        return found


def _decoded(host: Host, data: bytes, kind: type[_B]) -> _B:
    try:
        return wire.decode(data, kind)
    except ValueError as error:
        raise NoAnswer(f"{host.endpoint}: the host says what is not understood: {error}") from error
