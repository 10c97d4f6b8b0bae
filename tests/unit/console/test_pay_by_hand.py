"""Paid by hand: never for a bet that was settled in another way, and never without a word when it is refused."""

import shutil

import pytest

from kiosk.book.archive import Archive, open_book
from kiosk.console import commands as c
from kiosk.console.archiving import REMOVE_MS, Archiving
from kiosk.console.commands import Refusal
from kiosk.faults import EnvironmentFault
from kiosk.games.sicbo import GAME
from kiosk.links.embedded import EmbeddedLog
from kiosk.table import keys
from kiosk.table import records as r
from kiosk.table.round import EARLIER_ROUNDS, Phase
from kits.console.desk import DICE, NG, OTHER_DICE, Table
from kits.console.stages import Stage
from kits.seat.seats import LAYOUTS, TABLE

MEANWHILE = Refusal("settled-meanwhile", {"seat": "07"})
ELSEWHERE = Refusal("settled-elsewhere", {"seat": "07"})


class LeavingLog(EmbeddedLog):
    """An embedded log from which a host lets records go, as it does from etcd."""

    def delete(self, found):
        self._db.execute("DROP TRIGGER IF EXISTS entry_remains")
        self._db.executemany("DELETE FROM entry WHERE key = ?", [(key,) for key in found])


@pytest.fixture
def shared(tmp_path):
    """A table with one seat whose log lets records go."""
    table = Table(tmp_path, seats={"07": "A"}, log=LeavingLog(tmp_path / "table.db"))
    table.start()
    yield table
    table.close()


class Host:
    """Archives the table and lets go of what may leave."""

    def __init__(self, table):
        self._table = table
        self._archive = Archive(table.folder / "host.db", TABLE)
        book = open_book(self._archive, GAME, LAYOUTS, table.seats)
        self._archiving = Archiving(table.log, book, self._archive)
        self._archiving.start(lambda: None)

    def look(self):
        for _ in range(3):
            self._table.pass_ms(REMOVE_MS, step=REMOVE_MS)
            self._archiving.poll(self._table.now_ms)

    def close(self):
        self._archiving.close()
        self._archive.close()


@pytest.fixture
def host(shared):
    host = Host(shared)
    yield host
    host.close()


def alert(table, key):
    """What that alert says; None when it is not shown."""
    return next((alert.values for alert in table.view.alerts if alert.key == key), None)


def payments(table):
    return [record for record in table.written() if isinstance(record, r.PaidByHand)]


def pay(table, number=1, seat="07"):
    return table.do(c.PayByHand(seat, number, NG))


def of_bets(table, number):
    """The bets and reports of the round that stand in the log."""
    found = table.log.read([keys.seat(TABLE, "07")], 0, 1_000)
    return [entry.key for entry in found if f"/{number}/" in entry.key]


# --- a console that comes back with its own, older archive --------------------------------------------------------


def played_on_by_a_spare(table, host, rounds=2, *, looks=False):
    """The console dies in a round with a bet; a spare one concludes it, and its bets leave. Answers the spare."""
    table.bring_to(Stage.ACTED, bets={"07": {"small": 500}})
    table.desk.close()
    table.desk = spare = table.spare()
    table.ok(c.Interrupted(decided=True))
    table.ok(c.EnterResult(DICE))
    table.settles("07")
    table.ok(c.EndRound())
    for _ in range(rounds):
        table.bring_to(Phase.ENDED, bets={"07": {"small": 500}})
        if looks:
            host.look()
    host.look()
    assert of_bets(table, 1) == []
    spare.close()
    table._others.remove(spare)
    table.desk = None
    return spare


def test_that_a_round_that_was_settled_while_a_spare_console_dealt_is_not_owed(shared, host):
    played_on_by_a_spare(shared, host)
    shared.again()
    assert alert(shared, "unsettled") is None
    assert alert(shared, "settled-elsewhere") == {"rounds": "1"}
    assert (shared.seat("07").payable, shared.view.last_rounds[-1].unsettled) == (0, ())
    assert pay(shared) == ELSEWHERE
    assert payments(shared) == []


def test_that_a_console_whose_whole_round_has_left_takes_the_table_with_the_archive_of_another(shared, host):
    """A spare one has dealt all night. The console stands in its old round, and would decide about that one."""
    played_on_by_a_spare(shared, host, EARLIER_ROUNDS + 20, looks=True)
    assert shared.log.read([f"{keys.rounds(TABLE)}1/"], 0, 10) == []
    with pytest.raises(EnvironmentFault, match="copy the archive of another console"):
        shared.again()
    shared.archive.close()
    for name in ("archive.db", "archive.db-wal", "archive.db-shm"):
        (shared.folder / name).unlink(missing_ok=True)
    shutil.copy(shared.folder / "console-2.db", shared.folder / "archive.db")
    shared.again()
    assert (shared.view.phase, shared.view.round) == (Phase.ENDED, EARLIER_ROUNDS + 21)
    assert (alert(shared, "unsettled"), alert(shared, "settled-elsewhere")) == (None, None)


def test_that_the_same_is_found_when_the_table_is_taken_again(shared, host):
    shared.bring_to(Stage.ACTED, bets={"07": {"small": 500}})
    first, archive = shared.desk, shared.archive
    spare = shared.spare(take_over=True)
    first.poll()
    first._core.service.reading.close()  # its machine sleeps, and misses what happens
    shared.desk = spare
    shared.ok(c.Interrupted(decided=True))
    shared.ok(c.EnterResult(DICE))
    shared.settles("07")
    shared.ok(c.EndRound())
    shared.bring_to(Phase.ENDED, bets={"07": {"small": 500}})
    shared.archive = archive
    host.look()
    assert of_bets(shared, 1) == []
    shared.desk = first
    shared.ok(c.TakeOver(NG))
    assert alert(shared, "settled-elsewhere") == {"rounds": "1"}
    assert pay(shared) == ELSEWHERE


def test_that_a_bet_that_leaves_the_log_before_the_payment_is_not_paid(shared):
    shared.bring_to(Phase.ENDED, bets={"07": {"small": 500}}, settle=False)
    shared.bring_to(Phase.ENDED)
    assert shared.seat("07").payable == 1_000
    shared.log.delete([keys.slip(TABLE, "07", 1, 1)])
    assert pay(shared) == MEANWHILE
    assert payments(shared) == []


def test_that_a_bet_of_which_a_newer_one_stands_under_a_longer_name_is_gone_all_the_same(shared):
    shared.bring_to(Phase.BETTING, bets={"07": {"small": 500}})
    shared.ok(c.CloseBets())
    shared.bet("07", small=500)
    for step in (c.GoOnWithout(),):
        shared.pass_ms(3_000)
        shared.do(step)
    shared.do(c.StartAct(), c.EndAct(3), c.EnterResult(DICE), c.EndRound())
    shared.bring_to(Phase.BETTING)
    late = r.Slip(seat="07", round=1, rev=10, layout="A", stakes={"small": 500})
    shared.put(keys.slip(TABLE, "07", 1, 10), late)
    shared.log.delete([keys.slip(TABLE, "07", 1, 1)])
    assert pay(shared) == MEANWHILE


def test_that_what_a_void_afterwards_gives_is_paid_by_hand_although_the_bet_has_left(shared, host):
    """A bet whose settlement this console has read may have left: what comes after is owed."""
    shared.bring_to(Phase.ENDED, bets={"07": {"small": 500}}, dice=OTHER_DICE)
    shared.bring_to(Phase.ENDED, bets={"07": {"small": 500}})
    host.look()
    assert of_bets(shared, 1) == []
    shared.ok(c.DamagedEquipment((1,), NG))
    shared.view  # noqa: B018 - all that came so far is read
    assert pay(shared) is None
    assert [paid.cents for paid in payments(shared)] == [500]


def test_that_an_unsettled_round_stays_owed_over_a_restart(shared, host):
    shared.bring_to(Phase.ENDED, bets={"07": {"small": 500}}, settle=False)
    shared.bring_to(Phase.ENDED)
    host.look()
    shared.again()
    assert (alert(shared, "unsettled"), alert(shared, "settled-elsewhere")) == ({"rounds": "1"}, None)
    assert pay(shared) is None


# --- more than one decision ---------------------------------------------------------------------------------------


def test_that_a_settlement_that_the_book_has_not_seen_bars_the_payment_of_a_later_decision(table):
    table.bring_to(Phase.RESULT, bets={"07": {"small": 500, "big": 300}}, settle=False)
    table.ok(c.CorrectResult(OTHER_DICE, NG))
    table.view  # noqa: B018 - all that came so far is read
    append = table.link.append

    def settles_first(puts, **ways):
        table.link.append = append
        table.settles("07", number=1, decision=1)
        return append(puts, **ways)

    table.link.append = settles_first
    assert pay(table) == MEANWHILE
    assert payments(table) == []
    table.pass_ms(50)
    assert table.seat("07").payable == 0, "the player had 1000, the correction gives 600"


def test_that_a_settlement_that_the_book_has_seen_bars_nothing(table):
    table.bring_to(Phase.RESULT, bets={"07": {"small": 500, "big": 800}})
    table.settles("07")
    table.ok(c.CorrectResult(OTHER_DICE, NG))
    assert table.seat("07").payable == 600
    assert pay(table) is None
    assert [(paid.decision, paid.cents) for paid in payments(table)] == [(2, 600)]


# --- nothing is dropped silently ----------------------------------------------------------------------------------


def test_that_a_payment_that_waited_and_was_refused_is_said(table):
    table.bring_to(Phase.RESULT, bets={"07": {"small": 500}}, settle=False)
    table.link.silent = "before"
    assert pay(table) is None, "it waits"
    table.settles("07")
    table.link.silent = ""
    table.pass_ms(1_500)
    assert payments(table) == []
    assert alert(table, "settled-meanwhile") == {"seat": "07", "round": 1}
    said = [line.values for line in table.view.round_log if line.key == "settled-meanwhile"]
    assert said == [{"seat": "07", "round": 1}]
    table.ok(c.EndRound())
    table.bring_to(Phase.ENDED)
    assert alert(table, "settled-meanwhile") is not None, "also in the next round"
    table.bring_to(Phase.BETTING)
    assert alert(table, "settled-meanwhile") is None


def test_that_a_payment_that_waited_and_was_overtaken_by_another_console_is_said(table):
    table.bring_to(Phase.RESULT, bets={"07": {"small": 500}}, settle=False)
    table.link.silent = "before"
    assert pay(table) is None
    table.spare(take_over=True)
    table.link.silent = ""
    table.pass_ms(1_500)
    assert payments(table) == []
    assert alert(table, "settled-meanwhile") == {"seat": "07", "round": 1}


def test_that_a_payment_that_landed_before_another_console_took_the_table_is_not_said_to_be_refused(table):
    table.bring_to(Phase.RESULT, bets={"07": {"small": 500}}, settle=False)
    table.link.silent = "after"
    assert pay(table) is None
    table.spare(take_over=True)
    table.link.silent = ""
    table.pass_ms(1_500)
    assert len(payments(table)) == 1
    assert alert(table, "settled-meanwhile") is None


def test_that_a_payment_that_is_refused_at_once_is_no_alert(table):
    table.bring_to(Phase.RESULT, bets={"07": {"small": 500}}, settle=False)
    table.view  # noqa: B018 - all that came so far is read
    append = table.link.append

    def settles_first(puts, **ways):
        table.link.append = append
        table.settles("07", number=1)
        return append(puts, **ways)

    table.link.append = settles_first
    assert pay(table) == MEANWHILE
    assert alert(table, "settled-meanwhile") is None


# --- a seat that was replaced -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("locks", "refused"),
    [
        ((), Refusal("seat-present", {"seat": "07"})),
        (("handpay",), Refusal("seat-present", {"seat": "07"})),
        (("foreign-slip",), None),
    ],
)
def test_that_a_seat_that_is_there_is_paid_by_hand_only_when_its_bet_is_not_its_own(table, locks, refused):
    table.bring_to(Phase.ENDED, bets={"07": {"small": 500}}, settle=False)
    table.comes("07", locks=locks)
    assert pay(table) == refused
    assert len(payments(table)) == (refused is None)
    if refused is None:
        assert table.settles("07").because == "barred", "whatever its books hold, it is paid once"


# --- a round that is long over ------------------------------------------------------------------------------------


def test_that_a_round_is_paid_by_hand_however_old_it_is(table):
    table.bring_to(Phase.ENDED, bets={"07": {"small": 500}}, settle=False)
    for _ in range(EARLIER_ROUNDS + 25):
        table.ok(c.OpenBets())
        table.ok(c.Void("die not flat"))
    seat = table.seat("07")
    assert (seat.payable, seat.payable_round) == (1_000, 1)
    assert pay(table, number=2) == Refusal("unknown-round", {"number": 2}), "let go of: nothing is open in it"
    assert pay(table) is None
    assert alert(table, "unsettled") is None
    assert pay(table) == Refusal("nothing-to-pay", {"seat": "07"})
    table.again()
    assert (table.seat("07").payable, alert(table, "unsettled")) == (0, None)
