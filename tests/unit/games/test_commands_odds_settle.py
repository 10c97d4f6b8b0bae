"""The commands odds and settle, through their own run()."""

import argparse
import io
import json
import re
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import kiosk.resources
from kiosk.cli import main
from kiosk.commands import odds, settle
from kits.games import sicbo_oracle as oracle


def run(command, *words):
    parser = argparse.ArgumentParser()
    command.add_arguments(parser)
    return command.run(parser.parse_args(words))


@pytest.fixture
def settle_lines(monkeypatch, capsys):
    """Runs settle on the given bytes: exit status and parsed answers."""

    def feed(text, *words):
        source = text if isinstance(text, bytes) else text.encode()
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(source), encoding="utf-8"))
        status = run(settle, *words)
        return status, [json.loads(line) for line in capsys.readouterr().out.splitlines()]

    return feed


# odds


@pytest.mark.parametrize(("name", "count"), [("A", 56), ("B", 104), ("C", 104)])
def test_that_odds_as_json_lists_every_spot_with_outcomes_and_edge(capsys, name, count):
    assert run(odds, "--layout", name, "--json") == 0
    found = json.loads(capsys.readouterr().out)
    assert len(found) == count
    for record in found:
        assert list(record) == ["spot", "name", "outcomes", "edge"]
        won = [oracle.wins(name, dice).get(record["spot"]) for dice in oracle.ROLLS]
        paid = [Fraction(one) for one in won if one is not None]
        assert {Fraction(text): rolls for text, rolls in record["outcomes"].items()} == {
            one: paid.count(one) for one in paid
        }
        assert Fraction(record["edge"]) == Fraction(216 - len(paid) - sum(paid), 216)


def test_that_odds_are_written_as_fraction_text(capsys):
    run(odds, "--layout", "A", "--json")
    found = {record["spot"]: record for record in json.loads(capsys.readouterr().out)}
    assert found["double-1"] == {
        "spot": "double-1",
        "name": "Double Dice 1 1",
        "outcomes": {"23/2": 16},
        "edge": "2/27",
    }
    assert found["single-1"]["outcomes"] == {"1": 75, "2": 15, "12": 1}
    assert found["small"]["edge"] == "1/36"


def test_that_odds_without_json_is_a_table_to_read(capsys):
    assert run(odds, "--layout", "c") == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "Layout C, Pay Table 3: 104 spots, rolls of 216"
    assert len(lines) == 3 + 104
    assert next(line for line in lines if line.startswith("triple-6")).split()[-2:] == ["35/216", "16.20%"]


@pytest.mark.parametrize("command", ["odds", "settle"])
def test_that_an_unknown_layout_ends_with_2_and_a_message(capsys, command):
    assert main([command, "--layout", "Z"]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert 'layout "Z": expected A, B or C' in captured.err


@pytest.mark.parametrize("command", ["odds", "settle"])
@pytest.mark.parametrize(
    ("content", "message"),
    [(b"name = 1", "a.toml: name of 1: Expected `str`, got `int`"), (b"\xff", "utf-8"), (None, "no layouts")],
)
def test_that_damaged_layouts_end_with_2_and_a_message(
    capsys, monkeypatch, tmp_path, command, content, message
):
    if content is not None:
        (tmp_path / "layouts" / "sicbo").mkdir(parents=True)
        (tmp_path / "layouts" / "sicbo" / "a.toml").write_bytes(content)
    find = kiosk.resources.data_dir
    monkeypatch.setattr("kiosk.resources.data_dir", lambda kind: find(kind, tmp_path / "kiosk"))
    assert main([command]) == 2
    assert message in capsys.readouterr().err


# settle


def test_that_a_slip_settles_as_the_example_says(settle_lines):
    line = '{"dice": [3, 3, 5], "stakes": {"big": 500, "double-3": 200, "odd": 100, "small": 300}}'
    assert settle_lines(line, "--layout", "B") == (
        0,
        [
            {
                "staked": 1100,
                "returned": 800,
                "won": 2900,
                "spots": {
                    "big": {"staked": 500, "returned": 500, "won": 500},
                    "double-3": {"staked": 200, "returned": 200, "won": 2300},
                    "odd": {"staked": 100, "returned": 100, "won": 100},
                    "small": {"staked": 300, "returned": 0, "won": 0},
                },
            }
        ],
    )


@settings(deadline=None)
@given(data=st.data())
def test_that_any_good_slips_settle_like_the_independent_count(data):
    name = data.draw(st.sampled_from("ABC"))
    stakes = st.dictionaries(st.sampled_from(oracle.spots(name)), st.integers(0, 10**6).map(lambda n: 2 * n))
    slips = data.draw(st.lists(st.tuples(st.sampled_from(oracle.ROLLS), stakes), max_size=5))
    text = "\n".join(json.dumps({"dice": dice, "stakes": staked}) for dice, staked in slips)
    out = io.StringIO()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(text.encode()), encoding="utf-8"))
        patch.setattr("sys.stdout", out)
        assert run(settle, "--layout", name) == 0
    answers = [json.loads(line) for line in out.getvalue().splitlines()]
    assert len(answers) == len(slips)
    for (dice, staked), answer in zip(slips, answers, strict=True):
        wins = oracle.wins(name, dice)
        for spot, stake in staked.items():
            won = int(stake * wins.get(spot, 0))
            assert answer["spots"][spot] == {"staked": stake, "returned": stake * (spot in wins), "won": won}
        for key in ("staked", "returned", "won"):
            assert answer[key] == sum(result[key] for result in answer["spots"].values())


GOOD = b'{"dice": [1, 2, 3], "stakes": {"small": 100}}'
BAD_LINES = {
    b'{"dice": [1, 2, 3], "stakes": {"small": 100.0}}': "spot small: stake 100.0",
    b'{"dice": [1, 2, 3], "stakes": {"small": 1e2}}': "spot small: stake 100.0",
    b'{"dice": [1, 2, 3], "stakes": {"small": true}}': "spot small: stake True",
    b'{"dice": [1, 2, 3], "stakes": {"small": "100"}}': "spot small: stake '100'",
    b'{"dice": [1, 2, 3], "stakes": {"small": null}}': "spot small: stake None",
    b'{"dice": [1, 2, 3], "stakes": {"small": -100}}': "spot small: stake -100",
    b'{"dice": [1, 2, 3], "stakes": {"small": NaN}}': "found NaN",
    b'{"dice": [1, 2, 3], "stakes": {"small": Infinity}}': "found Infinity",
    b'{"dice": [1, 2, 3], "stakes": {"small": 100, "small": 100}}': 'key "small" is there twice',
    b'{"dice": [1, 2, 3], "stakes": {}, "stakes": {}}': 'key "stakes" is there twice',
    b'{"dice": [1, 2, 3], "stakes": {"three-123": 100}}': 'spot "three-123" is unknown: expected a spot of layout A',
    b'{"dice": [1, 2, 3], "stakes": {"four-1234": 1}}': "spot four-1234: stake of 1 cents at 15/2",
    b'{"dice": [1, 2, 3], "stakes": [100]}': "stakes: found [100]",
    b'{"dice": [1, 2], "stakes": {}}': "dice [1, 2]",
    b'{"dice": [1, 2, 7], "stakes": {}}': "dice [1, 2, 7]",
    b'{"dice": [1, 2, 3.0], "stakes": {}}': "dice [1, 2, 3.0]",
    b'{"dice": [1, 2, true], "stakes": {}}': "dice [1, 2, True]",
    b'{"dice": [1, 2, [3]], "stakes": {}}': "dice [1, 2, [3]]",
    b'{"dice": "123", "stakes": {}}': "dice: found '123'",
    b'{"dice": [1, 2, 3]}': 'found dice: expected an object with the keys "dice" and "stakes"',
    b'{"stakes": {}}': "found stakes",
    b'{"dice": [1, 2, 3], "stakes": {}, "seat": 7}': "found dice, stakes, seat",
    b"{}": "found no keys",
    b"[]": "found list",
    b"12": "found int",
    b"{": "not JSON",
    b"{} {}": "not JSON",
    b'{"dice": [1, 2, 3], "stakes": {"small": ' + b"9" * 5000 + b"}}": "not JSON",
    b"[" * 50_000: "nested too deep",
    b'{"dice": [1, 2, 3], "stakes": {"\xff": 100}}': "not UTF-8 at byte 33",
    b'{"dice": [1, 2, 3], "stakes": {"\\ud800": 100}}': 'spot "\ud800" is unknown',
    b"\xef\xbb\xbf" + GOOD: "not JSON",
    b" " + b"9" * 70_000: "longer than 65536 bytes",
    b" " * 200_000 + GOOD: "longer than 65536 bytes",
}


@pytest.mark.parametrize("line", BAD_LINES, ids=lambda line: line[:60].decode("ascii", "replace"))
def test_that_a_bad_line_is_answered_with_its_fault_and_the_rest_go_on(settle_lines, line):
    status, answers = settle_lines(b"\n".join([GOOD, b"", line, GOOD]))
    assert status == 1
    assert [list(answer) for answer in answers] == [
        ["staked", "returned", "won", "spots"],
        ["error"],
        ["staked", "returned", "won", "spots"],
    ]
    assert answers[1]["error"].startswith("line 3: ")
    assert BAD_LINES[line] in answers[1]["error"]
    assert answers[0] == answers[2]


@pytest.mark.parametrize("dice", [[1, 1, 1], [2, 6, 6], [2, 3, 3]], ids=str)
@pytest.mark.parametrize("spot", ["double-1", "total-8", "four-1234"])
@pytest.mark.parametrize("stake", [1, 3, 101])
def test_that_a_stake_that_could_not_be_paid_exactly_is_refused_whatever_the_dice(
    settle_lines, dice, spot, stake
):
    status, (answer,) = settle_lines(json.dumps({"dice": dice, "stakes": {spot: stake}}), "--layout", "A")
    assert status == 1
    assert answer["error"].startswith(f"line 1: spot {spot}: stake of {stake} cents at ")
    assert settle_lines(json.dumps({"dice": dice, "stakes": {spot: stake * 2}}), "--layout", "A")[0] == 0


def test_that_no_line_is_no_fault(settle_lines):
    assert settle_lines(b"") == (0, [])
    assert settle_lines(b"\n  \n\t\r\n") == (0, [])


def test_that_line_ends_of_other_systems_do_no_harm(settle_lines):
    assert settle_lines(GOOD + b"\r\n" + GOOD)[0] == 0


def test_that_every_answer_is_flushed_before_the_next_line_is_read(monkeypatch):
    heard = []

    class Out(io.StringIO):
        def flush(self):
            heard.append(len(self.getvalue().splitlines()))

    class In:
        def __init__(self):
            self.left = [GOOD + b"\n", GOOD + b"\n"]

        def readline(self, _most):
            heard.append("read")
            return self.left.pop() if self.left else b""

    monkeypatch.setattr("sys.stdin", argparse.Namespace(buffer=In()))
    monkeypatch.setattr("sys.stdout", Out())
    assert run(settle) == 0
    assert heard == ["read", 1, "read", 2, "read"]


@pytest.mark.parametrize("command", ["odds", "settle", "rulesfile"])
def test_that_the_game_is_found_by_its_name(command, capsys):
    with pytest.raises(SystemExit) as ended:
        main([command, "--game", "faro"])
    assert ended.value.code == 2
    assert re.search(r"'faro' \(choose from .*'sicbo'", capsys.readouterr().err)


def test_that_the_only_game_needs_no_name(capsys):
    assert main(["odds", "--game", "sicbo"]) == 0
    named = capsys.readouterr().out
    assert main(["odds"]) == 0
    assert capsys.readouterr().out == named
