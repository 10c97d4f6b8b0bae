"""Of consoles that start at once exactly one gets the table; two machines with one configuration see each other."""

import threading

import pytest

from kiosk.console import attendance
from kiosk.console import commands as c
from kiosk.console.attendance import others_at_work
from kiosk.console.notes import FileKeeper, Notebook
from kiosk.console.service import Fenced, TableService, TableSettings
from kiosk.console.view import Next
from kiosk.games.sicbo import GAME
from kiosk.links.embedded import EmbeddedLog
from kiosk.links.presences import LocalPresences
from kiosk.table import keys
from kiosk.table import records as r
from kiosk.table.log import NoAnswer
from kiosk.table.round import Phase
from kits.console.desk import LIMITS, NG, SEATS, Table
from kits.seat.seats import LAYOUTS, TABLE


@pytest.fixture
def table(tmp_path):
    table = Table(tmp_path)
    table.start()
    yield table
    table.close()


# --- one configuration on two machines ------------------------------------------------------------------------------


def test_that_a_second_machine_with_the_same_configuration_is_refused(table):
    table.bring_to(Phase.BETTING)
    with pytest.raises(Fenced) as refused:
        table.spare("console-1")
    assert refused.value.what == (
        "table 12: another console of the name 'console-1' is at work there, since take 1"
    )
    table.ok(c.CloseBets())


def test_that_it_takes_the_table_on_purpose_and_the_first_one_is_told(table):
    table.bring_to(Phase.BETTING)
    twin = table.spare("console-1", take_over=True)
    assert table.view.next is Next.TAKE_OVER
    assert ("other-console", {"console": "console-1"}) in [(a.key, a.values) for a in table.view.alerts]
    table.ok(c.TakeOver(NG))
    twin.poll()
    assert twin.view.next is Next.TAKE_OVER


def test_that_a_console_that_was_killed_starts_at_once_beside_what_is_left_of_it(table):
    instance = table.keeper.notes.instance
    table.desk.close()
    left = r.ConsolePresent(console="console-1", take=1, instance=instance)
    table.log.stand(keys.console_present(TABLE, "console-1", instance), r.encode(left))
    table.desk = None
    table.again()
    assert table.view.next is Next.OPEN_BETS
    assert "other-console" not in [alert.key for alert in table.view.alerts]


def test_that_the_files_of_a_console_tell_it_from_every_other_through_restarts(tmp_path):
    first = [Notebook(FileKeeper(tmp_path / "1.json")).notes.instance for _ in range(2)]
    second = Notebook(FileKeeper(tmp_path / "2.json")).notes.instance
    assert len(set(first)) == 1
    assert first[0]
    assert second not in ("", first[0])


# --- at the same moment ---------------------------------------------------------------------------------------------


class Together:
    """Presences of which nobody sees anything before all consoles have shown themselves."""

    def __init__(self, presences, count):
        self._presences, self._shown = presences, threading.Barrier(count)

    def __getattr__(self, name):
        return getattr(self._presences, name)

    def watch(self, prefix, changed):
        self._shown.wait(60)
        return self._presences.watch(prefix, changed)


@pytest.mark.parametrize("names", [("console-1", "console-2"), ("console-1", "console-1")])
def test_that_of_two_consoles_that_start_at_once_exactly_one_gets_the_table(tmp_path, names):
    log = EmbeddedLog(tmp_path / "table.db")
    together, got, refused = Together(log, 2), [], []

    def start(name, instance):
        settings = TableSettings(TABLE, name, GAME, LAYOUTS["A"], LIMITS, SEATS, LAYOUTS)
        try:
            got.append(TableService(log, settings, together, instance=instance))
        except Fenced as fenced:
            refused.append(fenced)

    threads = [threading.Thread(target=start, args=way) for way in zip(names, ("b", "a"), strict=True)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert (len(got), len(refused)) == (1, 1)
    assert "starts there too, and is first" in refused[0].what
    got[0].open_round(36_000, "2026-01-31T12:00:00Z")
    log.close()


OWN = r.ConsolePresent(console="console-1", take=0)
STARTS = r.ConsolePresent(console="console-2", take=0)


class Moves:
    """Presences in which the other console does something as soon as somebody has looked."""

    def __init__(self, does):
        self._presences, self._does = LocalPresences(), does
        self._presences.stand(keys.console_present(TABLE, "console-1"), r.encode(OWN))
        self.other = self._presences.stand(keys.console_present(TABLE, "console-2"), r.encode(STARTS))

    def watch(self, prefix, changed):
        watch = self._presences.watch(prefix, changed)
        self._does(self.other)
        return watch


def test_that_who_is_first_lets_another_that_has_the_table_already_keep_it():
    held = r.ConsolePresent(console="console-2", take=1)
    assert others_at_work(Moves(lambda other: other.show(r.encode(held))), TABLE, OWN) == [held]


def test_that_who_is_first_goes_on_when_the_other_has_gone():
    assert others_at_work(Moves(lambda other: other.close()), TABLE, OWN) == []


def test_that_while_the_other_stays_nobody_takes_the_table(monkeypatch):
    monkeypatch.setattr(attendance, "LOOK_S", 0.05)
    with pytest.raises(NoAnswer, match="console-2 starts there too"):
        others_at_work(Moves(lambda _other: None), TABLE, OWN)
