"""Watching prefixes at one member."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Self

from kiosk.links.etcd.members import Member
from kiosk.links.etcd.wire import Message
from kiosk.table.log import NoAnswer

OPEN_SECONDS = 1.5  # for a watch to begin
MOST_EVENTS = 100_000  # that may wait for a reader, who then reads anew instead


class Watch:
    """What changes under prefixes at one member from now on. Use as ``async with``; raises :class:`NoAnswer`.

    note: the events of one prefix come in order; those of several do not. Each is (index of the prefix, event).
    """

    def __init__(self, member: Member, prefixes: Sequence[str], deletions: bool) -> None:
        self._member = member
        self._prefixes = prefixes
        self._deletions = deletions
        self._events: list[tuple[int, Message]] = []
        self._failure: Exception | None = None
        self._news = asyncio.Event()
        self._shared = member.watches()

    async def __aenter__(self) -> Self:
        try:
            async with asyncio.timeout(OPEN_SECONDS):
                for index, prefix in enumerate(self._prefixes):
                    await self._shared.join(self, index, prefix, self._deletions)
        except TimeoutError:
            await self.__aexit__()
            raise NoAnswer(f"{self._member.endpoint}: no watch within {OPEN_SECONDS} s") from None
        except BaseException:
            await self.__aexit__()
            raise
        return self

    async def __aexit__(self, *_: object) -> None:
        self._shared.leave(self)

    def tell(self, index: int, event: Message) -> None:
        """Keep an event until it is asked for."""
        self._events.append((index, event))
        if len(self._events) > MOST_EVENTS:
            self._events.clear()
            self.fail(NoAnswer(f"more than {MOST_EVENTS} events wait to be read"))
        self._news.set()

    def fail(self, error: Exception) -> None:
        """Raise ``error`` to who asks for events, after those that came before it."""
        self._failure = error
        self._news.set()

    async def events(self) -> list[tuple[int, Message]]:
        """What has changed since the last call, waiting at least for something."""
        await self._news.wait()
        self._news.clear()
        found, self._events = self._events, []
        if self._failure is not None:
            self._news.set()
            if not found:
                raise NoAnswer(str(self._failure)) if isinstance(self._failure, NoAnswer) else self._failure
        return found
