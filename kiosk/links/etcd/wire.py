"""The table log's questions in etcd's words. Pure: builds requests and reads answers.

A record is a key that was written once and without a lease. Its place is its create revision.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Sequence
from typing import Any, TypeAlias

from aetcd import rpc

from kiosk.table import keys
from kiosk.table.history import Known, Remembering, Shown, console_in, known, life_in
from kiosk.table.left import Left, read_left
from kiosk.table.log import Appended, Entry, NoAnswer, Put, Refused, RefusedBecause
from kiosk.table.signature import is_again

Message: TypeAlias = Any  # the generated classes carry no types
_LOG = logging.getLogger(__name__)
MAX_PUTS = 100  # records in one append
MAX_OPERATIONS = 128  # what etcd takes in each part of a transaction


def end_of(prefix: str) -> bytes:
    """The smallest key above all keys that begin with ``prefix``."""
    raw = prefix.encode()
    return raw[:-1] + bytes([raw[-1] + 1])  # UTF-8 has no byte 0xff


def widest(prefixes: Sequence[str]) -> tuple[str, ...]:
    """``prefixes`` without those that another one covers, so that nothing is found twice."""
    if "" in prefixes:
        raise ValueError("prefix '': expected at least one character")
    found: list[str] = []
    for prefix in sorted(set(prefixes)):
        if not found or not prefix.startswith(found[-1]):
            found.append(prefix)
    return tuple(found)


def entry(kv: Message) -> Entry | None:
    """The record in ``kv``; None for what is none: a presence, or a key that was written over."""
    if kv.lease:
        return None
    key = kv.key.decode(errors="backslashreplace")
    if kv.version != 1:
        if not key.startswith(keys.HOUSE):  # cells stand there, which are written over
            _LOG.warning("%s was written over and counts for nothing (revision %d)", key, kv.mod_revision)
        return None
    return Entry(kv.create_revision, key, kv.value)


def entries(kvs: Iterable[Message]) -> list[Entry]:
    """The records among ``kvs``."""
    return [found for kv in kvs if (found := entry(kv)) is not None]


def in_order(found: Iterable[Entry]) -> list[Entry]:
    """In the log's order; records of one append by key."""
    return sorted(found, key=lambda entry: (entry.seq, entry.key))


# --- reading --------------------------------------------------------------------------------------------------------


def get(key: str) -> Message:
    """Ask for one key, in agreement with the cluster."""
    return rpc.RangeRequest(key=key.encode())


def newest(prefix: str) -> Message:
    """Ask for the newest key under ``prefix``."""
    return rpc.RangeRequest(
        key=prefix.encode(),
        range_end=end_of(prefix),
        limit=1,
        sort_order=rpc.RangeRequest.DESCEND,
        sort_target=rpc.RangeRequest.CREATE,
    )


def at_place(prefix: str, seq: int) -> Message:
    """Ask for the key under ``prefix`` that was written at ``seq``."""
    return rpc.RangeRequest(
        key=prefix.encode(),
        range_end=end_of(prefix),
        min_create_revision=seq,
        max_create_revision=seq,
        limit=1,
    )


def _under(prefix: str) -> Message:
    return rpc.RangeRequest(key=prefix.encode(), range_end=end_of(prefix))


def shown(remember: Remembering) -> Message:
    """Ask for all that tells whether the log is the one that was read; see :func:`read_shown`."""
    known = [one.key for one in remember.asked]
    return shown_of(known, remember.lives, remember.rounds, remember.keeper.table if remember.keeper else "")


def shown_of(known: Sequence[str], lives: str, rounds: str, keeper: str) -> Message:
    """The same for these keys and prefixes, and the table of an archive's keeper; empty: not asked for."""
    asked = [get(key) for key in known]
    if lives:
        asked.append(_under(lives))
    if rounds:
        asked.append(newest(rounds))
    if keeper:
        asked += [_under(keys.left(keeper)), _under(keys.consoles(keeper))]
    return rpc.TxnRequest(success=[rpc.RequestOp(request_range=each) for each in asked])


def read_shown(answer: Message, remember: Remembering) -> Shown:
    """What the log shows."""
    return read_shown_of(
        answer, remember.lives, remember.rounds, remember.keeper.table if remember.keeper else ""
    )


def read_shown_of(answer: Message, lives: str, rounds: str, keeper: str) -> Shown:
    """What the log shows to :func:`shown_of`."""
    found_kvs = [response.response_range.kvs for response in answer.responses]
    left: dict[str, Left] = {}
    takes: tuple[tuple[int, str], ...] = ()
    if keeper:
        takes = _takes(entries(found_kvs.pop()))
        left = _left(found_kvs.pop(), keys.left(keeper))
    ranges = [entries(kvs) for kvs in found_kvs]
    newest_found = ranges.pop() if rounds else []
    lives_found = ranges.pop() if lives else []
    found_lives = tuple((found.seq, life) for found in lives_found if (life := life_in(found)) is not None)
    newest_round = 0
    for found in newest_found:
        life = life_in(found)
        newest_round = life.round if life is not None else keys.round_in(found.key) or 0
    standing = {found.key: known(found) for page in ranges for found in page}
    header = answer.header
    return Shown(f"{header.cluster_id:x}", header.revision, newest_round, found_lives, standing, left, takes)


def _left(kvs: Iterable[Message], prefix: str) -> dict[str, Left]:
    found = {kv.key.decode(errors="backslashreplace").removeprefix(prefix): read_left(kv.value) for kv in kvs}
    return {host: left for host, left in found.items() if left is not None}


def _takes(found: Iterable[Entry]) -> tuple[tuple[int, str], ...]:
    held = [(each.seq, console_in(each)) for each in in_order(found)]
    return tuple((seq, console) for seq, console in held if console)


def page(prefixes: Sequence[str], after: int, limit: int) -> Message:
    """Ask for the records under ``prefixes`` after a place, all at one moment; see :func:`read_page`."""
    ranges = [
        rpc.RangeRequest(
            key=prefix.encode(),
            range_end=end_of(prefix),
            min_create_revision=after + 1,
            sort_order=rpc.RangeRequest.ASCEND,
            sort_target=rpc.RangeRequest.CREATE,
            limit=limit + MAX_PUTS,
        )
        for prefix in prefixes
    ]
    return rpc.TxnRequest(success=[rpc.RequestOp(request_range=each) for each in ranges])


def read_page(answer: Message, limit: int) -> tuple[list[Entry], int | None]:
    """The first ``limit`` records of a :func:`page` in order, and where to go on; None when that was all.

    Records of one append are not parted.
    """
    ranges = [response.response_range for response in answer.responses]
    cut = [found.kvs[-1].create_revision for found in ranges if found.more]
    # Of a range that was cut short, what stands at its last place may be incomplete.
    found = [kv for each in ranges for kv in each.kvs if not cut or kv.create_revision < min(cut)]
    places = sorted(kv.create_revision for kv in found)
    if len(places) > limit:
        found = [kv for kv in found if kv.create_revision <= places[limit - 1]]
    last = max((kv.create_revision for kv in found), default=0)
    more = bool(cut) or len(found) < len(places)
    return in_order(entries(found)), last if more else None


def between(prefixes: Sequence[str], after: int, until: int) -> list[Message]:
    """Questions to one member for what it has under ``prefixes`` after one place and up to another."""
    ranges = [
        rpc.RangeRequest(
            key=prefix.encode(),
            range_end=end_of(prefix),
            min_create_revision=after + 1,
            max_create_revision=until,
            serializable=True,
        )
        for prefix in prefixes
    ]
    return [rpc.RequestOp(request_range=each) for each in ranges]


def read_between(answers: Iterable[Message]) -> list[Entry]:
    """The records of :func:`between`."""
    return entries(kv for response in answers for kv in response.response_range.kvs)


# --- appending ------------------------------------------------------------------------------------------------------


def append(
    puts: Sequence[Put], unless: Sequence[str], holding: tuple[str, int] | None, holder: str | None
) -> Message:
    """Write all ``puts`` if nothing stands in the way. ``holder`` is the key of the token's record.

    What stood in the way is asked for by :func:`look` afterwards: questions in the same transaction would cost each
    append a tenth of its time, and hardly any is refused.
    """
    compare = [_created(key) for key in (*(put.key for put in puts), *unless)]
    if holding is not None:
        prefix, token = holding
        # The token's record stands, and nothing under the prefix is newer. Nothing stands under the bare prefix.
        compare += [
            _created(holder or prefix, token),
            rpc.Compare(
                key=prefix.encode(),
                range_end=end_of(prefix),
                target=rpc.Compare.CREATE,
                result=rpc.Compare.LESS,
                create_revision=token + 1,
            ),
        ]
    if len(compare) > MAX_OPERATIONS:
        raise ValueError(f"append with {len(compare)} conditions: expected up to {MAX_OPERATIONS}")
    return rpc.TxnRequest(compare=compare, success=[_put(put) for put in puts])


def look(puts: Sequence[Put], unless: Sequence[str], holding: tuple[str, int] | None) -> Message:
    """Ask for all that could stand in the way of an append, at one moment; see :func:`read_look`."""
    asked = [get(key) for key in (*(put.key for put in puts), *unless)]
    if holding is not None:
        asked.append(newest(holding[0]))
    return rpc.TxnRequest(success=[rpc.RequestOp(request_range=each) for each in asked])


def _put(put: Put) -> Message:
    return rpc.RequestOp(request_put=rpc.PutRequest(key=put.key.encode(), value=put.value))


def _created(key: str, at: int = 0) -> Message:
    return rpc.Compare(
        key=key.encode(), target=rpc.Compare.CREATE, result=rpc.Compare.EQUAL, create_revision=at
    )


def read_look(
    answer: Message, puts: Sequence[Put], unless: Sequence[str], holding: tuple[str, int] | None
) -> Appended | Refused:
    """Why an append was not written, or where it stands already.

    Raises :class:`NoAnswer` when nothing stands in the way any more.
    """
    found = [next(iter(response.response_range.kvs), None) for response in answer.responses]
    ours, bars = found[: len(puts)], found[len(puts) : len(puts) + len(unless)]
    if all(kv is not None and is_again(kv.value, put.value) for kv, put in zip(ours, puts, strict=True)):
        assert ours[0] is not None  # noqa: S101 - said by the line above
        return Appended(ours[0].create_revision)
    for put, kv in zip(puts, ours, strict=True):
        if kv is not None:
            return Refused(RefusedBecause.TAKEN, put.key)
    for key, kv in zip(unless, bars, strict=True):
        if kv is not None:
            return Refused(RefusedBecause.BARRED, key)
    if holding is not None:
        prefix, token = holding
        last = found[-1]
        if last is None or last.create_revision != token:
            return Refused(RefusedBecause.FENCED, last.key.decode() if last is not None else prefix)
    raise NoAnswer("the table log changed while it was asked")


def put_if_leased(key: str, value: bytes, lease: int, under: int) -> Message:
    """Put a presence under ``lease`` if the key stands under the lease ``under`` (0: not at all), else read it."""
    return rpc.TxnRequest(
        compare=[
            rpc.Compare(key=key.encode(), target=rpc.Compare.LEASE, result=rpc.Compare.EQUAL, lease=under)
        ],
        success=[rpc.RequestOp(request_put=rpc.PutRequest(key=key.encode(), value=value, lease=lease))],
        failure=[rpc.RequestOp(request_range=get(key))],
    )


def delete_if_leased(key: str, lease: int) -> Message:
    """Take a presence away if it stands under ``lease``."""
    return rpc.TxnRequest(
        compare=[
            rpc.Compare(key=key.encode(), target=rpc.Compare.LEASE, result=rpc.Compare.EQUAL, lease=lease)
        ],
        success=[rpc.RequestOp(request_delete_range=rpc.DeleteRangeRequest(key=key.encode()))],
    )


def with_cell(request: Message, key: str, changed: int, value: bytes) -> Message:
    """``request``, which also writes ``key`` over, and nothing unless it was last changed at ``changed`` (0: never)."""
    request.compare.append(
        rpc.Compare(key=key.encode(), target=rpc.Compare.MOD, result=rpc.Compare.EQUAL, mod_revision=changed)
    )
    request.success.append(rpc.RequestOp(request_put=rpc.PutRequest(key=key.encode(), value=value)))
    return request


def guard(request: Message, anchors: Sequence[Known]) -> Message:
    """``request``, which writes nothing unless all ``anchors`` stand where they stood; see :func:`lost_anchor`."""
    for anchor in anchors:
        request.compare.append(_created(anchor.key, anchor.seq))
        request.failure.append(rpc.RequestOp(request_range=get(anchor.key)))
    return request


def lost_anchor(answer: Message, anchors: Sequence[Known]) -> Known | None:
    """The first of ``anchors`` that does not stand where it stood, by the answer to a guarded request."""
    if answer.succeeded or not anchors:
        return None
    for anchor, response in zip(anchors, answer.responses[-len(anchors) :], strict=True):
        found = next(iter(response.response_range.kvs), None)
        if found is None or found.create_revision != anchor.seq:
            return anchor
    return None


def delete(removed: Sequence[str]) -> Message:
    """Remove these keys, up to 100."""
    requests = [rpc.DeleteRangeRequest(key=key.encode()) for key in removed]
    return rpc.TxnRequest(success=[rpc.RequestOp(request_delete_range=each) for each in requests])
