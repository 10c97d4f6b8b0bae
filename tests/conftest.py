"""For all tests: the long property tests are not timed, and no test may log a warning that it did not expect."""

import gc
import logging
import os
import signal

import pytest
from hypothesis import settings

pytest_plugins = (
    "kits.devices.cut_fonts",
    "kits.devices.tickets",
    "kits.links.sessions",
    "kits.ui.patience",
)
pytest.register_assert_rewrite("kits")
settings.register_profile("kiosk", deadline=None, print_blob=True, max_examples=50)
settings.load_profile("kiosk")

# What tests before have left of connections to servers waits, when it is collected, for a thread that a forked process
# does not have, and for ever: so nothing is collected there.
os.register_at_fork(after_in_child=gc.disable)

# A run that a shell began in the background ignores SIGINT, and so would every process that it starts.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

# The tests themselves are half a million objects that stay: looked through at each collection of garbage they took
# longer than many a test.
gc.disable()


def pytest_collection_finish():
    gc.freeze()
    gc.enable()


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
