"""An old seat is looked through and reported: processor time and memory, beside a bare reading of its books.

`KIOSK_BENCH_TRANSACTIONS` sets its age; a year of play is about ten million.
"""

import os

import pytest

from kits.bench.aged import age
from kits.bench.process import ran

pytestmark = [pytest.mark.bench, pytest.mark.timeout(7200)]
TRANSACTIONS, TURNS = int(os.environ.get("KIOSK_BENCH_TRANSACTIONS", "100000")), 3
GOAL_S, GOAL_MB = 15 * TRANSACTIONS / 1e6, 100

_COMMAND = """
import sys
from kiosk.cli import main
assert main(sys.argv[1:]) == 0
"""
_READ = """
import hashlib, sqlite3, sys
db, digest = sqlite3.connect(sys.argv[1] + "/seat.db"), hashlib.sha256()
for table in ("txn", "posting"):
    for row in db.execute(f"SELECT * FROM {table}"):
        digest.update(repr(row).encode())
"""


@pytest.fixture(scope="module")
def aged(tmp_path_factory):
    """The state directory of the old seat."""
    folder = tmp_path_factory.mktemp("aged") / "state"
    assert age(folder, TRANSACTIONS) >= TRANSACTIONS
    return folder


@pytest.mark.parametrize(
    ("what", "words"), [("verify", ["verify"]), ("report as PDF", ["report", "--format", "pdf", "--out"])]
)
def test_what_it_takes_to_look_through_an_old_seat(aged, tmp_path, figure, what, words):
    out = [str(tmp_path / "report.pdf")] if words[-1] == "--out" else []
    ours, bare = [], []
    for _ in range(TURNS):
        ours.append(ran(_COMMAND, *words, *out, "--state", str(aged)))
        bare.append(ran(_READ, str(aged)))
    figure(
        f"age: {what} of {TRANSACTIONS:,} transactions, beside reading and hashing them",
        [one.processor for one in ours],
        [one.processor for one in bare],
        GOAL_S,
        "s",
        wall=[one.wall for one in ours],
    )
    figure(
        f"age: memory of that {what}, beside that of the bare reading",
        max(one.peak_mb for one in ours),
        max(one.peak_mb for one in bare),
        GOAL_MB,
        "MB",
    )
