"""The greatest round that the rules of Blackjack let a table have, with all that goes wrong in it, at the real desk."""

import pytest

from kiosk.console import commands as c
from kiosk.console.view import Next
from kiosk.games.blackjack.deal import CARD, DEALING_ERROR, GO_ON
from kiosk.games.blackjack.game import GAME
from kiosk.games.blackjack.paytable import BlackjackLayout
from kiosk.games.game import HOLDS, INTERIM, Decide, Enter, Fact
from kiosk.table import keys
from kiosk.table import records as r
from kiosk.table.round import Phase
from kiosk.ui.dealer.sheets.write import LONGEST
from kits.console.desk import NG, TABLE
from kits.games import pit as pits
from kits.games.blackjack_pit import Pit, next_of_shoe
from kits.games.blackjack_rounds import greatest
from kits.seat.seats import make_limits

FELT = BlackjackLayout("A", decks=8, boxes=12)
REAL, *OTHERS = BOXES = tuple(f"box-number-{number:02}" for number in range(1, 13))
STAKE = {"initial": 1_000}
FACTS = greatest(FELT, BOXES)


@pytest.fixture
def pit(tmp_path):
    """One seat is real; of the others the test writes what they say."""
    pit = Pit(tmp_path, pits.Played(GAME, FELT, make_limits(FELT), next_of_shoe), seats=BOXES)
    pit.start()
    pit.sit(REAL)
    pit.comes(*OTHERS)
    yield pit
    pit.close()


def decides(pit, box, word):
    table = pit.desk._core.table
    if box == REAL:
        pit.until(lambda _: pit.real[REAL].state.table.deciding == table.deciding)
        pit.says(REAL, word)
        return
    window = GAME.window(FELT, table.entered, box, STAKE)
    extras = next(option.extras for option in window.options if option.choice == word)
    stakes = {extra.spot: extra.most for extra in extras}
    record = r.Choice(
        seat=box, round=table.number, n=table.deciding, rev=1, window=window.name, choice=word, stakes=stakes
    )
    pit.put(keys.choice(TABLE, record), record)


def all_go_on(pit):
    """Every player that is asked after an error goes on."""
    asked = pit.until(lambda view: view.next is Next.CLOSE_DECISIONS and view.asked.window == GO_ON).asked
    for box in asked.boxes:
        decides(pit, box, GO_ON)
    pit.until(lambda view: view.asked != asked)


def goes_wrong(pit):
    """A dealing error after which every player goes on; answers what the desk says to it."""
    what = "\N{CJK UNIFIED IDEOGRAPH-724C}" * LONGEST
    refusal = pit.do(c.EnterIrregularity(Fact(DEALING_ERROR, (what,)), NG))
    if refusal is None:
        all_go_on(pit)
    return refusal


def is_corrected_and_back(pit):
    """The newest card of the play becomes a King, and what it was; who has decided by it chooses."""
    at = max(at for at, fact in enumerate(pit.view.play) if fact.name == CARD)
    was = pit.view.play[at]
    for fact in (Fact(CARD, ("Kd",), was.at), was):
        pit.ok(c.CorrectFact(at, fact, NG))
        pit.until(lambda view, fact=fact: view.play[at] == fact)
        if isinstance(pit.view.asked, Decide) and pit.view.asked.window == GO_ON:
            all_go_on(pit)


def plays(pit, more):
    """The round, and before each fact of its play what there is `more` by how many are still to come."""
    pit.opens(**{f"s{REAL}": STAKE})
    for box in OTHERS:
        pit.bet(box, **STAKE)
    pit.pump()
    pit.ok(c.CloseBets())
    pit.shows_close(*OTHERS)
    left = [fact for fact in FACTS if fact.name not in (HOLDS, INTERIM)]
    while left:
        view = pit.until(
            lambda view: (
                view.next is Next.CLOSE_DECISIONS
                or (view.next is Next.ENTER_RESULT and isinstance(view.asked, Enter))
            )
        )
        if (act := more.pop(len(left), None)) is not None:
            act()
        elif view.next is Next.ENTER_RESULT:
            pit.ok(c.EnterResult((left.pop(0),)))
            pit.pump(1)
        else:
            for box in view.asked.boxes:
                (word,) = left.pop(0).values
                decides(pit, box, word)
            pit.until(lambda now, before=view: len(now.play) > len(before.play))
    pit.until(lambda view: view.phase is Phase.RESULT)


def ends(pit):
    """Settled by every seat, and in the books of the real one as in the log; answers the result as it was written."""
    for box in OTHERS:
        pit.settles(box)
    pit.ends()
    assert pit.audits() == []
    (result,) = [one for one in pit.written() if isinstance(one, r.ResultEntered)]
    assert len(result.facts) <= r.MOST_FACTS
    settled = GAME.settle(FELT, STAKE | {f"split-{n}": 1_000 for n in (2, 3, 4)}, result.facts, REAL)
    assert pit.money(REAL)[0] == 10_000 + settled.paid - settled.staked
    return result


def test_that_the_greatest_round_with_errors_and_corrections_is_written_read_settled_and_verified(pit):
    def wrong():
        assert goes_wrong(pit) is None
        is_corrected_and_back(pit)

    plays(pit, {len(FACTS) * part // 10: wrong for part in range(2, 10)})
    assert len(ends(pit).facts) > 550


def test_that_no_more_goes_wrong_than_the_greatest_round_has_room_for(pit):
    def wrong():
        while (refusal := goes_wrong(pit)) is None:
            assert len(pit.view.play) < r.MOST_FACTS
        assert refusal.key == "not-a-result"
        assert "so that the round can have its result" in refusal.values["reason"]

    plays(pit, {len(FACTS) * 9 // 10: wrong})
    assert len(r.encode(ends(pit))) > 100 * 1024
