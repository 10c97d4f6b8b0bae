"""Before the first package is touched everything that can be wrong is found, and it is said what."""

import shutil
from contextlib import closing, suppress

import pytest

from kiosk.app.state_dir import hold_folder
from kiosk.faults import EnvironmentFault
from kiosk.integrity.keys import new_keys, read_private_key
from kiosk.ops.update.machine import Ran
from kiosk.seat import events as e
from kiosk.seat.conditions import AcceptorCondition
from kiosk.store.seat_store import SeatStore
from kits.ops.update import ROOM, Played, World, as_schema, books, play


def told_systemd(world):
    """What systemd was told to do; questions are no orders."""
    words = [command[1] for command in world.commands if command[0] == "systemctl"]
    return [word for word in words if word != "show"]


def refused(world, match, *, stop=False, version="1.1", bundle=None):
    """The update is refused with these words, and nothing was changed by it."""
    rows, money = books(world.seat_db), world.money()
    with pytest.raises(EnvironmentFault, match=match):
        world.updater().update(bundle or world.bundle(version), stop=stop)
    assert world.installed() == {"1.0"}
    assert (books(world.seat_db), world.money()) == (rows, money)
    assert not [command for command in world.commands if "-i" in command]


@pytest.fixture
def seat(world):
    """The seat plays on; its hands are the test's."""
    with closing(SeatStore(world.seat_db)) as store:
        seat = Played(store, store.load().state)
        seat.do(e.Restarted())
        seat.do(e.LinkUp())
        yield seat


def test_that_credit_forbids_an_update(world, seat):
    seat.credit(2_050)
    refused(world, r"\$20\.50 of credit are on the meter")


def test_that_an_open_round_forbids_an_update(world, seat):
    seat.open()
    refused(world, f"round {seat.number} is open at the table")


def test_that_a_bet_forbids_an_update(world, seat):
    seat.credit(1_000)
    seat.open()
    seat.bet(big=500)
    refused(world, r"\$5\.00 are in play.*a bet of round")


def test_that_a_pay_out_under_way_forbids_an_update(world, seat):
    seat.credit(1_000)
    seat.do(e.Collect())
    refused(world, r"a pay-out of .* is under way \(preparing\)")


def test_that_a_note_in_the_acceptor_forbids_an_update(world, seat):
    seat.do(e.AcceptorIs("acceptor-1", AcceptorCondition.READY))
    seat.do(e.AcceptorReady("acceptor-1"))
    seat.do(e.NoteOffered("acceptor-1", "n-9", 2_000))
    refused(world, "a note is in the acceptor")


def test_that_a_lock_over_money_forbids_an_update(world, seat):
    seat.do(e.AuditDone("start", ("the books are wrong",)))
    refused(world, r"the seat is locked \(audit")


def test_that_a_running_seat_is_not_stopped_unless_asked(world):
    with hold_folder(world.state / "seat", "seat"):
        refused(world, "etg-kiosk-terminal.service runs. Name --stop")
    assert told_systemd(world) == []


def test_that_a_running_seat_is_stopped_when_asked_and_started_again(world):
    held = hold_folder(world.state / "seat", "seat")
    run = world.run

    def stopping(command):
        if command[:2] == ["systemctl", "stop"]:
            held.close()
        return run(command)

    world.run = stopping
    world.updater().update(world.bundle("1.1"), stop=True)
    assert world.installed() == {"1.1"}
    assert told_systemd(world) == ["stop", "daemon-reload", "reset-failed", "start"]


@pytest.mark.parametrize("unit", ["etg-kiosk-terminal.service", "etg-kiosk-setup.service"])
def test_that_a_unit_that_waits_for_its_start_after_a_crash_runs(world, unit):
    world.active[unit] = "activating"  # systemd's auto-restart
    refused(world, f"{unit} runs. Name --stop")
    world.updater().update(world.bundle("1.1"), stop=True)
    assert ["systemctl", "stop", unit] in world.commands
    assert told_systemd(world) == ["stop", "daemon-reload", "reset-failed", "start"]


def test_that_what_was_broken_off_does_not_end_under_a_running_seat(world):
    world.updater().update(world.bundle("1.1"), stop=False)
    with hold_folder(world.state / "seat", "seat"), pytest.raises(EnvironmentFault, match="is in use"):
        world.updater().resume()


def test_that_a_seat_that_did_not_run_is_not_started_by_anybody(world):
    world.updater().update(world.bundle("1.1"), stop=False)
    assert told_systemd(world) == []


def test_that_without_systemd_a_running_seat_must_be_stopped_by_hand(world):
    (world.root / "run/systemd/system").rmdir()
    with hold_folder(world.state / "seat", "seat"):
        refused(world, "there is no systemd to stop it", stop=True)


def test_that_what_was_installed_is_on_the_disk_before_the_update_says_so(world):
    world.updater().update(world.bundle("1.1"), stop=False)
    asked = [command[0] for command in world.commands if command[0] in ("env", "sync", "chroot")]
    assert asked[-5:] == ["env", "sync", "chroot", "chroot", "sync"], (
        "after dpkg, and after who looked at its files"
    )
    synced = next(command for command in world.commands if command[0] == "sync")
    assert synced[2:] == [str(world.state), str(world.root / "usr/lib/etg-kiosk")]


def test_that_a_seat_that_does_not_stop_is_left_alone(world):
    with hold_folder(world.state / "seat", "seat"):
        refused(world, "is in use by another running seat", stop=True)
    assert told_systemd(world)[-1] == "start"


def test_that_credit_is_found_before_anything_is_stopped(world, seat):
    seat.credit(500)
    with hold_folder(world.state / "seat", "seat"):
        refused(world, "of credit are on the meter", stop=True)
    assert told_systemd(world) == []


def test_that_a_bundle_signed_by_another_is_refused(world):
    private, _ = new_keys(world.folder / "others")
    world.key = read_private_key(private)
    refused(world, "its signature does not fit")


def test_that_an_older_version_is_no_update(world):
    refused(world, "older than 1.0, which is installed. To return", version="0.9")


def test_that_a_bundle_without_an_installed_package_is_refused(world):
    world.packages = ("etg-kiosk-base",)
    refused(world, "the bundle has no etg-kiosk-terminal, which is installed")


def test_that_without_the_packages_of_now_there_is_no_update(world):
    shutil.rmtree(world.state / "packages/1.0")
    refused(world, "the packages of version 1.0 are not kept.*bundle of version 1.0 once")


def test_that_damaged_packages_of_now_are_found_before_they_are_needed(world):
    deb = next((world.state / "packages/1.0").glob("*.deb"))
    deb.write_bytes(deb.read_bytes()[:-1] + b"?")
    refused(world, "is not as it was signed")


def test_that_a_disk_that_is_too_full_is_told_before(world, monkeypatch):
    usage = shutil.disk_usage(world.state)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: usage._replace(free=100 << 20))
    refused(world, "has 100 MB free, expected")


def test_that_books_that_do_not_agree_are_no_state_to_begin_from(world):
    with closing(SeatStore(world.seat_db)) as store:
        store._db.execute("UPDATE meter SET cents = cents + 1 WHERE name = 'notes'")
    refused(world, "the state does not pass its own check: meter 'notes'")


def test_that_a_damaged_database_beside_the_books_is_found(world):
    staff = world.state / "seat/staff.db"
    data = bytearray(staff.read_bytes())
    data[4096:4200] = b"\xff" * 104
    staff.write_bytes(data)
    refused(world, "staff.db")


@pytest.mark.parametrize(
    ("spec", "match"),
    [
        ({"crashes": "update"}, "the program did not answer"),
        ({"schema_version": 1}, "version 2, this program knows versions up to 1"),
    ],
)
def test_that_a_version_that_does_not_take_the_state_is_not_installed(world, spec, match):
    refused(world, match, bundle=world.bundle("1.1", **spec))


def test_that_a_version_that_does_not_take_the_configuration_is_not_installed(world):
    (world.configuration / "seat.toml").write_text("casino = 7\n")
    refused(world, "seat.toml")


def test_that_another_update_at_the_same_time_is_refused(world):
    with hold_folder(world.state / "update", "kiosk update"):
        refused(world, "in use by another running kiosk update")
        with pytest.raises(EnvironmentFault, match="in use by another running kiosk update"):
            world.updater().resume()


# --- what is only found when it is installed ------------------------------------------------------------------------


def taken_back(world, match, bundle):
    rows, money = books(world.seat_db), world.money()
    with pytest.raises(EnvironmentFault, match=match) as fault:
        world.updater().update(bundle, stop=False)
    assert "Version 1.0 is in place again" in str(fault.value)
    assert world.installed() == {"1.0"}
    assert (books(world.seat_db), world.money()) == (rows, money)
    with closing(SeatStore(world.seat_db)) as store:
        assert store.self_test() == []
    assert world.updater().resume() is None
    assert not list((world.state / "update").glob("rescue*"))


def test_that_packages_that_cannot_be_installed_are_taken_back(world):
    world.fails = "1.1"
    taken_back(world, "no space left on device", world.bundle("1.1"))


def test_that_software_that_is_not_as_signed_is_taken_back(world):
    taken_back(world, "not as it was signed", world.bundle("1.1", unsigned=True))


def test_that_migrated_books_are_put_back_when_the_version_fails_after_it(world):
    taken_back(world, "not as it was signed", world.bundle("2.0", 3, crashes="manifest"))


def test_that_a_second_failure_says_what_is_left_and_can_be_resumed(world):
    bundle, run = world.bundle("1.1"), world.run

    def broken(command):
        return Ran(1, "", "dpkg: the disk has gone") if "-i" in command else run(command)

    world.run = broken
    with pytest.raises(EnvironmentFault, match=r"1\.1 was not taken .* and 1\.0 not put back.*update/resume"):
        world.updater().update(bundle, stop=False)
    world.run = run
    with pytest.raises(EnvironmentFault, match="was broken off"):
        world.updater().update(bundle, stop=False)
    entry = world.updater().resume()
    assert (entry.step, entry.source) == ("undone", "1.0")
    assert world.installed() == {"1.0"}
    assert world.updater().update(bundle, stop=False) == "1.1"


def test_that_a_seat_that_ran_on_after_a_cut_keeps_what_it_booked(world):
    """Its unit should have ended the update first; where it did not, what was booked then is not thrown away."""
    bundle, run = world.bundle("2.0", 3), world.run
    bad = []

    def cut(command):
        if "manifest" in command and not bad:
            bad.append(command)
            raise KeyboardInterrupt  # the updater is gone in the middle of the last check
        return run(command)

    world.run = cut
    with pytest.raises(KeyboardInterrupt):
        world.updater().update(bundle, stop=False)
    with as_schema(3):
        play(world.seat_db, digits=9)
    rows, money = books(world.seat_db), world.money()
    (
        world.root / ROOM / "manifest.sig"
    ).unlink()  # the new version fails, and now the backup is older than the books
    with pytest.raises(EnvironmentFault, match="has booked since the backup"):
        world.updater().resume()
    assert (books(world.seat_db), world.money()) == (rows, money)


def test_that_books_that_nobody_can_read_are_kept_beside_the_backup(world):
    bundle, run = world.bundle("2.0", 3), world.run
    rows, money = books(world.seat_db), world.money()
    damage = b"no books " * 5_000

    def damaging(command):
        if "manifest" in command and world.installed() == {"2.0"}:
            world.seat_db.write_bytes(damage)
            return Ran(1, "", "not as it was signed")
        return run(command)

    world.run = damaging
    with pytest.raises(EnvironmentFault, match=r"Version 1\.0 is in place again"):
        world.updater().update(bundle, stop=False)
    assert (books(world.seat_db), world.money()) == (rows, money)
    (kept,) = world.state.glob("backup/*-unread/seat/seat.db")
    assert kept.read_bytes() == damage


def test_that_a_console_with_an_open_round_forbids_an_update(tmp_path):
    from kiosk.book.archive import Archive
    from kiosk.table import keys
    from kiosk.table import records as r
    from kiosk.table.log import Entry
    from kits.seat.seats import LAYOUTS, NOW, make_limits

    world = World(tmp_path, ("etg-kiosk-base", "etg-kiosk-console")).set_up()
    (world.state / "console").mkdir()
    opened = r.RoundOpened(
        round=7, game="sicbo", limits=make_limits(LAYOUTS["A"]), closes_in_ms=36_000, at=NOW
    )
    with closing(Archive(world.state / "console/archive.db", "12")) as archive:
        archive.add([Entry(1, keys.round_event("12", 7, 1), r.encode(opened))])
        refused(world, "round 7 is open at the table: end it at the console")
        archive.add([Entry(2, keys.round_event("12", 7, 2), r.encode(r.RoundVoided(7, "power", "Kim")))])
    world.updater().update(world.bundle("1.1"), stop=False)
    assert world.installed() == {"1.1"}


LEFT = ("trial/tree/usr", "staged/seat", "incoming", "quiet")
COMMANDS = {
    "update": lambda world: world.updater().update(world.bundle("1.1"), stop=False),
    "update with a damaged bundle": lambda world: world.updater().update(world.root / "etc", stop=False),
    "back": lambda world: world.updater().back(stop=False),
    "resume": lambda world: world.updater().resume(),
}


@pytest.mark.parametrize("command", COMMANDS.values(), ids=COMMANDS)
def test_that_the_next_command_clears_what_a_killed_try_has_left(world, command):
    money, work = world.money(), world.state / "update"
    for name in LEFT:
        (work / name).mkdir(parents=True)
        (work / name / "file").write_text("of a try that was killed")
    with suppress(EnvironmentFault):
        command(world)
    assert [name for name in LEFT if (work / name).exists()] == []
    assert world.money() == money


def test_that_a_try_that_fails_leaves_no_copy(world):
    bundle = world.bundle("1.1", crashes="update")
    with pytest.raises(EnvironmentFault):
        world.updater().update(bundle, stop=False)
    assert not (world.state / "update" / "trial").exists()
