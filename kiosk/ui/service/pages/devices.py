"""Devices: how each is now, and a test of each."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC
from functools import partial

from PySide6.QtCore import Slot
from PySide6.QtGui import QInputDevice
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QLabel, QWidget
from shiboken6 import isValid

from kiosk.devices.cabinet.port import Lamp, Light
from kiosk.seat.conditions import AcceptorCondition, CabinetCondition, PrinterCondition
from kiosk.seat.effects import Notice
from kiosk.seat.events import BoardAdopted, NoteTest, TestPrint
from kiosk.seat.roles import Right
from kiosk.seat.state import SeatState
from kiosk.ui.kit import theme
from kiosk.ui.kit.fonts import Role
from kiosk.ui.kit.notices import notice_words
from kiosk.ui.kit.style import Style, label, recolour
from kiosk.ui.kit.touch_button import TouchButton
from kiosk.ui.service import words
from kiosk.ui.service.desk import Desk
from kiosk.ui.service.page import Page
from kiosk.ui.service.tools import Tools
from kiosk.ui.service.touch.affine import IDENTITY, Affine
from kiosk.ui.service.touch.calibration_screen import CalibrationScreen
from kiosk.ui.service.touch.display_test import DisplayTest
from kiosk.ui.service.touch.sound_test import SoundTest
from kiosk.ui.service.touch.touch_test import TouchTest

_APART = 60  # design px between two devices: six of them fill the page
LAMPS = (
    Lamp(white=Light.ON),
    Lamp(amber=Light.ON),
    Lamp(red=Light.ON),
    Lamp(white=Light.FAST_BLINK, amber=Light.FAST_BLINK, red=Light.FAST_BLINK),
    Lamp(alarm=True),
)


class DevicesPage(Page):
    """A row for each device: its name, its condition, what its test said, and the buttons of the test.

    ``full`` shows a widget over the whole window until it says that it is finished.
    """

    def __init__(
        self,
        desk: Desk,
        look: Style,
        tools: Tools,
        full: Callable[[Callable[[], QWidget]], object],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(desk, look, parent)
        self._tools = tools
        self._full = full
        self._lamp = -1
        self.conditions: dict[str, QLabel] = {}
        self.results: dict[str, QLabel] = {}
        self.buttons: dict[str, TouchButton] = {}
        self._grid = QGridLayout()
        self._grid.setHorizontalSpacing(look.scale.space("xl"))
        self._grid.setVerticalSpacing(look.scale.px(_APART))
        # The tests stand beside what they test, and what they said beside them; together they take the whole page.
        for column, share in enumerate((2, 4, 4, 5)):
            self._grid.setColumnStretch(column, share)
        self.column.addLayout(self._grid)
        self.column.addStretch(1)
        self._add("printer", look.t("service.fact_printer"), print=look.t("service.test_print"))
        self._add("acceptor", look.t("service.fact_acceptor"), notes=look.t("service.test_notes"))
        if tools.has_cabinet:
            self._add(
                "cabinet",
                look.t("service.fact_cabinet"),
                lamp=look.t("service.test_lamp"),
                adopt=look.t("service.adopt_board"),
            )
        self._add(
            "display",
            look.t("service.device_display"),
            display=look.t("service.test_display"),
        )
        self._add(
            "touch",
            look.t("service.device_touch"),
            touch=look.t("service.test_touch"),
            calibrate=look.t("service.calibrate"),
        )
        self._add("sound", look.t("service.device_sound"), sound=look.t("service.test_sound"))
        acts: dict[str, Callable[[], object]] = {
            "print": self._test_print,
            "notes": self._test_notes,
            "lamp": self._next_lamp,
            "adopt": self._adopt,
            "display": lambda: self._full(self._display),
            "touch": lambda: self._full(self._touch),
            "calibrate": lambda: self._full(self._calibrate),
            "sound": lambda: self._full(self._sound),
        }
        for name, button in self.buttons.items():
            button.clicked.connect(lambda _=False, act=acts[name]: act())
        self.buttons["calibrate"].setVisible(desk.may(Right.CALIBRATE_TOUCH))
        desk.model.told.connect(self._told)
        screen = self.screen().size()
        text = look.t("service.display_size", width=screen.width(), height=screen.height())
        self._say("display", text, well=True)
        touch = [one for one in QInputDevice.devices() if one.type() is QInputDevice.DeviceType.TouchScreen]
        text = look.t("service.touch_devices", count=len(touch))
        self._say("touch", text, well=True)

    def _add(self, device: str, title: str, **tests: str) -> None:
        row = self._grid.rowCount()
        look = self.look
        self._grid.addWidget(label(look, title, Role.STRONG, "label"), row, 0)
        self.conditions[device] = label(look, "", Role.BODY, "body")
        self.results[device] = label(look, "", Role.BODY, "body", theme.TEXT_SOFT)
        self._grid.addWidget(self.conditions[device], row, 1)
        self._grid.addWidget(self.results[device], row, 3)
        buttons = QHBoxLayout()
        buttons.setSpacing(look.scale.space("s"))
        for name, text in tests.items():
            self.buttons[name] = self.button(text)
            buttons.addWidget(self.buttons[name], 1)
        self._grid.addLayout(buttons, row, 2)

    def show_state(self, state: SeatState) -> None:
        look = self.look
        self._say(
            "printer", words.printer_words(look, state.printer), well=state.printer is PrinterCondition.READY
        )
        takes = state.acceptor is AcceptorCondition.READY
        self._say("acceptor", words.acceptor_words(look, state.acceptor), well=takes)
        text = look.t("service.test_notes_end") if state.note_test else look.t("service.test_notes")
        self.buttons["notes"].setText(text)
        self.buttons["notes"].setCheckable(True)
        self.buttons["notes"].setChecked(state.note_test)
        if self._tools.has_cabinet:
            watches = state.cabinet is CabinetCondition.READY
            doors = look.texts.listed(look.t(words.DOORS[door]) for door in state.doors)
            open_ones = look.t("service.doors_open", doors=doors) if doors else look.t("service.doors_closed")
            self._say("cabinet", f"{look.t(words.CABINET_WORDS[state.cabinet])} · {open_ones}", well=watches)
            self.buttons["adopt"].setVisible(state.cabinet is CabinetCondition.WRONG)

    def _say(self, device: str, text: str, *, well: bool) -> None:
        self.conditions[device].setText(text)
        recolour(self.conditions[device], theme.TEXT if well else theme.WARN)

    # --- tests --------------------------------------------------------------------------------------------------

    def _test_print(self) -> None:
        at = self.desk.clock.now().astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
        self.results["printer"].setText(self.look.t("service.testing"))
        self.desk.model.send(TestPrint(self.desk.by, at, self.look.texts.language.value))

    def _test_notes(self) -> None:
        on = not self.desk.model.state.note_test
        self.desk.model.send(NoteTest(on, self.desk.by))
        self.results["acceptor"].setText(self.look.t("service.put_a_note_in") if on else "")

    @Slot(object)
    def _told(self, told: Notice) -> None:
        device = {
            "notice.test_printed": "printer",
            "notice.test_not_printed": "printer",
            "notice.note_tested": "acceptor",
            "notice.ticket_tested": "acceptor",
        }.get(told.key)
        if device is not None:
            self.results[device].setText(notice_words(told, self.look.texts))

    def _next_lamp(self) -> None:
        """One light after the other, then the seat's own again."""
        self._lamp += 1
        lamp = LAMPS[self._lamp] if self._lamp < len(LAMPS) else None
        self._tools.show_lamp(lamp)
        texts = (
            self.look.t("service.lamp_white"),
            self.look.t("service.lamp_amber"),
            self.look.t("service.lamp_red"),
            self.look.t("service.lamp_all"),
            self.look.t("service.lamp_alarm"),
        )
        self.results["cabinet"].setText(
            texts[self._lamp] if lamp is not None else self.look.t("service.lamp_back")
        )
        if lamp is None:
            self._lamp = -1
            self.desk.act("lamp-tested")

    def _adopt(self) -> None:
        self.desk.model.send(BoardAdopted(self.desk.by))
        self._tools.adopt_board()

    def _made(self, widget: QWidget, device: str, kind: str) -> QWidget:
        finished = widget.finished  # type: ignore[attr-defined]  # each of them has it
        finished.connect(partial(self._finished, device, kind))
        return widget

    def _finished(self, device: str, kind: str, result: object) -> None:
        if not isValid(self):
            return  # the page was left or laid out anew meanwhile
        text = self.look.t("service.test_given_up") if result is None else self.look.t("service.test_done")
        self.results[device].setText(text)
        detail = {} if result is None else {"result": str(result)[:200]}
        self.desk.act(f"{kind}-tested", **detail)
        if kind == "calibration" and result is not None:
            self._tools.save_calibration(result)

    def _display(self) -> QWidget:
        return self._made(DisplayTest(self.look), "display", "display")

    def _touch(self) -> QWidget:
        return self._made(TouchTest(self.look), "touch", "touch")

    def _calibrate(self) -> QWidget:
        applied = self._tools.calibration
        current = Affine(*applied) if applied is not None else IDENTITY
        return self._made(CalibrationScreen(self.look, current=current), "touch", "calibration")

    def _sound(self) -> QWidget:
        volume = self.desk.model.state.settings.volume
        made = SoundTest(self.look, volume=50 if volume is None else volume)
        return self._made(made, "sound", "sound")

    def hideEvent(self, event: object) -> None:
        super().hideEvent(event)  # type: ignore[arg-type]
        if self._lamp >= 0:
            self._lamp = -1
            self._tools.show_lamp(None)
        if self.desk.model.state.note_test:
            self.desk.model.send(NoteTest(on=False, by=self.desk.by))
