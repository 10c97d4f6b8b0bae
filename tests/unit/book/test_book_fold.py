"""The console's book reads the log as every seat does: the same records count, the same are ignored."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kiosk.book import Book
from kiosk.games.game import Fact
from kiosk.games.sicbo import GAME, dice_fact
from kiosk.seat.effects import Report, SignificantEvent
from kiosk.table import keys
from kiosk.table import records as r
from kiosk.table.log import Entry
from kiosk.table.round import Phase
from kits.console.book import LIMITS, Writing, key_of, new_book
from kits.seat.seats import LAYOUTS, NOW, TABLE, Play


@pytest.fixture
def table():
    return Writing()


def test_that_a_round_is_in_the_book_with_its_count_while_it_is_the_newest(table):
    table.open()
    table.decide(1, 2, 3)
    assert table.book.current is table.book.rounds[1]
    assert table.book.table.entered == (Fact("tumble", (3,)),)


def test_that_a_record_delivered_twice_changes_nothing(table):
    table.open()
    table.bet("07", small=500)
    table.bet("07", rev=2, small=700)
    table.decide(1, 2, 3)
    table.settled("07")
    book, totals = table.book, table.book.totals
    for entry in table.entries:
        assert book.take(entry) is None
    assert book.totals == totals
    assert len(book.rounds[1].decided) == 1
    assert book.rounds[1].staked == 700


def test_that_both_records_of_one_append_are_taken(table):
    table.open()
    table.bet("07", small=500)
    table.decide(1, 2, 3)
    table.pay_by_hand("07")
    paid, mark = table.entries[-2:]
    assert paid.seq == mark.seq
    book = new_book()
    for entry in [*table.entries[:-2], mark, paid, paid, mark]:
        book.take(entry)
    assert ("07", 1) in book.rounds[1].paid
    assert book.ignored_count == 0


HOSTILE = {
    "no record": (keys.round_event(TABLE, 1, 2), b"\xff\xfe"),
    "unknown type": (keys.round_event(TABLE, 1, 2), b'{"type":"Jackpot","round":1}'),
    "another key": (
        keys.slip(TABLE, "08", 1, 1),
        r.encode(r.Slip(seat="07", round=1, rev=1, layout="A", stakes={})),
    ),
    "another phase": (keys.round_event(TABLE, 1, 2), r.encode(r.ActEnded(act="tumble", round=1, times=3))),
    "another round": (keys.round_event(TABLE, 7, 1), r.encode(r.BetsClosed(round=7))),
    "a later round": (
        keys.round_event(TABLE, 2, 1),
        r.encode(r.RoundOpened(round=2, game="sicbo", limits=LIMITS, closes_in_ms=1, at=NOW)),
    ),
}
BAD_SLIPS = {
    "of an unknown layout": r.Slip(seat="07", round=1, rev=1, layout="D", stakes={"small": 500}),
    "of another round": r.Slip(seat="07", round=9, rev=1, layout="A", stakes={"small": 500}),
    "unknown spot": r.Slip(seat="07", round=1, rev=1, layout="A", stakes={"three-123": 500}),
    "above the limit": r.Slip(seat="07", round=1, rev=1, layout="A", stakes={"small": 100_100}),
    "no multiple of the unit": r.Slip(seat="07", round=1, rev=1, layout="A", stakes={"small": 150}),
}
BAD_REPORTS = {
    "close before the close": r.CloseShown(seat="07", round=1),
    "settled before a result": r.Settled(seat="07", round=1, staked=0, paid=0, decision=1),
    "of a later round": r.Settled(seat="07", round=4, staked=0, paid=0, decision=1),
    "an item of a later round": r.OpenItem(seat="07", round=4, decision=1, cents=1),
}


@pytest.mark.parametrize("what", HOSTILE)
def test_that_a_hostile_record_changes_nothing_and_is_kept_with_its_reason(table, what):
    table.open()
    table.bet("08", small=500)
    before = table.book.table, table.book.exposure, table.book.totals
    ignored = table.raw(*HOSTILE[what])
    assert ignored is not None
    assert ignored.why
    assert (table.book.table, table.book.exposure, table.book.totals) == before
    assert table.book.ignored == (ignored,)


@pytest.mark.parametrize(("bet", "waits"), [("big", False), ("small", True)])
def test_that_a_lost_bet_of_a_machine_that_was_replaced_waits_until_it_can_be_decided_anew_no_more(
    table, bet, waits
):
    """Its new machine reads on and never settles it; there is nothing to pay by hand, and no word of it could come."""
    table.open()
    table.bet("07", **{bet: 500})
    table.decide(1, 2, 3)
    table.end()
    for number in range(2, 102):
        assert not table.book.may_leave(1), number
        table.whole_round(1, 2, 3)
    table.whole_round(1, 2, 3)
    assert table.book.may_leave(1) is not waits
    for _ in range(20):
        table.whole_round(1, 2, 3)
    assert (1 in table.book.rounds) is waits


def test_that_a_win_that_was_corrected_away_waits_for_the_seat_that_has_still_to_take_it_back(table):
    """It has read past the round, but not what was decided about it afterwards."""
    table.whole_round(1, 2, 3, small=500)
    table.whole_round(1, 2, 3)
    table.log(
        r.ResultCorrected(round=1, facts=(dice_fact((6, 5, 4)),), by="dealer", authorised_by="supervisor")
    )
    for _ in range(110):
        table.open()
        table.decide(1, 2, 3)
        table.end()
    assert (table.book.payable(1, "07"), table.book.may_leave(1)) == (0, False)


def test_that_a_lost_bet_waits_for_its_seat_as_long_as_that_is_dark(table):
    table.open()
    table.bet("07", big=500)
    table.decide(1, 2, 3)
    table.end()
    for _ in range(110):
        table.open()
        table.decide(1, 2, 3)
        table.end()
    assert not table.book.may_leave(1)


def test_that_a_bet_counts_by_its_own_layout_and_is_told_where_the_seat_has_another(table):
    """As at the seat itself, and as every auditor counts it."""
    table.open()
    table.bet("08", small=500)
    assert table.book.on_other_layouts == ()
    table.bet("07", layout="C", small=500)
    table.bet("77", layout="A", small=300)
    table.bet("78", layout="A")
    assert table.book.on_other_layouts == ("07", "77"), "who has taken all back has no bets"
    table.decide(1, 2, 3)
    assert table.book.totals.turnover == 1_300
    assert [table.book.due(1, seat) for seat in ("07", "08", "77")] == [1_000, 1_000, 600]


@pytest.mark.parametrize("what", BAD_SLIPS)
def test_that_an_invalid_slip_is_not_registered(table, what):
    table.open()
    assert table.log(BAD_SLIPS[what]) is not None
    assert table.book.rounds[1].slips == {}
    assert table.book.exposure.staked == 0


@pytest.mark.parametrize("what", BAD_REPORTS)
def test_that_a_report_out_of_its_time_counts_for_nothing(table, what):
    table.open()
    assert table.log(BAD_REPORTS[what]) is not None
    of_round = table.book.rounds[1]
    assert (of_round.close_shown, of_round.settled, table.book.open_items) == (set(), {}, ())


def test_that_a_report_of_a_decision_that_was_not_made_counts_for_nothing(table):
    table.open()
    table.bet("07", small=500)
    table.decide(1, 2, 3)
    ignored = table.log(r.Settled(seat="07", round=1, staked=500, paid=0, decision=2))
    assert "decision 2, the newest is 1" in ignored.why
    assert table.book.unsettled(1) == {"07"}


def test_that_no_more_than_the_newest_hundred_ignored_records_are_kept_and_all_are_counted(table):
    for number in range(250):
        table.raw(f"etg/{TABLE}/seat/07/junk/{number}", b"{}")
    assert len(table.book.ignored) == 100
    assert table.book.ignored_count == 250
    assert table.book.ignored[-1].key.endswith("/249")


def test_that_a_place_in_the_log_counts_as_taken_whatever_stands_there(table):
    table.open()
    table.raw(keys.round_event(TABLE, 1, 7), b"{}")
    table.raw(keys.round_event(TABLE, 2, 1), b"{}")
    table.raw(f"{keys.rounds(TABLE)}1/many", b"{}")
    table.raw(keys.manager_record(TABLE, 5), b"{}")
    assert table.book.events_written(1) == 7
    assert table.book.events_written(2) == 1
    assert table.book.events_written(3) == 0
    assert table.book.managers_written == 5


def test_that_the_newest_holder_is_known_with_its_place(table):
    table.log(r.ConsoleHeld(console="console-1", take=1))
    table.open()
    table.log(r.ConsoleHeld(console="console-2", take=2))
    assert table.book.holder == (r.ConsoleHeld(console="console-2", take=2), 3)


def test_that_a_seat_needs_a_layout_that_is_there():
    with pytest.raises(ValueError, match=r"\['07'\]"):
        Book(TABLE, GAME, {"A": LAYOUTS["A"]}, {"07": "C"})


def test_that_the_book_holds_120_rounds_and_every_older_one_that_waits_for_a_seat(table):
    table.whole_round(1, 2, 3, small=500)
    table.open()
    table.bet("08", small=500)  # dark from here on
    table.decide(1, 2, 3)
    table.end()
    for _ in range(150):
        table.whole_round(1, 2, 3, small=100)
    assert list(table.book.rounds) == [2, *range(33, 153)]
    assert table.book.unsettled(2) == {"08"}
    assert table.book.totals.rounds == 152
    assert table.book.totals.turnover == 1_000 + 150 * 100
    assert table.settled("08", number=2) is None
    table.whole_round(1, 2, 3)
    assert 2 not in table.book.rounds
    assert table.book.totals.rounds == 153


# --- the book and a seat, the same log ----------------------------------------------------------------------------

DICE = st.tuples(*[st.integers(1, 6)] * 3)
STAKES = st.dictionaries(
    st.sampled_from(["small", "big", "odd", "total-4", "domino-12", "triple-1", "three-123", "nowhere"]),
    st.sampled_from([100, 200, 1_000, 100_000, 150, 200_000]),
    max_size=4,
)


def _slip(number, rev, layout, stakes):
    return r.Slip(seat="07", round=number, rev=rev, layout=layout, stakes=stakes)


def _opened(number):
    return r.RoundOpened(round=number, game="sicbo", limits=LIMITS, closes_in_ms=36_000, at=NOW)


ROUND = st.integers(1, 3)
RECORDS = st.one_of(
    st.builds(_slip, ROUND, st.integers(1, 4), st.sampled_from("AAAC"), STAKES),
    st.builds(_slip, ROUND, st.integers(1, 4), st.just("A"), STAKES),
    st.builds(_opened, ROUND),
    st.builds(r.BetsClosed, round=ROUND),
    st.builds(r.ActStarted, round=ROUND, act=st.just("tumble")),
    st.builds(r.ActEnded, round=ROUND, act=st.just("tumble"), times=st.sampled_from([3, 3, 3, 2])),
    st.builds(lambda n, dice: r.ResultEntered(round=n, facts=(dice_fact(dice),), by="d"), ROUND, DICE),
    st.builds(
        lambda n, dice: r.ResultCorrected(round=n, facts=(dice_fact(dice),), by="d", authorised_by="s"),
        ROUND,
        DICE,
    ),
    st.builds(
        r.RoundVoided,
        round=ROUND,
        reason=st.just("x"),
        by=st.just("d"),
        authorised_by=st.sampled_from(["", "s"]),
    ),
    st.builds(r.RoundEnded, round=ROUND),
)
IN_ORDER = st.builds(
    lambda number, stakes, more, dice, tail: [
        _opened(number),
        _slip(number, 1, "A", stakes),
        _slip(number, 2, "A", more),
        r.BetsClosed(round=number),
        r.ActStarted(act="tumble", round=number),
        r.ActEnded(act="tumble", round=number, times=3),
        r.ResultEntered(round=number, facts=(dice_fact(dice),), by="d"),
        r.RoundEnded(round=number),
        *tail,
    ],
    ROUND,
    STAKES,
    STAKES,
    DICE,
    st.lists(RECORDS, max_size=4),
)


HALF = st.builds(  # a log that was put back and released with the rest of that round gone
    lambda records, upto, life, newest, gone: [
        *records[:upto],
        r.LogLife(
            life=life,
            log="x",
            by="Ng",
            reason="burnt",
            round=newest,
            gone=(records[0].round,) if gone else (),
        ),
    ],
    IN_ORDER,
    st.integers(1, 8),
    st.integers(2, 9),
    ROUND,
    st.booleans(),
)


def as_log(parts):
    """The records with their keys; each key stands once."""
    count, seen = {}, set()
    for record in (record for part in parts for record in part):
        number = count[record.round] = count.get(record.round, 0) + 1
        key = key_of(record, number)
        if key not in seen:
            seen.add(key)
            yield key, r.encode(record)


@given(st.lists(st.one_of(IN_ORDER, HALF, st.lists(RECORDS, max_size=6)), max_size=5))
@pytest.mark.rule("sicbo:5.7")
def test_that_book_and_seat_read_any_log_alike(parts):
    """The same table, the same registered slip at every moment, and the same amounts in every settlement.

    Of a game with one layout: what another machine has bet on another one under its name the seat takes for nothing.
    """
    play, book = Play("A"), new_book({"07": "A"}, {"A": LAYOUTS["A"]})
    play.credit(5_000_000)
    ignored_by_seat = 0
    for seq, (key, value) in enumerate(as_log(parts), start=1):
        play.state = msgspec.structs.replace(play.state, rev=9)  # whatever stands there the seat has sent
        taken = play.read(value, key)
        notes = [effect.kind for effect in taken.effects if isinstance(effect, SignificantEvent)]
        ignored_by_seat += "record-ignored" in notes or "slip-ignored" in notes
        book.take(Entry(seq, key, value))
        assert book.table == play.state.table
        assert book.ignored_count == ignored_by_seat
        registered, of_round = play.state.registered, book.current
        if registered is not None:
            slip = of_round.slips["07"]
            assert (slip.rev, slip.stakes, slip.seq) == (registered.rev, registered.stakes, registered.seq)
        elif of_round is not None and book.table.phase is Phase.BETTING:
            assert "07" not in of_round.slips
    for report in [told.record for told in play.asked(Report)]:
        assert report.staked == book.rounds[report.round].slips["07"].staked
        assert report.paid == book.due(report.round, "07", report.decision)
