"""The table service: writes each event in its phase, resumes what the log shows, and is alone at its table."""

import pytest
from msgspec.structs import replace

from kiosk.console.service import Fenced, TableService, TableSettings
from kiosk.games.game import Fact
from kiosk.games.sicbo import GAME, dice_fact
from kiosk.links.embedded import EmbeddedLog
from kiosk.table import keys
from kiosk.table import records as r
from kiosk.table.log import NoAnswer, Put, RefusedBecause
from kiosk.table.round import NotAllowed, Phase
from kits.console.stages import Stage, stage_of
from kits.seat.seats import LAYOUTS, NOW, TABLE, make_limits

LIMITS = make_limits(LAYOUTS["A"])
DICE = (dice_fact((1, 2, 3)),)
SEATS = dict.fromkeys(("07", "08", "09", "10", "11", "12"), "A") | {"B1": "B"}


@pytest.fixture
def log(tmp_path):
    log = EmbeddedLog(tmp_path / "table.db")
    yield log
    log.close()


@pytest.fixture
def start(log):
    """Starts a console at the table."""
    return lambda name="console-1": TableService(
        log, TableSettings(TABLE, name, GAME, LAYOUTS["A"], LIMITS, SEATS, LAYOUTS)
    )


@pytest.fixture
def service(start):
    return start()


def bring_to(service, phase):
    """A round in that phase."""
    service.open_round(36_000, NOW)
    if phase == Phase.VOID:
        service.void("a die is not flat", "dealer")
        return
    bring_on(service, phase)


def bring_on(service, phase):
    """The round that is open, in that phase."""
    steps = [
        (Phase.BETTING, lambda: None),
        (Phase.CLOSED, service.close_bets),
        (Stage.ACTING, lambda: service.start_act("tumble")),
        (Stage.ACTED, lambda: service.end_act(3)),
        (Phase.RESULT, lambda: service.enter_result(DICE, "dealer")),
        (Phase.ENDED, service.end_round),
    ]
    order = [reached for reached, _ in steps]
    for _, do in steps[order.index(stage_of(service.table)) + 1 : order.index(phase) + 1]:
        do()


def written(log):
    """What stands in the log of the rounds: keys and records."""
    entries = log.read([keys.rounds(TABLE)], 0, 1_000)
    return [
        (entry.key.removeprefix("etg/12/round/"), type(r.decode(entry.value)).__name__) for entry in entries
    ]


ACTS = {
    "open": lambda service: service.open_round(36_000, NOW),
    "hurry": lambda service: service.hurry(5_000),
    "close": lambda service: service.close_bets(),
    "tumble": lambda service: service.start_act("tumble"),
    "rest": lambda service: service.end_act(3),
    "result": lambda service: service.enter_result(DICE, "dealer"),
    "void": lambda service: service.void("damaged dice", "dealer"),
    "end": lambda service: service.end_round(),
}
MAY = {
    Phase.BETTING: {"hurry", "close", "void"},
    Phase.CLOSED: {"tumble", "void"},
    Stage.ACTING: {"rest", "void"},
    Stage.ACTED: {"result", "void"},
    Phase.RESULT: {"end"},
    Phase.VOID: {"open"},
    Phase.ENDED: {"open"},
}


@pytest.mark.parametrize("phase", Stage)
@pytest.mark.parametrize("act", ACTS)
def test_that_every_act_is_done_in_its_phase_or_refused_and_not_written(service, log, phase, act):
    bring_to(service, phase)
    before, table = written(log), service.table
    if act in MAY[phase]:
        ACTS[act](service)
        assert len(written(log)) == len(before) + 1
    else:
        with pytest.raises(NotAllowed):
            ACTS[act](service)
        assert (written(log), service.table) == (before, table)


@pytest.mark.rule("sicbo:1.8", "sicbo:3.2")
def test_that_a_round_stands_in_the_log_event_by_event(service, log):
    bring_to(service, Phase.ENDED)
    assert written(log) == [
        ("1/1", "RoundOpened"),
        ("1/2", "BetsClosed"),
        ("1/3", "ActStarted"),
        ("1/4", "ActEnded"),
        ("1/5", "ResultEntered"),
        ("1/6", "RoundEnded"),
    ]


def test_that_rounds_are_numbered_without_gaps(service):
    numbers = []
    for phase in (Phase.ENDED, Phase.VOID, Phase.ENDED):
        bring_to(service, phase)
        numbers.append(service.table.number)
    assert numbers == [1, 2, 3]


@pytest.mark.rule("sicbo:3.5")
def test_that_the_bar_falls_in_the_same_moment_as_the_close(service, log):
    bring_to(service, Phase.CLOSED)
    closed = log.last(keys.rounds(TABLE))
    assert log.last(keys.closed(TABLE, 1)).seq == closed.seq
    slip = r.Slip(seat="07", round=1, rev=1, layout="A", stakes={"big": 500})
    late = log.append([Put(keys.slip(TABLE, "07", 1, 1), r.encode(slip))], unless=[keys.closed(TABLE, 1)])
    assert late.because is RefusedBecause.BARRED


@pytest.mark.rule("sicbo:3.7")
@pytest.mark.parametrize("facts", [(), (Fact("dice", (1, 2, 7)),), (Fact("dice", (1, 2)),), DICE * 2])
def test_that_a_result_that_is_not_three_dice_is_not_published(service, log, facts):
    bring_to(service, Stage.ACTED)
    before = written(log)
    with pytest.raises(NotAllowed, match="ResultEntered of round 1"):
        service.enter_result(facts, "dealer")
    assert written(log) == before


@pytest.mark.rule("sicbo:3.6")
def test_that_a_short_tumble_has_no_result(service):
    bring_to(service, Stage.ACTING)
    service.end_act(2)
    with pytest.raises(NotAllowed, match="a void: fewer than three tumbles"):
        service.enter_result(DICE, "dealer")
    service.void("fewer than three tumbles", "dealer")
    assert service.table.phase is Phase.VOID


# --- who shows "No more bets" -------------------------------------------------------------------------------------


def report(log, seat, number=1, key_seat=None):
    record = r.CloseShown(seat=seat, round=number)
    key = keys.report(TABLE, record).replace(f"seat/{seat}/", f"seat/{key_seat or seat}/")
    log.append([Put(key, r.encode(record))])


@pytest.mark.rule("sicbo:3.5")
def test_that_the_console_knows_which_seats_show_no_more_bets(service, log):
    bring_to(service, Phase.CLOSED)
    report(log, "07")
    report(log, "08")
    assert service.close_shown_by == {"07", "08"}


def test_that_reports_of_other_rounds_or_in_other_names_do_not_count(service, log):
    bring_to(service, Phase.CLOSED)
    report(log, "07", number=9)
    report(log, "08", key_seat="09")
    log.append([Put("etg/12/seat/07/report/1/closeshown", b"garbage")])
    assert service.close_shown_by == set()


def test_that_every_round_asks_anew(service, log):
    bring_to(service, Phase.CLOSED)
    report(log, "07")
    service.void("damaged dice", "dealer")
    service.open_round(36_000, NOW)
    assert service.close_shown_by == set()


def test_that_a_service_that_is_closed_hears_nothing(service, log):
    bring_to(service, Phase.CLOSED)
    service.close_service()
    report(log, "07")
    assert service.close_shown_by == set()


# --- who has bets to settle ---------------------------------------------------------------------------------------


def bet(log, seat, rev=1, number=1, layout="A", key_seat=None, **stakes):
    slip = r.Slip(seat=seat, round=number, rev=rev, layout=layout, stakes=stakes)
    return log.append([Put(keys.slip(TABLE, key_seat or seat, number, rev), r.encode(slip))])


def settled(log, seat, number=1):
    record = r.Settled(seat=seat, round=number, staked=500, paid=0, decision=1)
    log.append([Put(keys.report(TABLE, record), r.encode(record))])


@pytest.mark.rule("sicbo:1.8", "sicbo:5.7")
def test_that_seats_with_a_registered_bet_are_unsettled_until_they_report(service, log):
    bring_to(service, Phase.BETTING)
    bet(log, "07", big=500)
    bet(log, "08", big=500)
    bet(log, "08", rev=2)
    assert service.unsettled == {"07"}
    bring_on(service, Phase.RESULT)
    settled(log, "07")
    assert service.unsettled == set()


def test_that_slips_that_count_for_nothing_are_waited_for_by_nobody(service, log):
    bring_to(service, Phase.BETTING)
    bet(log, "07", big=50)  # off the unit
    bet(log, "08", number=9, big=500)
    bet(log, "09", key_seat="10", big=500)
    bet(log, "11", rev=2)
    bet(log, "11", rev=1, big=500)  # older than what stands
    log.append([Put("etg/12/seat/07/slip/1/9", b"garbage")])
    service.close_bets()
    bet(log, "12", big=500)  # after the close
    assert service.unsettled == set()


def test_that_a_bet_on_another_layout_is_waited_for(service, log):
    bring_to(service, Phase.BETTING)
    bet(log, "B1", layout="B", **{"total-4": 500})
    bet(
        log, "07", layout="B", **{"total-4": 500}
    )  # not this seat's layout: the seat counts it, and so do all
    assert service.unsettled == {"B1", "07"}


def test_that_bets_and_settlements_from_before_a_restart_count(service, start, log):
    bring_to(service, Phase.BETTING)
    bet(log, "07", big=500)
    bet(log, "08", big=500)
    service.close_bets()
    bet(log, "09", big=500)
    bring_on(service, Phase.RESULT)
    settled(log, "08")
    assert start().unsettled == {"07"}


def test_that_every_round_has_its_own_bets(service, log):
    bring_to(service, Phase.BETTING)
    bet(log, "07", big=500)
    service.void("damaged dice", "dealer")
    service.open_round(36_000, NOW)
    assert service.unsettled == set()


# --- again, and another one ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("phase", Stage)
def test_that_a_console_goes_on_where_the_log_stands(service, start, log, phase):
    bring_to(service, Phase.ENDED)
    bring_to(service, phase)
    again = start()
    assert again.table == replace(service.table, first=2)  # the newest round alone was read
    ACTS["open" if phase in (Stage.ENDED, Stage.VOID) else next(iter(sorted(MAY[phase])))](again)
    assert len({key for key, _ in written(log)}) == len(written(log))


def test_that_reports_from_before_the_restart_count(service, start, log):
    bring_to(service, Phase.CLOSED)
    report(log, "07")
    assert start().close_shown_by == {"07"}


def test_that_the_older_console_is_fenced_at_its_first_write(service, start, log):
    bring_to(service, Phase.BETTING)
    other = start("console-2")
    before = written(log)
    with pytest.raises(Fenced, match="fenced"):
        service.close_bets()
    assert written(log) == before
    other.close_bets()
    assert other.table.phase is Phase.CLOSED


@pytest.mark.parametrize(
    "record", [b"garbage", r.encode(r.BetsClosed(round=900)), r.encode(r.RoundEnded(round=1))]
)
@pytest.mark.parametrize("key", ["1/900", "1/x", "2/5", "900/1", "x/y", "0/0"])
@pytest.mark.parametrize("phase", [Phase.BETTING, Stage.ACTED, Phase.ENDED])
def test_that_records_that_count_for_nothing_do_not_disturb_the_next_console(start, log, key, record, phase):
    first = start()
    bring_to(first, phase)
    log.append([Put(f"etg/12/round/{key}", record)])
    again = start()
    assert again.table == first.table
    if again.table.is_open:
        again.void("technical interruption", "dealer")
    again.open_round(36_000, NOW)
    assert (again.table.number, again.table.phase) == (2, Phase.BETTING)


# --- corrections, earlier rounds, payments by hand ----------------------------------------------------------------

OTHER_DICE = (dice_fact((6, 6, 5)),)


def events_of(log, number):
    """The last part of the key and the record of each event of a round."""
    entries = log.read([f"{keys.rounds(TABLE)}{number}/"], 0, 1_000)
    return [(int(entry.key.rpartition("/")[2]), r.decode(entry.value)) for entry in entries]


@pytest.mark.rule("sicbo:5.5")
@pytest.mark.parametrize("phase", [Phase.RESULT, Phase.ENDED])
def test_that_a_result_is_corrected_until_the_next_round_opens(service, log, phase):
    bring_to(service, phase)
    service.correct_result(OTHER_DICE, "Mia", "Ng")
    assert (service.table.phase, service.table.facts) == (Phase.RESULT, OTHER_DICE)
    service.end_round()
    service.open_round(36_000, NOW)
    with pytest.raises(NotAllowed):
        service.correct_result(DICE, "Mia", "Ng")


@pytest.mark.rule("sicbo:5.4")
def test_that_an_earlier_round_goes_on_counting_its_own_events(service, log):
    bring_to(service, Phase.ENDED)
    bring_to(service, Stage.ACTED)
    service.void_earlier(1, "damaged dice", "Mia", "Ng")
    assert [n for n, _ in events_of(log, 1)] == [1, 2, 3, 4, 5, 6, 7]
    assert (service.table.number, stage_of(service.table), service.table.is_void(1)) == (2, Stage.ACTED, True)
    service.enter_result(DICE, "Mia")
    assert [n for n, _ in events_of(log, 2)] == [1, 2, 3, 4, 5]
    with pytest.raises(NotAllowed, match="void already"):
        service.void_earlier(1, "damaged dice", "Mia", "Ng")


@pytest.mark.rule("sicbo:5.4")
def test_that_a_result_is_not_voided_without_a_supervisor(service, log):
    bring_to(service, Phase.RESULT)
    before = written(log)
    with pytest.raises(NotAllowed, match="without a supervisor"):
        service.void("damaged dice", "Mia")
    assert written(log) == before
    service.void("damaged dice", "Mia", "Ng")
    assert service.table.phase is Phase.VOID


def test_that_a_payment_by_hand_and_its_mark_stand_together_and_bar_the_seat(service, log):
    bring_to(service, Phase.BETTING)
    bet(log, "07", small=500)
    bring_on(service, Phase.RESULT)
    assert service.pay_by_hand("07", 1, 1, 1_000, "Mia", "Ng") is True
    mark = log.last(keys.private(TABLE, "07"))
    assert (mark.key, mark.seq) == (keys.paid_mark(TABLE, "07", 1, 1), log.last(keys.rounds(TABLE)).seq)
    assert service.unsettled == set()


def test_that_what_a_seat_has_settled_is_not_paid_by_hand(service, log):
    bring_to(service, Phase.BETTING)
    bet(log, "07", small=500)
    bring_on(service, Phase.RESULT)
    settled(log, "07")
    before = written(log)
    assert service.pay_by_hand("07", 1, 1, 1_000, "Mia", "Ng") is False
    assert written(log) == before
    assert log.last(keys.private(TABLE, "07")) is None
    service.end_round()


@pytest.mark.rule("sicbo:5.10")
def test_that_managers_records_are_numbered_on_by_every_console(service, start, log):
    service.record_manager("go on", "noise", "Mia", "Ng", NOW)
    service.record_manager("go on", "noise", "Mia", "Ng", NOW)
    start().record_manager("go on", "noise", "Mia", "Ng", NOW, number=1, seat="07", cents=-500, closes=2)
    records = [r.decode(entry.value) for entry in log.read([keys.manager_records(TABLE)], 0, 10)]
    assert [record.number for record in records] == [1, 2, 3]
    assert (records[2].seat, records[2].cents, records[2].closes) == ("07", -500, 2)


# --- no answer ----------------------------------------------------------------------------------------------------


class Cut:
    """The log behind a link that can be cut before or after an append."""

    def __init__(self, log):
        self._log, self.when, self.tried = log, "", []

    def __getattr__(self, name):
        return getattr(self._log, name)

    def append(self, puts, **ways):
        self.tried.append(tuple(puts))
        if self.when == "before":
            raise NoAnswer("cut")
        answer = self._log.append(puts, **ways)
        if self.when == "after":
            raise NoAnswer("cut")
        return answer


@pytest.fixture
def cut(log):
    return Cut(log)


@pytest.fixture
def far(cut):
    return TableService(cut, TableSettings(TABLE, "console-1", GAME, LAYOUTS["A"], LIMITS, SEATS, LAYOUTS))


@pytest.mark.parametrize("when", ["before", "after"])
def test_that_what_had_no_answer_is_repeated_with_its_own_bytes_before_anything_else(far, cut, log, when):
    cut.when = when
    with pytest.raises(NoAnswer):
        far.open_round(36_000, NOW)
    assert (far.pending, far.table.number) == (True, 0)
    with pytest.raises(NoAnswer):
        far.open_round(36_000, "2030-01-01T00:00:00Z")
    cut.when = ""
    far.retry()
    assert (far.pending, far.table.number, far.table.opened_at) == (False, 1, NOW)
    assert len(set(cut.tried[1:])) == 1, "the same bytes every time"
    far.close_bets()
    assert written(log) == [("1/1", "RoundOpened"), ("1/2", "BetsClosed")]


@pytest.mark.parametrize("when", ["before", "after"])
def test_that_the_next_write_repeats_it_first(far, cut, log, when):
    bring_to(far, Phase.BETTING)
    cut.when = when
    with pytest.raises(NoAnswer):
        far.hurry(5_000)
    cut.when = ""
    far.close_bets()
    assert [name for _, name in written(log)] == ["RoundOpened", "BetsClosing", "BetsClosed"]


def test_that_a_payment_that_the_seat_overtook_is_told_after_the_silence(far, cut, log):
    bring_to(far, Phase.BETTING)
    bet(log, "07", small=500)
    bring_on(far, Phase.RESULT)
    cut.when = "before"
    with pytest.raises(NoAnswer):
        far.pay_by_hand("07", 1, 1, 1_000, "Mia", "Ng")
    settled(log, "07")
    cut.when = ""
    assert far.retry() is False
    assert not far.pending


# --- at work ------------------------------------------------------------------------------------------------------


@pytest.fixture
def at_work(log):
    """Starts a console that shows itself at work."""
    settings = {
        name: TableSettings(TABLE, name, GAME, LAYOUTS["A"], LIMITS, SEATS, LAYOUTS)
        for name in ("console-1", "console-2")
    }
    return lambda name, take_over=False: TableService(log, settings[name], log, take_over)


def test_that_a_console_is_refused_beside_another_with_its_name_and_what_to_do(at_work, log):
    first = at_work("console-1")
    with pytest.raises(Fenced) as refused:
        at_work("console-2")
    assert refused.value.what == "table 12: console 'console-1' is at work there, since take 1"
    assert "take the table over" in refused.value.way_out
    first.open_round(36_000, NOW)


def test_that_the_same_console_starts_again_beside_its_own_shadow(at_work):
    at_work("console-1")
    assert at_work("console-1").table.number == 0


def test_that_on_purpose_the_table_is_taken_and_taken_back(at_work):
    first = at_work("console-1")
    second = at_work("console-2", take_over=True)
    with pytest.raises(Fenced, match="fenced"):
        first.open_round(36_000, NOW)
    assert first.fenced
    second.open_round(36_000, NOW)
    first.take_again()
    assert first.table.phase is Phase.BETTING
    first.close_bets()
    with pytest.raises(Fenced):
        second.void("die not flat", "Mia")


@pytest.mark.rule("sicbo:5.9")
def test_that_a_round_that_is_void_while_bets_are_open_takes_no_later_slip(service, log):
    bring_to(service, Phase.BETTING)
    service.void("damaged dice", "dealer")
    late = r.Slip(seat="07", round=1, rev=1, layout="A", stakes={"big": 500})
    answer = log.append([Put(keys.slip(TABLE, "07", 1, 1), r.encode(late))], unless=[keys.closed(TABLE, 1)])
    assert answer.because is RefusedBecause.BARRED
