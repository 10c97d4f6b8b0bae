"""The automatic dealer: whole rounds in time, waits for the seats, and what it does with an interrupted round."""

import pytest

from kiosk.console.auto_dealer import DEALER, INTERRUPTED, AutoDealer, Pace
from kiosk.console.dice import random_dice, seeded_dice
from kiosk.console.service import TableService, TableSettings
from kiosk.games.game import Fact
from kiosk.games.sicbo import GAME, dice_fact
from kiosk.links.embedded import EmbeddedLog
from kiosk.table import keys
from kiosk.table import records as r
from kiosk.table.log import Put
from kiosk.table.round import Phase
from kits.console.stages import Stage, stage_of
from kits.seat.seats import LAYOUTS, NOW, TABLE, make_limits

PACE = Pace(
    betting_ms=36_000,
    hurry_ms=5_000,
    shown_within_ms=3_000,
    act_ms=3_500,
    read_ms=600,
    result_ms=7_000,
    pause_ms=1_000,
)

LIMITS = make_limits(LAYOUTS["A"])
SEATS = {"07": "A", "08": "A", "09": "A"}


@pytest.fixture
def log(tmp_path):
    log = EmbeddedLog(tmp_path / "table.db")
    yield log
    log.close()


@pytest.fixture
def service(log):
    return TableService(log, TableSettings(TABLE, "console-1", GAME, LAYOUTS["A"], LIMITS, SEATS))


def deal(service, seats=(), pace=PACE):
    return AutoDealer(service, lambda n: (dice_fact((1, 2, 1 + n % 6)),), pace, lambda: NOW, frozenset(seats))


def shows(log, seat, number=1):
    """The seat reports that it shows "No more bets"."""
    record = r.CloseShown(seat=seat, round=number)
    log.append([Put(keys.report(TABLE, record), r.encode(record))])


def phases(dealer, service, until_ms):
    """When each phase began, in ms."""
    found, now = [], 0
    while now <= until_ms:
        due = dealer.poll(now)
        if not found or found[-1][1] != stage_of(service.table):
            found.append((now, stage_of(service.table)))
        assert due >= now
        now = max(now + 1, due)
    return found


@pytest.mark.rule("sicbo:1.8")
def test_that_a_round_goes_through_its_phases_in_time(service):
    assert phases(deal(service), service, 50_000) == [
        (0, Phase.BETTING),
        (36_000, Phase.CLOSED),
        (36_001, Stage.ACTING),
        (39_501, Stage.ACTED),
        (40_101, Phase.RESULT),
        (47_101, Phase.ENDED),
        (48_101, Phase.BETTING),
    ]


def test_that_the_last_seconds_are_announced(service):
    dealer = deal(service)
    dealer.poll(0)
    dealer.poll(30_999)
    assert not service.table.hurried
    dealer.poll(31_000)
    assert (service.table.hurried, service.table.closes_in_ms, service.table.phase) == (
        True,
        5_000,
        Phase.BETTING,
    )


def test_that_nothing_happens_before_its_time_however_often_it_is_asked(service, log):
    dealer = deal(service)
    due = dealer.poll(0)
    seen = log.last(keys.rounds(TABLE))
    for now in range(0, due, 1_000):
        assert dealer.poll(now) == due
    assert log.last(keys.rounds(TABLE)) == seen


def test_that_there_may_be_no_hurry(service):
    found = phases(deal(service, pace=Pace(betting_ms=10_000, hurry_ms=0)), service, 10_000)
    assert found == [(0, Phase.BETTING), (10_000, Phase.CLOSED)]


@pytest.mark.rule("sicbo:3.5", "sicbo:5.3.3")
def test_that_the_tumbler_waits_until_every_seat_shows_no_more_bets(service, log):
    dealer = deal(service, seats=("07", "08"))
    for now in (0, 31_000, 36_000):
        dealer.poll(now)
    shows(log, "07")
    for now in range(36_000, 38_900, 50):
        dealer.poll(now)
        assert service.table.phase is Phase.CLOSED
    shows(log, "08")
    dealer.poll(38_950)
    assert stage_of(service.table) is Stage.ACTING


def test_that_a_seat_that_does_not_answer_stops_the_table_for_a_while_only(service):
    found = phases(deal(service, seats=("07",)), service, 39_100)
    assert found[-1] == (39_000, Stage.ACTING)


@pytest.mark.rule("sicbo:3.6")
def test_that_the_tumbler_tumbles_three_times(service):
    phases(deal(service), service, 41_000)
    assert service.table.entered == (Fact("tumble", (3,)),)


@pytest.mark.rule("sicbo:5.1.2", "sicbo:5.1")
@pytest.mark.parametrize("until_ms", [0, 31_000, 36_000, 36_001, 39_501])
def test_that_a_round_without_a_result_is_void_after_an_interruption(service, log, until_ms):
    phases(deal(service), service, until_ms)
    assert service.table.is_open
    deal(service)
    assert (service.table.phase, service.table.void_reason) == (Phase.VOID, INTERRUPTED)
    assert r.decode(log.last(keys.rounds(TABLE)).value).by == DEALER


@pytest.mark.rule("sicbo:5.1.1")
def test_that_a_round_with_a_result_is_concluded_after_an_interruption(service):
    phases(deal(service), service, 40_200)
    facts = service.table.facts
    deal(service)
    assert (service.table.phase, service.table.facts) == (Phase.ENDED, facts)


@pytest.mark.parametrize("until_ms", [None, 47_200])
def test_that_nothing_is_concluded_when_nothing_was_interrupted(service, log, until_ms):
    if until_ms is not None:
        phases(deal(service), service, until_ms)
    before = log.last(keys.rounds(TABLE))
    deal(service)
    assert log.last(keys.rounds(TABLE)) == before


def test_that_the_table_goes_on_after_an_interruption(service):
    phases(deal(service), service, 36_000)
    again = deal(service)
    again.poll(0)
    assert (service.table.number, service.table.phase) == (2, Phase.BETTING)


def test_that_a_faster_pace_is_shorter_in_every_part():
    fast = PACE.faster(10)
    assert (fast.betting_ms, fast.act_ms, fast.pause_ms) == (3_600, 350, 100)


# --- the dice -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("sicbo:2.2.1")
def test_that_dice_are_three_of_one_to_six_and_every_face_falls():
    roll = random_dice()
    rolls = [roll(n) for n in range(600)]
    assert {len(dice) for dice in rolls} == {3}
    for place in range(3):
        assert {dice[place] for dice in rolls} == {1, 2, 3, 4, 5, 6}


def test_that_a_seed_and_a_round_name_the_dice():
    assert [seeded_dice(5)(n) for n in range(50)] == [seeded_dice(5)(n) for n in range(50)]
    assert [seeded_dice(5)(n) for n in range(50)] != [seeded_dice(6)(n) for n in range(50)]
    assert seeded_dice(5)(7) == seeded_dice(5)(7)
    assert len({seeded_dice(5)(n) for n in range(500)}) > 150


# --- the end waits for the settlement -----------------------------------------------------------------------------


def bets(log, seat, number=1, rev=1, stakes=None):
    """The seat's slip, as the table log takes it."""
    slip = r.Slip(
        seat=seat, round=number, rev=rev, layout="A", stakes={"big": 500} if stakes is None else stakes
    )
    log.append([Put(keys.slip(TABLE, seat, number, rev), r.encode(slip))])


def settles(log, seat, number=1):
    record = r.Settled(seat=seat, round=number, staked=500, paid=0, decision=1)
    log.append([Put(keys.report(TABLE, record), r.encode(record))])


def to_result(dealer, service, since_ms=0):
    """Polls until the result is published; answers when."""
    now, due = since_ms, since_ms
    while service.table.phase is not Phase.RESULT:
        now = max(now, due)
        due = max(now + 1, dealer.poll(now))
    return now


@pytest.mark.rule("sicbo:1.8")
def test_that_a_round_ends_when_every_seat_with_a_bet_has_settled_it(service, log):
    dealer = deal(service)
    dealer.poll(0)
    bets(log, "07")
    bets(log, "08")
    bets(log, "09")
    bets(log, "09", rev=2, stakes={})  # all taken back: nothing to settle
    now = to_result(dealer, service)
    assert service.unsettled == {"07", "08"}
    settles(log, "07")
    due = now + PACE.result_ms
    for late in range(due, due + 2_900, 50):
        dealer.poll(late)
        assert service.table.phase is Phase.RESULT
    settles(log, "08")
    dealer.poll(due + 2_950)
    assert service.table.phase is Phase.ENDED
    assert service.silent == set()


def test_that_players_see_the_result_as_long_as_ever_when_all_have_settled(service, log):
    dealer = deal(service)
    dealer.poll(0)
    bets(log, "07")
    now = to_result(dealer, service)
    settles(log, "07")
    dealer.poll(now + PACE.result_ms - 2)
    assert service.table.phase is Phase.RESULT
    dealer.poll(now + PACE.result_ms)
    assert service.table.phase is Phase.ENDED


def test_that_a_seat_that_never_settles_is_named_and_stops_the_table_for_a_while_only(service, log):
    dealer = deal(service)
    dealer.poll(0)
    bets(log, "07")
    now = to_result(dealer, service)
    for late in range(now, now + PACE.result_ms + PACE.settled_within_ms + 2, 50):
        dealer.poll(late)
    assert service.table.phase is Phase.ENDED
    assert service.silent == {"07"}


@pytest.mark.rule("sicbo:3.5", "sicbo:5.3.3")
def test_that_a_seat_that_does_not_show_the_close_is_named_until_it_answers_again(service, log):
    dealer = deal(service, seats=("07", "08"))
    for now in (0, 31_000, 36_000):
        dealer.poll(now)
    shows(log, "07")
    assert service.silent == set()
    dealer.poll(39_000)
    assert (stage_of(service.table), service.silent) == (Stage.ACTING, {"08"})
    shows(log, "08")
    assert service.silent == set()


@pytest.mark.rule("sicbo:5.1.1", "sicbo:1.8")
def test_that_a_round_with_a_result_waits_for_its_settlement_also_after_an_interruption(service, log):
    dealer = deal(service)
    dealer.poll(0)
    bets(log, "07")
    to_result(dealer, service)
    again = deal(service)
    assert service.table.phase is Phase.RESULT
    again.poll(0)
    assert service.table.phase is Phase.RESULT
    settles(log, "07")
    again.poll(50)
    assert service.table.phase is Phase.ENDED


def test_that_a_seat_that_died_does_not_stop_an_interrupted_round_for_ever(service, log):
    dealer = deal(service)
    dealer.poll(0)
    bets(log, "07")
    to_result(dealer, service)
    again = deal(service)
    for now in range(0, PACE.settled_within_ms + 1, 50):
        again.poll(now)
    assert (service.table.phase, service.silent) == (Phase.ENDED, {"07"})
