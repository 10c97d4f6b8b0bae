"""Bodies of calls that are nearly right, from a seed: a seat's own ones with something in them changed."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator

import msgspec

from kiosk.links.hosts import wire
from kiosk.links.signing import Signer
from kiosk.table import keys
from kiosk.table.head import Head
from kiosk.table.records import CloseShown, Present, Slip, encode

T, SEAT, OTHER = "12", "07", "08"
BEGUN = Head(1, "1" * 64, 0)
HEAD = Head(2, "2" * 64, 500_000)
_TICKET = {
    "number": "482019374658291037", "cents": 5_000, "sequence": 1, "casino": "Harbour Casino", "terminal": SEAT,
    "table": T, "at_utc": "2026-11-28T00:00:00Z", "expires_utc": "2026-12-28T00:00:00Z",
}  # fmt: skip
QUESTIONS = (
    {"type": "Issue", "ticket": _TICKET},
    {"type": "Confirm", "number": _TICKET["number"]},
    {"type": "Reserve", "number": _TICKET["number"], "by": "12/07/a", "at_utc": _TICKET["at_utc"]},
)
JUNK = (
    None, True, -1, 0, 1, 2**53, 2**63 - 1, 2**63, 2**64 - 1, -(2**63), 1.5, float("nan"), float("inf"), "", "x" * 600,
    "\0", "\ud7ff", "етg", "1" * 5_000, b"", b"\xff" * 40, b"{}", b"[" * 20_000, b'{"a":' * 5_000, [], [[]],
    [[[]]] * 40, {}, {"number": 2**53, "hash": "f" * 64, "tickets": 2**53}, {"a": {"b": {}}}, keys.root(T),
    keys.seat(T, OTHER),
    keys.slip(T, OTHER, 1, 1), keys.private(T, OTHER), keys.present(T, OTHER), "etg/", "etg-house/tickets/",
    "etg-house/",
    keys.anchor(T, OTHER), "etg/12/seat/07/../08/", "etg/12/seat/07/slip/1/1",
)  # fmt: skip


BROKEN = (
    b"",
    b"\x91",
    b"\x81\xa1a",
    b"\xc1",
    b"\xdd\xff\xff\xff\xff",
    b"\xc6\xff\xff\xff\xff",
)  # lengths that lie


class Garbage:
    """Calls of a seat: its name, and one body or, for a stream of questions, several."""

    def __init__(self, seed: int, signer: Signer) -> None:
        self._random = random.Random(f"garbage:{seed}")
        self._signer = signer
        self._n = 0

    def calls(self, count: int) -> Iterator[tuple[str, list[bytes]]]:
        """So many."""
        for _ in range(count):
            self._n += 1
            name, body = self._good()
            yield (
                name,
                [self._spoilt(body) for _ in range(self._random.choice((1, 1, 3)) if name == "Stand" else 1)],
            )

    # --- what is right ------------------------------------------------------------------------------------------

    def _good(self) -> tuple[str, object]:
        own, rounds = keys.seat(T, SEAT), keys.rounds(T)
        slip = Slip(seat=SEAT, round=1, rev=self._n, layout="A", stakes={"small": 500})
        shown = CloseShown(seat=SEAT, round=self._n)
        found = (
            ("Append", self._append(keys.slip(T, SEAT, 1, self._n), encode(slip))),
            ("Append", self._append(keys.report(T, shown), encode(shown))),
            ("Append", self._append(keys.slip(T, SEAT, 1, self._n), self._inside(encode(slip)))),
            ("Last", wire.LastAsk(own)),
            ("Read", wire.ReadAsk((own, rounds), 0, 100)),
            ("Shown", wire.ShownAsk((own,), keys.lives(T), rounds)),
            ("Follow", wire.FollowAsk((own, rounds), 0)),
            ("Watch", wire.UnderAsk(own)),
            ("Changes", wire.UnderAsk(own)),
            ("Stand", wire.StandAsk(keys.present(T, SEAT), encode(Present(seat=SEAT, layout="A", instance="x")), True)),
            ("Raise", wire.RaiseAsk("etg/12/at-work/raised", 1)),
            ("Anchor", wire.Nothing()),
            ("Move", wire.MoveAsk(HEAD, (BEGUN,))),
            ("Release", wire.ReleaseAsk(BEGUN, None, "Kim", "garbage")),
            ("Health", wire.Nothing()),
            ("Question", wire.QuestionAsk(self._n, b"mark", self._question(), HEAD, (BEGUN,))),
            ("Turn", wire.Nothing()),
            ("Tickets", wire.PageAsk(b"")),
            ("Steps", wire.PageAsk(b"7 etg-house/steps/1")),
        )  # fmt: skip
        return self._random.choice(found)

    def _append(self, key: str, value: bytes) -> wire.AppendAsk:
        return wire.AppendAsk(
            ((key, self._signer.sign(key, value)),), (keys.closed(T, 1),), head=HEAD, over=(BEGUN,)
        )

    def _question(self) -> bytes:
        return self._inside(json.dumps(self._random.choice(QUESTIONS)).encode())

    def _inside(self, text: bytes) -> bytes:
        """A JSON body with something else in it; JSON all the same."""
        tree = json.loads(text)
        if self._random.random() < 0.7:
            tree = self._changed(tree)
        try:
            return json.dumps(tree).encode()
        except TypeError:  # of a kind that JSON has not
            return b"[" * self._random.randrange(50_000)

    # --- what is done to it -------------------------------------------------------------------------------------

    def _spoilt(self, body: object) -> bytes:
        good = wire.encode(body)
        match self._random.randrange(11):
            case 0 | 10:
                return good
            case 1:
                return self._random.randbytes(self._random.randrange(300))
            case 2:
                return self._random.choice(
                    (b"\x91", b"\x81\xa1a", b"\xc1", b"\xdd\xff\xff\xff\xff", b"\xc6\xff\xff\xff\xff")
                )
            case 3:
                return b"\x91" * self._random.randrange(100_000)
            case 4 | 5:
                return self._bytes(bytearray(good))
            case _:
                tree = msgspec.msgpack.decode(good)
                for _ in range(self._random.choice((1, 1, 1, 2, 5))):
                    tree = self._changed(tree)
                try:
                    return msgspec.msgpack.encode(tree)
                except (OverflowError, msgspec.MsgspecError):
                    return good[:-1]

    def _bytes(self, data: bytearray) -> bytes:
        for _ in range(self._random.choice((1, 1, 3, 20))):
            at = self._random.randrange(len(data) + 1)
            match self._random.randrange(4):
                case 0 if at < len(data):
                    data[at] ^= 1 << self._random.randrange(8)
                case 1:
                    del data[at:]
                case 2:
                    data[at:at] = self._random.randbytes(self._random.randrange(1, 9))
                case _:
                    data[at:at] = data[: self._random.randrange(len(data) + 1)]
        return bytes(data)

    def _changed(self, tree: object) -> object:
        """With one place that holds something else."""
        if not isinstance(tree, list | dict) or not tree or self._random.random() < 0.15:
            return self._random.choice(JUNK)
        if isinstance(tree, dict):
            name = self._random.choice(list(tree))
            if self._random.random() < 0.1:
                return tree | {"more": self._random.choice(JUNK)}
            return tree | {name: self._changed(tree[name])}
        at = self._random.randrange(len(tree))
        match self._random.randrange(8):
            case 0:
                return tree[:at]
            case 1:
                return tree + tree[at:] * self._random.choice((1, 1, 200))
            case _:
                return [*tree[:at], self._changed(tree[at]), *tree[at + 1 :]]
