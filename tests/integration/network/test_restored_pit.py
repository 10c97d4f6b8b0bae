"""A whole pit whose log is put back to a backup that is some rounds old: nobody plays on before staff release it."""

from contextlib import ExitStack, closing

from kiosk.app.config import read_seat_file
from kiosk.app.machine import Seat, place_of, read_rules
from kiosk.app.networked import NetworkTable
from kiosk.app.state_dir import StateDir
from kiosk.demo.simulated import SimulatedSeat
from kiosk.seat import events as e
from kiosk.seat.state import LockKind, lock_of
from kiosk.table import keys
from kiosk.table.history import life_in
from kiosk.table.records import decode
from kits.app.parties import until
from kits.demo.pit import CONSOLE
from kits.ops.provision import SEATS, SUPERVISOR, TABLE


def test_that_an_older_log_stops_the_pit_until_it_is_released_by_name(pit):
    pit.archive()
    pit.deal()
    pit.sit()
    pit.play(2)
    copy = pit.server.back_up()
    pit.play(2)
    played = pit.newest_round()
    ended = pit.server.revision()
    pit.server.put_back(copy)
    pit.busy(ended - pit.server.revision() + 300)  # busier than before: every number was reached again
    until(lambda: all("older-copy" in pit.locks(name) for name in SEATS), "the locks")
    restored = pit.newest_round()
    assert restored < played
    assert pit.console.process.poll() is None
    assert pit.seats["07"].process.poll() is None

    # Neither goes on with it, and a release is refused without name, reason, PIN, or before the console's.
    who, why = ("--as", SUPERVISOR), ("--reason", "the disk burnt")
    assert pit.console.tell() == 0
    assert pit.host.tell() == 0
    assert pit.release_host(*who, *why)[0] == 2
    pit.serve()  # consoles alone, one of which lets the log begin anew
    again = pit.kiosk("console", "--config", pit.table.console, *CONSOLE)
    assert again.ends() == 2
    assert "missing: it ends with round" in again.err
    assert pit.release(*why)[0] == 2
    assert pit.release(*who)[0] == 2
    assert pit.release(*who, "--reason", " ")[0] == 2
    assert pit.release(*who, *why, pin="000000")[0] == 1
    assert pit.newest_round() == restored

    status, released = pit.release(*who, *why)
    assert status == 0, released.err
    assert "life 2 of the log of table 12 begins" in released.out
    assert pit.release(*who, *why)[1].out.startswith("the table log is the one")
    assert pit.host.tell() == 0
    assert "is another log, or an older copy" in pit.host.err
    assert "archives table" not in pit.host.out
    assert pit.release_host(*who, *why)[0] == 0
    life = life_in(pit.log.last(keys.lives(TABLE)))
    assert (life.life, life.by, life.reason) == (2, SUPERVISOR, "the disk burnt")
    assert life.round >= played

    pit.archive()
    pit.deal()
    until(lambda: pit.newest_round() > life.round, "a round above all that were played")
    for name in SEATS:  # they have seen more, and nobody has released them
        until(
            lambda name=name: pit.runs(name) and "older-copy" in pit.locks(name), "the seat at another host"
        )
        assert pit.rounds(name) <= played
    assert pit.seats["07"].tell() == 0
    _released_by_hand(pit.table.seat("07"), above=life.round)
    until(lambda: "staff-refused" in _deeds(pit.log), "the wrong PIN of the release on record")


def test_that_a_host_that_began_with_an_older_log_serves_all_as_soon_as_the_right_one_is_back(pit):
    pit.archive()
    pit.deal()
    pit.sit()
    pit.play(1)
    older = pit.server.back_up()
    pit.play(2)
    for process in (*pit.seats.values(), pit.console, pit.host):
        assert process.tell() == 0, process.err
    newest = pit.server.back_up()
    pit.server.put_back(older)
    pit.host = pit.kiosk("host", "--config", pit.table.host)
    pit.host.says("serves seats")
    pit.server.put_back(newest)
    pit.host.says("serves seats")
    pit.host.says("archives table 12")
    pit.deal()
    pit.sit()
    pit.play(1)
    assert pit.host.tell() == 0
    assert "the right log is there again" in pit.host.err


def _deeds(log):
    return [decode(entry.value).what for entry in log.read([keys.desk_records(TABLE)], 0, 1_000)]


def _released_by_hand(config, above):
    """The seat as a supervisor finds it: locked at its start, released, playing on."""
    file = read_seat_file(config)
    rules = read_rules(file.layout)
    state = StateDir(file.state)
    with ExitStack() as stack:
        state.hold()
        stack.callback(state.release)
        seat = Seat(state, rules, lambda _: None, place_of(file, rules))
        table = NetworkTable(seat, file.log)
        stack.callback(table.close)
        play = SimulatedSeat(
            seat,
            table.log,
            table.sender,
            showing=table.showing,
            registrar=table.registrar,
            memory=table.memory,
        )
        stack.enter_context(closing(play))
        play.start()

        def polled(said):
            play.poll(0)
            return said(play.state)

        until(lambda: polled(lambda found: found.other_log and found.other_log.life_seq), "the lock")
        assert lock_of(play.state, LockKind.OLDER_COPY) is not None
        assert not play.state.link
        play._deliver(e.LogReleased("Boss", "looked through"))
        until(lambda: polled(lambda found: found.link and found.table.number > above), "the next round")
        assert lock_of(play.state, LockKind.OLDER_COPY) is None
        assert play.state.balances.escrow == 0
        kinds = [event.kind for event in play.seat.store.events(100)]
        assert {"log-older", "log-released"} <= set(kinds)
