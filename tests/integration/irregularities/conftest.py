"""One live table for the irregularities of a module.

When the module's tests are done, the floor comes to rest and all its books are judged: what a test has left wrong
anywhere fails there.
"""

import pytest

from kiosk.console.view import Phase
from kits.app.live_floor import Floor
from kits.audit.floor_books import check_books
from kits.chaos.proxy import Proxies
from kits.ops.provision import provisioned


@pytest.fixture(scope="module")
def _floor(tmp_path_factory):
    with provisioned(tmp_path_factory.mktemp("floor"), serving=1, listening=1) as table, Proxies() as proxies:
        floor = Floor(table, proxies)
        with floor.console, floor.seats["07"], floor.seats["08"]:
            floor.until_there("07", "08")
            yield floor
            floor.come_to_rest()
            for seat in floor.seats.values():
                seat.stop()
            floor.console.until(lambda view: not any(seat.payable for seat in view.seats))
            archive, files = floor.console.archive_path, floor.files()
        truth = check_books(archive, files)
        assert truth.counts["bets registered"] > 0
        assert truth.counts["cents lost"] == 0


@pytest.fixture
def floor(_floor):
    """The live floor between two rounds, with both seats there."""
    if _floor.console.view.phase not in (Phase.ENDED, Phase.VOID):
        _floor.come_to_rest()
    _floor.until_there(*_floor.seats)
    return _floor
