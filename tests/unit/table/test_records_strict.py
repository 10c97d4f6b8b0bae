"""The decoder of records: anything but exactly one known record is refused, and nothing can crash a reader."""

import contextlib
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kiosk.games.sicbo import dice_fact
from kiosk.table import keys
from kiosk.table import records as r
from kits.seat.seats import LAYOUTS, NOW, Play, make_limits

LIMITS = make_limits(LAYOUTS["A"])
EXAMPLES = [
    r.RoundOpened(round=1, game="sicbo", limits=LIMITS, closes_in_ms=36_000, at=NOW),
    r.BetsClosing(round=1, closes_in_ms=5_000),
    r.BetsClosed(round=1),
    r.ActStarted(act="tumble", round=1),
    r.ActEnded(act="tumble", round=1, times=3),
    r.ResultEntered(round=1, facts=(dice_fact((1, 2, 3)),), by="dealer"),
    r.RoundVoided(round=1, reason="a die is not flat", by="dealer", authorised_by="manager"),
    r.RoundEnded(round=1),
    r.Barrier(round=1),
    r.Slip(seat="07", round=1, rev=1, layout="A", stakes={"big": 500}),
    r.CloseShown(seat="07", round=1),
    r.Settled(seat="07", round=1, staked=500, paid=1_000, decision=1),
    r.ConsoleHeld(console="console-1", take=1),
    r.ResultCorrected(round=1, facts=(dice_fact((1, 2, 4)),), by="dealer", authorised_by="supervisor"),
    r.PaidByHand(round=1, seat="07", decision=1, cents=500, by="dealer", authorised_by="supervisor"),
    r.OpenItem(seat="07", round=1, decision=2, cents=500),
    r.PaidMark(seat="07", round=1, decision=1),
    r.ManagerRecorded(
        number=3, decision="pay half", reason="dispute", by="dealer", authorised_by="manager", at=NOW, round=1
    ),
    r.DeskRecorded(number=4, what="signed-on", by="Mia", who="Mia", at=NOW, round=1, mark="0a1b"),
    r.Present(seat="07", layout="A", locks=("handpay",), calling=True, playing=True),
    r.ConsolePresent(console="console-1", take=1),
]
by_name = pytest.mark.parametrize("record", EXAMPLES, ids=lambda record: type(record).__name__)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)


def as_dict(record):
    return json.loads(r.encode(record))


@by_name
def test_that_a_record_comes_back_as_it_was_written(record):
    assert r.decode(r.encode(record)) == record


@by_name
def test_that_a_record_names_its_type_and_version(record):
    found = as_dict(record)
    assert (found["type"], found["v"]) == (type(record).__name__, 1)


@by_name
def test_that_an_unknown_key_is_refused(record):
    with pytest.raises(r.BadRecord, match="does not decode"):
        r.decode(json.dumps(as_dict(record) | {"extra": 1}).encode())


@by_name
def test_that_every_missing_key_is_refused(record):
    found = as_dict(record)
    kind = type(record)
    required = set(kind.__struct_fields__[: len(kind.__struct_fields__) - len(kind.__struct_defaults__)])
    optional = set(found) - required - {"type"}
    for key in set(found) - optional:
        less = {name: value for name, value in found.items() if name != key}
        with pytest.raises(r.BadRecord):
            r.decode(json.dumps(less).encode())


@by_name
def test_that_a_wrong_type_of_any_key_is_refused(record):
    found = as_dict(record)
    for key, value in found.items():
        for wrong in ([1.5], True, None, -1, 1.5, {"a": None}):
            if type(wrong) is type(value):
                continue
            with pytest.raises(r.BadRecord):
                r.decode(json.dumps(found | {key: wrong}).encode())


@pytest.mark.parametrize("version", [0, 2, "1", 1.5])
def test_that_another_version_is_refused(version):
    with pytest.raises(r.BadRecord):
        r.decode(json.dumps(as_dict(EXAMPLES[2]) | {"v": version}).encode())


@pytest.mark.parametrize(
    ("index", "key", "bad"),
    [
        (2, "round", 0),
        (2, "round", 2**53 + 1),
        (4, "times", -1),
        (6, "reason", ""),
        (6, "reason", "x" * 501),
        (5, "facts", []),
        (9, "stakes", {"big": 0}),
        (9, "stakes", {"big": -500}),
        (9, "stakes", {"big": 5.5}),
        (9, "stakes", {"": 500}),
        (9, "stakes", {f"spot-{n}": 100 for n in range(r.MAX_SPOTS + 1)}),
        (9, "rev", 0),
        (9, "seat", ""),
        (11, "paid", -1),
    ],
)
def test_that_values_outside_their_range_are_refused(index, key, bad):
    with pytest.raises(r.BadRecord):
        r.decode(json.dumps(as_dict(EXAMPLES[index]) | {key: bad}).encode())


@pytest.mark.parametrize(
    "value",
    [b"", b"null", b"{}", b"[]", b"1", b"\xff\xfe", b'{"type":"BetsClosed","v":1,"round":1}x', b"[" * 30_000,
     b'{"type":"BetsClosed","v":1,"round":1', b'{"type":"Nothing","v":1,"round":1}', b'{"type":1,"round":1}'],
    ids=range(11),
)  # fmt: skip
def test_that_what_is_no_record_is_refused(value):
    with pytest.raises(r.BadRecord):
        r.decode(value)


def test_that_a_record_above_64_kib_is_refused_before_it_is_read():
    padded = r.encode(EXAMPLES[2]) + b" " * r.MAX_RECORD_BYTES
    with pytest.raises(r.BadRecord, match="bytes, at most"):
        r.decode(padded)
    facts = (dice_fact((1, 2, 3)),) * 64
    huge = r.ResultEntered(round=1, facts=tuple(replace_at(fact, "x" * 2_000) for fact in facts), by="dealer")
    with pytest.raises(r.BadRecord, match="bytes, at most"):
        r.encode(huge)


def replace_at(fact, at):
    return type(fact)(fact.name, fact.values, at)


@given(st.binary(max_size=200) | JSON.map(lambda value: json.dumps(value).encode()))
def test_that_no_bytes_crash_the_decoder(value):
    with contextlib.suppress(r.BadRecord):
        assert isinstance(r.decode(value), r.AnyRecord)


@st.composite
def damaged(draw):
    """A good record with a few bytes changed, put in or left out."""
    value = bytearray(r.encode(draw(st.sampled_from(EXAMPLES))))
    for _ in range(draw(st.integers(1, 3))):
        at = draw(st.integers(0, len(value) - 1))
        match draw(st.integers(0, 2)):
            case 0:
                value[at] = draw(st.integers(0, 255))
            case 1:
                del value[at]
            case _:
                value.insert(at, draw(st.integers(0, 255)))
    return bytes(value)


@given(damaged(), st.sampled_from(["round/1/9", "round/2/1", "seat/07/slip/1/1", "closed/1", "elsewhere"]))
def test_that_a_damaged_record_never_crashes_a_seat_nor_moves_its_money(value, where):
    play = Play().ready(10_000)
    play.bet(big=500)
    before = play.state.balances
    play.read(value, f"etg/12/{where}")
    assert play.state.balances.total == 0
    held = play.state.balances.credit + play.state.balances.escrow
    assert held == before.credit + before.escrow
    assert play.state.log_seq == play.seq


@pytest.mark.parametrize(
    ("record", "key"),
    [
        (EXAMPLES[2], "etg/12/round/2/1"),
        (EXAMPLES[2], "etg/12/round/1/x"),
        (EXAMPLES[2], "etg/12/round/1/"),
        (EXAMPLES[2], "etg/12/round/1/²"),
        (EXAMPLES[2], "etg/13/round/1/1"),
        (EXAMPLES[2], "etg/12/closed/1"),
        (EXAMPLES[8], "etg/12/closed/2"),
        (EXAMPLES[9], "etg/12/seat/08/slip/1/1"),
        (EXAMPLES[9], "etg/12/seat/07/slip/2/1"),
        (EXAMPLES[9], "etg/12/seat/07/slip/1/2"),
        (EXAMPLES[10], "etg/12/seat/07/report/1/settled"),
        (EXAMPLES[11], "etg/12/seat/08/report/1/settled"),
        (EXAMPLES[12], "etg/12/console/00000002"),
    ],
)
def test_that_a_record_under_a_wrong_key_counts_for_nothing(record, key):
    assert not keys.stands_rightly("12", key, record)


def test_that_every_record_stands_rightly_under_its_own_key():
    where = ["round/1/1"] * 8 + [
        "closed/1", "seat/07/slip/1/1", "seat/07/report/1/closeshown", "seat/07/report/1/settled-1", "console/00000001",
        "round/1/1", "round/1/1", "seat/07/report/1/openitem-2", "private/07/1/paid-1", "manager/00000003",
            "manager/desk/00000004",
        "present/07", "at-work/console-1",
    ]  # fmt: skip
    for record, key in zip(EXAMPLES, where, strict=True):
        assert keys.stands_rightly("12", f"etg/12/{key}", record)


def test_that_round_events_from_before_names_were_kept_still_read():
    old = {"type": "BetsClosed", "v": 1, "round": 1}
    assert r.decode(json.dumps(old).encode()) == r.BetsClosed(round=1, by="")
