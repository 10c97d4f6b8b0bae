"""A host that hides ticket numbers with another key than the others': said at its start, and by those that run."""

from contextlib import closing

from kiosk.links.etcd.cells import Cells
from kiosk.links.etcd.config import EtcdConfig
from kiosk.links.etcd.log import EtcdLog
from kiosk.table.log import Put
from kiosk.tickets.house_key import HouseKey
from kiosk.tickets.keys import KEYED

RIGHT, OTHER = bytes(range(32)), bytes(32)


def test_that_of_two_hosts_with_different_keys_the_later_says_it_at_once_and_the_earlier_as_it_looks(
    etcd_server,
):
    with closing(EtcdLog(EtcdConfig((etcd_server.endpoint,)))) as log:
        cells = Cells(log)
        first, second = HouseKey(cells, RIGHT, "10.0.0.1:2500"), HouseKey(cells, RIGHT, "10.0.0.2:2500")
        assert (first.begin(), second.begin(), first.look()) == ("", "", "")
        third = HouseKey(cells, OTHER, "10.0.0.3:2500")
        assert "10.0.0.2:2500" in third.begin()
        assert "10.0.0.3:2500" in first.look()
        assert "10.0.0.3:2500" in second.look()
        again = HouseKey(cells, RIGHT, "10.0.0.3:2500")
        assert "10.0.0.3:2500" in again.begin()
        assert (again.look(), first.look(), second.look()) == ("", "", "")
        assert RIGHT.hex().encode() not in cells.get(KEYED).value


def test_that_a_damaged_sign_stops_nobody(etcd_server):
    with closing(EtcdLog(EtcdConfig((etcd_server.endpoint,)))) as log:
        cells = Cells(log)
        cells.swap({}, [Put(KEYED, b"?")])
        key = HouseKey(cells, RIGHT, "10.0.0.1:2500")
        assert "damaged" in key.begin()
        assert key.look() == ""
