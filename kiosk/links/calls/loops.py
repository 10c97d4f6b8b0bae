"""The one thread in which all links to etcd of this process live: gRPC's asyncio side wants one loop."""

from __future__ import annotations

import asyncio
import atexit
import threading

_SETTLE_SECONDS = 1.0
_lock = threading.Lock()
_users = 0
_thread: threading.Thread | None = None
_loop: asyncio.AbstractEventLoop | None = None


def take_loop() -> asyncio.AbstractEventLoop:
    """The running loop of the link's thread, which is started for its first user. Give it back when done."""
    global _users, _thread, _loop
    with _lock:
        if _loop is None:
            _loop = asyncio.new_event_loop()
            _thread = threading.Thread(target=_loop.run_forever, name="etcd-link", daemon=True)
            _thread.start()
            atexit.register(_end)
        _users += 1
        return _loop


def give_loop_back() -> None:
    """After the last user let all end that is under way. The loop stays: gRPC's poller may still speak to it."""
    global _users
    with _lock:
        _users -= 1
        if not _users and _loop is not None:
            asyncio.run_coroutine_threadsafe(_settle(), _loop).result()


def _end() -> None:
    """With the process. The loop is not closed: gRPC's poller lives on for a moment, and would complain."""
    if _loop is not None and _thread is not None:
        _loop.call_soon_threadsafe(_loop.stop)
        _thread.join()


async def _settle() -> None:
    """Let gRPC's own tasks of ended calls come to their end."""
    others = asyncio.all_tasks() - {asyncio.current_task()}
    if others:
        _, late = await asyncio.wait(others, timeout=_SETTLE_SECONDS)
        for task in late:
            task.cancel()
        await asyncio.gather(*late, return_exceptions=True)


def in_link_thread() -> bool:
    """Whether the caller is in the link's thread, where nothing may wait."""
    return threading.current_thread() is _thread
