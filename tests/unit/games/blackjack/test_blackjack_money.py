"""The money of Blackjack behind the seam: interim and final settlement, errors, and what the House keeps."""

import random
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kiosk.games.blackjack.deal import CARD, DEALER, GO_ON, PICK
from kiosk.games.blackjack.game import GAME
from kiosk.games.blackjack.odds import edge
from kiosk.games.blackjack.paper import settle_slip
from kiosk.games.blackjack.paytable import FIRST, MOST_BOXES, TURN, BlackjackLayout
from kiosk.games.errors import BadFacts, BadLayout, BadStake, InexactConfiguration, UnknownLayout
from kiosk.games.game import Decide, Enter, Fact, Settle, SpotResult, check_exact
from kiosk.money import InexactPayout
from kiosk.resources import layout_reader
from kits.games.blackjack_rounds import FELT, MANY, asked, by_chance, result_of, told

BETS = {"initial": 1_000}


def decided(line, stakes, boxes="07 08", box="07"):
    return GAME.decided(FELT, stakes, told(line, boxes), box).spots


# --- what settles when ----------------------------------------------------------------------------------------------


@pytest.mark.rule("blackjack:3.13", "blackjack:1.17", "blackjack:5.4", "blackjack:5.4.1", "blackjack:5.4.2")
def test_that_side_bets_are_decided_by_the_last_card_of_the_initial_deal():
    stakes = {"initial": 600, "pair": 100, "under": 200}
    cards = "Kh 9h Ah 6d 9d"
    assert decided(cards[:-3], stakes, box="08") == {}
    assert decided(cards, stakes, box="08") == {
        "pair": SpotResult(100, 100, 1_100),
        "under": SpotResult(200, 0, 0),
    }
    assert decided(cards, BETS, box="07") == {}


@pytest.mark.rule("blackjack:3.15", "blackjack:3.16", "blackjack:1.17", "blackjack:1.34")
def test_that_surrender_and_blackjack_are_decided_before_the_next_card():
    line, boxes = "Kh Ah 8h 9s 6h Kd 8d surrender decline", "07 08 09"
    stakes = {"initial": 1_000, "under": 200}
    assert decided(line, stakes, boxes) == {
        "initial": SpotResult(1_000, 500, 0),
        "under": SpotResult(200, 0, 0),
    }
    assert decided(line, BETS, boxes, "08") == {"initial": SpotResult(1_000, 1_000, 1_500)}
    assert decided(line, BETS, boxes, "09") == {}


@pytest.mark.rule("blackjack:3.14.1", "blackjack:1.8", "blackjack:1.17")
def test_that_even_money_is_decided_with_the_first_window():
    assert decided("Ah Ad Kd even-money", BETS, "07") == {"initial": SpotResult(1_000, 1_000, 1_000)}
    assert asked("Ah Ad Kd even-money", "07") == Settle()


def random_round(source, boxes):
    """A round of boxes that decide by chance: their stakes with what is added, and the facts."""
    stakes = {}
    for box in boxes:
        stakes[box] = {"initial": 2 * source.randint(1, 500)}
        for side in ("pair", "under", "over"):
            if source.random() < 0.4:
                stakes[box][side] = source.randint(1, stakes[box]["initial"])
    ranks = source.choice(["AKQ8", "AT5", "23456789TJQKA"])  # few of them: splits, and dealers with Blackjack

    def choose(facts, box):
        options = GAME.window(MANY, facts, box, stakes[box]).options
        option = source.choice([*options, options[-1]])
        for extra in option.extras:
            stakes[box][extra.spot] = source.choice([extra.least, extra.most])
        return option.choice

    facts = by_chance(source, boxes, choose, MANY, cards=lambda: source.choice(ranks) + source.choice("cdhs"))
    return stakes, facts


@pytest.mark.rule("blackjack:1.9", "blackjack:1.17", "blackjack:3.13", "blackjack:3.15", "blackjack:5.16")
@settings(max_examples=200)
@given(st.integers(0, 2**32))
def test_that_interim_and_final_settlement_sum_to_the_settlement_at_once(seed):
    source = random.Random(seed)
    stakes, facts = random_round(source, [f"{n:02}" for n in range(1, 2 + source.randrange(4))])
    for box, own in stakes.items():
        once = GAME.settle(MANY, own, result_of(facts), box).spots
        assert {spot: one.staked for spot, one in once.items()} == own
        before = {}
        for at in range(len(facts) + 1):
            # What was decided stays as it was, and is decided at the end alike: so it may be paid at once.
            now = GAME.decided(MANY, own, facts[:at], box).spots
            assert before.items() <= now.items() <= once.items()
            before = now
        assert before == once
        assert sum(own.values()) <= 8 * own["initial"] + own["initial"] // 2 + sum(
            own.get(side, 0) for side in ("pair", "under", "over")
        )


@pytest.mark.rule("blackjack:4.1", "blackjack:4.1.1")
@settings(max_examples=200)
@given(st.integers(0, 2**32))
def test_that_a_round_at_the_table_is_settled_as_on_paper(seed):
    stakes, facts = random_round(random.Random(seed), ["01", "02"])
    cards = [fact.values[0] for fact in facts if fact.name == CARD]
    if any(cards.count(card) > 8 for card in cards):
        return
    written = []
    for box, bets in stakes.items():
        own = [fact.values[0] for fact in facts if (fact.name, fact.at) == (CARD, box)]
        placed = {spot: cents for spot, cents in bets.items() if spot in ("initial", "pair", "under", "over")}
        line = {"box": int(box), "bets": placed, "cards": own[:2], "draws": own[2:]}
        written.append(line | {"decisions": _as_written(facts, box, bets)})
    dealer = [fact.values[0] for fact in facts if (fact.name, fact.at) == (CARD, DEALER)]
    found = settle_slip(BlackjackLayout("A"), {"boxes": written, "dealer": dealer})["boxes"]
    for one, box in zip(found, stakes, strict=True):
        settled = GAME.settle(MANY, stakes[box], facts, box)
        assert (one["staked"], one["returned"], one["won"]) == (
            settled.staked,
            settled.returned,
            settled.won,
        )


def _as_written(facts, box, bets):
    said, doubles = [], [cents for spot, cents in bets.items() if spot.startswith("double-")]
    for fact in facts:
        if fact.at == box and fact.name in (FIRST, TURN) and fact.values[0] != "decline":
            kind = fact.values[0]
            cents = {"insurance": lambda: bets["insurance"], "double": lambda: doubles.pop(0)}.get(kind)
            said.append(f"{kind}:{cents()}" if cents else kind)
    return said


def test_that_a_stake_that_no_decision_asks_for_comes_back():
    facts = told("Kh 7s 9d decline stand Td", "07")
    stakes = BETS | {"double-1": 500, "insurance": 400, "split-2": 1_000}
    assert GAME.settle(FELT, stakes, facts, "07").spots == {
        "initial": SpotResult(1_000, 1_000, 1_000),
        "double-1": SpotResult(500, 500, 0),
        "insurance": SpotResult(400, 400, 0),
        "split-2": SpotResult(1_000, 1_000, 0),
    }
    assert GAME.settle(FELT, stakes, facts, "09").spots == {}
    never_placed = GAME.settle(FELT, BETS, told("Kh 7s Kd decline split Ac Td stand Tc", "07"), "07")
    assert never_placed.spots == {"initial": SpotResult(1_000, 1_000, 1_000)}


@pytest.mark.rule("blackjack:5.15", "blackjack:3.9")
def test_that_a_side_bet_without_an_initial_bet_comes_back():
    facts = told("9h 7s 9d decline stand Td", "07")
    assert GAME.decided(FELT, {"pair": 100}, facts[:-1], "07").spots == {}
    assert GAME.settle(FELT, {"pair": 100}, facts, "07").spots == {"pair": SpotResult(100, 100, 0)}


def test_that_unknown_spots_and_rounds_that_are_not_over_are_refused():
    facts = told("Kh 7s 9d decline stand Td", "07")
    with pytest.raises(BadStake, match="'ante'"):
        GAME.settle(FELT, {"ante": 100}, facts, "07")
    with pytest.raises(BadFacts, match="not over"):
        GAME.settle(FELT, BETS, facts[:-1], "07")
    for asks in (GAME.reserve, GAME.theory):
        with pytest.raises(KeyError):
            asks(FELT, {"ante": 100})
    assert GAME.reserve(FELT, {"initial": 1_000, "pair": 100}) == 0


@pytest.mark.rule("blackjack:3.16", "blackjack:4.1.1")
def test_that_the_unit_must_be_an_even_number_of_cents():
    check_exact(FELT, 2)
    with pytest.raises(InexactConfiguration, match="spot initial: odds of -1/2 to 1 on the unit of 25 cents"):
        check_exact(FELT, 25)
    with pytest.raises(InexactPayout, match=r"initial: stake of 101 cents at 3/2 to 1"):
        decided("Ah 7h Kd", {"initial": 101}, "07")


# --- what goes wrong ------------------------------------------------------------------------------------------------

ERROR = "Kh 9h 5s 6d 9d decline decline hit 2c"


@pytest.mark.rule("blackjack:5.7", "blackjack:5.7.1", "blackjack:5.7.2", "blackjack:5.7.3", "blackjack:5.9")
@pytest.mark.parametrize("line", ["Kh 9h", "Kh 9h 5s 6d 9d", ERROR, f"{ERROR} stand split Td"])
def test_that_after_a_dealing_error_each_player_goes_on_or_has_his_bets_back(line):
    assert asked(f"{line} !dealing-error") == Decide(GO_ON, ("07", "08"))
    window = GAME.window(FELT, told(f"{line} !dealing-error"), "07", BETS)
    assert ([option.choice for option in window.options], window.default, window.absent) == (
        ["go-on", "take-back"],
        "go-on",
        "go-on",
    )
    assert asked(f"{line} !dealing-error go-on go-on") == asked(line)
    nobody_left = told(f"{line} !dealing-error take-back take-back")
    assert GAME.agenda(FELT, nobody_left) == Settle()
    stakes = BETS | {"split-2": 1_000}
    assert GAME.settle(FELT, stakes, nobody_left, "08").spots == {
        spot: SpotResult(1_000, 1_000, 0) for spot in stakes
    }
    one_left = told(f"{line} !dealing-error go-on take-back")
    assert GAME.decided(FELT, BETS, one_left, "08").spots == {"initial": SpotResult(1_000, 1_000, 0)}
    assert GAME.decided(FELT, BETS, one_left, "07").spots == {}
    following = GAME.agenda(FELT, one_left)
    assert getattr(following, "boxes", (getattr(following, "at", "07"),))[0] in ("07", DEALER)


@pytest.mark.rule("blackjack:5.7.3", "blackjack:5.10", "blackjack:5.10.1", "blackjack:5.16")
def test_that_what_the_interim_settlement_settled_and_bust_hands_stay_when_bets_are_taken_back():
    stakes = {"initial": 1_000, "pair": 100, "split-2": 1_000, "double-2": 400}
    line = "8h 5s 8d decline split Td hit Kd 3c double !dealing-error take-back"
    facts = told(line, "07")
    assert GAME.agenda(FELT, facts) == Settle()
    assert GAME.settle(FELT, stakes, facts, "07").spots == {
        "initial": SpotResult(1_000, 0, 0),
        "pair": SpotResult(100, 100, 1_100),
        "split-2": SpotResult(1_000, 1_000, 0),
        "double-2": SpotResult(400, 400, 0),
    }
    before = GAME.settle(
        FELT, {"initial": 1_000, "pair": 100}, told("8h 5s 8d !dealing-error take-back", "07"), "07"
    )
    assert before.won == 0, "nothing was settled yet"


@pytest.mark.rule("blackjack:5.7")
def test_that_who_has_no_bet_open_is_not_asked_after_an_error():
    line = "Ah Kh 8h 5s Kd 6h 8d surrender decline !dealing-error"
    assert asked(line, "07 08 09") == Decide(GO_ON, ("09",))
    assert asked(f"{line} take-back", "07 08 09") == Settle()
    over = told("Kh 5s 6h decline hit Td", "07")
    offered = {enter.fact for enter in GAME.irregularities(FELT, over)}
    assert offered == {"cut-card", "discarded", "misled"}, "only a wrong entry gives back what is bust"
    with pytest.raises(BadFacts, match="found 'dealing-error'"):
        GAME.check_facts(FELT, (*over, Fact("dealing-error", ("why",))))


@pytest.mark.rule("blackjack:5.12", "blackjack:5.12.2")
def test_that_of_two_cards_at_once_the_box_picks_and_then_everybody_chooses():
    line = f"{ERROR} hit !two-at-once@07"
    assert asked(line) == Decide(PICK, ("07",))
    window = GAME.window(FELT, told(line), "07", BETS)
    assert ([option.choice for option in window.options], window.default) == (["left", "right"], "left")
    assert asked(f"{line} right") == Decide(GO_ON, ("07", "08"))
    assert asked(f"{line} right go-on go-on") == Enter(CARD, "07")
    assert asked(f"{line} left take-back go-on") == Decide(TURN, ("08",))
    with pytest.raises(BadFacts, match="found 'two-at-once'"):
        GAME.check_facts(FELT, (*told(ERROR), Fact("two-at-once", ("why",), "08")))


@pytest.mark.rule("blackjack:5.12.1", "blackjack:5.12.2")
def test_that_two_cards_at_once_on_the_dealers_hand_are_put_away():
    line = f"{ERROR} stand stand !discarded=Kc !discarded=Kd !two-at-once@dealer"
    assert asked(line) == Decide(GO_ON, ("07", "08"))
    assert asked(f"{line} go-on go-on") == Enter(CARD, DEALER)


@pytest.mark.rule("blackjack:5.10.3", "blackjack:5.10.2", "blackjack:5.11")
def test_that_a_card_that_is_put_away_changes_nothing_but_counts():
    assert asked(f"{ERROR} !discarded=Kc") == asked(ERROR)
    with pytest.raises(BadFacts, match="found the card '1h'"):
        told(f"{ERROR} !discarded=1h stand")


# --- layout and theory ----------------------------------------------------------------------------------------------


@pytest.mark.rule("blackjack:2.1.1", "blackjack:2.2.1", "blackjack:A", "blackjack:B", "blackjack:C")
def test_that_the_felts_are_read():
    read = layout_reader("blackjack")
    found = {name: GAME.read_layout(name, read) for name in "ABC"}
    assert {name: (one.name, one.decks, one.boxes) for name, one in found.items()} == {
        "A": ("A", 8, 7),
        "B": ("B", 6, 7),
        "C": ("C", 4, 7),
    }
    felt = found["A"]
    assert {spot.id: (spot.kind, spot.window, spot.needs, spot.capped) for spot in felt.spots.values()} == {
        "initial": ("initial", "bets", "", False),
        "pair": ("pair", "bets", "initial", False),
        "under": ("under", "bets", "initial", True),
        "over": ("over", "bets", "initial", True),
        "insurance": ("insurance", FIRST, "", False),
        **{f"split-{n}": ("split", TURN, "", False) for n in (2, 3, 4)},
        **{f"double-{n}": ("double", TURN, "", False) for n in (1, 2, 3, 4)},
    }
    assert GAME.kinds == ("initial", "pair", "under", "over", "insurance", "split", "double")
    assert (felt.game, set(felt.boards)) == (GAME.name, {"landscape", "portrait"})
    for board in felt.boards.values():
        assert {cell.spot for cell in board.cells} == {"initial", "pair", "under", "over", "insurance"}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('name = "A"\nboxes = 7\ndecks = 3', "decks"),
        ('name = "A"\nboxes = 7\ndecks = 9', "decks"),
        (f'name = "A"\nboxes = {MOST_BOXES + 1}\ndecks = 8', "boxes"),
        ('name = "B"\nboxes = 7\ndecks = 8', 'name: found "B": expected "A"'),
        ('name = "A"\nboxes = 7', "decks"),
        ('name = "A"\nboxes = 7\ndecks = 8\nshoe = 1', "shoe"),
        ("name =", "is not TOML"),
    ],
)
def test_that_a_damaged_felt_is_refused_with_file_and_key(text, message):
    with pytest.raises(BadLayout, match=f"a.toml: .*{message}"):
        GAME.read_layout("A", lambda _: text)


def test_that_an_unknown_felt_is_refused():
    for name in ("D", "a", "../A"):
        with pytest.raises(UnknownLayout, match="is unknown"):
            GAME.read_layout(name, layout_reader("blackjack"))


@pytest.mark.parametrize("decks", [4, 6, 8])
def test_that_theory_is_the_edge_of_the_best_play_and_exact_for_side_bets(decks):
    felt = BlackjackLayout("A", decks=decks)
    of_main = GAME.theory(felt, {"initial": 1_000})
    assert of_main.expected == 1_000 * edge("initial", decks)
    assert round(float(of_main.variance) ** 0.5) == 1_131
    for side, pays in (("pair", 11), ("under", 1), ("over", 1)):
        found, kept = GAME.theory(felt, {side: 100}), edge(side, decks)
        wins = (1 - kept) / (1 + pays)
        assert found.expected == 100 * kept
        assert found.variance == 10_000 * (wins * pays**2 + (1 - wins) - kept**2)
    both = GAME.theory(felt, {"initial": 1_000, "under": 100, "over": 100})
    assert both.expected == 1_000 * edge("initial", decks) + 100 * (
        edge("under", decks) + edge("over", decks)
    )
    assert GAME.theory(felt, {}).expected == Fraction(0)
