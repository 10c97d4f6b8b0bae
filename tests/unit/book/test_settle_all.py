"""The console's quick settlement is the game's settlement, to the cent, for every layout and every roll."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kiosk.book.settle_all import settle_all
from kiosk.games.errors import BadFacts, BadStake
from kiosk.games.sicbo import GAME, dice_fact
from kiosk.money import MOST_CENTS, InexactPayout
from kiosk.table.records import Slip
from kits.seat.seats import LAYOUTS


def settled(many, facts, game=GAME):
    """What each slip of the list is paid, in their order."""
    by_seat = {str(n): one for n, one in enumerate(many)}
    found = settle_all(game, LAYOUTS, by_seat, facts)
    return [found[seat] for seat in by_seat]


DICE = st.tuples(*[st.integers(1, 6)] * 3)


def slip(layout, **stakes):
    cents = {spot.replace("_", "-"): stake for spot, stake in stakes.items()}
    return Slip(seat="07", round=1, rev=1, layout=layout, stakes=cents)


@st.composite
def slips(draw):
    name = draw(st.sampled_from("ABC"))
    spots = st.sampled_from(list(LAYOUTS[name].spots))
    amounts = st.one_of(
        st.integers(1, 5_000).map(lambda n: n * 2), st.integers(1, MOST_CENTS // 2).map(lambda n: n * 2)
    )
    return slip(name, **draw(st.dictionaries(spots, amounts, max_size=12)))


@given(st.lists(slips(), max_size=8), DICE)
@pytest.mark.rule("sicbo:3.8", "sicbo:4.1.1", "sicbo:4.1.2", "sicbo:4.1.3")
def test_that_many_slips_settle_as_the_game_settles_each(many, dice):
    facts = (dice_fact(dice),)
    expected = [GAME.settle(LAYOUTS[one.layout], one.stakes, facts).paid for one in many]
    assert settled(many, facts) == expected


@pytest.mark.parametrize("layout", "ABC")
def test_that_every_spot_alone_settles_as_the_game_settles_it_on_every_outcome(layout):
    rules = LAYOUTS[layout]
    every = [slip(layout, **{spot: 200}) for spot in rules.spots]
    for facts in GAME.outcomes():
        expected = [GAME.settle(rules, one.stakes, facts).paid for one in every]
        assert settled(every, facts) == expected


@pytest.mark.parametrize(
    ("bad", "error"),
    [
        (slip("A", three_123=100), BadStake),
        (slip("A", small=100, nowhere=100), BadStake),
        (slip("A", small=MOST_CENTS + 2), BadStake),
        (slip("A", double_1=101), InexactPayout),
        (slip("D", small=100), KeyError),
    ],
)
def test_that_a_slip_that_the_game_refuses_is_refused(bad, error):
    with pytest.raises(error):
        settled([bad], (dice_fact((6, 5, 3)),))


def test_that_no_incomplete_result_settles_anything():
    with pytest.raises(BadFacts):
        settled([slip("A", small=100)], ())


def test_that_a_stake_of_odd_cents_that_pays_whole_cents_is_settled():
    assert settled([slip("A", small=101), slip("A")], (dice_fact((1, 2, 3)),)) == [202, 0]


def test_that_a_game_whose_outcomes_cannot_be_counted_settles_by_itself():
    class ByItself:
        name = "cards"
        settle = staticmethod(GAME.settle)

    assert settled([slip("A", small=100)], (dice_fact((1, 2, 3)),), ByItself()) == [200]
