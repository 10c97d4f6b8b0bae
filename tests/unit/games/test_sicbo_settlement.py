"""Settlement of Sic Bo against an independent count, and rule by rule."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kiosk.games.errors import BadFacts, BadStake, GameError
from kiosk.games.game import Fact, SpotResult
from kiosk.games.sicbo import GAME, ROLLS, SicBo, dice_fact, dice_of, is_triple, total, winning_spots
from kiosk.money import MOST_CENTS, InexactPayout
from kits.games import sicbo_oracle as oracle

TRIPLES = [(n, n, n) for n in range(1, 7)]


def settled(layout, stakes, dice):
    return GAME.settle(layout, stakes, [dice_fact(dice)])


def winners_staking_everywhere(layout, dice):
    result = settled(layout, dict.fromkeys(layout.spots, 200), dice)
    return {spot for spot, found in result.spots.items() if found.won}


def check_every_roll_and_spot(layout):
    stakes = dict.fromkeys(layout.spots, 200)
    assert set(stakes) == set(oracle.spots(layout.name))
    compared = 0
    for dice in oracle.ROLLS:
        expected = oracle.wins(layout.name, dice)
        for spot, result in settled(layout, stakes, dice).spots.items():
            pays = expected.get(spot)
            assert result == (
                SpotResult(200, 0, 0) if pays is None else SpotResult(200, 200, int(200 * pays))
            )
            compared += 1
    assert compared == 216 * len(layout.spots)


@pytest.mark.rule("sicbo:4.1.1")
def test_that_layout_a_pays_pay_table_1_on_every_roll_and_spot(layouts):
    check_every_roll_and_spot(layouts["A"])


@pytest.mark.rule("sicbo:4.1.2")
def test_that_layout_b_pays_pay_table_2_on_every_roll_and_spot(layouts):
    check_every_roll_and_spot(layouts["B"])


@pytest.mark.rule("sicbo:4.1.3")
def test_that_layout_c_pays_pay_table_3_on_every_roll_and_spot(layouts):
    check_every_roll_and_spot(layouts["C"])


@pytest.mark.rule("sicbo:4.1")
def test_that_winnings_come_on_top_of_the_stake(layouts):
    result = settled(layouts["A"], {"double-6": 1000}, (6, 1, 6))
    assert result.spots == {"double-6": SpotResult(staked=1000, returned=1000, won=11500)}
    assert result.paid == 12500


@pytest.mark.rule("sicbo:2.2.1")
def test_that_the_game_is_three_dice_of_six_faces():
    assert len(set(ROLLS)) == 6**3
    assert {len(dice) for dice in ROLLS} == {3}
    assert {face for dice in ROLLS for face in dice} == {1, 2, 3, 4, 5, 6}


@pytest.mark.rule("sicbo:1.9")
def test_that_the_total_sum_adds_the_three_dice():
    assert total((1, 1, 1)) == 3
    assert total((2, 6, 3)) == 11
    assert total((6, 6, 6)) == 18


def won_by(layout):
    """The rolls that each spot wins, as the product counts them."""
    found = {spot: set() for spot in layout.spots}
    for dice in ROLLS:
        for spot in winning_spots(layout, dice):
            found[spot].add(dice)
    return found


@pytest.mark.rule("sicbo:3.1")
def test_that_every_bet_wins_on_exactly_the_dice_that_match_it(layout):
    counted = {
        spot: {dice for dice in ROLLS if spot in oracle.wins(layout.name, dice)} for spot in layout.spots
    }
    assert won_by(layout) == counted


@pytest.mark.rule("sicbo:3.1")
def test_that_two_bets_that_change_places_would_be_found(layout):
    """No two spots win on the same dice, so that what is true of one is false of every other."""
    won = [frozenset(dice) for dice in won_by(layout).values()]
    assert len(set(won)) == len(layout.spots)
    assert all(0 < len(dice) < len(ROLLS) for dice in won)


@pytest.mark.rule("sicbo:3.7")
@pytest.mark.parametrize("dice", [(1, 2, 3), (4, 4, 2), (5, 5, 5)])
def test_that_the_values_of_the_dice_decide_and_not_their_order(layout, dice):
    a, b, c = dice
    orders = [(a, b, c), (a, c, b), (b, a, c), (b, c, a), (c, a, b), (c, b, a)]
    assert len({frozenset(winning_spots(layout, order).items()) for order in orders}) == 1


@pytest.mark.rule("sicbo:3.8")
def test_that_losing_bets_are_collected_and_winning_bets_paid(layouts):
    result = settled(layouts["B"], {"big": 500, "small": 300, "double-3": 200, "single-3": 100}, (3, 3, 5))
    assert result.spots == {
        "big": SpotResult(500, 500, 500),
        "small": SpotResult(300, 0, 0),
        "double-3": SpotResult(200, 200, 2300),
        "single-3": SpotResult(100, 100, 200),
    }
    assert (result.staked, result.returned, result.won, result.lost, result.paid) == (
        1100,
        800,
        3000,
        300,
        3800,
    )
    assert result.spots["small"].lost == 300


@pytest.mark.rule("sicbo:3.9")
@pytest.mark.parametrize("dice", TRIPLES)
def test_that_a_triple_wins_only_the_listed_bets(layout, dice):
    face = dice[0]
    listed = {f"triple-{face}", "any-triple", f"double-{face}", f"single-{face}"}
    if 3 * face in (6, 9, 12, 15):
        listed.add(f"total-{3 * face}")
    assert winners_staking_everywhere(layout, dice) == listed
    assert is_triple(dice)


@pytest.mark.rule("sicbo:3.9.1")
@pytest.mark.parametrize(("name", "won"), [("A", 195), ("B", 195), ("C", 180)])
def test_that_a_triple_pays_the_specific_triple(layouts, name, won):
    for dice in TRIPLES:
        result = settled(layouts[name], {f"triple-{n}": 100 for n in range(1, 7)}, dice)
        assert result.won == won * 100
        assert result.spots[f"triple-{dice[0]}"].won == won * 100


@pytest.mark.rule("sicbo:3.9.2")
@pytest.mark.parametrize(("name", "won"), [("A", 32), ("B", 32), ("C", 31)])
def test_that_every_triple_pays_any_triple(layouts, name, won):
    assert [settled(layouts[name], {"any-triple": 100}, dice).won for dice in TRIPLES] == [won * 100] * 6


@pytest.mark.rule("sicbo:3.9.3")
@pytest.mark.parametrize(("name", "won"), [("A", 2300), ("B", 2300), ("C", 2200)])
def test_that_a_triple_pays_the_double_of_its_number(layouts, name, won):
    for dice in TRIPLES:
        result = settled(layouts[name], {f"double-{n}": 200 for n in range(1, 7)}, dice)
        assert result.spots[f"double-{dice[0]}"].won == result.won == won


@pytest.mark.rule("sicbo:3.9.4")
def test_that_a_triple_pays_its_single_number_twelve_to_one(layout):
    for dice in TRIPLES:
        result = settled(layout, {f"single-{n}": 100 for n in range(1, 7)}, dice)
        assert result.spots[f"single-{dice[0]}"].won == result.won == 1200


@pytest.mark.rule("sicbo:3.9.5")
def test_that_a_triple_pays_its_total_on_6_9_12_and_15_alone(layout):
    stakes = {f"total-{n}": 200 for n in range(4, 18)}
    paid = {dice[0]: [s for s, r in settled(layout, stakes, dice).spots.items() if r.won] for dice in TRIPLES}
    assert paid == {1: [], 2: ["total-6"], 3: ["total-9"], 4: ["total-12"], 5: ["total-15"], 6: []}


@settings(deadline=None)
@given(data=st.data())
def test_that_a_whole_slip_settles_like_its_bets_one_by_one(layouts, data):
    layout = layouts[data.draw(st.sampled_from("ABC"))]
    stakes = data.draw(
        st.dictionaries(st.sampled_from(list(layout.spots)), st.integers(0, 10**6).map(lambda n: 2 * n))
    )
    dice = data.draw(st.sampled_from(ROLLS))
    wins = oracle.wins(layout.name, dice)
    result = settled(layout, stakes, dice)
    assert list(result.spots) == list(stakes)
    assert result.staked == sum(stakes.values())
    assert result.returned == sum(stake for spot, stake in stakes.items() if spot in wins)
    assert result.won == sum(stake * wins[spot] for spot, stake in stakes.items() if spot in wins)
    assert result.staked == result.returned + result.lost
    assert result.paid == result.returned + result.won
    doubled = settled(layout, {spot: 2 * stake for spot, stake in stakes.items()}, dice)
    assert (doubled.staked, doubled.paid) == (2 * result.staked, 2 * result.paid)


def settled_by_fractions(layout, stakes, dice):
    """The same in fractions, spot by spot, with the refusals as they come."""
    wins, results = winning_spots(layout, dice), {}
    for spot, stake in stakes.items():
        if spot not in layout.spots:
            raise BadStake(f'spot "{spot}" is unknown: expected a spot of layout {layout.name}')
        if type(stake) is not int or not 0 <= stake <= MOST_CENTS:
            raise BadStake(f"spot {spot}: stake {stake!r}: expected whole cents, 0 to {MOST_CENTS}")
        for odds in layout.odds(spot):
            if (stake * odds).denominator != 1:
                raise InexactPayout(
                    f"spot {spot}: stake of {stake} cents at {odds} to 1 wins {stake * odds} cents: expected whole "
                    "cents"
                )
        due = wins.get(spot)
        results[spot] = SpotResult(stake, 0 if due is None else stake, 0 if due is None else int(stake * due))
    return results


def result_of(call, *args):
    """What it answers, or what it refuses and in which words."""
    try:
        return call(*args)
    except (BadStake, InexactPayout) as refused:
        return type(refused), str(refused)


RIGHT = st.one_of(st.integers(0, 50_000).map(lambda n: 2 * n), st.integers(0, MOST_CENTS))
WRONG = st.one_of(st.integers(-2, 200), st.sampled_from([None, True, 2.0, "2", MOST_CENTS + 1]))


@pytest.mark.rule("sicbo:3.8", "sicbo:4.1")
@settings(deadline=None, max_examples=30)
@given(data=st.data())
def test_that_whole_numbers_settle_as_fractions_do_on_every_outcome(layouts, data):
    layout = layouts[data.draw(st.sampled_from("ABC"))]
    spots = st.sampled_from([*layout.spots])
    stakes = data.draw(st.dictionaries(spots, RIGHT, max_size=20))
    stakes |= data.draw(st.dictionaries(spots | st.just("nowhere"), WRONG, max_size=1))
    for facts in GAME.outcomes():
        dice = dice_of(facts)
        found = result_of(lambda dice=dice: settled(layout, stakes, dice).spots)
        assert found == result_of(settled_by_fractions, layout, stakes, dice)


@pytest.mark.parametrize("stake", [-1, 5.0, True, "100", None, MOST_CENTS + 1])
def test_that_a_stake_that_is_not_whole_cents_is_refused_with_its_spot(layouts, stake):
    with pytest.raises(BadStake, match=r"spot big: stake .* expected whole cents"):
        settled(layouts["A"], {"big": stake}, (1, 2, 3))


@pytest.mark.parametrize(
    ("name", "spot"), [("A", "three-126"), ("B", "double-single-112"), ("C", "total-3"), ("A", "")]
)
def test_that_a_spot_the_layout_does_not_offer_is_refused(layouts, name, spot):
    with pytest.raises(BadStake, match=f'spot "{spot}" is unknown: expected a spot of layout {name}'):
        settled(layouts[name], {spot: 100}, (1, 2, 3))


def test_that_a_stake_whose_winnings_are_no_whole_cents_is_refused_with_its_spot(layouts):
    with pytest.raises(InexactPayout, match="spot total-8: stake of 1 cents at 17/2"):
        settled(layouts["A"], {"total-8": 1}, (1, 2, 5))


WRONG_DICE = [(1, 2), (1, 2, 3, 4), (0, 1, 2), (1, 2, 7), (1, 2, "3"), (1, 2, True), (1, 2, 3.0), ()]


@pytest.mark.rule("sicbo:2.2.1")
@pytest.mark.parametrize("dice", WRONG_DICE)
def test_that_anything_but_three_dice_of_1_to_6_is_refused(layouts, dice):
    with pytest.raises(BadFacts, match="expected three whole numbers of 1 to 6"):
        dice_fact(dice)
    with pytest.raises(BadFacts, match="expected three whole numbers of 1 to 6"):
        GAME.check_facts(layouts["A"], [Fact("dice", tuple(dice))])
    with pytest.raises(BadFacts, match="expected three whole numbers of 1 to 6"):
        winning_spots(layouts["A"], dice)


@pytest.mark.parametrize(
    "facts",
    [
        [Fact("card", (1, 2, 3))],
        [Fact("dice", (1, 2, 3), at="box-1")],
        [Fact("dice", (1, 2, 3), audience="seat-7")],
        [Fact("dice", (1, 2, 3)), Fact("dice", (1, 2, 3))],
    ],
)
def test_that_facts_other_than_one_set_of_dice_for_the_table_are_refused(layouts, facts):
    for check in (GAME.check_facts, GAME.is_complete):
        with pytest.raises(BadFacts):
            check(layouts["A"], facts)
    with pytest.raises(BadFacts):
        GAME.settle(layouts["A"], {}, facts)


def test_that_the_outcome_is_complete_with_the_dice_and_not_before(layouts):
    assert not GAME.is_complete(layouts["A"], [])
    assert GAME.is_complete(layouts["A"], [dice_fact((1, 2, 3))])
    with pytest.raises(BadFacts, match="found no dice"):
        GAME.settle(layouts["A"], {"big": 100}, [])


def test_that_nothing_is_decided_before_the_dice_and_everything_with_them(layouts):
    stakes = {"big": 500, "double-3": 200, "single-6": 100}
    assert GAME.decided(layouts["A"], stakes, []).spots == {}
    facts = [dice_fact((3, 3, 5))]
    assert GAME.decided(layouts["A"], stakes, facts) == GAME.settle(layouts["A"], stakes, facts)


def test_that_the_dice_come_back_as_entered():
    assert dice_of([dice_fact([6, 1, 4])]) == (6, 1, 4)


def test_that_sic_bo_opens_no_decision_and_accepts_none(layouts):
    with pytest.raises(GameError, match="a decision of 07: Sic Bo has no decisions"):
        GAME.window(layouts["A"], [dice_fact((1, 2, 3))], "07", {"big": 100})
    assert GAME.reserve(layouts["A"], {"big": 100}) == 0


def test_that_a_layout_of_another_game_is_refused():
    class Other:
        game = "blackjack"
        name = "A"

    with pytest.raises(GameError, match="expected a layout of sicbo"):
        SicBo().settle(Other(), {}, [dice_fact((1, 2, 3))])
