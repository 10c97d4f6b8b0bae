"""For all tests: the long property tests are not timed, and no test may log a warning that it did not expect."""

import gc
import logging
import os
import signal

import pytest
from hypothesis import settings

from kiosk.tickets import number as numbers
from kiosk.tickets.ticket import Ticket

settings.register_profile("kiosk", deadline=None, print_blob=True, max_examples=50)
settings.load_profile("kiosk")

# What tests before have left of connections to servers waits, when it is collected, for a thread that a forked process
# does not have, and for ever: so nothing is collected there.
os.register_at_fork(after_in_child=gc.disable)

# A run that a shell began in the background ignores SIGINT, and so would every process that it starts.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


class _Kept(logging.Handler):
    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.records: list[logging.LogRecord] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.records.append(record)


@pytest.fixture(autouse=True)
def warnings_logged():
    """Log records of WARNING and above. A test that expects some takes them out of this list."""
    kept = _Kept()
    logging.getLogger().addHandler(kept)
    yield kept.records
    logging.getLogger().removeHandler(kept)
    told = [f"{record.name}: {record.getMessage()}" for record in kept.records]
    assert told == [], f"unexpected log lines: {told}"


@pytest.fixture
def make_ticket():
    """Builds a good ticket; `digits` are the 17 before the check digit. Others are later in the seat's sequence."""
    made = {}

    def make(digits="48201937465829103", **changes):
        body = {
            "number": digits + numbers.check_digit(digits),
            "cents": 124_550,
            "sequence": made.setdefault(digits, 123 + len(made)),
            "casino": "Harbour Casino",
            "terminal": "T-07",
            "table": "SB-01",
            "at_utc": "2026-11-27T22:06:18Z",
            "expires_utc": "2026-12-27T22:06:18Z",
        }
        return Ticket(**body | changes)

    return make


@pytest.fixture(scope="session")
def _session_etcd(tmp_path_factory):
    from etcd_kit import EtcdServer  # only what needs a server pays for the client's import

    with EtcdServer(tmp_path_factory.mktemp("etcd")) as server:
        yield server


@pytest.fixture(scope="session")
def _session_trio(tmp_path_factory):
    from etcd_kit import EtcdCluster

    with EtcdCluster(tmp_path_factory.mktemp("etcd-trio")) as cluster:
        yield cluster


@pytest.fixture
def etcd_trio(_session_trio):
    """The session's three plain etcd servers, without any key."""
    _session_trio.nodes[0].delete_all()
    return _session_trio


@pytest.fixture
def etcd_server(_session_etcd):
    """The session's plain etcd server, without any key. See etcd_kit.py."""
    _session_etcd.delete_all()
    return _session_etcd
