"""A cluster that was put back from a backup: the jackpot is not asked, and a release brings it forward."""

import time

import pytest

from kiosk.app.house_book import HouseBook
from kiosk.app.log_release import Release, begin_first_house_life, release_house
from kiosk.cli import main
from kiosk.jackpot.audit import faults
from kiosk.jackpot.etcd import EtcdStore
from kiosk.jackpot.jackpot import Jackpot
from kiosk.jackpot.requests import Denied, Reason
from kiosk.links.etcd.cells import Cells
from kiosk.links.etcd.config import EtcdConfig
from kiosk.links.etcd.log import EtcdLog
from kiosk.table.log import OtherHistory
from kits.jackpot.acts import (
    AT,
    BEGIN,
    BEGINS,
    EACH,
    RESET,
    A,
    B,
    claim,
    confirm,
    contribute,
    moved,
    shown,
)
from kits.links.etcd import EtcdServer

RELEASE = Release("Boss", "the disk burnt", AT)


@pytest.fixture
def server(tmp_path):
    with EtcdServer(tmp_path) as started:
        yield started


class Host:
    def __init__(self, server, folder):
        folder.mkdir(exist_ok=True)
        self.log = EtcdLog(EtcdConfig((server.endpoint,)))
        self.store = EtcdStore(Cells(self.log), "main")
        self.jackpot = Jackpot(self.store, lambda: AT)
        self.book = HouseBook(self.log, folder / "house.archive.db", jackpots=["main"])

    def follow(self, acts):
        self.book.start(lambda: None)
        end = time.monotonic() + 30
        while sum("/act/" in entry.key for entry in self.book.archive.read(0, 1_000)) < acts:
            self.book.pump()
            assert time.monotonic() < end
            time.sleep(0.02)

    def close(self):
        self.book.close()
        self.log.close()


def test_that_a_jackpot_that_was_won_since_the_copy_is_not_won_again(server, tmp_path):
    host = Host(server, tmp_path / "host")
    begin_first_house_life(host.log, AT)
    moved(host.jackpot, BEGIN, contribute(A, 1))
    copy = server.back_up()
    moved(host.jackpot, claim(A, 1), confirm(A, 1), contribute(B, 1, "T-01", "T-02"), claim(B, 1))
    host.follow(6)
    before = host.store.meter()[0]
    host.close()
    server.put_back(copy)
    host = Host(server, tmp_path / "host")
    assert shown(host.jackpot).value == BEGINS + EACH, "it could be won again"
    assert host.log.compare(host.book.memory) is not None
    host.log.remember(host.book.memory)
    with pytest.raises(OtherHistory):
        host.jackpot.ask(contribute(A, 2))
    host.close()
    host = Host(server, tmp_path / "host")
    said = []
    release_house(host.log, host.book, RELEASE, said.append)
    assert "jackpot main: 4 acts brought forward" in said
    assert host.store.meter()[0] == before
    assert shown(host.jackpot).value == RESET + 2 * EACH
    assert faults(host.store.acts(), before) == []
    assert host.jackpot.ask(confirm(A, 1)).act.paid == BEGINS + EACH  # as it was answered, and no more
    assert [one.box.table for one in before.waiting] == [B]
    host.close()
    host = Host(server, tmp_path / "host")
    assert host.log.compare(host.book.memory) is None
    assert host.book.bring_jackpots_forward() == ({"main": 0}, [])
    moved(host.jackpot, confirm(B, 1))
    assert shown(host.jackpot).value == RESET
    host.close()


def test_that_no_terms_are_set_in_an_older_cluster_before_it_is_released(server, tmp_path, capsys):
    host = Host(server, tmp_path / "host")
    begin_first_house_life(host.log, AT)
    moved(host.jackpot, BEGIN)
    copy = server.back_up()
    moved(host.jackpot, contribute(A, 1))
    host.follow(2)
    host.close()
    server.put_back(copy)
    config = tmp_path / "host.toml"
    config.write_text(
        'tables = [{ name = "ST-01", jackpot = "main", seats = [{ name = "T-01", layout = "A" }] }]\n'
        f'state = "host"\n[log]\nendpoints = ["{server.endpoint}"]\nplain = true\n'
    )
    terms = ("--reset", "70000", "--each", "30", "--bet", "100", "--as", "Boss", "--reason", "a new year")
    asked = ["jackpot", "--config", str(config), "--jackpot", "main", *terms]
    assert main(asked) == 2
    said = capsys.readouterr().err
    assert "act 2, ST-01/1/contributed, which this host has kept, is missing in the cluster" in said
    assert "kiosk host --release-log" in said
    host = Host(server, tmp_path / "host")
    assert host.store.meter()[0].terms.reset == RESET, "nothing was changed"
    release_house(host.log, host.book, RELEASE, lambda _: None)
    host.close()
    assert main(asked) == 0
    assert "$700.00" in capsys.readouterr().out


@pytest.mark.parametrize("since", [1, 2, 5], ids=["fewer acts", "as many", "more than were kept"])
def test_that_acts_that_do_not_follow_are_left_to_people(server, tmp_path, since):
    """Another host has played on with the older cluster: nothing is written over."""
    host = Host(server, tmp_path / "host")
    begin_first_house_life(host.log, AT)
    moved(host.jackpot, BEGIN, contribute(A, 1))
    copy = server.back_up()
    moved(host.jackpot, contribute(A, 2), contribute(A, 3))
    host.follow(4)
    host.close()
    server.put_back(copy)
    other = Host(server, tmp_path / "other")
    moved(other.jackpot, *(contribute(B, number) for number in range(1, since + 1)))
    other.close()
    host = Host(server, tmp_path / "host")
    said = []
    release_house(host.log, host.book, RELEASE, said.append)
    assert f"look into it: jackpot main: act 3, {A}/2/contributed, is another one in the cluster" in said
    assert shown(host.jackpot).value == BEGINS + (1 + since) * EACH
    assert host.jackpot.ask(claim(A, 2)) == Denied(Reason.NO_BET, f"{A}/2/contributed")
    host.close()
