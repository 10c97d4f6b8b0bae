"""What the registered bets can cost: exact at every moment, equal to settling all 216 rolls one by one."""

from hypothesis import given, settings
from hypothesis import strategies as st

from kiosk.book.exposure import LiveExposure
from kiosk.book.totals import Exposure
from kiosk.games.game import FiniteGame
from kiosk.games.sicbo import GAME, ROLLS, dice_fact
from kiosk.money import MOST_CENTS
from kits.console.book import Writing
from kits.seat.seats import LAYOUTS


def by_hand(slips):
    """Stakes, worst and best result of the House, and the rolls that are worst, by settling every roll."""
    staked = sum(sum(stakes.values()) for _, stakes in slips.values())
    results = {
        roll: staked
        - sum(GAME.settle(LAYOUTS[name], stakes, (dice_fact(roll),)).paid for name, stakes in slips.values())
        for roll in ROLLS
    }
    worst = min(results.values())
    return staked, worst, max(results.values()), {roll for roll, cents in results.items() if cents == worst}


@st.composite
def slips(draw, most=5_000):
    name = draw(st.sampled_from("ABC"))
    spots = st.sampled_from(list(LAYOUTS[name].spots))
    stakes = draw(st.dictionaries(spots, st.integers(1, most).map(lambda n: 2 * n), max_size=5))
    return draw(st.sampled_from(["07", "08", "09"])), name, stakes


def check(live, standing):
    staked, worst, best, worst_rolls = by_hand(standing)
    assert (live.exposure.staked, live.exposure.worst, live.exposure.best) == (staked, worst, best)
    if staked:
        (fact,) = live.exposure.worst_facts
        assert fact.values in worst_rolls


@settings(max_examples=12)
@given(st.lists(slips(), max_size=5))
def test_that_worst_and_best_are_those_of_settling_all_216_rolls(changes):
    live, standing = LiveExposure(GAME, LAYOUTS), {}
    for seat, name, stakes in changes:
        live.put(seat, name, stakes)
        standing[seat] = (name, stakes)
        check(live, standing)


@settings(max_examples=12)
@given(st.lists(slips(most=MOST_CENTS // 2), min_size=1, max_size=4))
def test_that_stakes_too_large_for_64_bits_are_counted_exactly(changes):
    live, standing = LiveExposure(GAME, LAYOUTS), {}
    for seat, name, stakes in changes:
        live.put(seat, name, stakes)
        standing[seat] = (name, stakes)
    check(live, standing)


@settings(max_examples=25)
@given(st.lists(slips(most=40) | slips(most=MOST_CENTS // 2_000), max_size=30))
def test_that_what_is_kept_up_is_what_is_counted_from_the_start(changes):
    """Slips that replace each other, repeat themselves or take everything back, looked at after each or seldom."""
    seldom, live, standing = LiveExposure(GAME, LAYOUTS), LiveExposure(GAME, LAYOUTS), {}
    for seat, name, stakes in (*changes, *changes[::2]):
        standing[seat] = (name, stakes)
        anew = LiveExposure(GAME, LAYOUTS)
        for other, slip in standing.items():
            anew.put(other, *slip)
        live.put(seat, name, stakes)
        seldom.put(seat, name, stakes)
        assert live.exposure == anew.exposure
    assert seldom.exposure == live.exposure


@st.composite
def logs(draw):
    """Slips as a log may hold them: of several rounds, older revisions, repeats, behind the close."""
    table, rev = Writing(), 0
    for _ in range(draw(st.integers(1, 3))):
        table.open()
        for _ in range(draw(st.integers(0, 8))):
            rev = draw(st.integers(max(1, rev - 2), rev + 2))
            spots = st.sampled_from(["small", "big", "total_9", "single_3", "nowhere"])
            stakes = draw(st.dictionaries(spots, st.integers(1, 9).map(lambda n: n * 100), max_size=3))
            table.bet(draw(st.sampled_from(["07", "08", "09"])), rev=rev, **stakes)
            if draw(st.booleans()):
                assert table.book.exposure.staked == table.book.current.staked
        if draw(st.booleans()):
            table.close()
            table.bet("07", rev=rev + 1, big=400)
            table.void()
    return table


@given(logs())
def test_that_the_books_exposure_is_that_of_the_slips_that_stand(table):
    anew, current = LiveExposure(GAME, LAYOUTS), table.book.current
    for seat, slip in current.slips.items():
        anew.put(seat, slip.layout, slip.stakes)
    assert table.book.exposure == anew.exposure


def test_that_the_largest_stakes_of_many_seats_do_not_wrap_round():
    live = LiveExposure(GAME, LAYOUTS)
    for seat in range(50):
        live.put(str(seat), "A", {"triple-1": MOST_CENTS})
    assert live.exposure.staked == 50 * MOST_CENTS
    assert live.exposure.worst == -195 * 50 * MOST_CENTS
    assert live.exposure.worst_facts == (dice_fact((1, 1, 1)),)
    for seat in range(50):
        live.put(str(seat), "A", {})
    assert live.exposure == Exposure()


def test_that_the_56_outcomes_are_all_that_216_rolls_come_to():
    assert isinstance(GAME, FiniteGame)
    dice = [fact.values for (fact,) in GAME.outcomes()]
    assert len(dice) == len(set(dice)) == 56
    assert set(dice) == {tuple(sorted(roll)) for roll in ROLLS}


def test_that_a_game_whose_outcomes_cannot_be_counted_shows_its_stakes_alone():
    class Endless:
        name = "cards"

    live = LiveExposure(Endless(), LAYOUTS)
    live.put("07", "A", {"small": 500})
    live.put("08", "C", {"big": 300})
    assert live.exposure == Exposure(staked=800)
    live.put("07", "A", {})
    assert live.exposure == Exposure(staked=300)


def test_that_the_exposure_follows_every_slip_and_begins_anew_with_each_round():
    table = Writing()
    table.open()
    table.bet("07", small=500)
    table.bet("08", total_4=100)
    assert (table.book.exposure.staked, table.book.exposure.worst) == (600, 600 - 1_000 - 6_300)
    table.bet("08", rev=2, big=400)
    assert table.book.exposure.worst == 900 - 1_000
    table.close()
    table.bet("09", big=400)
    assert table.book.exposure.staked == 900, "a late slip costs nothing"
    table.void()
    table.open()
    assert table.book.exposure == Exposure()
