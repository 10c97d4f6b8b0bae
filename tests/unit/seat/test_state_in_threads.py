"""Seats of one process read their states at the same time, each in a thread of its own."""

import subprocess
import sys

READ_AT_ONCE = """
import sys, threading
sys.setswitchinterval(1e-6)
import msgspec
from kiosk.seat.state import SeatState, decode_state
body, barrier = msgspec.json.encode(SeatState()), threading.Barrier(8)

def read():
    barrier.wait()
    decode_state(body)

threads = [threading.Thread(target=read) for _ in range(8)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
"""


def test_that_many_threads_may_read_their_first_state_at_once():
    """msgspec works out a type when it is first decoded, and ends the process where two threads do so at once."""
    for _ in range(3):
        assert subprocess.run([sys.executable, "-c", READ_AT_ONCE], timeout=60).returncode == 0
