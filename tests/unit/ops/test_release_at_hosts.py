"""A seat whose books are not those that hosts have seen: found, released by name, and never believed again."""

import shutil
from argparse import Namespace
from contextlib import closing, contextmanager

import pytest

from kiosk.app.anchored import check_anchor
from kiosk.app.config import SeatFile
from kiosk.app.state_dir import StateDir
from kiosk.commands import release as command
from kiosk.faults import EnvironmentFault, OlderCopy
from kiosk.links.anchors import Anchor, judge, release
from kiosk.ops import anchored_link
from kiosk.seat import events as e
from kiosk.seat.step import step
from kiosk.store.seat_store import SeatStore
from kiosk.table.log import NoAnswer
from kits.seat.seats import NOW, NUMBERS, Play


class Hosts:
    """What hosts keep of one seat, by their own rules."""

    def __init__(self):
        self.known = None
        self.entries = []
        self.silent = False

    def anchor(self):
        if self.silent:
            raise NoAnswer("no host answers")
        return self.known.head if self.known is not None else None

    def takes(self, head, over=()):
        why = judge(self.anchor(), head, over)
        if why is None:
            self.known = (self.known or Anchor(head)).moved(head)
        return why

    def release_books(self, begun, left, by, reason):
        self.anchor()
        self.known, entry = release(self.known, begun, left, by, reason, NOW)
        self.entries.append(entry)


class Kept(Play):
    def __init__(self, folder):
        super().__init__()
        self.store = SeatStore(folder / "seat.db", StateDir(folder).seat_anchor)

    def do(self, event):
        self.store.commit(step(self.context, self.state, event), NOW)
        return super().do(event)


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "state").mkdir()
    return tmp_path / "state"


@pytest.fixture
def hosts(folder, monkeypatch):
    hosts = Hosts()

    @contextmanager
    def linked(_file):
        yield hosts

    monkeypatch.setattr(anchored_link, "anchored_link", linked)
    monkeypatch.setattr(
        "kiosk.app.config.read_seat_file", lambda _path: Namespace(spec=SeatFile, state=folder)
    )
    return hosts


@pytest.fixture
def played(folder, hosts):
    """A seat that was copied with $100 on its meter, and has paid them out by ticket since."""
    seat = Kept(folder)
    seat.do(e.LinkUp())
    seat.credit(10_000)
    first = seat.store.head()
    seat.store.close()
    shutil.copytree(folder, folder.with_name("copy"))
    seat.store = SeatStore(folder / "seat.db", StateDir(folder).seat_anchor)
    seat.collect(NUMBERS[0])
    assert hosts.takes(first) is None
    assert hosts.takes(seat.store.head(), (first,)) is None
    seat.store.close()
    return seat


def put_back(folder):
    """The copy, and nothing of the second place."""
    shutil.rmtree(folder)
    shutil.rmtree(StateDir(folder).seat_anchor.path.parent, ignore_errors=True)
    shutil.copytree(folder.with_name("copy"), folder)


def run(person=None, reason=None):
    return command.run(Namespace(config="seat.toml", state=None, person=person, reason=reason))


def test_that_the_whole_disk_put_back_in_time_is_found_by_the_hosts_and_released_once(
    played, folder, hosts, capsys
):
    put_back(folder)
    assert run() == 1
    assert "seat.db ends at transaction 1, the hosts have seen 2" in capsys.readouterr().out
    assert hosts.entries == []
    assert run("Ann", "the disk died") == 0
    out = capsys.readouterr().out
    assert "$100.00 of credit" in out
    assert "on tickets, by what the hosts have seen, and not in the old books: $100.00" in out
    (entry,) = hosts.entries
    assert (entry.by, entry.reason, entry.missing, entry.before.number) == ("Ann", "the disk died", 10_000, 2)
    assert hosts.known.tickets == 10_000, "its tickets are still about"
    with closing(SeatStore(folder / "seat.db")) as new:
        check_anchor(hosts.anchor(), new)
        (event,) = [event for event in new.events(5) if event.kind == "older-copy-released"]
        assert (event.detail["tickets_missing"], event.detail["credit"]) == (10_000, 10_000)
        assert new.self_test() == []
    assert run() == 0
    assert "nothing is older" in capsys.readouterr().out


def test_that_books_that_were_retired_never_come_back(played, folder, hosts):
    put_back(folder)
    assert run("Ann", "the disk died") == 0
    with closing(SeatStore(folder.with_name("copy") / "seat.db")) as copy:
        head = copy.head()
        with pytest.raises(OlderCopy):
            check_anchor(hosts.anchor(), copy)
    assert hosts.takes(head, (hosts.anchor(),)) is not None


def test_that_an_empty_new_disk_is_released_too(played, folder, hosts, capsys):
    shutil.rmtree(folder)
    shutil.rmtree(StateDir(folder).seat_anchor.path.parent)
    folder.mkdir()
    assert run("Ann", "a new machine") == 0
    assert hosts.entries[0].missing == 10_000
    assert run() == 0


def test_that_hosts_that_were_silent_are_told_later_and_the_books_begin_once(played, folder, hosts, capsys):
    put_back(folder)
    told = hosts.release_books

    def silent(*_):
        raise NoAnswer("no host answers")

    hosts.release_books = silent
    with pytest.raises(EnvironmentFault, match="no host answers"):
        run("Ann", "the disk died")
    hosts.release_books = told
    capsys.readouterr()
    assert run() == 1, "the hosts do not know"
    assert run("Ann", "the disk died") == 0
    assert len(list(folder.glob("retired-*"))) == 1
    assert hosts.entries[0].missing == 10_000
    assert run() == 0


def test_that_nothing_is_said_while_no_host_answers(played, hosts):
    hosts.silent = True
    with pytest.raises(EnvironmentFault, match="no host answers"):
        run("Ann", "the disk died")
