"""The moments of the dealer's screen at a table of Casino Stud Poker."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication

from kiosk.tools.shots.dealer import Act, DealerScene, taps
from kiosk.tools.shots.stud import dealer_samples as samples
from kiosk.ui.dealer.window import DealerWindow


def _keys(*keys: Qt.Key | str) -> Act:
    """These keys one after the other, where the focus is."""

    def act(window: DealerWindow) -> None:
        for key in keys:
            target = window.sheet or window
            code, text = (0, key) if isinstance(key, str) else (key, "")
            event = QKeyEvent(QEvent.Type.KeyPress, code, Qt.KeyboardModifier.NoModifier, text)
            QApplication.sendEvent(target, event)

    return act


_HAND = samples.HANDS["01"].split()

_NEXT, _RIGHT = Qt.Key.Key_Return, Qt.Key.Key_Right
_WRONG, _CORRECT = Qt.Key.Key_F3, Qt.Key.Key_F6

SCENES = (
    DealerScene("table", samples.table),
    DealerScene("shuffling", samples.shuffling),
    DealerScene("half-a-hand", partial(samples.dealing, "01", 0), taps(*_HAND[:3])),
    DealerScene("a-hand", partial(samples.dealing, "01", 0), taps(*_HAND)),
    DealerScene("shoe", partial(samples.dealing, shoe=True)),
    DealerScene("open-card-read", partial(samples.open_card, proposed=True)),
    DealerScene("deciding", samples.deciding),
    DealerScene("time-up", partial(samples.deciding, left_ms=0)),
    DealerScene("reveal", samples.reveal),
    DealerScene("turning", samples.turning, taps("Ks", "Jc")),
    DealerScene("turning-read", partial(samples.turning, proposed=True)),
    DealerScene("jackpot", samples.jackpot),
    DealerScene("nobody-stays", samples.nobody_stays),
    DealerScene("jackpot-shared", samples.claimed, _keys(_NEXT)),
    DealerScene("jackpot-behind", partial(samples.claimed, behind=True), _keys(_NEXT)),
    DealerScene("wrong-dealing", partial(samples.dealing, "03", 2), _keys(_WRONG)),
    DealerScene("wrong-picked", partial(samples.dealing, "03", 2), _keys(_WRONG, "5")),
    DealerScene("wrong-boxes", samples.deciding, _keys(_WRONG, "7", _NEXT)),
    DealerScene("wrong-result", samples.result, _keys(_WRONG)),
    DealerScene("moved", samples.open_card, _keys(_WRONG, "8", _NEXT, Qt.Key.Key_Space, _RIGHT)),
    DealerScene("correct-felt", samples.deciding, _keys(_CORRECT, _NEXT)),
    DealerScene(
        "correct-card", samples.reveal, _keys(_CORRECT, _NEXT, *[_RIGHT] * 7, _NEXT, _NEXT, "7", "h")
    ),
    DealerScene("correct-result", samples.result, _keys(_CORRECT, _NEXT)),
    DealerScene(
        "correct-gets", samples.result, _keys(_CORRECT, _NEXT, *[_RIGHT] * 2, _NEXT, _NEXT, "k", "c")
    ),
    DealerScene(
        "correct-choice", samples.result, _keys(_CORRECT, _NEXT, *[_RIGHT] * 16, _NEXT, _NEXT, "1", _NEXT)
    ),
    DealerScene("result", samples.result),
    DealerScene("settled", partial(samples.result, settled=True)),
)
