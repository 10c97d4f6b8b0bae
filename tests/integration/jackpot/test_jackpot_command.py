import json

import pytest

from kiosk.cli import main
from kiosk.jackpot import keys
from kiosk.jackpot.jackpot import Jackpot
from kiosk.links.etcd.cells import Cells
from kiosk.table.log import Put
from kits.jackpot.acts import AT, A, claim, confirm, contribute, moved

FILE = """\
tables = [
  {{ name = "ST-01", jackpot = "main", seats = [{{ name = "T-01", layout = "A" }}] }},
  {{ name = "ST-02", jackpot = "main", seats = [{{ name = "T-01", layout = "A" }}] }},
]
state = "state"
[log]
endpoints = ["{}"]
plain = true
"""
TERMS = ("--reset", "50000", "--each", "30", "--bet", "100", "--as", "Boss", "--reason", "opening night")


@pytest.fixture
def asked(etcd_server, tmp_path, capsys):
    path = tmp_path / "host.toml"
    path.write_text(FILE.format(etcd_server.endpoint))

    def ask(*args, jackpot="main"):
        status = main(["jackpot", "--config", str(path), "--jackpot", jackpot, *args])
        said = capsys.readouterr()
        return status, said.out + said.err

    return ask


def test_that_the_house_begins_a_jackpot_and_changes_its_terms(asked):
    assert asked() == (0, "jackpot main has not begun: set its terms\n")
    status, said = asked(*TERMS, "--begins", "100000")
    assert status == 0
    assert "shows                            $1,000.00" in said
    status, said = asked(*TERMS, "--begins", "100000")
    assert (status, "has begun already: expected no --begins" in said) == (2, True)
    status, said = asked("--json", *TERMS[2:], "--reset", "70000")
    assert status == 0
    assert json.loads(said)["meter"]["terms"] == {"number": 2, "reset": 70_000, "each": 30, "bet": 100}
    assert json.loads(said)["meter"]["balance"] == 100_000


@pytest.mark.parametrize(
    ("args", "told"),
    [
        (("--reset", "5"), "need --each, --bet, --as, --reason too"),
        (TERMS[:-2], "need --reason too"),
        ((*TERMS[:-1], " "), "expected 1 to 200 printable letters"),
        ((*TERMS, "--each", "101"), "contribution of a bet: found 101, expected a whole number, 0 to 100"),
        ((*TERMS, "--begins", str(10**30)), f"value at the beginning: found {10**30}"),
    ],
)
def test_that_bad_terms_are_named_and_change_nothing(asked, args, told):
    status, said = asked(*args)
    assert (status, told in said) == (2, True), said
    assert asked() == (0, "jackpot main has not begun: set its terms\n")


@pytest.mark.parametrize("written", ["-1", "5_00", "٥٠٠", " 500", "+500", "1e3", "5.00", ""])
def test_that_an_amount_that_is_not_plain_digits_is_refused(tmp_path, capsys, written):
    with pytest.raises(SystemExit):
        main(["jackpot", "--config", str(tmp_path), "--jackpot", "main", f"--each={written}"])
    assert f"argument --each: '{written}': expected a whole number, 0 or more" in capsys.readouterr().err


def test_that_a_jackpot_that_no_table_shares_is_named(asked):
    status, said = asked(jackpot="other")
    assert (status, "expected one that a table of the host's file shares: main" in said) == (2, True)


def test_that_every_table_is_added_up_and_what_is_wrong_is_found(asked, store, link):
    asked(*TERMS)
    moved(
        Jackpot(store, lambda: AT),
        contribute(A, 1),
        claim(A, 1),
        confirm(A, 1),
        contribute(A, 2),
        claim(A, 2),
    )
    status, said = asked()
    assert status == 0
    for line in ("bets of ST-01                        $0.60", "paid at ST-01                     −$500.30"):
        assert line in said
    assert "waits for staff: ST-01, round 2, box T-01" in said
    assert said.endswith("everything agrees\n")
    cells = Cells(link())
    cell = cells.get(keys.act("main", f"{A}/2/contributed"))
    assert cells.swap({}, [Put(cell.key, cell.value.replace(b'"bets":30', b'"bets":31'))])
    status, said = asked()
    assert status == 1
    assert (
        "found: act 5, ST-01/2/contributed: bets, prize and reset of 31, 0 and 0 cents: expected 30, 0, 0"
        in said
    )
