"""The desk when the log is silent, when it is killed anywhere, and when another console takes the table."""

import pytest

from kiosk.book.archive import Archive
from kiosk.console import commands as c
from kiosk.console.commands import Authority, Refusal
from kiosk.console.service import Fenced
from kiosk.console.view import Next
from kiosk.faults import EnvironmentFault
from kiosk.table import keys
from kiosk.table import records as r
from kiosk.table.round import Phase
from kits.console.desk import DICE, NG, OTHER_DICE, FaultyLog, Killed, Table, signs_on
from kits.seat.seats import TABLE

ROUND = [
    c.OpenBets(),
    c.HurryUp(),
    c.CloseBets(),
    c.StartAct(),
    c.EndAct(3),
    c.EnterResult(DICE),
    c.CorrectResult(OTHER_DICE, NG),
    c.EndRound(),
    c.PayByHand("07", 1, NG),
    c.Void("damaged dice", NG),
    c.RecordDecision("waive it", "small", NG),
]


def shape(table):
    """All that stands in the log, without the times."""
    return [
        (entry.key, b"" if b'"at":"' in entry.value else entry.value)
        for entry in table.log.read([keys.root(TABLE)], 0, 10_000)
        if not entry.key.startswith(keys.consoles(TABLE))
    ]


def play(table, command):
    """One command of the round, and what seat 07 does after it."""
    refusal = table.do(command)
    if refusal is None and table.link.silent == "":
        answer(table, command)
    return refusal


def answer(table, command):
    """Seat 07 bets when the bets are open, and shows when they are closed."""
    if isinstance(command, c.OpenBets):
        table.bet("07", big=500)
    elif isinstance(command, c.CloseBets):
        table.shows_close("07", number=1)


# --- no answer ----------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def sound(tmp_path_factory):
    """The whole round as it stands in the log of a table without a fault."""
    table = Table(tmp_path_factory.mktemp("sound"))
    table.start()
    for command in ROUND:
        assert play(table, command) is None
    found = shape(table)
    table.close()
    return found


@pytest.mark.parametrize("when", ["before", "after"])
def test_that_what_had_no_answer_is_repeated_byte_for_byte_and_stands_once(table, sound, when):
    for command in ROUND:
        table.link.silent = when
        assert play(table, command) is None, "it is asked for, and waits"
        view = table.pass_ms(1_500)
        assert (view.next, "log-gone" in [a.key for a in view.alerts]) == (Next.WAIT, True)
        assert table.do(c.Void("die not flat", NG)) == Refusal("no-answer")
        table.link.silent = ""
        view = table.pass_ms(1_500)
        assert view.next is not Next.WAIT
        answer(table, command)
    assert shape(table) == sound


def test_that_several_voids_are_all_done_when_the_log_answers_again(table):
    for _ in range(2):
        table.bring_to(Phase.ENDED)
    table.bring_to(Phase.CLOSED)
    table.link.silent = "after"
    assert table.do(c.DamagedEquipment((1, 2, 3), NG)) is None
    table.pass_ms(1_200)
    table.link.silent = ""
    table.pass_ms(1_200)
    assert [line.void_reason for line in table.view.last_rounds] == ["damaged dice"] * 3
    assert table.names().count("RoundVoided") == 3


# --- killed -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("when", ["before", "after"])
@pytest.mark.parametrize("at", range(1, len(ROUND) + 1))
def test_that_a_console_killed_around_any_append_resumes_the_same_round(table, sound, at, when):
    table.link.kill_at = (at, when)
    for command in ROUND:
        try:
            assert play(table, command) is None
        except Killed:
            table.again()
            asked = table.view.next is Next.ANSWER_INTERRUPTION
            if asked:
                assert table.do(command) == Refusal("interruption")
                table.desk._core.asks = False  # the answer "decided", without the record that it adds
            table.desk._core.asks_betting = False  # the answer "go on", without the record that it adds
            if when == "before":
                assert play(table, command) is None
            else:
                answer(table, command)
    assert shape(table) == sound


@pytest.mark.parametrize("cut", range(1, 12))
def test_that_a_console_with_an_archive_of_any_age_has_the_same_book(table, tmp_path, cut):
    table.bring_to(Phase.ENDED, bets={"07": {"small": 500}, "08": {"big": 300}})
    table.bring_to(Phase.RESULT, bets={"07": {"small": 500}})
    whole = table.view
    entries = table.log.read([keys.root(TABLE)], 0, 1_000)
    table.desk.close()
    table.archive.close()
    part = Archive(tmp_path / "part.db", TABLE)
    part.add(entries[:cut])
    part.close()
    (tmp_path / "archive.db").unlink()
    for rest in tmp_path.glob("archive.db-*"):
        rest.unlink()
    (tmp_path / "part.db").rename(tmp_path / "archive.db")
    table.archive, table.desk = Archive(tmp_path / "archive.db", TABLE), None
    table.start("")
    again = table.view
    for name in ("round", "phase", "facts", "seats", "totals", "last_rounds", "exposure", "paid", "next"):
        assert getattr(again, name) == getattr(whole, name), name
    assert [(e.key, e.value) for e in table.archive.read(0, 1_000)][: len(entries)] == [
        (e.key, e.value) for e in entries
    ]


def test_that_an_archive_that_cannot_be_written_stops_the_desk_until_it_can(table, monkeypatch):
    table.bring_to(Phase.BETTING)

    def full(_entries):
        raise EnvironmentFault("the archive cannot be written: database or disk is full")

    monkeypatch.setattr(table.archive, "add", full)
    table.bet("07", big=500)
    view = table.view
    assert (view.next, [a.key for a in view.alerts]) == (Next.WAIT, ["archive"])
    assert view.exposure.staked == 0, "nothing is acted upon that is not archived"
    assert table.do(c.CloseBets()) == Refusal("no-answer")
    monkeypatch.undo()
    table.pass_ms(50)
    assert table.view.exposure.staked == 500
    table.ok(c.CloseBets())


def test_that_a_locked_out_supervisor_stays_locked_out_over_a_restart(table):
    table.bring_to(Phase.RESULT)
    for _ in range(3):
        table.do(c.Void("damaged dice", Authority("Ng", "0000")))
    table.again()
    assert table.do(c.Void("damaged dice", NG)) == Refusal("locked-out", {"seconds": 30})
    assert ("locked-out", {"name": "Ng", "seconds": 30}) in [(a.key, a.values) for a in table.view.alerts]
    table.now_ms += 30_000
    table.ok(c.Void("damaged dice", NG))


# --- another console ----------------------------------------------------------------------------------------------


def test_that_a_second_console_is_refused_by_name_while_the_first_is_at_work(table):
    table.bring_to(Phase.BETTING)
    with pytest.raises(Fenced, match="console 'console-1' is at work there, since take 1"):
        table.spare()
    assert table.view.next is not Next.TAKE_OVER
    table.ok(c.CloseBets())


def test_that_a_spare_console_starts_where_the_first_has_gone(table):
    table.bring_to(Phase.BETTING)
    table.desk.close()
    spare = table.spare()
    assert (spare.view.round, spare.view.phase) == (1, Phase.BETTING)


def test_that_a_spare_console_takes_over_on_purpose_and_the_first_one_says_so(table):
    table.bring_to(Phase.BETTING, bets={"07": {"small": 500}})
    spare = table.spare(take_over=True)
    assert (spare.view.round, spare.view.phase) == (1, Phase.BETTING)
    assert spare.view.exposure.staked == 500, "an empty archive fills itself from the log"
    assert table.view.next is Next.TAKE_OVER
    assert table.do(c.CloseBets()) == Refusal("fenced") == table.do(c.Void("die not flat"))
    assert spare.do(c.CloseBets()) is None
    assert table.view.phase is Phase.CLOSED, "it looks on"
    assert table.names() == ["RoundOpened", "BetsClosed"]
    assert [other.key for other in spare.view.alerts] == [], "who is fenced is not at work any more"


def test_that_the_table_is_taken_back_with_a_supervisor_at_the_round_as_it_stands(table):
    table.bring_to(Phase.BETTING)
    assert table.do(c.TakeOver(NG)) == Refusal("not-fenced")
    spare = table.spare(take_over=True)
    spare.do(c.CloseBets())
    assert table.view.may == {"SignOff", "ChangeStaff", "TakeOver"}
    assert table.do(c.TakeOver(Authority("Ng", "1"))) == Refusal("wrong-pin")
    table.ok(c.TakeOver(NG))
    assert (table.view.phase, table.view.next) == (Phase.CLOSED, Next.ANSWER_INTERRUPTION)
    table.ok(signs_on("Mia"))  # another has dealt meanwhile
    table.ok(c.Interrupted(decided=False))
    spare.poll()
    assert spare.view.next is Next.TAKE_OVER
    assert [type(r.decode(e.value)) for e in table.log.read([keys.consoles(TABLE)], 0, 10)] == [
        r.ConsoleHeld
    ] * 3


def full(*_ways):
    raise EnvironmentFault("the archive cannot be written: database or disk is full")


def test_that_a_console_whose_disk_is_full_does_not_take_the_table(table, monkeypatch):
    table.bring_to(Phase.BETTING)
    spare = table.spare(take_over=True)
    assert table.view.next is Next.TAKE_OVER
    monkeypatch.setattr(table.archive, "_transaction", full)
    reason = "the archive cannot be written: database or disk is full"
    assert table.do(c.TakeOver(NG)) == Refusal("archive", {"reason": reason})
    assert spare.do(c.CloseBets()) is None, "the other console deals on"
    monkeypatch.undo()
    table.ok(c.TakeOver(NG))
    assert table.view.phase is Phase.CLOSED


def test_that_a_console_whose_disk_is_full_as_it_takes_the_table_looks_on_and_can_try_again(
    table, monkeypatch
):
    table.bring_to(Phase.BETTING)
    spare = table.spare(take_over=True)
    assert table.view.next is Next.TAKE_OVER
    monkeypatch.setattr(table.archive, "add", full)
    assert table.do(c.TakeOver(NG)).key == "archive"
    assert table.view.next is Next.TAKE_OVER
    assert "archive" in [alert.key for alert in table.view.alerts]
    monkeypatch.undo()
    table.ok(c.TakeOver(NG))
    assert table.view.phase is Phase.BETTING
    table.ok(signs_on("Mia"))
    table.ok(c.CloseBets())
    spare.poll()
    assert spare.view.next is Next.TAKE_OVER


@pytest.mark.parametrize("when", ["before", "after"])
def test_that_an_append_without_an_answer_from_before_a_take_over_is_not_done_later(table, when):
    table.bring_to(Phase.BETTING)
    table.link.silent = when
    assert table.do(c.CloseBets()) is None
    spare = table.spare(take_over=True)
    table.link.silent = ""
    view = table.pass_ms(1_500)
    assert view.next is Next.TAKE_OVER
    assert spare.view.phase is (Phase.BETTING if when == "before" else Phase.CLOSED)
    assert table.names().count("BetsClosed") == (when == "after")


def test_that_a_console_that_cannot_start_leaves_nobody_at_work(table):
    table.desk.close()
    broken = FaultyLog(table.log)
    broken.silent = "before"
    table.link = broken
    with pytest.raises(Exception, match="cut"):
        table.start()
    table.link = FaultyLog(table.log)
    assert table.spare().view.round == 0
