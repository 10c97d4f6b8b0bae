"""`kiosk host` as a process, at a real server with TLS and rights."""

import shutil
import signal
import subprocess
from contextlib import closing
from itertools import groupby
from pathlib import Path

import pytest
from aetcd import rpc

from kiosk.app.config import read_admin_file, read_console_file, read_host_file, read_seat_file
from kiosk.book.archive import Archive
from kiosk.links.etcd.cells import Cells
from kiosk.links.etcd.log import EtcdLog
from kiosk.store.anchor import anchor_folder
from kiosk.table import keys
from kiosk.table import records as r
from kiosk.table.log import Appended, Entry, Put
from kiosk.table.round import EARLIER_ROUNDS
from kiosk.tickets.keys import KEYED
from kits import KIOSK
from kits.app.parties import until
from kits.console.book import SEATS, Writing
from kits.ops.provision import TABLE, provisioned
from kits.processes import Process

SECONDS = 30


@pytest.fixture(scope="module")
def provided(tmp_path_factory):
    with provisioned(tmp_path_factory.mktemp("table"), SEATS) as table:
        yield table


def signers(provided):
    """Who signs what is written at a key: the seat whose it is, or the console."""
    seats = {
        keys.seat(TABLE, name): read_seat_file(provided.seat(name)).log.hosts(TABLE, f"seat.{name}").signer
        for name in SEATS
    }
    console = read_console_file(provided.console).log.hosts(TABLE, "console").signer
    return lambda key: next((found for prefix, found in seats.items() if key.startswith(prefix)), console)


class Pit:
    """A table that is played, by who may write everything; and what a console shows of its archive."""

    def __init__(self, provided):
        self.signer = signers(provided)
        self._server = provided.servers[0]
        self.log = EtcdLog(read_admin_file(provided.config("admin")).log.etcd())
        self.written = Writing()
        self._sent = 0
        self.entries = []  # as they stand in the log

    def play(self, rounds=1):
        for _ in range(rounds):
            self.written.whole_round(1, 2, 3, small=500)
        for _, found in groupby(self.written.entries[self._sent :], lambda entry: entry.seq):
            together = sorted(found, key=lambda entry: entry.key)  # as the log tells them
            signed = [Put(each.key, self.signer(each.key).sign(each.key, each.value)) for each in together]
            answer = self.log.append(signed)
            assert isinstance(answer, Appended)
            self.entries += [Entry(answer.seq, put.key, put.value) for put in signed]
        self._sent = len(self.written.entries)

    def console(self, archived=None):
        """A console is at work; by itself its archive holds everything."""
        archived = self.entries[-1].seq if archived is None else archived
        value = r.encode(r.ConsolePresent(console="console", take=1, archived=archived))
        with self._server.channel() as channel:
            lease = rpc.LeaseStub(channel).LeaseGrant(rpc.LeaseGrantRequest(TTL=600), timeout=5).ID
            put = rpc.PutRequest(
                key=keys.console_present(TABLE, "console").encode(), value=value, lease=lease
            )
            rpc.KVStub(channel).Put(put, timeout=5)

    def wait_gone(self, number):
        """Until nothing of seat 07 stands of the rounds up to this one."""
        bets = [entry.key for entry in self.entries if entry.key.startswith(keys.seat(TABLE, "07"))]
        wanted = {key for key in bets if int(key.split("/")[5]) <= number}
        until(lambda: not wanted & self.there(), f"the end of the bets of the rounds up to {number}")

    def there(self):
        return {entry.key for entry in self.log.read([keys.root(TABLE)], 0, 100_000)}


@pytest.fixture
def pit(provided):
    provided.servers[0].delete_all()
    pit = Pit(provided)
    yield pit
    pit.log.close()


class Begun:
    def __init__(self, config):
        self.process = Process(
            [*KIOSK, "host", "--config", config], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )

    def begun(self):
        assert self.process.stdout.readline().startswith(
            "kiosk host: serves seats, consoles and cashiers at "
        )
        assert self.process.stdout.readline() == f"kiosk host: archives table {TABLE}\n"
        return self

    def end(self, how):
        """End it; its exit status and what it said."""
        self.process.send_signal(how)
        return self.wait()

    def wait(self):
        out, err = self.process.communicate(timeout=SECONDS)
        return self.process.returncode, out, err

    def close(self):
        if self.process.returncode is None:
            self.process.kill()
            self.process.communicate()


@pytest.fixture
def host(provided):
    """Starts hosts; a state directory for the test alone."""
    made = []
    state = Path(read_host_file(provided.host).state)
    for folder in (state, anchor_folder(state)):
        shutil.rmtree(folder, ignore_errors=True)

    def start():
        made.append(Begun(provided.host))
        return made[-1]

    yield start
    for process in made:
        process.close()


@pytest.fixture
def archived(provided):
    """Reads what the host has archived."""

    def read():
        path = Path(read_host_file(provided.host).state) / f"{TABLE}.archive.db"
        with closing(Archive(path, TABLE)) as archive:
            archive.verify()
            return archive.read(0, 100_000)

    return read


def test_that_a_host_killed_at_any_time_goes_on_and_loses_nothing(pit, host, archived):
    first = host().begun()
    pit.play(3)
    pit.console()
    pit.wait_gone(2)
    first.end(signal.SIGKILL)
    pit.play(3)
    pit.console()
    second = host().begun()
    pit.wait_gone(5)
    status, out, err = second.end(signal.SIGTERM)
    assert (status, err) == (0, "")
    assert f"kiosk host: table {TABLE}: " in out
    assert "removed from the log" in out
    assert archived() == pit.entries
    assert all(entry.key in pit.there() for entry in pit.entries if entry.key.startswith(keys.rounds(TABLE)))


def test_that_a_host_whose_tickets_key_differs_from_the_others_says_it_at_its_start(pit, host):
    Cells(pit.log).swap({}, [Put(KEYED, b'{"sign":"another","at":"10.0.0.2:2500"}')])
    pit.play(1)
    status, _, err = host().begun().end(signal.SIGTERM)
    assert status == 0
    assert "tickets.key of this host is another one than that of the host at 10.0.0.2:2500" in err
    status, _, err = host().begun().end(signal.SIGTERM)
    assert (status, err) == (0, ""), "it was the last one to start"


def test_that_a_host_removes_no_more_than_the_console_has_archived(pit, host):
    pit.play(1)
    pit.console()
    process = host().begun()
    pit.play(2)
    pit.wait_gone(1)
    bets = {entry.key for entry in pit.entries if "/2/" in entry.key}
    assert pit.there() >= bets
    pit.console()
    pit.wait_gone(2)
    assert process.end(signal.SIGTERM)[0] == 0


@pytest.mark.torture
def test_that_the_log_of_a_long_evening_stays_small(pit, host, archived):
    process = host().begun()
    sizes = []
    for rounds in (EARLIER_ROUNDS + 5, 10, 10):
        pit.play(rounds)
        pit.console()
        number = pit.written.number
        pit.wait_gone(number - 1)
        oldest = keys.round_event(TABLE, number - EARLIER_ROUNDS - 1, 1)
        until(lambda oldest=oldest: oldest not in pit.there(), "the end of the oldest round")
        sizes.append(len(pit.there()))
    # The removals of the last look may still be under way: a round's events are eight keys and a bar.
    assert max(sizes) < (EARLIER_ROUNDS + 5) * 9
    assert process.end(signal.SIGTERM)[0] == 0
    assert archived() == pit.entries


def test_that_a_second_host_with_the_same_files_is_refused(pit, host):
    host().begun()
    status, out, err = host().wait()
    assert (status, out) == (2, "")
    assert "in use by another running host" in err
