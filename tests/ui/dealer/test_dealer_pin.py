"""A PIN is on no screen, in no text, in no log, and gone when it was used."""

import gc

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QLineEdit, QWidget

from kiosk.tools.shots.sicbo import dealer_samples as samples
from kiosk.ui.dealer.plan import dealer_scale
from kiosk.ui.dealer.sheets.authority import AuthorisePage
from kiosk.ui.dealer.sheets.new_pin import NewPinPage
from kiosk.ui.kit.secret import Secret
from kiosk.ui.kit.style import Style
from kiosk.ui.kit.texts import Language, Texts
from kiosk.ui.kit.touch_button import TouchButton

PIN = "739182"
Key = Qt.Key


@pytest.fixture
def asked(make_dealer):
    """A dealer whose supervisor has entered the PIN and not yet confirmed."""
    dealer = make_dealer(samples.result())
    dealer.key(Key.Key_F3, Key.Key_Down)
    dealer.type(PIN)
    return dealer


def everything_said(window: QWidget) -> str:
    said = [window.windowTitle()]
    for widget in [window, *window.findChildren(QWidget)]:
        said += [repr(widget), widget.toolTip(), widget.accessibleName(), widget.objectName()]
        if isinstance(widget, (QLabel, QLineEdit, TouchButton)):
            said.append(widget.text())
        said += [repr(value) for value in vars(widget).values()]
    return "\n".join(said)


def test_that_a_pin_is_in_no_text_and_no_value_of_any_widget(asked):
    assert asked.sheet.page.dots.count == len(PIN)
    assert PIN not in everything_said(asked.window)


def test_that_the_command_keeps_the_pin_to_itself(asked):
    asked.key(Key.Key_Return)
    assert asked.desk.sent[0].authority.pin == PIN
    assert PIN not in repr(asked.desk.sent)
    assert asked.sheet.page.dots.count == 0
    assert PIN not in everything_said(asked.window)


@pytest.mark.parametrize("leave", [Key.Key_Escape, Key.Key_Delete])
def test_that_a_pin_that_is_given_up_is_forgotten(asked, leave):
    page = asked.sheet.page
    secret = page._pin
    asked.key(leave)
    assert len(secret) == 0


def test_that_closing_the_window_forgets_the_pin(asked):
    secret = asked.sheet.page._pin
    asked.window.close()
    assert len(secret) == 0


def test_that_another_name_begins_another_pin(asked):
    asked.key(Key.Key_Down)
    assert asked.sheet.page.dots.count == 0


def test_that_a_pin_is_handed_out_once():
    secret = Secret()
    secret.add("12")
    secret.add("34")
    secret.back()
    assert repr(secret) == "Secret()"
    assert secret.take() == "123"
    assert secret.take() == ""


def test_that_a_held_key_enters_one_digit(asked, qapp):
    from PySide6.QtCore import QEvent
    from PySide6.QtGui import QKeyEvent

    before = asked.sheet.page.dots.count
    event = QKeyEvent(QEvent.Type.KeyPress, Key.Key_1, Qt.KeyboardModifier.NoModifier, "1", True, 1)
    qapp.sendEvent(asked.sheet, event)
    assert asked.sheet.page.dots.count == before


@pytest.mark.parametrize(("held", "count"), [(False, 1), (True, 0)])
def test_that_a_held_key_enters_no_digit_of_a_new_pin(qapp, held, count):
    from PySide6.QtCore import QEvent, QSize
    from PySide6.QtGui import QKeyEvent

    page = NewPinPage(Style(Texts(Language.EN), dealer_scale(QSize(1280, 800))))
    assert page.press(
        QKeyEvent(QEvent.Type.KeyPress, Key.Key_1, Qt.KeyboardModifier.NoModifier, "1", held, 1)
    )
    assert page.dots[0].count == count


def test_that_without_supervisors_nothing_can_be_authorised(make_dealer, qapp):
    from msgspec.structs import replace

    dealer = make_dealer(replace(samples.result(), supervisors=()))
    dealer.key(Key.Key_F3)
    assert isinstance(dealer.sheet.page, AuthorisePage)
    dealer.type(PIN)
    dealer.key(Key.Key_Return)
    assert dealer.desk.sent == []
    gc.collect()
