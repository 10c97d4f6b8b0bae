"""`kiosk settle`, `kiosk odds` and `kiosk hand` of Casino Stud Poker: good lines, and bad ones by their fault."""

import io
import json
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kiosk.cards import DECK
from kiosk.cli import main
from kiosk.games.errors import GameError, UnknownLayout
from kiosk.games.sicbo import GAME
from kiosk.games.stud import paper
from kiosk.resources import layout_reader
from kits.games import poker_oracle, stud_oracle

A = paper.read_layout("A", layout_reader("stud"))
HANDS = st.lists(st.sampled_from(DECK), min_size=5, max_size=5, unique=True)


@pytest.fixture
def answers(monkeypatch, capsys):
    """Runs a command on lines: exit status and parsed answers."""

    def feed(lines, *words):
        text = "\n".join(line if isinstance(line, str) else json.dumps(line) for line in lines)
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(text.encode()), encoding="utf-8"))
        status = main([*words, "--game", "stud"])
        return status, [json.loads(line) for line in capsys.readouterr().out.splitlines()]

    return feed


def changed(path=(), value=None, **more):
    """The example of a line with one value changed, or taken out where it is `None`; or with more keys."""
    line = json.loads(paper.SLIP)
    if path:
        *way, last = path
        there = line
        for step in way:
            there = there[step]
        if value is None:
            del there[last]
        else:
            there[last] = value
    return line | more


def in_box(key, value=None):
    return changed(("boxes", 0, key), value)


def staked(**bets):
    return in_box("bets", bets)


def second(**keys):
    line = changed()
    box = {"box": 2, "bets": {"ante": 500}, "cards": ["2c", "3c", "4d", "5d", "7c"], "decisions": ["fold"]}
    line["boxes"].append(box | keys)
    line["dealer"] = ["Qs", "Qd", "7h", "8c", "2d"]
    return line


# settle


def test_that_the_example_is_settled_as_written(answers):
    nothing_back = {"returned": 0, "won": 0}
    assert answers([paper.SLIP], "settle") == (
        0,
        [
            {
                "boxes": [
                    {
                        "box": 1,
                        "bets": {
                            "ante": {"staked": 1000, **nothing_back},
                            "bet": {"staked": 2000, **nothing_back},
                            "jackpot": {"staked": 100, **nothing_back},
                        },
                        "staked": 3100,
                        **nothing_back,
                    }
                ]
            }
        ],
    )


@st.composite
def lines(draw):
    """A round as a line: 1 to 9 boxes in any order, and a dealer, often with high hands."""
    boxes = draw(st.lists(st.integers(1, 9), min_size=1, max_size=9, unique=True))
    order = random.Random(draw(st.integers(0, 2**32)))
    suited = draw(st.booleans())
    deck = sorted(DECK, key=lambda card: card[1] if suited else card[0])
    at = order.randrange(52)
    deck = deck[at:] + deck[:at]
    if draw(st.booleans()):
        order.shuffle(deck)
    hands = [[deck.pop() for _ in range(5)] for _ in range(len(boxes) + 1)]
    return {
        "boxes": [
            {
                "box": box,
                "bets": draw(
                    st.fixed_dictionaries(
                        {"ante": st.integers(1, 10**8)}, optional={"jackpot": st.integers(0, 500)}
                    )
                ),
                "cards": cards,
                "decisions": [draw(st.sampled_from(["bet", "fold"]))],
            }
            for box, cards in zip(boxes, hands, strict=False)
        ],
        "dealer": hands[-1],
        "jackpot": draw(st.integers(0, 10**9)),
        "reset": draw(st.integers(0, 10**7)),
    }


@pytest.mark.rule(
    "stud:3.12",
    "stud:3.13",
    "stud:3.14",
    "stud:4.1",
    "stud:4.1.1",
    "stud:4.2",
    "stud:4.3",
    "stud:4.4",
    "stud:4.5.1",
)
@given(line=lines())
def test_that_any_round_is_settled_like_the_independent_count(line):
    assert paper.settle_slip(A, line) == stud_oracle.answer(line)


@pytest.mark.rule("stud:5.5")
def test_that_no_decision_is_a_fold(answers):
    _, (silent, folded) = answers([in_box("decisions", []), in_box("decisions", ["fold"])], "settle")
    assert silent == folded
    assert folded["boxes"][0]["returned"] == 0
    assert folded["boxes"][0]["staked"] == 1100


@pytest.mark.rule("stud:5.3", "stud:5.3.1", "stud:5.3.2")
def test_that_a_bet_that_is_not_twice_the_ante_is_settled_as_it_lies(answers):
    _, (more, less) = answers([staked(ante=1000, bet=3000), staked(ante=1000, bet=700)], "settle")
    assert more["boxes"][0]["bets"]["bet"] == {"staked": 3000, "returned": 1000, "won": 0}
    assert less["boxes"][0]["bets"]["bet"] == {"staked": 700, "returned": 0, "won": 0}


@pytest.mark.rule("stud:5.2.1")
def test_that_an_ante_below_any_limit_is_settled_as_it_is(answers):
    _, (answer,) = answers([staked(ante=1)], "settle")
    assert answer["boxes"][0]["staked"] == 3


@pytest.mark.rule("stud:5.4")
@pytest.mark.parametrize("bets", [{"jackpot": 100}, {"ante": 0, "jackpot": 100}], ids=str)
@pytest.mark.parametrize("decisions", [[], ["fold"]], ids=str)
def test_that_a_jackpot_bet_without_ante_comes_back(answers, bets, decisions):
    box = {"box": 4, "bets": bets, "cards": ["Ah", "Kh", "Qh", "Jh", "Th"], "decisions": decisions}
    line = {"boxes": [box], "dealer": ["Qs", "Qd", "7h", "3c", "2d"], "jackpot": None}
    status, (answer,) = answers([line], "settle")
    assert status == 0
    assert answer["boxes"][0]["bets"]["jackpot"] == {"staked": 100, "returned": 100, "won": 0}
    assert answer["boxes"][0]["won"] == 0


@pytest.mark.rule("stud:5.18", "stud:5.18.2")
@pytest.mark.parametrize(
    "jackpot", [{"jackpot": None, "reset": None}, {"jackpot": None}, {}, {"jackpot": 0, "reset": 0}], ids=str
)
def test_that_without_a_jackpot_the_other_bets_are_settled(answers, jackpot):
    line = staked(ante=1000)
    del line["jackpot"], line["reset"]
    status, (answer,) = answers([line | jackpot], "settle")
    assert status == 0
    assert answer["boxes"][0]["staked"] == 3000


def test_that_a_jackpot_bet_of_nothing_is_none(answers):
    status, (answer,) = answers([staked(ante=1000, jackpot=0) | {"jackpot": None}], "settle")
    assert status == 0
    assert answer["boxes"][0]["bets"]["jackpot"] == {"staked": 0, "returned": 0, "won": 0}


BAD_LINES = [
    ({}, "the slip: found the keys none: expected boxes, dealer, jackpot, reset"),
    (changed(("boxes",)), "the slip: found the keys dealer, jackpot, reset: expected boxes"),
    (changed(("dealer",)), "the slip: found the keys boxes, jackpot, reset: expected boxes"),
    (changed(seat=7), "the slip: found the keys boxes, dealer, jackpot, reset, seat: expected boxes, dealer"),
    (changed(("boxes",), []), "boxes: found []: expected a list of 1 to 9 boxes"),
    (changed(("boxes",), changed()["boxes"] * 10), "boxes: found [{'box': 1, 'bets': {'ante': 1000"),
    (changed(("boxes",), {"box": 1}), "boxes: found {'box': 1}: expected a list"),
    (changed(("boxes", 0), 7), "boxes, entry 1: found 7: expected an object"),
    (
        in_box("seat", 7),
        "entry 1: found the keys box, bets, cards, decisions, seat: expected box, bets, cards, decisions",
    ),
    (in_box("box"), "entry 1: found the keys bets, cards, decisions: expected"),
    (in_box("box", 0), "boxes, entry 1: box: found 0: expected a number of 1 to 9"),
    (in_box("box", 10), "box: found 10"),
    (in_box("box", True), "box: found True"),
    (in_box("box", "1"), "box: found '1'"),
    (in_box("box", 1.0), "box: found 1.0"),
    (second(box=1, cards=["2c", "3s", "4d", "5d", "7c"]), "boxes: found box 1 2 times: expected each once"),
    (in_box("bets"), "entry 1: found the keys box, cards, decisions: expected"),
    (in_box("bets", [1000]), "box 1: bets: found [1000]: expected an object of whole cents by bet"),
    (staked(), "box 1: found no ante: expected one of 1 cent or more"),
    (staked(ante=0), "box 1: found no ante"),
    (staked(ante=0, jackpot=0), "box 1: found no ante"),
    (staked(ante=-1), "box 1: ante: found the stake -1: expected whole cents, 0 to 1000000000000000"),
    (staked(ante=10**15 + 1), "box 1: ante: found the stake 1000000000000001"),
    (staked(ante=True), "box 1: ante: found the stake True"),
    (staked(ante=1000.0), "box 1: ante: found the stake 1000.0"),
    (staked(ante="1000"), "box 1: ante: found the stake '1000'"),
    (staked(ante=[1000]), "box 1: ante: found the stake [1000]"),
    (staked(ante=1000, jackpot=-100), "box 1: jackpot: found the stake -100"),
    (staked(ante=1000, jackpot=False), "box 1: jackpot: found the stake False"),
    (staked(ante=1000, pair=100), 'box 1: found the bet "pair": expected one of ante, jackpot, bet'),
    (staked(ante=1000, bet=0), 'box 1: bet: found the stake 0 with the decision "bet": expected one with'),
    (staked(ante=1000, bet=-1), "box 1: bet: found the stake -1"),
    (
        second(bets={"ante": 500, "bet": 1000}),
        'box 2: bet: found the stake 1000 with the decision "fold": expected',
    ),
    (second(bets={"jackpot": 100, "bet": 1000}), "box 2: bet: found the stake 1000 with the decision"),
    (in_box("cards"), "entry 1: found the keys box, bets, decisions: expected"),
    (in_box("cards", []), "box 1: cards: found 0 cards: expected 5"),
    (in_box("cards", ["Ah", "Kd", "9s", "4c"]), "box 1: cards: found 4 cards: expected 5"),
    (in_box("cards", ["Ah", "Kd", "9s", "4c", "2h", "3h"]), "box 1: cards: found 6 cards: expected 5"),
    (in_box("cards", "Ah Kd 9s 4c 2h"), "box 1: cards: found 'Ah Kd 9s 4c 2h': expected a list of cards"),
    (
        in_box("cards", ["Ah", "Kd", "9s", "4c", "Jk"]),
        "box 1: cards: found the card 'Jk': expected a rank of",
    ),
    (in_box("cards", ["Ah", "Kd", "9s", "4c", "10h"]), "box 1: cards: found the card '10h'"),
    (in_box("cards", ["Ah", "Kd", "9s", "4c", 2]), "box 1: cards: found the card 2"),
    (in_box("cards", ["Ah", "Kd", "9s", "4c", ["2h"]]), "box 1: cards: found the card ['2h']"),
    (
        in_box("cards", ["Ah", "Kd", "9s", "4c", "Ah"]),
        "box 1: cards: found the card Ah 2 times: expected at most 1",
    ),
    (
        second(cards=["Kd", "3c", "4d", "5d", "7c"]),
        "found the card Kd at box 1 and at box 2: expected it once",
    ),
    (changed(("dealer", 0), "9s"), "found the card 9s at box 1 and at the dealer: expected it once"),
    (changed(("dealer", 0), "Qd"), "dealer: found the card Qd 2 times"),
    (changed(("dealer", 0)), "dealer: found 4 cards: expected 5"),
    (changed(dealer=["Qs", "Qd", "7h", "3c", "2d", "5c"]), "dealer: found 6 cards: expected 5"),
    (changed(dealer=None), "dealer: found None: expected a list of cards"),
    (changed(dealer={}), "dealer: found {}"),
    (in_box("decisions"), "entry 1: found the keys box, bets, cards: expected"),
    (in_box("decisions", "bet"), "box 1: decisions: found 'bet': expected a list of decisions"),
    (in_box("decisions", ["check"]), 'box 1: decisions: found [\'check\']: expected one, "bet" or "fold"'),
    (in_box("decisions", ["Bet"]), "box 1: decisions: found ['Bet']"),
    (in_box("decisions", ["bet", "bet"]), "box 1: decisions: found ['bet', 'bet']"),
    (in_box("decisions", [True]), "box 1: decisions: found [True]: expected a list of decisions"),
    (in_box("decisions", [["bet"]]), "box 1: decisions: found [['bet']]"),
    (
        second(bets={"jackpot": 100}, decisions=["bet"]),
        'box 2: decisions: found "bet" without an ante: expected none',
    ),
    (
        changed(jackpot=None),
        "jackpot: found null, and a jackpot bet at box 1: expected whole cents, or no such bet",
    ),
    (changed(("jackpot",)), "jackpot: found no such key, and a jackpot bet at box 1"),
    (changed(("reset",)), "reset: found no such key, and a jackpot bet at box 1"),
    (
        changed(jackpot=-1),
        "jackpot: found -1: expected whole cents, 0 to 1000000000000000, or null",
    ),
    (changed(jackpot=True), "jackpot: found True: expected whole cents"),
    (changed(jackpot=1.5), "jackpot: found 1.5"),
    (changed(jackpot="100"), "jackpot: found '100'"),
    (changed(reset=-1), "reset: found -1"),
    (changed(reset=10**15 + 1), "reset: found 1000000000000001"),
    ("[]", "found list: expected an object, as {"),
    ("{", "not JSON"),
    ('{"boxes": [], "boxes": []}', 'key "boxes" is there twice'),
    ('{"jackpot": NaN}', "found NaN"),
]


@pytest.mark.rule(
    "stud:1.4", "stud:2.2.1", "stud:3.6", "stud:3.8.1", "stud:5.8.1", "stud:5.8.3", "stud:5.8.7", "stud:5.15"
)
@pytest.mark.parametrize(("line", "said"), BAD_LINES, ids=[said for _, said in BAD_LINES])
def test_that_a_bad_line_is_answered_with_its_fault_and_the_rest_go_on(answers, line, said):
    status, (before, bad, after) = answers([changed(), line, changed()], "settle")
    assert status == 1
    assert list(bad) == ["error"]
    assert bad["error"].startswith("line 2: ")
    assert said in bad["error"]
    assert before == after
    assert list(before) == ["boxes"]


# odds


def test_that_odds_as_json_have_both_bets_and_their_exact_edges(capsys):
    assert main(["odds", "--game", "stud", "--json"]) == 0
    ante, jackpot = json.loads(capsys.readouterr().out)
    assert (ante["spot"], ante["edge"]) == ("ante", "86362082531/1661102543100")
    assert sum(ante["outcomes"].values()) == ante["of"] == 2_598_960 * 47 * 163_185
    assert (jackpot["spot"], jackpot["of"]) == ("jackpot", 2_598_960)
    assert list(jackpot["outcomes"].values()) == [4, 36, 624, 3744, 5108]
    assert jackpot["edge"] == "1 - (38/5 * jackpot + 157160000) / (2598960 * stake)"
    assert jackpot["favours_from"] == {"100": 13517900, "200": 47714740, "500": 150305267}


def test_that_odds_without_json_are_a_table_to_read(capsys):
    assert main(["odds", "--game", "stud"]) == 0
    text = capsys.readouterr().out
    assert "edge 86362082531/1661102543100 = 5.19908 %" in text
    assert "edge with a Royal Flush at 100 to 1 142031221/2718662100 = 5.22431 %" in text
    assert "a bet of $1.00 favours the player from a jackpot of $135,179.00" in text


@pytest.mark.parametrize("command", ["odds", "settle"])
def test_that_an_unknown_layout_is_refused(command, capsys):
    assert main([command, "--game", "stud", "--layout", "C"]) == 2
    assert 'layout "C": expected A or B' in capsys.readouterr().err
    with pytest.raises(UnknownLayout):
        paper.read_layout("a", layout_reader("stud"))


def test_that_a_layout_of_another_game_is_refused():
    other = GAME.read_layout("A", layout_reader("sicbo"))
    for asked in (paper.odds_records, paper.odds_table, lambda layout: paper.settle_slip(layout, {})):
        with pytest.raises(GameError, match="layout A is one of sicbo: expected a layout of stud"):
            asked(other)


# hand


@pytest.mark.parametrize(
    ("cards", "category", "name", "bonus"),
    [
        ("Ad Kd Qd Jd Td", "Royal Flush", "Royal Flush", "Royal Flush"),
        ("5c 4c 3c 2c Ac", "Straight Flush", "Straight Flush, 5 high", "Straight Flush"),
        ("Kc Kh Kd Ks Jh", "Four of a Kind", "Four of a Kind, Kings, with Jack", "Four of a Kind"),
        ("Kc Kh Kd 4s 4h", "Full House", "Full House, Kings over 4s", "Full House"),
        ("Kh Jh 9h 5h 2h", "Flush", "Flush, King high, with Jack, 9, 5, 2", "Flush"),
        ("5c 4d 3c 2h As", "Straight", "Straight, 5 high", None),
        ("Qs Qh Qd 8h 3d", "Three of a Kind", "Three of a Kind, Queens, with 8, 3", None),
        ("7s 7h 4c 4h Jd", "Two Pairs", "Two Pairs, 7s and 4s, with Jack", None),
        ("Tc Th Kd 6h 3s", "One Pair", "One Pair of 10s, with King, 6, 3", None),
        ("Ac Kh 6d 4s 2h", "Five Odd Cards", "Five Odd Cards, Ace high, with King, 6, 4, 2", None),
    ],
)
@pytest.mark.rule("stud:3.1.2")
def test_that_a_hand_is_explained(answers, cards, category, name, bonus):
    status, (answer,) = answers([{"cards": cards.split()}], "hand")
    assert status == 0
    assert answer == {"category": category, "name": name, "house_way": None, "bonus": bonus, "total": None}


@given(cards=HANDS)
def test_that_any_hand_is_of_the_kind_that_the_independent_order_says(cards):
    assert (
        paper.explain_hand({"cards": cards})["category"] == poker_oracle.KINDS[poker_oracle.worth(cards)[0]]
    )


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ({}, "the line: found the keys none: expected cards"),
        ({"cards": [], "hand": []}, "the line: found the keys cards, hand: expected cards"),
        ({"cards": []}, "cards: found 0 cards: expected 5"),
        ({"cards": ["Ah", "Kd", "9s", "4c"]}, "cards: found 4 cards: expected 5"),
        ({"cards": ["Ah", "Kd", "9s", "4c", "2h", "3h"]}, "cards: found 6 cards: expected 5"),
        ({"cards": ["Ah", "Kd", "9s", "4c", "Ah"]}, "cards: found the card Ah 2 times: expected at most 1"),
        ({"cards": ["Ah", "Kd", "9s", "4c", "Jk"]}, "cards: found the card 'Jk'"),
        ({"cards": "AhKd9s4c2h"}, "cards: found 'AhKd9s4c2h': expected a list of cards"),
        ({"cards": None}, "cards: found None"),
        ("12", "found int: expected an object, as {"),
    ],
)
def test_that_a_bad_hand_is_answered_with_its_fault_and_the_rest_go_on(answers, line, said):
    status, (before, bad, after) = answers([paper.HAND, line, paper.HAND], "hand")
    assert status == 1
    assert list(bad) == ["error"]
    assert bad["error"].startswith("line 2: ")
    assert said in bad["error"]
    assert before == after


def test_that_hand_asks_for_the_game_and_shows_its_lines(capsys):
    for words, status in ((["hand"], 2), (["hand", "--game", "sicbo"], 2), (["hand", "--help"], 0)):
        with pytest.raises(SystemExit) as ended:
            main(words)
        assert ended.value.code == status
    told = capsys.readouterr()
    assert "the following arguments are required: --game" in told.err
    assert "'sicbo' (choose from" in told.err
    assert "a line of stud:" in told.out
