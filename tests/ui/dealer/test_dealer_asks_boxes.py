"""An interruption where the rules of the game void nothing: every box is asked, and a supervisor stands for it."""

import pytest
from msgspec.structs import replace
from PySide6.QtCore import Qt

from kiosk.console.commands import Authority, Interrupted
from kiosk.console.view import Next
from kiosk.games.game import POWER_FAILURE, Enter
from kiosk.tools.shots.stud import dealer_samples as samples
from kiosk.ui.kit.texts import Language, Texts

PIN = "4821"
WHO = Authority(samples.SUPERVISORS[0], PIN)


def asked():
    return replace(
        samples.deciding(),
        next=Next.ANSWER_INTERRUPTION,
        why_not=None,
        void_needs_supervisor=True,
        irregularities=(Enter(POWER_FAILURE),),
    )


@pytest.mark.rule("paigow:5.18.1")
@pytest.mark.parametrize("language", Language)
def test_that_nothing_decided_asks_every_box_with_a_supervisor(make_dealer, language):
    dealer = make_dealer(asked(), language)
    dealer.tap(dealer.parts.work.no)
    action = dealer.parts.work.action
    assert (action.text, action.asks_boxes) == (Texts(language).get("dealer.do.answer_asks"), True)
    dealer.window.next()
    assert dealer.desk.sent == []
    dealer.sheet.page.choose(0)
    dealer.type(PIN)
    dealer.key(Qt.Key.Key_Return)
    assert dealer.desk.sent == [Interrupted(False, samples.ROUND, WHO)]
