"""A result that was corrected: every part of the screen shows the round as it is decided now (rule 5.5)."""

import pytest

from kiosk.games.sicbo import dice_fact
from kiosk.seat.effects import Notice
from kiosk.ui.kit.model import FakeModel, with_outcome
from kiosk.ui.kit.notices import notice_words
from kiosk.ui.kit.settlement_words import Sums, settlement_words
from kiosk.ui.kit.texts import Language, Texts
from kiosk.ui.terminal.bars.ribbon_face import ribbon_face
from kiosk.ui.terminal.held_model import HeldModel
from kiosk.ui.terminal.sicbo.part import PART

LOST, WON = (1, 2, 3), (6, 5, 4)


@pytest.fixture
def corrected(seat):
    seat.play({"big": 2_500}, LOST)
    seat.correct(WON)
    return seat


@pytest.mark.rule("sicbo:5.5")
@pytest.mark.parametrize("language", Language)
def test_that_the_ribbon_marks_a_corrected_result_and_says_what_it_pays(corrected, language):
    texts = Texts(language)
    face = ribbon_face(corrected.state, texts, PART)
    assert (face.facts, face.badges[0].text) == ((dice_fact(WON),), texts.get("ribbon.corrected"))
    assert (face.pays, face.gain) == (settlement_words(Sums(2_500, 5_000), texts), True)


def test_that_a_result_as_it_was_entered_has_no_mark(seat):
    seat.play({"big": 2_500}, WON)
    texts = Texts(Language.EN)
    assert all(
        badge.text != texts.get("ribbon.corrected") for badge in ribbon_face(seat.state, texts, PART).badges
    )


@pytest.mark.rule("sicbo:5.8")
def test_that_the_lists_hold_one_result_for_the_round(make_studio, corrected):
    model = FakeModel(corrected.context, corrected.state, outcomes=corrected.outcomes)
    studio = make_studio(corrected, model=model)
    assert [outcome.round for outcome in corrected.outcomes] == [8]
    corrected.correct((6, 6, 6))
    model.show(corrected.state)
    model.add_outcome(corrected.outcomes[-1])
    shown = studio.window.parts.side._outcomes
    assert [(one.round, one.facts) for one in shown] == [(8, (dice_fact((6, 6, 6)),))]


def test_that_a_correction_in_the_air_waits_and_keeps_its_place(seat):
    seat.play({}, LOST)
    seat.play({}, WON)
    inner = FakeModel(seat.context, seat.state, outcomes=seat.outcomes)
    held = HeldModel(inner)
    held.hold(held=True)
    first = seat.outcomes[0]
    again = type(first)(first.round, (), "damaged dice")
    inner.add_outcome(again)
    assert held.outcomes == seat.outcomes
    held.hold(held=False)
    assert held.outcomes == with_outcome(seat.outcomes, again)
    assert [outcome.round for outcome in held.outcomes] == [8, 9]


def test_that_recall_says_what_the_round_had_paid_before(make_studio, corrected):
    studio = make_studio(
        corrected, model=FakeModel(corrected.context, corrected.state, rounds=corrected.rounds)
    )
    studio.window.open_recall(corrected.rounds, 0)
    assert studio.window.open_screen._why.text() == Texts(Language.EN).get("recall.changed", paid="$0.00")


def test_that_a_payment_by_hand_is_told_with_round_and_amount():
    told = Notice("notice.paid_by_hand", {"round": 8, "cents": 5_000})
    assert notice_words(told, Texts(Language.EN)) == "$50 of round 8 were paid to you by hand"


@pytest.mark.rule("sicbo:5.5")
def test_that_a_correction_is_told_in_the_words_of_a_result(corrected):
    told = next(one for one in reversed(corrected.told) if one.key == "notice.corrected")
    words = notice_words(told, Texts(Language.EN)).replace("\u2060", "")
    assert words == "Round 8 was decided anew: Paid $50.00 · net +$25.00"
    corrected.void("damaged dice", authorised_by="supervisor")
    told = next(one for one in reversed(corrected.told) if one.key == "notice.corrected")
    assert notice_words(told, Texts(Language.EN)) == "Round 8 was decided anew: Returned $25.00, net $0.00"
    face = ribbon_face(corrected.state, Texts(Language.EN), PART)
    assert (face.pays, face.gain) == ("Returned $25.00, net $0.00", False)
