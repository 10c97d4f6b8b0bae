"""What commands have told lies in a file until the seat has it in its journal: nothing is lost, nothing twice."""

import fcntl
import os
import resource
import signal
import stat
import threading
from contextlib import closing
from datetime import UTC, datetime

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import kiosk.store.staff_acts as module
from kiosk.faults import EnvironmentFault
from kiosk.seat.roles import ActKind, StaffAct
from kiosk.seat.staff_acts import happened_by_command
from kiosk.store.seat_store import SeatStore
from kiosk.store.staff_acts import AT_ONCE, MOST_BYTES, RESERVED_BYTES, StaffActs

NOW = datetime(2026, 11, 28, 8, 0, 7, tzinfo=UTC)
BEGUN = StaffAct(ActKind.COMMAND_BEGUN, "Ng", "", {"command": "add-first"})
MADE = StaffAct(ActKind.FIRST_MADE, "Ng", "", {"role": "supervisor"})
UNLOCKED = StaffAct(ActKind.UNLOCKED, "Abe", "Ng", {"failures": 3})


@pytest.fixture
def acts(tmp_path):
    return StaffActs(tmp_path / "staff-acts.jsonl", lambda: NOW)


class Journal:
    """A seat's journal that takes what is told, and may be killed after it."""

    def __init__(self):
        self.told = []

    def kept(self, ids):
        return ids & {act.id for act in self.told}

    def take_all(self, acts):
        while found := acts.take(self.kept):
            self.told += found
        return self

    @property
    def kinds(self):
        return [act.kind.value for act in self.told]


def damaged(journal):
    return [act.detail for act in journal.told if act.kind is ActKind.LINE_DAMAGED]


# --- told and taken -------------------------------------------------------------------------------------------------


def test_that_acts_are_taken_in_order_with_time_name_and_by_and_then_the_file_is_gone(acts):
    assert not acts.waits()
    acts.begin(BEGUN)
    acts.tell((MADE, UNLOCKED))
    assert acts.waits()
    journal = Journal().take_all(acts)
    assert [(one.kind, one.name, one.by, one.at, one.detail) for one in journal.told] == [
        (act.kind, act.name, act.by, "2026-11-28T08:00:07Z", act.detail) for act in (BEGUN, MADE, UNLOCKED)
    ]
    assert not acts.waits()
    assert list(acts.path.parent.iterdir()) == []


def test_that_the_event_says_that_a_command_told_it_and_when(acts):
    acts.tell((UNLOCKED,))
    (act,) = acts.take(lambda _: set())
    event = happened_by_command(act)
    assert (event.kind, event.severity) == ("staff-unlocked", "attention")
    assert event.detail == {
        "failures": 3,
        "name": "Abe",
        "by": "Ng",
        "source": "command",
        "at": "2026-11-28T08:00:07Z",
        "act": act.id,
    }


def test_that_what_was_not_committed_is_given_again_and_what_was_is_not(acts):
    acts.tell((MADE, UNLOCKED))
    first = acts.take(lambda _: set())
    assert acts.take(lambda _: set()) == first, "no commit came: the same again"
    assert acts.take(lambda ids: ids & {first[0].id}) == first[1:]
    assert acts.take(lambda ids: ids) == ()
    assert not acts.waits()


def test_that_a_line_told_between_commit_and_removal_stays(acts):
    journal = Journal()
    acts.tell((MADE,))
    journal.told += acts.take(journal.kept)
    acts.tell((UNLOCKED,))
    assert journal.take_all(acts).kinds == ["staff-first-made", "staff-unlocked"]


def test_that_many_acts_come_in_bounded_pieces(acts):
    for _ in range(5):
        acts.tell((UNLOCKED,) * 70)
    assert len(acts.take(lambda _: set())) == AT_ONCE
    assert len(Journal().take_all(acts).told) == 350


def test_that_the_books_know_an_act_by_its_event(acts, tmp_path):
    from kiosk.seat.context import Step
    from kiosk.seat.effects import SignificantEvent
    from kiosk.seat.state import SeatState

    acts.tell((MADE, UNLOCKED))
    found = acts.take(lambda _: set())
    event = happened_by_command(found[0])
    with closing(SeatStore(tmp_path / "seat.db")) as store:
        assert store.acts_kept({one.id for one in found}) == set()
        store.commit(
            Step(SeatState(), (SignificantEvent(event.kind, event.severity, event.detail),)),
            "2026-11-28T08:00:09Z",
        )
        assert store.acts_kept({one.id for one in found}) == {found[0].id}
        assert acts.take(store.acts_kept) == found[1:]


# --- durable --------------------------------------------------------------------------------------------------------


def test_that_file_and_folder_are_synced_before_it_is_told(acts, monkeypatch):
    synced, real = [], os.fsync
    monkeypatch.setattr(
        os, "fsync", lambda handle: (synced.append(stat.S_IFMT(os.fstat(handle).st_mode)), real(handle))
    )
    acts.tell((MADE,))
    assert synced == [stat.S_IFREG, stat.S_IFDIR]


def test_that_a_full_file_refuses_before_anything_is_done_and_says_how_much_lies_there(acts):
    with acts.path.open("wb") as file:
        file.truncate(MOST_BYTES - RESERVED_BYTES + 1)
    before = acts.path.stat()
    with pytest.raises(
        EnvironmentFault, match=r"holds 983,0\d\d bytes .* expected at most .*nothing was done"
    ):
        acts.begin(BEGUN)
    assert acts.path.stat().st_size == before.st_size
    acts.tell((MADE,))  # what was begun before finds the room that was kept for it


def test_that_the_file_never_grows_beyond_its_bound(acts):
    acts.path.write_bytes(b"x" * (MOST_BYTES - 10))
    with pytest.raises(EnvironmentFault, match=r"staff-first-made .*is not written down"):
        acts.tell((MADE,))
    assert acts.path.stat().st_size == MOST_BYTES - 10


def test_that_on_a_full_disk_no_half_line_stays_and_it_is_said(acts):
    acts.tell((UNLOCKED,))
    before = acts.path.read_bytes()
    child = os.fork()
    if child == 0:
        status = 1
        try:
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (len(before) + 20,) * 2)
            acts.begin(BEGUN)
        except EnvironmentFault as fault:
            status = 0 if "nothing was done" in str(fault) else 2
        finally:
            os._exit(status)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    assert acts.path.read_bytes() == before


# --- damaged --------------------------------------------------------------------------------------------------------

WHOLE = '{"id":"%s","at":"2026-11-28T08:00:07Z","kind":"staff-unlocked","name":"A","by":"B","detail":{}}'
STRANGE = [
    b"no json",
    b"\xff\xfe\x00",
    b"",
    b"[]",
    b'{"id":"0123456789abcdef"}',
    (WHOLE % "XYZ").encode(),
    (WHOLE % "0123456789abcdef").replace("unlocked", "crowned").encode(),
    (WHOLE % "0123456789abcdef").replace("T08", " 08").encode(),
    (WHOLE % "0123456789abcdef").replace("{}", '{"pin":[1]}').encode(),
    (WHOLE % "0123456789abcdef").replace('"A"', f'"{"A" * 9000}"').encode(),
]


@pytest.mark.parametrize("line", STRANGE)
def test_that_a_strange_line_is_one_event_with_a_bounded_excerpt_and_hides_no_other(acts, line):
    acts.tell((MADE,))
    with acts.path.open("ab") as file:
        file.write(line + b"\n")
    acts.tell((UNLOCKED,))
    journal = Journal().take_all(acts)
    assert journal.kinds == ["staff-first-made", "staff-act-damaged", "staff-unlocked"]
    (detail,) = damaged(journal)
    assert (detail["lines"], detail["bytes"]) == (1, len(line))
    assert len(detail["line"]) <= 120
    assert detail["line"].isprintable()
    assert not acts.waits()


def test_that_damage_is_told_once_also_when_the_seat_dies_after_each_step(acts):
    acts.path.write_bytes(b"junk\nmore junk\n")
    first = acts.take(lambda _: set())
    assert acts.take(lambda _: set()) == first, "the same id: its event is known by it"
    journal = Journal()
    journal.told += first
    assert len(damaged(journal.take_all(acts))) == 1
    assert damaged(journal)[0]["lines"] == 2


def test_that_a_line_that_a_power_cut_tore_is_told_and_the_next_is_whole(acts):
    acts.tell((MADE,))
    with acts.path.open("rb+") as file:
        file.truncate(acts.path.stat().st_size - 9)
    acts.tell((UNLOCKED,))
    assert Journal().take_all(acts).kinds == ["staff-act-damaged", "staff-unlocked"]


def test_that_the_same_id_twice_is_strange(acts):
    acts.tell((UNLOCKED,))
    acts.path.write_bytes(acts.path.read_bytes() * 2)
    assert Journal().take_all(acts).kinds == ["staff-unlocked", "staff-act-damaged"]


def test_that_a_file_beyond_its_bound_is_read_to_the_bound_and_the_rest_is_told(acts):
    acts.tell((MADE,))
    with acts.path.open("rb+") as file:
        file.truncate(MOST_BYTES + 5_000_000)
    journal = Journal().take_all(acts)
    assert journal.kinds == ["staff-first-made", "staff-act-damaged"]
    assert damaged(journal)[0]["bytes"] > MOST_BYTES + 4_000_000
    assert not acts.waits()


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(text=st.binary(max_size=300), where=st.integers(0, 400))
def test_that_whatever_stands_in_the_file_is_told_and_then_gone(acts, text, where):
    acts.tell((MADE, UNLOCKED))
    whole = acts.path.read_bytes()
    acts.path.write_bytes(whole[:where] + text + whole[where:])
    journal = Journal().take_all(acts)
    assert len(damaged(journal)) <= 1
    assert len(journal.told) >= 1
    assert not acts.waits()


# --- whose it is ----------------------------------------------------------------------------------------------------


def plant_link(path, shadow):
    path.symlink_to(shadow)


def plant_name(path, shadow):
    os.link(shadow, path)


def plant_pipe(path, shadow):
    os.mkfifo(path)


def plant_folder(path, shadow):
    path.mkdir()


@pytest.mark.parametrize("plant", [plant_link, plant_name, plant_pipe, plant_folder])
def test_that_a_planted_thing_is_neither_followed_nor_written_nor_waited_for(acts, tmp_path, plant):
    shadow = tmp_path / "shadow"
    shadow.write_text("root:secret\n")
    shadow.chmod(0o640)
    plant(acts.path, shadow)
    with pytest.raises(EnvironmentFault, match=r"staff-acts\.jsonl.*nothing was done"):
        acts.begin(BEGUN)
    assert acts.waits(), "the seat looks, and says what is there"
    with pytest.raises(EnvironmentFault, match=r"staff-acts\.jsonl"):
        acts.take(lambda _: set())
    assert (shadow.read_text(), stat.S_IMODE(shadow.stat().st_mode)) == ("root:secret\n", 0o640)


def test_that_a_link_to_nothing_makes_nothing(acts, tmp_path):
    acts.path.symlink_to(tmp_path / "made")
    with pytest.raises(EnvironmentFault, match="nothing was done"):
        acts.begin(BEGUN)
    assert not (tmp_path / "made").exists()


def test_that_a_file_made_by_root_belongs_to_the_owner_of_the_folder_and_to_nobody_else(acts, monkeypatch):
    given_to = []
    monkeypatch.setattr(module, "_is_root", lambda: True)
    monkeypatch.setattr(
        module.os, "fchown", lambda handle, uid, gid: given_to.append((os.fstat(handle).st_size, uid, gid))
    )
    acts.tell((MADE,))
    folder = acts.path.parent.stat()
    assert given_to == [(0, folder.st_uid, folder.st_gid)], "before there is anything to read in it"
    assert stat.S_IMODE(acts.path.stat().st_mode) == 0o600
    acts.tell((UNLOCKED,))
    assert len(given_to) == 1, "whose file it is stays so"


def test_that_without_rights_of_root_nothing_is_given_away(acts, monkeypatch):
    monkeypatch.setattr(module, "_is_root", lambda: False)
    monkeypatch.setattr(module.os, "fchown", lambda *_: pytest.fail("given away"))
    acts.tell((MADE,))
    assert stat.S_IMODE(acts.path.stat().st_mode) == 0o600


# --- at once, and killed --------------------------------------------------------------------------------------------


def test_that_who_holds_the_folder_keeps_no_seat_waiting_for_ever_and_no_command_silent(acts, monkeypatch):
    monkeypatch.setattr(module, "PATIENCE_S", 0.05)
    monkeypatch.setattr(module, "SEATS_PATIENCE_S", 0.05)
    acts.tell((MADE,))
    held = os.open(acts.path.parent, os.O_RDONLY)
    fcntl.flock(held, fcntl.LOCK_EX)
    try:
        assert acts.take(lambda _: set()) == ()
        with pytest.raises(EnvironmentFault, match=r"another command.*nothing was done"):
            acts.begin(BEGUN)
    finally:
        os.close(held)
    assert len(acts.take(lambda _: set())) == 1


def test_that_processes_that_tell_while_the_seat_takes_lose_nothing_and_double_nothing(acts):
    children = []
    for number in range(4):
        child = os.fork()
        if child == 0:
            status = 1
            try:
                for turn in range(25):
                    acts.tell((StaffAct(ActKind.LOGGED_IN, f"{number}-{turn}", ""),))
                status = 0
            finally:
                os._exit(status)
        children.append(child)
    journal, over = Journal(), threading.Event()

    def take():
        while not over.is_set():
            journal.take_all(acts)

    taker = threading.Thread(target=take)
    taker.start()
    for child in children:
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    over.set()
    taker.join(60)
    journal.take_all(acts)
    assert sorted(act.name for act in journal.told) == sorted(f"{n}-{t}" for n in range(4) for t in range(25))


def killed_at(point, work):
    """Run ``work(tell)`` in a child that dies at its ``point``-th call to the system; whether, and what it told."""
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        left = [point]

        def counted(real):
            def call(*args, **words):
                left[0] -= 1
                if left[0] == 0:
                    os.kill(os.getpid(), signal.SIGKILL)
                return real(*args, **words)

            return call

        for name in ("open", "write", "fsync", "ftruncate", "unlink", "rename", "fchmod", "close", "read"):
            setattr(os, name, counted(getattr(os, name)))
        status = 1
        try:
            work(lambda text: real_write(write, text.encode()))
            status = 0
        finally:
            os._exit(status)
    os.close(write)
    told = b""
    while more := os.read(read, 1000):
        told += more
    os.close(read)
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    assert status in (0, -signal.SIGKILL)
    return status != 0, told.decode()


real_write = os.write


@pytest.mark.parametrize("before", [0, 1])
def test_that_a_command_killed_anywhere_has_told_what_it_says_and_leaves_a_file_that_is_taken(acts, before):
    point, killed, seen = 0, True, set()
    while killed:
        point += 1
        acts.tell((UNLOCKED,) * before)

        def work(tell):
            acts.begin(BEGUN)
            tell("d")

        killed, told = killed_at(point, work)
        journal = Journal().take_all(acts)
        begun = "staff-command-begun" in journal.kinds
        seen.add(begun)
        assert begun or not told, f"point {point}"
        assert journal.kinds.count("staff-unlocked") == before
        assert damaged(journal) == []
    assert seen == {True, False}
    assert point > 5


def test_that_a_seat_killed_anywhere_while_it_takes_loses_nothing_and_doubles_nothing(acts, tmp_path):
    kept = tmp_path / "journal"
    kept.mkdir()
    point, killed = 0, True
    while killed:
        point += 1
        acts.tell((MADE,))
        with acts.path.open("ab") as file:
            file.write(b"junk\n")
        acts.tell((UNLOCKED,))

        def known(ids):
            return {one for one in ids if (kept / one).exists()}

        def take():
            while found := acts.take(known):
                for act in found[:2]:  # a piece at a time
                    (kept / act.id).write_bytes(msgspec.json.encode(act))

        killed, _ = killed_at(point, lambda _, take=take: take())
        take()
        told = sorted(msgspec.json.decode(path.read_bytes())["kind"] for path in kept.iterdir())
        assert told == ["staff-act-damaged", "staff-first-made", "staff-unlocked"], f"point {point}"
        assert not acts.waits()
        for path in kept.iterdir():
            path.unlink()
        for path in acts.path.parent.glob("*.part"):
            path.unlink()
    assert point > 15
