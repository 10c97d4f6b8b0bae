"""The end of a stream of watches: nothing of it is left to be complained about later."""

import asyncio
import gc

import pytest

from kiosk.links.etcd.members import Member as RealMember
from kiosk.links.etcd.shared import SharedWatch
from kiosk.table.log import NoAnswer
from kits.links.etcd import free_port


class Stream:
    """A stream whose read answers its cancellation with an error, a moment later."""

    def __init__(self):
        self.reading = asyncio.Event()

    async def write(self, _request):
        pass

    async def read(self):
        self.reading.set()
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            await asyncio.sleep(0.01)
            raise NoAnswer("gone") from None

    def cancel(self):
        pass


class Member:
    endpoint = "member-1"

    def __init__(self):
        self.stream = Stream()

    def watch(self, **_ways):
        return self.stream


class Listener:
    def fail(self, _error):
        pass


def test_that_a_watch_over_a_stream_that_has_failed_says_why():
    async def join_late():
        member = RealMember(f"127.0.0.1:{free_port()}", None)
        watch = SharedWatch(member)
        await watch._stream.code()
        try:
            await watch.join(Listener(), 0, "etg/", False)
        finally:
            await asyncio.wait([watch._task])  # as whoever reads from it does
            await member.close()

    with pytest.raises(NoAnswer, match="Connection refused"):
        asyncio.run(join_late())


def test_that_a_watch_that_is_ended_twice_leaves_no_exception_behind():
    complaints = []

    async def end_twice():
        asyncio.get_running_loop().set_exception_handler(lambda _, context: complaints.append(context))
        member = Member()
        watch = SharedWatch(member)
        await member.stream.reading.wait()
        task = watch._task
        task.cancel()
        await asyncio.sleep(0)
        task.cancel()
        await asyncio.wait([task])
        await asyncio.sleep(0.05)
        del task, watch
        gc.collect()

    asyncio.run(end_twice())
    assert complaints == []
