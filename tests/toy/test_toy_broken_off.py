"""What belongs together and was broken off in its middle: a card given and not said, a correction begun."""

import pytest
from msgspec.structs import replace

from kiosk.console import commands as c
from kiosk.console.commands import Refusal
from kiosk.console.view import Next
from kiosk.games.game import NOBODY, Fact, Settlement, SpotResult
from kiosk.seat.choices import can_add
from kiosk.seat.events import Collect, StoreFailed
from kiosk.seat.slips import escrow_due
from kiosk.seat.state import Chosen, Flight, LockKind, Unconfirmed
from kiosk.table import keys
from kiosk.table import records as r
from kiosk.table.log import Put
from kiosk.table.round import Phase
from kits.console.desk import NG, TAN, FaultyLog, Killed
from kits.games.pit import RealSeat
from toy.pit import TOY, Pit
from toy.rules import CARD, DEALER, FOLD, RAISE

CARDS = {"s07": "Ah", "s08": "2c", DEALER: "Kd"}
BETS = {"s07": {"ante": 1_000, "high": 500}, "s08": {"ante": 1_000}}
CALLS = {"s07": RAISE, "s08": FOLD}
OWN, OTHER = Fact(CARD, ("Ah",), "07", "07"), Fact(CARD, ("2c",), "08", "08")


@pytest.fixture
def pit(tmp_path):
    pit = Pit(tmp_path)
    pit.start()
    pit.sit()
    yield pit
    pit.close()


def breaks_off(pit, command, appends):
    """The console is killed after so many appends of the command, and starts again."""
    pit.link.kill_at = (pit.link.appends + appends, "after")
    with pytest.raises(Killed):
        pit.desk.do(command)
    goes_on(pit)


def goes_on(pit):
    """The console that was killed starts, and the round goes on."""
    pit.again()
    pit.until(lambda view: view.next is Next.ANSWER_INTERRUPTION)
    pit.ok(c.Interrupted(decided=True, authority=TAN))
    pit.pump()


def place_of(pit, seat):
    return next(at for at, fact in enumerate(pit.view.play) if (fact.name, fact.at) == (CARD, seat))


def test_that_a_correction_that_was_broken_off_has_corrected_nothing(pit):
    pit.opens(**BETS)
    pit.deals(CARDS, {}, until=Next.CLOSE_DECISIONS)
    seat, at = pit.real["07"], place_of(pit, "07")
    seat.chooses(RAISE, **{"raise": 1_000})
    pit.pump()
    right = Fact(CARD, ("3s",), "07", "07")
    breaks_off(pit, c.CorrectFact(at, right, NG), 1)
    assert (seat.state.facts[at], pit.desk._core.service.known[at]) == (OWN, OWN)
    assert seat.state.chosen.choice == RAISE
    pit.ok(c.CorrectFact(at, right, NG))
    pit.until(lambda view: view.next is Next.CLOSE_DECISIONS)
    pit.pump()
    assert (seat.state.facts[at], seat.state.chosen) == (right, None)
    pit.deals(CARDS, CALLS)
    assert Fact(CARD, ("3s",), "07") in pit.view.facts
    pit.ends()
    assert pit.audits() == []


def test_that_all_cards_that_seats_have_seen_are_entered_after_a_kill(pit):
    pit.opens(**BETS)
    pit.deals(CARDS, {}, until=Next.ENTER_RESULT)
    breaks_off(pit, c.EnterResult((OWN, OTHER), NG), 2)
    assert pit.desk._core.service.known[-2:] == (OWN, OTHER)
    pit.deals({DEALER: "Kd"}, CALLS)
    pit.ends()
    assert pit.audits() == []


def test_that_a_silent_seat_folds_also_where_the_console_was_killed_behind_the_bar(pit):
    pit.opens(**BETS)
    pit.deals(CARDS, {}, until=Next.CLOSE_DECISIONS)
    pit.link.kill_at = (pit.link.appends + 1, "after")  # it closes them by itself
    with pytest.raises(Killed):
        pit.pass_ms(61_000, 1_000)
    goes_on(pit)
    assert pit.view.next is not Next.CLOSE_DECISIONS
    pit.until(lambda view: view.next is Next.REVEAL)
    assert [fact.values for fact in pit.view.play if fact.name == "call"] == [(FOLD,), (FOLD,)]


@pytest.mark.parametrize(
    ("gone_ms", "left_ms"),
    [(12_000, 18_000), (45_000, 0), (-3_600_000, 30_000), (3_600_000, 30_000), (10**11, 30_000)],
)
def test_that_a_decision_has_what_is_left_of_its_time_after_the_console_starts_again(pit, gone_ms, left_ms):
    pit.opens(**BETS)
    pit.deals(CARDS, {}, until=Next.CLOSE_DECISIONS)
    began = pit.desk._core.table.decide_from
    pit.real["07"].chooses(RAISE, **{"raise": 1_000})
    pit.pump()
    pit.now_ms += gone_ms - (30_000 - pit.view.left_ms)
    pit.again()
    assert pit.desk._core.table.decide_from == began
    assert max(0, left_ms - 1_000) <= pit.view.left_ms <= left_ms, "the record has whole seconds"
    pit.until(lambda view: view.next is Next.ANSWER_INTERRUPTION)
    pit.ok(c.Interrupted(decided=True, authority=TAN))
    pit.ok(c.MoreTime()) if left_ms else None
    pit.deals(CARDS, CALLS)
    pit.ends()
    assert pit.audits() == []


def closes_and_dies(pit):
    """The console is killed behind the bar, before it has entered what was decided."""
    pit.link.kill_at = (pit.link.appends + 1, "after")
    with pytest.raises(Killed):
        pit.pass_ms(61_000, 1_000)


def test_that_a_choice_that_stands_behind_the_bar_counts_for_nobody(pit):
    pit.opens(**BETS)
    pit.deals(CARDS, {}, until=Next.CLOSE_DECISIONS)
    closes_and_dies(pit)
    late = r.Choice(seat="07", round=1, n=1, rev=1, window="call", choice=RAISE, stakes={"raise": 1_000})
    pit.put(keys.choice("12", late), late)  # whatever has let it in
    goes_on(pit)
    pit.deals(CARDS, {})
    pit.pump()
    assert (pit.seat("07").stake, pit.money("07")) == (1_500, (10_000 - 1_000 + 500, 0, 500))
    pit.ends()
    assert (pit.audits(), pit.desk._core.book.findings) == ([], ())


def test_that_who_enters_something_else_than_was_chosen_takes_no_money_by_it(pit):
    pit.opens(**BETS)
    pit.deals(CARDS, {}, until=Next.CLOSE_DECISIONS)
    pit.real["07"].chooses(RAISE, **{"raise": 1_000})
    pit.pump()
    closes_and_dies(pit)
    facts = (Fact("call", (FOLD,), "07"), Fact("call", (FOLD,), "08"))
    false = r.DecisionsEntered(round=1, n=1, facts=facts)
    pit.put(keys.round_event("12", 1, pit.desk._core.book.events_written(1) + 2), false)
    goes_on(pit)
    seat = pit.real["07"]
    assert [lock.kind for lock in seat.state.locks] == [LockKind.FOREIGN_SLIP]
    assert (seat.state.balances.escrow, pit.seat("07").stake) == (1_500, 1_500)
    pit.deals(CARDS, {})
    pit.ends()
    assert (pit.audits(), pit.desk._core.book.findings) == ([], ())


def test_that_who_counts_a_choice_that_nobody_has_made_locks_the_seat(pit):
    pit.opens(**BETS)
    pit.deals(CARDS, {}, until=Next.CLOSE_DECISIONS)
    closes_and_dies(pit)
    facts = (Fact("call", (RAISE,), "07"), Fact("call", (FOLD,), "08"))
    false = r.DecisionsEntered(round=1, n=1, facts=facts)
    pit.put(keys.round_event("12", 1, pit.desk._core.book.events_written(1) + 2), false)
    goes_on(pit)
    locks = {name: [lock.kind for lock in seat.state.locks] for name, seat in pit.real.items()}
    assert locks == {"07": [LockKind.FOREIGN_SLIP], "08": []}
    assert pit.real["07"].state.balances.escrow == 1_500


def test_that_what_the_table_counts_otherwise_for_a_seat_is_ordered_by_a_manager_and_paid_by_hand_nowhere(
    pit,
):
    """Its books are older than its choice: it has settled without what the choice added, and the console says so."""
    pit.opens(**BETS)
    pit.deals(CARDS, {}, until=Next.CLOSE_DECISIONS)
    forged = r.Choice(seat="07", round=1, n=1, rev=5, window="call", choice=RAISE, stakes={"raise": 1_000})
    pit.put(keys.choice("12", forged), forged)
    pit.pump()
    assert [lock.kind for lock in pit.real["07"].state.locks] == [LockKind.FOREIGN_SLIP]
    pit.deals(CARDS, {"s08": FOLD})
    pit.pump()
    (found,) = pit.desk._core.book.findings
    assert (found.seat, found.staked, found.staked_by_console) == ("07", 1_500, 2_500)
    pit.real["07"].shows_locks()
    pit.pump()
    assert pit.do(c.PayByHand("07", 1, NG)) == Refusal("nothing-to-pay", {"seat": "07"})
    net = (found.paid_by_console - found.staked_by_console) - (found.paid - found.staked)
    pit.ends()
    credit = pit.money("07")[0]
    pit.ok(c.RecordDecision("as the table counts", "foreign choice", NG, 1, "07", net))
    pit.pump()
    assert pit.money("07")[0] == credit + net


def test_that_what_is_decided_waits_for_all_that_stands_before_the_bar(pit, monkeypatch):
    pit.opens(**BETS)
    pit.deals(CARDS, {}, until=Next.CLOSE_DECISIONS)
    with monkeypatch.context() as behind:
        behind.setattr(type(pit.desk._core.service), "caught_up", property(lambda _: False))
        pit.pass_ms(61_000, 1_000)
        assert pit.view.next is Next.ENTER_DECISIONS
    pit.pump()
    assert pit.view.next is Next.REVEAL


def test_that_who_decides_anew_after_a_correction_has_decided_that_alone(pit):
    pit.opens(**BETS)
    pit.deals(CARDS, {}, until=Next.CLOSE_DECISIONS)
    pit.real["07"].chooses(FOLD)
    pit.pump()
    pit.ok(c.CorrectFact(place_of(pit, "08"), Fact(CARD, ("9c",), "08", "08"), NG))
    pit.deals(CARDS, CALLS)
    pit.ends()
    assert (pit.money("07"), pit.audits()) == ((12_400, 0, -2_400), [])


# --- another console, another machine ------------------------------------------------------------------------------


def test_that_another_console_goes_on_while_players_decide(pit):
    pit.opens(**BETS)
    pit.deals(CARDS, {}, until=Next.CLOSE_DECISIONS)
    pit.real["07"].chooses(RAISE, **{"raise": 1_000})
    at = place_of(pit, "08")
    pit.link.kill_at = (pit.link.appends + 1, "after")
    with pytest.raises(Killed):
        pit.desk.do(c.CorrectFact(at, Fact(CARD, ("9c",), "08", "08"), NG))
    pit.desk.close()
    spare = pit.desk = pit.spare()
    pit.until(lambda view: view.next is Next.ANSWER_INTERRUPTION)
    pit.ok(c.Interrupted(decided=True, authority=TAN))
    assert spare._core.service.known[at] == OTHER, "whoever was to correct it has not"
    pit.deals(CARDS, CALLS)
    pit.pump()
    assert (pit.money("07"), pit.money("08")) == ((12_400, 0, -2_400), (9_000, 0, 1_000))
    pit.ends()
    assert spare._core.book.findings == ()


def test_that_who_takes_the_table_back_says_where_a_card_lies_that_a_seat_has_seen(pit):
    pit.opens(**BETS)
    pit.deals(CARDS, {}, until=Next.ENTER_RESULT)
    link = FaultyLog(pit.log)
    other = pit.spare(log=link, take_over=True)
    other.poll()
    assert other.do(c.Interrupted(decided=True, authority=TAN)) is None
    link.kill_at = (link.appends + 1, "after")
    with pytest.raises(Killed):
        other.do(c.EnterResult((OWN,), NG))
    other.close()
    pit.until(lambda view: view.next is Next.TAKE_OVER)
    pit.ok(c.TakeOver(NG))
    pit.pump()
    assert pit.desk._core.service.known[-1] == OWN


def test_that_of_two_choices_the_first_one_counts_for_every_reader(pit):
    pit.opens(**BETS)
    pit.deals(CARDS, {}, until=Next.CLOSE_DECISIONS)
    pit.real["07"].chooses(RAISE, **{"raise": 1_000})
    pit.pump()
    # Nobody but the seat itself can write below its name; what it would write is held against what it has decided.
    second = r.Choice(seat="07", round=1, n=1, rev=2, window="call", choice=FOLD)
    pit.log.append([Put(keys.choice("12", second), r.encode(second))])
    pit.pump()
    assert [lock.kind for lock in pit.real["07"].state.locks] == [LockKind.FOREIGN_SLIP]
    pit.deals(CARDS, {"s08": FOLD})
    pit.ends()
    assert (pit.money("07"), pit.audits()) == ((12_400, 0, -2_400), [])


def test_that_another_machine_in_a_seats_place_decides_nothing_and_its_bet_is_paid_by_hand(pit, tmp_path):
    pit.opens(**BETS)
    pit.deals(CARDS, {}, until=Next.CLOSE_DECISIONS)
    pit.real["07"].chooses(RAISE, **{"raise": 1_000})
    pit.pump()
    pit.real.pop("07").goes()
    new = pit.real["07"] = RealSeat(tmp_path / "another", TOY, pit._log_of, "07")
    pit.pump()
    assert [lock.kind for lock in new.state.locks] == [LockKind.FOREIGN_SLIP]
    new.chooses(FOLD)
    assert (new.state.flight, new.state.balances.escrow) == (None, 0)
    pit.deals(CARDS, {"s08": FOLD})
    assert pit.seat("07").due == 2_500 + 2_400, "what the broken one had registered"
    new.shows_locks()
    pit.pump()
    pit.ok(c.PayByHand("07", 1, NG))
    pit.pump()
    assert new.state.balances.credit == 0


# --- nothing is decided where nobody can see it ---------------------------------------------------------------------


def test_that_a_locked_seat_decides_nothing_and_is_away(pit):
    pit.opens(s07={"ante": 1_000})
    pit.deals(CARDS, {}, until=Next.CLOSE_DECISIONS)
    pit.real["07"].played.runner.deliver(StoreFailed("the disk is full"))
    pit.pump()
    pit.real["07"].shows_locks()
    pit.real["07"].chooses(RAISE, **{"raise": 1_000})
    assert pit.real["07"].state.balances.escrow == 1_000
    pit.pass_ms(31_000, 1_000)
    assert pit.view.next is Next.CLOSE_DECISIONS, "nobody closes it but the dealer"
    pit.ok(c.CloseDecisions())
    pit.until(lambda view: view.next is Next.REVEAL)
    assert [fact.values for fact in pit.view.play if fact.name == "call"] == [("void",)]


def test_that_a_choice_without_an_answer_holds_its_money_until_the_table_has_decided(pit):
    pit.opens(s07={"ante": 1_000})
    pit.deals(CARDS, {}, until=Next.CLOSE_DECISIONS)
    seat = pit.real["07"]
    seat.log.silent = True
    seat.chooses(RAISE, **{"raise": 1_000})
    assert (seat.state.chosen, seat.state.balances.escrow) == (None, 2_000)
    pit.pass_ms(31_000, 1_000)
    pit.deals(CARDS, {})
    seat.log.silent = False
    pit.pump()
    assert pit.money("07") == (9_000, 0, 1_000), "it has folded: the raise came back"
    pit.ends()
    assert pit.audits() == []


def test_that_a_choice_of_a_seat_that_has_not_heard_of_the_bar_comes_back(pit):
    pit.opens(s07={"ante": 1_000})
    pit.deals(CARDS, {}, until=Next.CLOSE_DECISIONS)
    seat = pit.real["07"]
    seat.feed.close()  # what the log says comes to it no more, what it says comes to the log
    pit.pass_ms(61_000, 1_000)
    assert pit.view.next is not Next.CLOSE_DECISIONS
    seat.chooses(RAISE, **{"raise": 1_000})
    assert (seat.state.flight, seat.state.balances.escrow) == (None, 1_000)
    seat.again()
    pit.deals(CARDS, {})
    pit.ends()
    assert pit.money("07") == (9_000, 0, 1_000)
    assert pit.audits() == []


@pytest.mark.parametrize("how", ["correct", "void"])
def test_that_no_choice_comes_into_a_decision_that_a_correction_or_a_void_has_ended(pit, how):
    pit.opens(**BETS)
    pit.deals(CARDS, {}, until=Next.CLOSE_DECISIONS)
    seat = pit.real["07"]
    seat.feed.close()
    right = Fact(CARD, ("9c",), "08", "08")
    pit.ok(c.CorrectFact(place_of(pit, "08"), right, NG) if how == "correct" else c.Void("a card fell", NG))
    seat.chooses(RAISE, **{"raise": 1_000})
    assert (seat.state.flight, seat.state.balances.escrow) == (None, 1_500)
    assert list(pit.log.read([keys.choices("12", "07")], 0, 10)) == []
    if how == "void":
        assert (pit.desk._core.table.deciding, pit.view.next) == (0, Next.OPEN_BETS)


def test_that_what_another_round_gave_adds_to_no_choice_before_the_log_holds_it(pit):
    state = pit.real["07"].state
    state = replace(state, balances=replace(state.balances, credit=5_000))
    assert can_add(state) == 5_000
    assert can_add(replace(state, unconfirmed=(Unconfirmed(7, 1, 3_000),))) == 2_000
    assert can_add(replace(state, unconfirmed=(Unconfirmed(state.table.number, 1, 3_000),))) == 5_000


@pytest.mark.parametrize(
    ("chosen", "flying", "due"), [(1_000, 500, 2_000), (500, 1_000, 2_000), (1_000, 0, 2_000)]
)
def test_that_escrow_holds_the_larger_of_what_is_chosen_and_what_is_on_its_way(pit, chosen, flying, due):
    pit.opens(s07={"ante": 1_000})
    pit.deals(CARDS, {}, until=Next.CLOSE_DECISIONS)
    state = replace(
        pit.real["07"].state,
        chosen=Chosen(1, RAISE, {"raise": chosen}, 9),
        flight=Flight(2, {"raise": flying} if flying else {}, n=1, choice=RAISE),
    )
    assert escrow_due(state) == due
    settled = Settlement({"ante": SpotResult(400, 0, 0)})
    assert escrow_due(replace(state, interim=settled)) == due - 400


def test_that_nobody_raises_with_credit_that_a_manager_has_taken(pit):
    pit.opens(s07={"ante": 1_000})
    pit.deals(CARDS, {}, until=Next.CLOSE_DECISIONS)
    pit.ok(c.RecordDecision("taken", "credited twice", NG, round=1, seat="07", cents=-8_500))
    pit.pump()
    seat = pit.real["07"]
    seat.chooses(RAISE, **{"raise": 1_000})
    assert (seat.state.flight, pit.money("07")) == (None, (500, 1_000, 0))
    pit.deals(CARDS, {"s07": FOLD})
    pit.ends()
    assert pit.audits() == []


# --- after an interim settlement ------------------------------------------------------------------------------------


def interim_is_paid(pit):
    pit.opens(**BETS)
    pit.deals(CARDS, CALLS, until=Next.REVEAL)
    pit.ok(c.Reveal())
    pit.until(lambda view: view.next is Next.ENTER_RESULT)
    pit.pump()


def test_that_a_round_with_an_interim_settlement_that_is_paid_by_hand_is_paid_once(pit):
    interim_is_paid(pit)
    assert pit.real["07"].state.unconfirmed == (Unconfirmed(1, 1, 1_000),), "none of it leaves the seat yet"
    gone = pit.real.pop("07")
    gone.goes()
    pit.deals(CARDS)
    pit.ok(c.PayByHand("07", 1, NG))
    pit.pump()
    pit.real["07"] = gone
    gone.comes()
    pit.pump()
    assert pit.money("07") == (7_500, 0, -2_400)
    assert gone.state.unconfirmed == ()
    pit.ends()
    assert pit.audits() == []


@pytest.mark.parametrize("later", ["void", "correct"])
def test_that_what_an_interim_settlement_gave_and_is_gone_becomes_an_open_item(pit, later):
    interim_is_paid(pit)
    pit.deals(CARDS)
    pit.ends()
    pit.pump()
    facts = pit.view.facts
    seat = pit.real["07"]

    seat.played.runner.handle(Collect())
    pit.pump(8)
    assert pit.money("07") == (0, 0, -2_400)
    if later == "void":
        pit.ok(c.DamagedEquipment((1,), NG))
    else:
        low = {"07": Fact(CARD, ("3s",), "07")}
        pit.ok(
            c.CorrectResult(tuple(low.get(f.at, f) if f.name == CARD and f.values else f for f in facts), NG)
        )
    pit.pump()
    short = 2_400 if later == "void" else 12_400 - 7_500
    assert [(item.seat, item.cents) for item in pit.desk._core.book.open_items] == [("07", short)]
    assert pit.audits() == []


@pytest.mark.parametrize("until", [Next.CLOSE_DECISIONS, "interim"])
def test_that_a_round_that_a_restored_log_knows_nothing_of_gives_every_cent_back(pit, until):
    if until == "interim":
        interim_is_paid(pit)
    else:
        pit.opens(**BETS)
        pit.deals(CARDS, {}, until=until)
        pit.real["07"].chooses(RAISE, **{"raise": 1_000})
    life = r.LogLife(life=2, log="restored", by="Boss", reason="fire", round=1, gone=(1,))
    pit.put(keys.life("12", 2), life)
    pit.pump()
    assert (pit.money("07"), pit.money("08")) == ((10_000, 0, 0), (10_000, 0, 0))
    for seat in pit.real.values():
        table = seat.state.table
        assert (table.phase, table.deciding, table.barred) == (Phase.VOID, 0, False)
        assert (seat.state.chosen, seat.state.interim) == (None, None)


# --- records that nobody should have written ------------------------------------------------------------------------


def test_that_what_is_sealed_wrongly_is_nobodys(pit):
    pit.opens(**BETS)
    pit.deals(CARDS, {}, until=Next.ENTER_RESULT)
    first = len(pit.view.play)
    pit.deals(CARDS, {}, until=Next.CLOSE_DECISIONS)
    false = Fact(CARD, ("2d",), "07", "07")
    for n, wrong in enumerate(
        (
            {"round": 2, "facts": (false,)},
            {"facts": (false, OTHER)},
            {"first": first + 1, "facts": (false,)},
            {"first": 0, "facts": (false,) * 64},
            {"first": 400, "facts": (false,) * 64},
        ),
        20,
    ):
        record = r.FactsSealed(**({"seat": "07", "round": 1, "n": n, "first": first} | wrong))
        pit.put(keys.facts_sealed("12", record), record)
    pit.pump()
    assert pit.real["07"].state.facts[first] == OWN
    assert pit.desk._core.service.known[first : first + 2] == (OWN, OTHER)
    pit.deals(CARDS, CALLS)
    assert pit.view.phase is Phase.RESULT
    pit.pump()
    assert (pit.money("07"), pit.money("08")) == ((12_400, 0, -2_400), (9_000, 0, 1_000))
    pit.ends()
    assert pit.audits() == []


def test_that_a_seat_decides_on_though_what_it_was_given_is_no_card(pit):
    pit.opens(**BETS)
    pit.deals(CARDS, {}, until=Next.ENTER_RESULT)
    first = len(pit.view.play)
    false = Fact(CARD, ("1h",), "07", "07")
    record = r.FactsSealed(seat="07", round=1, n=1, first=first, facts=(false,))
    pit.put(keys.facts_sealed("12", record), record)
    hidden = [Fact(CARD, (), at, to) for at, to in (("07", "07"), ("08", "08"), (DEALER, NOBODY))]
    shown = r.FactsEntered(round=1, facts=tuple(hidden))
    pit.put(keys.round_event("12", 1, pit.desk._core.book.events_written(1) + 1), shown)
    goes_on(pit)
    pit.until(lambda view: view.next is Next.CLOSE_DECISIONS)
    pit.real["07"].chooses(RAISE, **{"raise": 1_000})
    pit.pump()
    assert (pit.real["07"].state.chosen.choice, pit.seat("07").decided) == (RAISE, True)
