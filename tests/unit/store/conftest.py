"""A store on a real file, filled by a seat that plays."""

import msgspec
import pytest

from kiosk.seat import events as e
from kiosk.seat.context import Step
from kiosk.seat.step import step
from kiosk.store.seat_store import SeatStore
from kits.seat.seats import NOW, Play


class Kept(Play):
    """A seat whose every step is committed."""

    def __init__(self, store: SeatStore, **config) -> None:
        super().__init__(**config)
        self.store = store

    def do(self, event) -> Step:
        taken = step(self.context, self.state, event)
        self.store.commit(taken, NOW)
        return super().do(event)

    def round(self, *dice: int) -> None:
        """A whole round with a bet of 500 on Big."""
        self.open()
        self.bet(big=500)
        self.finish(*dice)


@pytest.fixture
def path(tmp_path):
    return tmp_path / "seat.db"


@pytest.fixture
def store(path):
    store = SeatStore(path)
    yield store
    store.close()


@pytest.fixture
def kept(store):
    """A seat with credit that is kept in the store."""
    kept = Kept(store)
    kept.do(e.LinkUp())
    kept.credit(10_000)
    return kept


@pytest.fixture
def state_of():
    """The state as the file holds it: without what Undo could take back."""
    return lambda state: msgspec.structs.replace(state, history=())
