"""Hostile records change nothing anywhere: seat, console and auditor ignore the same ones, and say so."""

import json
import sqlite3

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kiosk.audit.signature import SignatureAudit
from kiosk.audit.table import read_table
from kiosk.book import Book
from kiosk.games.sicbo import GAME, dice_fact
from kiosk.seat import effects as f
from kiosk.seat.accounts import Balances
from kiosk.table import keys
from kiosk.table import records as r
from kiosk.table.log import Entry
from kits.seat.seats import LAYOUTS, NOW, SEAT, TABLE, Play, make_limits

LIMITS = make_limits(LAYOUTS["A"])
FACTS = (dice_fact((6, 5, 4)),)


def readers():
    """A seat with a registered bet, and the console's book that has read the same."""
    play = Play().ready(10_000)
    play.bet(big=500)
    book = Book(TABLE, GAME, {"A": LAYOUTS["A"]}, {SEAT: "A"})
    opened = r.RoundOpened(round=1, game="sicbo", limits=LIMITS, closes_in_ms=36_000, at=NOW)
    slip = r.Slip(seat=SEAT, round=1, rev=1, layout="A", stakes={"big": 500})
    known = [
        (keys.round_event(TABLE, 1, 1), r.encode(opened)),
        (keys.slip(TABLE, SEAT, 1, 1), r.encode(slip)),
    ]
    for seq, (key, value) in enumerate(known, start=1):
        assert book.take(Entry(seq, key, value)) is None
    return play, book, known


def event(record, n=50):
    return keys.round_event(TABLE, record.round, n), r.encode(record)


def slip(number=1, rev=2, seat=SEAT, layout="A", **stakes):
    record = r.Slip(seat=seat, round=number, rev=rev, layout=layout, stakes=stakes)
    return keys.slip(TABLE, seat, number, rev), r.encode(record)


def altered(pair, **changes):
    """The same record with other values, whatever they are."""
    key, value = pair
    return key, json.dumps(json.loads(value) | changes).encode()


CLOSED = event(r.BetsClosed(round=1))
BIG = slip(big=500)
HOSTILE = {
    "oversized": (CLOSED[0], CLOSED[1] + b" " * r.MAX_RECORD_BYTES),
    "a million spots": (BIG[0], b'{"type":"Slip","v":1,"seat":"07","round":1,"rev":2,"layout":"A","stakes":{'
                        + b",".join(b'"s%d":100' % n for n in range(1_000_000)) + b"}}"),
    "more spots than a board has": altered(BIG, stakes={f"spot-{n}": 100 for n in range(r.MAX_SPOTS + 1)}),
    "wrong type": altered(CLOSED, round="1"),
    "a type that is none": altered(CLOSED, type="Jackpot"),
    "unknown version": altered(CLOSED, v=2),
    "a key too many": altered(CLOSED, jackpot=1),
    "invalid utf-8": (CLOSED[0], b"\xff\xfe" + CLOSED[1]),
    "negative stakes": altered(BIG, stakes={"big": -500}),
    "stakes with a fraction": altered(BIG, stakes={"big": 500.5}),
    "a stake that is no multiple": slip(big=501),
    "a spot that is not there": slip(jackpot=500),
    "above the maximum": slip(big=10_000_000),
    "slip of another round": slip(number=2, big=500),
    "wrong phase": event(r.ResultEntered(round=1, facts=FACTS, by="nobody")),
    "a tumble before the close": event(r.ActStarted(act="tumble", round=1)),
    "a correction of nothing": event(r.ResultCorrected(round=1, facts=FACTS, by="x", authorised_by="y")),
    "a payment of nothing": event(
        r.PaidByHand(round=1, seat=SEAT, decision=1, cents=500, by="x", authorised_by="y")
    ),
    "another round's close": event(r.BetsClosed(round=2)),
    "a round that was never": event(r.RoundVoided(round=7, reason="x", by="y", authorised_by="z")),
    "another game": event(
        r.RoundOpened(round=2, game="roulette", limits=LIMITS, closes_in_ms=1, at=NOW)
    ),
    "the same round again": event(
        r.RoundOpened(round=1, game="sicbo", limits=LIMITS, closes_in_ms=1, at=NOW)
    ),
    "under another round's key": (keys.round_event(TABLE, 2, 1), CLOSED[1]),
    "nested without end": (CLOSED[0], b'{"round":' * 60_000),
    "nothing at all": (CLOSED[0], b""),
}  # fmt: skip


@pytest.mark.parametrize("name", HOSTILE)
def test_that_a_hostile_record_changes_nothing_and_is_a_significant_event(name):
    play, book, _ = readers()
    before = play.state
    key, value = HOSTILE[name]
    taken = play.read(value, key)
    moved = {"log_seq": before.log_seq, "memory": before.memory, "missed": None}  # where it reads on from
    assert msgspec.structs.replace(play.state, **moved) == before
    told = [effect for effect in taken.effects if isinstance(effect, f.SignificantEvent)]
    assert [note.kind for note in told] in (["record-ignored"], ["slip-ignored"])
    assert {type(effect) for effect in taken.effects} == {f.SignificantEvent}
    table, exposure, stake = book.table, book.exposure, book.rounds[1].staked
    ignored = book.take(Entry(9, key, value))
    assert ignored is not None
    assert (book.table, book.exposure, book.rounds[1].staked) == (table, exposure, stake)
    assert book.ignored[-1] == ignored


# --- a log that anybody may have written --------------------------------------------------------------------------

NUMBERS = st.integers(1, 4)
DICE = st.tuples(*[st.integers(0, 7)] * 3)
NAMES = st.sampled_from(["dealer", "supervisor", ""])
STAKES = st.dictionaries(
    st.sampled_from(["big", "small", "total-8", "jackpot", "single-1"]),
    st.sampled_from([100, 500, 501, 10**9]),
    max_size=3,
)


def _fact(dice):
    fact = dice_fact((1, 2, 3))
    return (type(fact)(fact.name, tuple(dice), fact.at, fact.audience),)


EVENTS = st.one_of(
    NUMBERS.map(lambda n: r.RoundOpened(round=n, game="sicbo", limits=LIMITS, closes_in_ms=1, at=NOW)),
    NUMBERS.map(lambda n: r.BetsClosing(round=n, closes_in_ms=5)),
    NUMBERS.map(lambda n: r.BetsClosed(round=n)),
    NUMBERS.map(lambda n: r.ActStarted(act="tumble", round=n)),
    st.tuples(NUMBERS, st.integers(2, 4)).map(lambda n: r.ActEnded(act="tumble", round=n[0], times=n[1])),
    st.tuples(NUMBERS, DICE).map(lambda n: r.ResultEntered(round=n[0], facts=_fact(n[1]), by="dealer")),
    st.tuples(NUMBERS, DICE).map(
        lambda n: r.ResultCorrected(round=n[0], facts=_fact(n[1]), by="dealer", authorised_by="supervisor")
    ),
    st.tuples(NUMBERS, NAMES).map(
        lambda n: r.RoundVoided(round=n[0], reason="x", by="dealer", authorised_by=n[1])
    ),
    st.tuples(NUMBERS, st.integers(1, 3), st.sampled_from([SEAT, "08"])).map(
        lambda n: r.PaidByHand(
            round=n[0], seat=n[2], decision=n[1], cents=100, by="dealer", authorised_by="supervisor"
        )
    ),
    NUMBERS.map(lambda n: r.RoundEnded(round=n)),
)
SLIPS = st.tuples(NUMBERS, st.integers(1, 5), st.sampled_from("AZ"), STAKES).map(
    lambda n: r.Slip(seat=SEAT, round=n[0], rev=n[1], layout=n[2], stakes=n[3])
)


@st.composite
def lines(draw):
    """One entry of the log: mostly in the order of a round, often damaged or out of place."""
    record = draw(st.one_of(EVENTS, EVENTS, SLIPS))
    value = bytearray(r.encode(record))
    if draw(st.integers(0, 9)) == 0:
        at = draw(st.integers(0, len(value) - 1))
        value[at : at + draw(st.integers(0, 2))] = draw(st.binary(max_size=3))
    if isinstance(record, r.Slip):
        key = keys.slip(TABLE, SEAT, record.round, record.rev)
    else:
        key = keys.round_event(TABLE, record.round, draw(st.integers(1, 99)))
    return key, bytes(value)


def in_order(number):
    """The events of a good round, so that the rest meets every phase."""
    return st.just(
        [
            event(r.RoundOpened(round=number, game="sicbo", limits=LIMITS, closes_in_ms=1, at=NOW), 1),
            slip(number, 1, big=500),
            event(r.BetsClosed(round=number), 2),
            event(r.ActStarted(act="tumble", round=number), 3),
            event(r.ActEnded(act="tumble", round=number, times=3), 4),
            event(r.ResultEntered(round=number, facts=FACTS, by="dealer"), 5),
        ]
    )


@st.composite
def logs(draw):
    """Good rounds with hostile lines between their events."""
    log = []
    for number in (1, 2, 3):
        for line in draw(in_order(number)):
            log += draw(st.lists(lines(), max_size=2))
            log.append(line)
        log += draw(st.lists(lines(), max_size=3))
        log.append(event(r.RoundEnded(round=number), 98))
    return log


@settings(max_examples=150)
@given(logs())
def test_that_every_reader_ignores_the_same_records_and_sees_the_same_round(log):
    play = Play()
    play.credit(100_000)
    book = Book(TABLE, GAME, {"A": LAYOUTS["A"]}, {SEAT: "A"})
    for seq, (key, value) in enumerate(log, start=1):
        play.state = msgspec.structs.replace(play.state, rev=9)  # whatever stands there the seat has sent
        taken = play.read(value, key)
        said = any(
            isinstance(effect, f.SignificantEvent) and effect.kind.endswith("-ignored")
            for effect in taken.effects
        )
        assert said == (book.take(Entry(seq, key, value)) is not None), (key, value)
        assert play.state.table == book.table
    assert play.state.balances.total == 0
    assert play.state.balances.credit >= 0
    with sqlite3.connect(":memory:") as db:
        db.execute("CREATE TABLE entry(id INTEGER PRIMARY KEY, seq, key, value)")
        rows = [(seq, key, value) for seq, (key, value) in enumerate(log, start=1)]
        db.executemany("INSERT INTO entry(seq, key, value) VALUES (?, ?, ?)", rows)
        audited = read_table(
            db, TABLE, SEAT, GAME, {"A": LAYOUTS["A"], "B": LAYOUTS["B"]}, SignatureAudit(None)
        )
    db.close()
    house = 0
    for number, found in audited.rounds.items():
        if found.rulings and found.stakes:
            house += found.staked - found.paid_by(found.rulings[-1])
            assert book.due(number, SEAT) == found.paid_by(found.rulings[-1])
    assert play.state.balances.house == house


@given(st.binary(max_size=300), st.text(max_size=60))
def test_that_no_bytes_under_no_key_move_anything(value, key):
    play, book, _ = readers()
    before = play.state
    play.read(value, key)
    assert play.state.balances == before.balances == Balances(credit=9_500, escrow=500, notes=-10_000)
    assert book.take(Entry(9, key, value)) is not None
