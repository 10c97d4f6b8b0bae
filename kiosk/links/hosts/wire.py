"""What a host is asked and what it answers: gRPC calls of one service, each body MessagePack. Pure.

Who asks is known by its certificate; nothing in a message says it. Bodies are decoded strictly.
"""

from __future__ import annotations

from typing import Annotated, Any, TypeAlias, TypeVar

import msgspec

from kiosk.table.head import MOST_OVER, Head
from kiosk.table.history import Known

SERVICE = "etg.Host"
MOST_BYTES = 2 * 1024 * 1024  # of a question; etcd takes 1.5 MiB in one transaction
MOST_PUTS = 100  # records in one append
MOST_READ = 5_000  # records that are asked for at once
MOST_KEYS = 128  # what etcd takes in each part of a transaction
PULSE_SECONDS = 0.4  # a stream that has nothing to tell says so this often
SILENCE_SECONDS = 1.0  # so long without any word a host is taken for gone

# How a host's refusal begins, beside its status.
OTHER_HISTORY, OTHER_BOOKS = "other history: ", "other books: "

Key = Annotated[str, msgspec.Meta(min_length=1, max_length=512)]
Place = Annotated[int, msgspec.Meta(ge=0, le=2**63 - 1)]
Keys = Annotated[tuple[Key, ...], msgspec.Meta(max_length=MOST_KEYS)]


class _Body(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """One body, its fields in their order."""


class AppendAsk(_Body, frozen=True):
    """Write all ``puts`` (key, value) or nothing. ``stands`` must stand in the log as they were read.

    ``head`` is where the books of the seat that asks end, ``over`` the heads that they continue; none for a console.
    """

    puts: Annotated[tuple[tuple[Key, bytes], ...], msgspec.Meta(min_length=1, max_length=MOST_PUTS)]
    unless: Keys = ()
    holding: tuple[Key, Place] | None = None
    stands: Annotated[tuple[Known, ...], msgspec.Meta(max_length=MOST_KEYS)] = ()
    head: Head | None = None
    over: Annotated[tuple[Head, ...], msgspec.Meta(max_length=MOST_OVER)] = ()


class AppendAnswer(_Body, frozen=True):
    """``seq`` above 0: written there. Else why not, as a :class:`kiosk.table.log.RefusedBecause`, and the key."""

    seq: int
    because: str = ""
    key: str = ""


class LastAsk(_Body, frozen=True):
    """The newest record under a prefix."""

    prefix: Key


class ReadAsk(_Body, frozen=True):
    """The first ``limit`` records under ``prefixes`` above ``after``."""

    prefixes: Keys
    after: Place
    limit: Annotated[int, msgspec.Meta(ge=1, le=MOST_READ)]


class ShownAsk(_Body, frozen=True):
    """What tells whether the log is the one that was read, see :class:`kiosk.table.history.Shown`.

    ``lives`` and ``rounds`` are prefixes, empty where they are not wanted; ``keeper`` is the table of an archive.
    """

    known: Keys = ()
    lives: Annotated[str, msgspec.Meta(max_length=512)] = ""
    rounds: Annotated[str, msgspec.Meta(max_length=512)] = ""
    keeper: Annotated[str, msgspec.Meta(max_length=64)] = ""


class FollowAsk(_Body, frozen=True):
    """Every record under ``prefixes`` above ``after``, what stands and what comes."""

    prefixes: Annotated[tuple[Key, ...], msgspec.Meta(min_length=1, max_length=MOST_KEYS)]
    after: Place


class UnderAsk(_Body, frozen=True):
    """What happens under a prefix: presences, or records that do not stay as they were."""

    prefix: Key


class StandAsk(_Body, frozen=True):
    """Show ``key`` as long as this call lives; ``alone``: only where no other's stands, and say what is met.

    Each message after the first is a new value, or `GOES`: then it is taken away at once. A call that ends without that
    word was cut off, and who was may be at another host already.
    """

    key: Key
    value: bytes
    alone: bool


class RaiseAsk(_Body, frozen=True):
    """Bring the log's newest place to ``place`` by writing ``key``, a presence, again and again."""

    key: Key
    place: Place


class QuestionAsk(_Body, frozen=True):
    """A question to the registry of tickets, see :class:`kiosk.table.log.Asker`."""

    turn: Annotated[int, msgspec.Meta(ge=1, le=2**53)]
    mark: Annotated[bytes, msgspec.Meta(max_length=64)]
    question: Annotated[bytes, msgspec.Meta(max_length=16_384)]
    head: Head | None = None
    over: Annotated[tuple[Head, ...], msgspec.Meta(max_length=MOST_OVER)] = ()


class JackpotAsk(_Body, frozen=True):
    """A request to the jackpot that the asker's table shares, see :mod:`kiosk.jackpot.calls`."""

    request: Annotated[bytes, msgspec.Meta(max_length=8_192)]


class Nothing(_Body, frozen=True):
    """No words."""


class Turn(_Body, frozen=True):
    """The asker's newest turn."""

    turn: int


class PageAsk(_Body, frozen=True):
    """A page of the registry; ``after`` as :class:`kiosk.table.log.Asker` says."""

    after: Annotated[bytes, msgspec.Meta(max_length=512)]


class AnchorAnswer(_Body, frozen=True):
    """Where hosts have seen the asker's books end; None: nowhere yet."""

    head: Head | None


class MoveAsk(_Body, frozen=True):
    """The asker's books end at ``head`` now, and continue ``over``."""

    head: Head
    over: Annotated[tuple[Head, ...], msgspec.Meta(max_length=MOST_OVER)] = ()


class ReleaseAsk(_Body, frozen=True):
    """Staff let the asker begin new books with ``begun``; those before ended at ``left``, None: nothing was left."""

    begun: Head
    left: Head | None
    by: Annotated[str, msgspec.Meta(max_length=64)]
    reason: Annotated[str, msgspec.Meta(max_length=200)]


class HealthAnswer(_Body, frozen=True):
    """How the host finds the log's servers."""

    reachable: int
    members: int
    alarms: tuple[str, ...]


# --- streams --------------------------------------------------------------------------------------------------------


class Entries(_Body, frozen=True, tag=1):
    """Records (place, key, value) in order; those of one place are not parted."""

    entries: tuple[tuple[int, str, bytes], ...]


class Up(_Body, frozen=True, tag=2):
    """All that stands has been told."""


class Pulse(_Body, frozen=True, tag=3):
    """There is nothing to tell."""


class Stands(_Body, frozen=True, tag=4):
    """A presence stands with this value; None: it went."""

    key: str
    value: bytes | None


class Changed(_Body, frozen=True, tag=5):
    """A record was removed, or written over."""

    key: str
    removed: bool


class Met(_Body, frozen=True, tag=6):
    """What stands where we want to: None for our own."""

    value: bytes | None


Told: TypeAlias = Entries | Up | Pulse | Stands | Changed | Met

_encoder = msgspec.msgpack.Encoder()
# Every body is worked out here, in one thread: msgspec does it when a type is first decoded, and two threads that do so
# at once end the process. Several seats of one process have a link each.
_decoders: dict[type, msgspec.msgpack.Decoder[Any]] = {
    kind: msgspec.msgpack.Decoder(kind)
    for kind in list(globals().values())
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct) and kind.__module__ == __name__
}
told_decoder: msgspec.msgpack.Decoder[Told] = msgspec.msgpack.Decoder(Told)
_B = TypeVar("_B")


def encode(body: object) -> bytes:
    """The bytes of a body."""
    return _encoder.encode(body)


def decode(data: bytes, kind: type[_B]) -> _B:
    """The body in ``data``. Raises ValueError for what is none of that kind."""
    try:
        found: _B = (_decoders.get(kind) or msgspec.msgpack.Decoder(kind)).decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise ValueError(f"expected {kind.__name__}: {error}") from error
    return found


GOES = b""
PULSE = encode(Pulse())
UP = encode(Up())
