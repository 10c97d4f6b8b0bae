"""What waited for the table log while another console took the table: never half done, never without a word."""

import pytest

from kiosk.console import commands as c
from kiosk.console.commands import Authority
from kiosk.console.hold import Hold
from kiosk.console.view import Next
from kiosk.links.embedded import EmbeddedLog
from kiosk.table import keys
from kiosk.table import records as r
from kiosk.table.log import NoAnswer, Put
from kiosk.table.round import Phase
from kiosk.table.signature import joined
from kiosk.ui.dealer.words import ACTS as ACT_WORDS
from kits.console.desk import DICE, NG, OTHER_DICE, Table, signs_on
from kits.console.stages import Stage
from kits.seat.seats import TABLE


class SigningLog(EmbeddedLog):
    """A log whose link signs what is written, as over a network."""

    def append(self, puts, **ways):
        signed = [Put(put.key, joined(put.value, f"{TABLE}.console", bytes(64))) for put in puts]
        return super().append(signed, **ways)


BETS = {"07": {"small": 500}}
ACTS = [
    (Phase.ENDED, c.OpenBets(), "Mia"),
    (Phase.BETTING, c.CloseBets(), "Mia"),
    (Phase.CLOSED, c.StartAct(), "Mia"),
    (Stage.ACTING, c.EndAct(3), "Mia"),
    (Stage.ACTED, c.EnterResult(DICE), "Mia"),
    (Phase.RESULT, c.CorrectResult(OTHER_DICE, NG), "Ng"),
    (Phase.RESULT, c.EndRound(), "Mia"),
    (Phase.BETTING, c.Void("die not flat"), "Mia"),
    (Phase.RESULT, c.Void("damaged dice", NG), "Ng"),
    (Phase.ENDED, c.DamagedEquipment((1,), NG), "Ng"),
    (Phase.ENDED, c.NoteIrregularity("a glass fell over"), "Mia"),
    (Phase.ENDED, c.CloseTable(NG), "Ng"),
    (Phase.ENDED, c.RecordDecision("pay it", "wrong display", NG, 1, "07", 250), "Ng"),
]


def told(table, key="not-recorded"):
    return [alert.values for alert in table.view.alerts if alert.key == key]


def records(table):
    """All that the table's log holds of rounds, managers and the desk, but for who took the table and who signed on."""
    kept = [keys.rounds(TABLE), keys.manager_records(TABLE)]
    found = [r.decode(entry.value) for entry in table.log.read(kept, 0, 10_000)]
    return [one for one in found if not isinstance(one, r.DeskRecorded) or not one.mark]


def overtaken(table, command, lost):
    """The command has no answer, and the spare console takes the table. Answers the spare."""
    table.link.silent = lost
    table.ok(command)
    assert told(table) == [], "it waits"
    spare = table.spare(take_over=True)
    table.link.silent = ""
    table.pass_ms(1_500)
    assert table.view.next is Next.TAKE_OVER
    return spare


@pytest.mark.parametrize("lost", ["before", "after"])
@pytest.mark.parametrize(("phase", "command", "by"), ACTS, ids=lambda one: type(one).__name__)
def test_that_what_a_person_confirmed_and_another_consoles_taking_dropped_is_said(
    table, phase, command, by, lost
):
    table.bring_to(phase, bets=BETS)
    if isinstance(command, c.StartAct):
        table.shows_close("07")
    table.pass_ms(50)
    before = records(table)
    overtaken(table, command, lost)
    assert (len(records(table)) > len(before)) is (lost == "after")
    said = [(type(command).__name__, by, 1)] if lost == "before" else []
    assert [(one["act"], one["by"], one["round"]) for one in told(table)] == said
    table.ok(c.TakeOver(NG))
    assert len(told(table)) == (lost == "before"), "also where the table is taken back"


@pytest.mark.parametrize("lost", ["before", "after"])
@pytest.mark.parametrize(
    ("phase", "command", "by"),
    [*ACTS, (Phase.RESULT, c.PayByHand("07", 1, NG), "Ng")],
    ids=lambda one: type(one).__name__,
)
def test_that_what_waited_as_the_console_was_killed_is_said_after_the_start_unless_it_stands(
    table, phase, command, by, lost
):
    table.bring_to(phase, bets=BETS, settle=not isinstance(command, c.PayByHand))
    if isinstance(command, c.StartAct):
        table.shows_close("07")
    table.pass_ms(50)
    before = records(table)
    table.link.silent = lost
    table.ok(command)
    table.again()
    stands = len(records(table)) > len(before)
    assert stands is (lost == "after")
    said = [] if stands else [(type(command).__name__, by, 1)]
    assert [(one["act"], one["by"], one["round"]) for one in told(table)] == said
    table.again()
    assert len(told(table)) == len(said), "until it has been seen"


def test_that_nothing_is_said_of_it_while_the_log_does_not_tell(table, monkeypatch):
    table.bring_to(Phase.ENDED, bets=BETS)
    table.link.silent = "after"
    table.ok(c.RecordDecision("pay it", "wrong display", NG, 1, "07", 250))

    def silent(*_):
        raise NoAnswer("the log is silent")

    with monkeypatch.context() as patch:
        patch.setattr(Hold, "stands", silent)
        with pytest.raises(NoAnswer):
            table.again()
    table.desk = None
    table.again()
    assert (told(table), table.keeper.notes.unrecorded) == ([], ())


def test_that_voids_that_go_on_after_the_start_are_not_said_to_be_unrecorded(table):
    table.bring_to(Phase.ENDED)
    table.bring_to(Phase.RESULT)
    table.link.silent = "before"
    table.ok(c.DamagedEquipment((1, 2), NG))
    table.again()
    table.pass_ms(1_500)
    assert [table.desk._core.table.is_void(n) for n in (1, 2)] == [True, True]
    assert (told(table), table.keeper.notes.unrecorded) == ([], ())


def test_that_it_is_said_to_the_end_of_the_next_round_after_the_start_and_then_no_more(table):
    table.bring_to(Phase.RESULT, bets=BETS)
    table.link.silent = "before"
    table.ok(c.Void("damaged dice", NG))
    spare = table.spare(take_over=True)
    first, table.desk, table.link.silent = table.desk, spare, ""
    table.ok(c.EndRound())
    table.bring_to(Phase.ENDED)
    table.bring_to(Phase.ENDED)
    table.bring_to(Phase.ENDED)
    spare.close()
    table._others.remove(spare)
    table.desk = first
    table.again(take_over=True)
    table.ok(signs_on("Mia"))
    assert [one["round"] for one in told(table)] == [1]
    table.bring_to(Phase.ENDED)
    assert len(told(table)) == 1
    table.bring_to(Phase.ENDED)
    table.bring_to(Phase.BETTING)
    assert told(table) == []
    assert table.keeper.notes.unrecorded == ()


def test_that_every_command_that_may_wait_has_words():
    silent = {"GoOnWithout", "SignOn", "SignOff", "ChangeStaff", "TakeOver"}  # nothing of a round is written
    assert {one.__name__ for one in c.Command.__subclasses__()} == ACT_WORDS.keys() | silent


def test_that_what_waited_and_was_written_is_no_alert_when_the_table_is_taken_later(table):
    table.bring_to(Phase.BETTING)
    table.link.silent = "before"
    table.ok(c.CloseBets())
    table.link.silent = ""
    table.pass_ms(1_500)
    table.spare(take_over=True)
    assert (table.view.next, told(table)) == (Next.TAKE_OVER, [])


@pytest.mark.parametrize("again", [True, False])
@pytest.mark.parametrize(
    ("phase", "command"),
    [
        (Phase.ENDED, c.RecordDecision("pay it", "wrong display", NG, 1, "07", 250)),
        (Phase.RESULT, c.Void("damaged dice", NG)),
        (Phase.RESULT, c.PayByHand("07", 1, NG)),
    ],
    ids=lambda one: type(one).__name__,
)
def test_that_what_stands_in_a_signed_log_is_not_said_to_be_unrecorded(tmp_path, phase, command, again):
    """Whoever reads so enters it again: an order would be paid twice."""
    table = Table(tmp_path, log=SigningLog(tmp_path / "signed.db"))
    table.start()
    table.bring_to(phase, bets=BETS, settle=not isinstance(command, c.PayByHand))
    table.view  # noqa: B018 - all that came so far is read
    if again:
        table.link.silent = "after"
        table.ok(command)
        table.again()
    else:
        overtaken(table, command, "after")
    assert (told(table), told(table, "settled-meanwhile")) == ([], [])
    table.close()


@pytest.mark.parametrize("lost", ["before", "after"])
def test_that_a_payment_by_hand_that_was_dropped_is_told_as_refused_and_made_once(table, lost):
    table.bring_to(Phase.RESULT, bets=BETS, settle=False)
    table.view  # noqa: B018 - all that came so far is read
    spare = overtaken(table, c.PayByHand("07", 1, NG), lost)
    refused = [{"seat": "07", "round": 1}] if lost == "before" else []
    assert (told(table, "settled-meanwhile"), told(table)) == (refused, []), "one word for it"
    spare.poll()
    again = spare.do(c.PayByHand("07", 1, NG))
    assert (again is None) is (lost == "before")
    table.pass_ms(1_500)
    table.ok(c.TakeOver(NG))
    assert table.do(c.PayByHand("07", 1, NG)) is not None
    assert [one.cents for one in records(table) if isinstance(one, r.PaidByHand)] == [1_000]
    assert table.settles("07", paid=1_000).because == "barred"


@pytest.mark.parametrize("lost", ["before", "after"])
def test_that_a_console_that_was_overtaken_does_not_set_the_machine_going(table, monkeypatch, lost):
    table.bring_to(Phase.CLOSED, bets=BETS)
    table.shows_close("07")
    table.pass_ms(50)
    started = []
    monkeypatch.setattr(table.desk._core.machine, "start", lambda: started.append(True))
    overtaken(table, c.StartAct(), lost)
    assert started == []


def test_that_voids_of_which_the_last_was_dropped_are_not_forgotten(table):
    table.bring_to(Phase.ENDED)
    table.bring_to(Phase.RESULT)
    table.link.silent = "before"
    table.ok(c.DamagedEquipment((1, 2), NG))
    table.link.silent = ""
    append, silenced = table.link.append, []

    def last_is_lost(puts, **ways):
        if silenced or '"round":1' in puts[0].value.decode():
            silenced.append(True)
            table.link.silent = "before"
        return append(puts, **ways)

    table.link.append = last_is_lost
    table.pass_ms(1_200)
    assert [table.desk._core.table.is_void(n) for n in (1, 2)] == [False, True]
    table.spare(take_over=True)
    table.link.append = append
    table.link.silent = ""
    table.pass_ms(1_500)
    assert told(table, "voids-left") == [{"rounds": "1"}]


def test_that_a_wrong_pin_whose_record_was_dropped_is_recorded_later(table):
    table.bring_to(Phase.RESULT)
    table.link.silent = "before"
    table.do(c.Void("damaged dice", Authority("Ng", "0000")))
    waiting = {deed.mark for deed in table.desk._core.notebook.notes.waiting}
    table.spare(take_over=True)
    table.link.silent = ""
    table.pass_ms(1_500)
    table.ok(c.TakeOver(NG))
    table.pass_ms(1_500)
    desk = [r.decode(e.value) for e in table.log.read([keys.desk_records(TABLE)], 0, 10_000)]
    assert waiting
    assert waiting <= {one.mark for one in desk}
