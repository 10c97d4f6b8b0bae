"""A game that the program has never heard of, dealt at the real console over a real log and archive."""

import msgspec
import pytest

from kiosk.console import commands as c
from kiosk.console.commands import Refusal
from kiosk.console.desk.config import DeskConfig
from kiosk.console.settings import TableSettings
from kiosk.console.view import Next
from kiosk.games.game import Fact
from kiosk.seat.config import SeatConfig
from kiosk.seat.context import Context
from kiosk.seat.events import LogRead
from kiosk.seat.state import Registered, SeatState
from kiosk.seat.step import step
from kiosk.table import keys
from kiosk.table import records as r
from kiosk.table.log import Put
from kiosk.table.round import Phase
from kits.console.desk import NG, Killed, Table
from kits.seat.seats import TABLE, make_limits
from toy.rules import GAME, HighCardLayout, card

LAYOUT = HighCardLayout()
LIMITS = make_limits(LAYOUT)
ACE, KING, TWO = 13, 12, 1


class ToyTable(Table):
    """A table of high card; seats 07 and 08."""

    def __init__(self, folder):
        super().__init__(folder, seats={"07": "A", "08": "A"})

    def config(self, console="console-1") -> DeskConfig:
        config = super().config(console)
        toy = TableSettings(TABLE, console, GAME, LAYOUT, LIMITS, self.seats, {"A": LAYOUT})
        return DeskConfig(config.casino, toy, config.pace, config.first, now_utc=config.now_utc)

    def deals(self, players, dealer):
        """From open bets to the result."""
        steps = (
            c.CloseBets(),
            c.StartAct(),
            c.EndAct(1),
            c.EnterResult((card(players, "players"),)),
            c.EnterResult((card(dealer, "dealer"),)),
        )
        for command in steps:
            if isinstance(command, c.StartAct):
                self.shows_close("07")
            self.ok(command)


@pytest.fixture
def table(tmp_path):
    table = ToyTable(tmp_path)
    table.start()
    yield table
    table.close()


def opens(table, stake=2_000):
    table.ok(c.OpenBets())
    table.bet("07", ante=stake)


@pytest.mark.parametrize(
    ("players", "dealer", "due"), [(ACE, KING, 3_900), (KING, KING, 2_000), (TWO, KING, 0)]
)
def test_that_a_round_is_dealt_card_by_card_and_settled(table, players, dealer, due):
    opens(table)
    table.deals(players, dealer)
    assert (table.view.phase, table.seat("07").due) == (Phase.RESULT, due)
    assert table.view.facts == (card(players, "players"), card(dealer, "dealer"))
    table.settles("07")
    table.ok(c.EndRound())
    assert table.view.next is Next.OPEN_BETS


def test_that_only_what_the_game_asks_for_is_entered(table):
    opens(table)
    table.ok(c.CloseBets())
    table.shows_close("07")
    assert table.view.next is Next.START_ACT
    assert table.do(c.EnterResult((card(ACE, "players"),))) == Refusal("phase"), "nobody has shuffled"
    table.ok(c.StartAct())
    table.ok(c.EndAct(1))
    for wrong in (card(ACE, "dealer"), card(14, "players"), Fact("dice", (1, 2, 3))):
        assert table.do(c.EnterResult((wrong,))).key == "not-a-result"
    table.ok(c.EnterResult((card(ACE, "players"),)))
    assert table.view.next is Next.ENTER_RESULT
    assert table.do(c.EnterResult((card(ACE, "players"),))).key == "not-a-result"


def test_that_a_void_by_mistake_gets_its_result_once_a_card_lies_there(table):
    opens(table)
    table.ok(c.CloseBets())
    table.shows_close("07")
    table.ok(c.StartAct())
    table.ok(c.EndAct(1))
    table.ok(c.EnterResult((card(ACE, "players"),)))
    assert table.do(c.Void("a card fell")) == Refusal("needs-supervisor"), "a card lies there"
    table.ok(c.Void("a card fell", NG))
    assert table.seat("07").due == 2_000
    both = (card(ACE, "players"), card(KING, "dealer"))
    table.ok(c.CorrectResult(both, NG, reason="void by mistake"))
    assert (table.view.phase, table.seat("07").due) == (Phase.RESULT, 3_900)


def test_that_a_shuffle_that_was_none_leaves_only_the_void(table):
    opens(table)
    table.ok(c.CloseBets())
    table.shows_close("07")
    table.ok(c.StartAct())
    table.ok(c.EndAct(0))
    assert table.view.next is Next.VOID_DUE


@pytest.mark.parametrize("when", ["before", "after"])
@pytest.mark.parametrize("at", range(1, 6))
def test_that_a_console_killed_at_any_step_goes_on_with_the_same_round(table, at, when):
    opens(table)
    table.link.kill_at = (table.link.appends + at, when)
    with pytest.raises(Killed):
        table.deals(ACE, KING)
    table.again()
    for _ in range(9):
        view = table.view
        if view.phase is Phase.RESULT or (view.phase is Phase.VOID):
            break
        if view.phase is Phase.CLOSED:
            table.shows_close("07")
        match view.next:
            case Next.ANSWER_BETTING:
                table.ok(c.ResumeBetting())
            case Next.ANSWER_INTERRUPTION:
                table.ok(c.Interrupted(decided=True))
            case Next.HURRY_UP | Next.CLOSE_BETS:
                table.ok(c.CloseBets())
            case Next.START_ACT:
                table.ok(c.StartAct())
            case Next.END_ACT:
                table.ok(c.EndAct(1))
            case Next.ENTER_RESULT:
                dealt = table.desk._core.table.dealt
                table.ok(c.EnterResult((card(KING, "dealer"),) if dealt else (card(ACE, "players"),)))
    assert table.seat("07").due in (3_900, 2_000)
    assert table.view.round == 1


def test_that_a_seat_settles_it_by_the_log_alone(table):
    opens(table)
    table.deals(ACE, KING)
    config = SeatConfig(seat="07", table=TABLE, casino="Harbour Casino", chips=(100, 500, 1_000))
    context, state = Context(config, GAME, LAYOUT), SeatState()
    for entry in table.log.read([keys.rounds(TABLE)], 0, 100):
        if state.table.phase is Phase.PLAY and state.registered is None:
            held = msgspec.structs.replace(state.balances, escrow=2_000, notes=-2_000)
            state = msgspec.structs.replace(
                state, balances=held, registered=Registered(1, {"ante": 2_000}, 1)
            )
        state = step(context, state, LogRead(entry.seq, entry.key, entry.value)).state
    assert state.table.phase is Phase.RESULT
    assert (state.balances.escrow, state.balances.credit, state.balances.house) == (0, 3_900, -1_900)


@pytest.mark.parametrize(
    "record",
    [
        r.FactsEntered(round=1, facts=(card(ACE, "dealer"),)),
        r.FactsEntered(round=1, facts=(card(ACE, "players"), card(KING, "dealer"), card(TWO, "dealer"))),
        r.ResultEntered(round=1, facts=(card(TWO, "players"), card(KING, "dealer")), by="x"),
        r.ActStarted(round=1, act="shuffle"),
    ],
)
def test_that_a_record_that_the_game_does_not_ask_for_counts_for_nothing(table, record):
    opens(table)
    table.ok(c.CloseBets())
    table.shows_close("07")
    table.ok(c.StartAct())
    table.ok(c.EndAct(1))
    if isinstance(record, r.ResultEntered):
        table.ok(c.EnterResult((card(ACE, "players"),)))
    before = table.desk._core.book.table
    table.log.append([Put(f"{keys.rounds(TABLE)}1/90", r.encode(record))])
    table.pass_ms(100)
    assert table.desk._core.book.table == before
    assert table.desk._core.book.ignored_count == 1
