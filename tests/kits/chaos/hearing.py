"""A seat's process that keeps every word that hosts have said to it, as it came out of its TLS lines.

    program("kits.chaos.hearing", FILE, "terminal", "--config", ...)      # the `kiosk` command, see kits.program

    for word in heard(FILE): ...                                          # the bodies, in the order of their coming

It keeps them below all of the product's own links, so that it does not matter what the seat makes of them. What a
process has heard that is killed is kept.
"""

import os
import struct
import sys
from pathlib import Path

import grpc

from kiosk import cli
from kiosk.demo.simulated import SimulatedSeat

_LENGTH = struct.Struct(">I")
BOT_EVERY_MS = 120  # the pace of the table is as quick


class _Hearing:
    """A channel whose calls keep what they are answered."""

    def __init__(self, channel, kept):
        self._channel, self._kept = channel, kept

    def __getattr__(self, name):
        found = getattr(self._channel, name)
        if not name.startswith(("unary_", "stream_")):
            return found
        return lambda method, **ways: found(method, **({"response_deserializer": self._kept} | ways))


def keep(path, word):
    """Write it behind the others in one piece."""
    file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    try:
        os.write(file, _LENGTH.pack(len(word)) + word)
    finally:
        os.close(file)


def hear(heed):
    """Tell ``heed`` whatever any channel of this process is told that is made from now on."""
    secured = grpc.aio.secure_channel

    def kept(word):
        heed(word)
        return word

    grpc.aio.secure_channel = lambda *args, **ways: _Hearing(secured(*args, **ways), kept)


def heard(path: Path):
    """Every word that was kept there. A process that was killed may have left a part of its last one."""
    data, at = path.read_bytes(), 0
    while at + _LENGTH.size <= len(data):
        (length,) = _LENGTH.unpack_from(data, at)
        at += _LENGTH.size
        yield data[at : at + length]
        at += length


if __name__ == "__main__":
    ears = Path(sys.argv[1])
    hear(lambda word: keep(ears, word))
    SimulatedSeat.__init__.__kwdefaults__["bot_every_ms"] = BOT_EVERY_MS
    sys.exit(cli.main(sys.argv[2:]))
