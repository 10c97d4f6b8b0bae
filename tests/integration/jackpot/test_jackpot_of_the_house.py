import pytest

from kiosk.jackpot import keys
from kiosk.jackpot.etcd import EtcdStore
from kiosk.jackpot.jackpot import Jackpot
from kiosk.jackpot.meter import JackpotFault
from kiosk.links.etcd.cells import Cells
from kiosk.table.log import Put
from kits.jackpot.acts import AT, BEGIN, BEGINS, EACH, A, contribute, moved, shown
from kits.jackpot.contract import *  # noqa: F403 - the tests that every store must pass


def test_that_jackpots_of_other_names_do_not_meet(jackpot, link):
    other = Jackpot(EtcdStore(Cells(link()), "main-2"), lambda: AT)
    moved(other, BEGIN, contribute(A, 1))
    moved(jackpot, contribute(A, 2), contribute(A, 3))
    assert (shown(other).value, shown(jackpot).value) == (BEGINS + EACH, BEGINS + 2 * EACH)


@pytest.mark.parametrize("name", ["", "a/b", "-a", "a" * 17, "ä", "a b"])
def test_that_a_name_that_is_none_is_refused(link, name):
    with pytest.raises(ValueError, match="jackpot: found"):
        EtcdStore(Cells(link()), name)


@pytest.mark.parametrize("value", [b"", b"{}", b"\xff", b'{"number":1}', b"[" * 9_000])
def test_that_what_is_damaged_is_named_and_moves_nothing(store, link, value):
    jackpot = Jackpot(store, lambda: AT)
    moved(jackpot, BEGIN)
    cells = Cells(link())
    assert cells.swap({}, [Put(keys.act("main", f"{A}/1/contributed"), value)])
    with pytest.raises(JackpotFault, match=r"ST-01/1/contributed is damaged"):
        jackpot.ask(contribute(A, 1))
    assert cells.swap({}, [Put(keys.meter("main"), value)])
    with pytest.raises(JackpotFault, match=r"main/meter is damaged"):
        jackpot.ask(contribute(A, 2))


def test_that_an_act_under_anothers_key_is_named(store, link):
    jackpot = Jackpot(store, lambda: AT)
    moved(jackpot, BEGIN, contribute(A, 1))
    cells = Cells(link())
    found = cells.get(keys.act("main", f"{A}/1/contributed"))
    assert cells.swap({}, [Put(keys.act("main", f"{A}/2/contributed"), found.value)])
    with pytest.raises(JackpotFault, match="holds the act ST-01/1/contributed"):
        jackpot.ask(contribute(A, 2))
