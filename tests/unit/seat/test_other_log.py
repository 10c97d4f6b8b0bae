"""A table log that is another one, or an older copy: what the seat does, and what a release makes of it."""

import pytest

from kiosk.seat import events as e
from kiosk.seat import state as s
from kiosk.table import keys
from kiosk.table import records as r
from kiosk.table.history import Memory, Shown, compare, known, remembered
from kiosk.table.log import Entry
from kits.seat.seats import TABLE, Play

WHAT = "round 7 of the table missing"


def lock(play):
    return s.lock_of(play.state, s.LockKind.OLDER_COPY)


def life(play, **more):
    record = r.LogLife(**({"life": 2, "log": "a", "by": "Boss", "reason": "fire", "until": 3} | more))
    return play.read(r.encode(record), keys.life(TABLE, record.life))


def test_that_another_log_locks_the_seat_and_the_right_one_lifts_the_lock():
    play = Play().ready(10_000)
    play.do(e.LogDiffers(WHAT))
    play.do(e.LogDiffers(WHAT))
    assert WHAT in lock(play).detail
    assert "console" in lock(play).detail
    play.do(e.Collect())
    play.tap("big", 500)
    assert play.state.cashout is None
    assert play.state.on_board == 0
    play.do(e.LogDiffers())
    play.do(e.LogDiffers())
    assert lock(play) is None
    assert [kind for kind in play.notes() if kind.startswith("log-")] == ["log-older", "log-right-again"]


@pytest.mark.parametrize(
    ("by", "reason", "life_seq"),
    [("", "fire", 90), ("Boss", " ", 90), ("Boss", "fire", 0), ("Boss", "fire", 1)],
    ids=["no name", "no reason", "not released at the console", "released before what was read"],
)
def test_that_a_release_needs_a_name_a_reason_and_the_console(by, reason, life_seq):
    play = Play().ready(10_000)
    assert play.state.log_seq >= 1
    play.do(e.LogDiffers(WHAT, life_seq))
    play.do(e.LogReleased(by, reason))
    play.do(e.LockCleared("older-copy", "attendant"))
    assert lock(play) is not None
    assert play.told[-2:] == ["notice.cannot_clear"] * 2
    assert "log-released" not in play.notes()


def test_that_a_released_seat_reads_on_from_where_the_log_began_anew():
    play = Play().ready(10_000)
    play.do(e.LogDiffers(WHAT, 90))
    play.do(e.LogReleased("Boss", "fire"))
    assert lock(play) is None
    assert (play.state.log_seq, play.state.releases, play.state.memory.known) == (89, 1, ())
    note = next(note for note in play.effects if getattr(note, "kind", "") == "log-released")
    assert (note.detail["by"], note.detail["reason"], note.detail["what"]) == ("Boss", "fire", WHAT)
    play.do(e.LogReleased("Boss", "again"))
    assert play.state.releases == 1


@pytest.mark.parametrize("upto", ["betting", "closed", "tumbled"])
def test_that_a_round_that_nobody_knows_any_more_is_returned(upto):
    play = Play().ready(10_000)
    play.bet(big=500)
    if upto != "betting":
        play.close()
    if upto == "tumbled":
        play.tumble()
    play.do(e.LogDiffers(WHAT, 90))
    play.do(e.LogReleased("Boss", "fire"))
    play.seq = 89
    life(play, round=0)
    assert (play.state.balances.credit, play.state.balances.escrow) == (10_000, 0)
    assert "fire" in play.state.table.void_reason
    play.log(r.RoundOpened(round=9, game="sicbo", limits=play.limits, closes_in_ms=1, at="now"))
    assert play.state.table.number == 9
    assert play.state.locks == ()


def test_that_a_round_that_the_console_knows_is_decided_by_it():
    play = Play().ready(10_000)
    play.bet(big=500)
    life(play, round=1)
    assert play.state.balances.escrow == 500


def test_that_a_settled_round_is_not_returned():
    play = Play().ready(10_000)
    play.bet(big=500)
    play.close()
    play.tumble()
    play.result(6, 5, 4)
    credit = play.state.balances.credit
    life(play, round=0)
    assert (play.state.balances.credit, play.state.table.is_open) == (credit, False)


# --- the comparison -----------------------------------------------------------------------------------------------


def entries(*numbers):
    return [Entry(10 * n, keys.round_event(TABLE, n, 1), b"%d" % n) for n in numbers]


def shown(stands, newest_round=0, lives=(), ends=1_000_000, log="a"):
    newest = newest_round or max(keys.round_in(one.key) for one in stands)
    return Shown(log, ends, newest, lives, {one.key: known(one) for one in stands})


def test_that_rounds_that_are_missing_are_named():
    memory = remembered(entries(1, 2, 3, 4), "seat 07")
    other = compare(memory, shown(entries(1, 2)))
    assert (
        other.what == "rounds 3 to 4 of the table missing: it ends with round 2, but seat 07 has read to 40"
    )


def test_that_a_record_with_other_bytes_or_at_another_place_is_another_log():
    memory = remembered(entries(1, 2), "seat 07")
    for other in (Entry(20, entries(2)[0].key, b"else"), Entry(21, entries(2)[0].key, b"2")):
        assert compare(memory, shown([*entries(1), other])).missing == (other.key,)


def test_that_what_has_left_is_not_missed_and_what_follows_is_asked():
    memory = remembered(entries(1, 2), "seat 07")
    assert compare(memory, shown(entries(1, 2, 3))) is None
    assert compare(memory, shown(entries(200))) is None
    assert compare(memory, shown(entries(50))).missing == tuple(one.key for one in entries(2, 1))


def test_that_a_release_that_was_not_read_is_noticed_when_all_else_has_left():
    memory = Memory(seq=25, who="seat 07").reads(entries(2)[0])
    between = ((400, r.LogLife(life=2, log="a", by="Boss", reason="fire", until=22)),)
    before = ((400, r.LogLife(life=2, log="a", by="Boss", reason="fire", until=30)),)
    assert "released by Boss" in compare(memory, shown(entries(200), lives=between)).what
    assert compare(memory, shown(entries(200), lives=before)) is None
    assert compare(memory, shown(entries(2, 200), lives=between)) is None


def test_that_a_memory_begins_anew_with_a_life_that_staff_have_released():
    life = Entry(500, keys.life(TABLE, 2), r.encode(r.LogLife(life=2, log="a", by="Boss", reason="x")))
    memory = remembered([*entries(1, 2), life, Entry(510, keys.round_event(TABLE, 9, 1), b"9")], "seat 07")
    assert [one.seq for one in memory.known] == [500, 510]
    assert memory.life == 2


def test_that_no_number_of_a_ticket_is_named():
    step = Entry(10, "etg-house/steps/001122334455667788/000001", b"x")
    other = compare(remembered([step], "the host"), Shown("a", 99, 0, (), {}))
    assert "0011" not in other.what
    assert "1 of the newest records" in other.what
