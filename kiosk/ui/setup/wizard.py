"""The frame of the first run: which page, where one stands, back and on."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from PySide6.QtCore import QCoreApplication, QRectF, Signal
from PySide6.QtGui import QColor, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from kiosk.ui.kit import theme
from kiosk.ui.kit.fonts import Role
from kiosk.ui.kit.screen_mark import ScreenMark
from kiosk.ui.kit.style import Style, label, smooth
from kiosk.ui.kit.texts import Texts
from kiosk.ui.kit.theme import scale_for
from kiosk.ui.kit.touch_button import ButtonLook
from kiosk.ui.service.touch.affine import IDENTITY, Affine
from kiosk.ui.service.touch.calibration import Calibration
from kiosk.ui.service.touch.calibration_screen import CalibrationScreen
from kiosk.ui.setup.choosing_pages import LanguagePage, LayoutPage, UsbDrivePage, ZonePage
from kiosk.ui.setup.correcting import Correction, inverse
from kiosk.ui.setup.device_pages import AcceptorPage, CabinetPage, PrinterPage, PrintPage
from kiosk.ui.setup.draft import Bench, Draft
from kiosk.ui.setup.page import SetupPage, big_button
from kiosk.ui.setup.summary_page import SummaryPage
from kiosk.ui.setup.touch_page import TouchPage
from kiosk.ui.setup.typing_pages import CasinoPage, NamePage, PinPage, StaffNamePage

Make = Callable[[Draft, Bench, Style], SetupPage]


@dataclass(frozen=True)
class Step:
    """A page by its name, and whether it is asked at all."""

    name: str
    make: Make
    is_asked: Callable[[Draft, Bench], bool] = lambda _draft, _bench: True


def _prints(draft: Draft, bench: Bench) -> bool:
    del bench
    return draft.printer is None or draft.printer.kind != "pdf"


def _no_staff(draft: Draft, bench: Bench) -> bool:
    del draft
    return not bench.seat.has_staff


STEPS = (
    Step("language", LanguagePage),
    Step("touch", TouchPage),
    Step("zone", ZonePage),
    Step("usb-drive", UsbDrivePage),
    Step("casino", CasinoPage),
    Step("table", lambda draft, bench, look: NamePage(draft, bench, look, "table")),
    Step("seat", lambda draft, bench, look: NamePage(draft, bench, look, "seat")),
    Step("layout", LayoutPage),
    Step("acceptor", AcceptorPage),
    Step("printer", PrinterPage),
    Step("print", PrintPage, _prints),
    Step("cabinet", CabinetPage),
    Step("staff", StaffNamePage, _no_staff),
    Step("pin", PinPage, _no_staff),
    Step("summary", SummaryPage),
)


class Wizard(QWidget):
    """The pages, one after the other. `ended` carries whether a configuration was written."""

    ended = Signal(bool)

    def __init__(self, draft: Draft, bench: Bench, system: Affine = IDENTITY) -> None:
        """``system`` is the calibration (normalised) that the system applies to the touch screen already."""
        super().__init__()
        self.draft = draft
        self.bench = replace(bench, full=self.show_full, calibrate=self.calibrate)
        self._system = system
        app = QCoreApplication.instance()
        self.correction = Correction(app, self) if app is not None else None
        self._name = STEPS[0].name
        self._outer = QVBoxLayout(self)
        self._body: QWidget | None = None
        self._full: QWidget | None = None
        self._written = False
        self._built = (0, 0)
        self.page: SetupPage | None = None

    # --- where one stands -----------------------------------------------------------------------------------------

    @property
    def name(self) -> str:
        """The name of the page that is open."""
        return self._name

    @property
    def steps(self) -> tuple[Step, ...]:
        """The pages that are asked here. The staff's pages stay, once they have been answered."""
        return tuple(
            step for step in STEPS if step.is_asked(self.draft, self.bench) or step.name == self._name
        )

    @property
    def _at(self) -> int:
        return [step.name for step in self.steps].index(self._name)

    def on(self) -> None:
        """The next page, when this one is answered; else why not."""
        page = self.page
        if page is None:
            return
        if reason := page.why_not():
            page.say(reason)
            return
        page.leave()
        steps, at = self.steps, self._at
        if at + 1 == len(steps):
            self.ended.emit(True)
            return
        self.open(steps[at + 1].name)

    def back(self) -> None:
        """The page before; from the first, out of the set-up with nothing written."""
        if self.page is None or self._written or self.page.back():
            self._answered()
            return
        if self._at == 0:
            if not self.bench.stay:
                self.ended.emit(False)
            return
        self.open(self.steps[self._at - 1].name)

    def open(self, name: str) -> None:
        """Open a page by its name."""
        self._name = name
        self._build()
        if self.page is not None:
            self.page.shown()

    # --- over the whole window --------------------------------------------------------------------------------------

    def show_full(self, widget: QWidget, answer: Callable[[object], None]) -> None:
        """Show a surface over everything until it has finished."""
        self._full = widget
        widget.setParent(self)
        widget.setGeometry(self.rect())

        def finished(found: object) -> None:
            self._full = None
            widget.hide()
            widget.deleteLater()
            answer(found)

        widget.finished.connect(finished)  # type: ignore[attr-defined]  # every surface has it
        widget.show()
        widget.raise_()

    def calibrate(self, answer: Callable[[object], None]) -> None:
        """Calibrate, and put touches right from then on. Touches are taken meanwhile as the system reports them."""
        correction = self.correction

        def finished(found: object) -> None:
            if correction is not None:
                correction.paused = False
                if isinstance(found, Calibration):
                    correction.map = Affine(*found.matrix).after(inverse(self._system))
            answer(found)

        if correction is not None:
            correction.paused = True
        self.show_full(CalibrationScreen(self._look(), current=self._system), finished)

    # --- parts ----------------------------------------------------------------------------------------------------

    def _look(self) -> Style:
        return Style(Texts(self.draft.language), scale_for(max(1, self.width()), max(1, self.height())))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self._full is not None:
            self._full.setGeometry(self.rect())
        if self._built != (self.width(), self.height()) and not self._written:
            self._built = (self.width(), self.height())
            self._build()

    def _build(self) -> None:
        if self._body is not None:
            self._outer.removeWidget(self._body)
            self._body.hide()
            self._body.deleteLater()
        look = self._look()
        edge = look.scale.space("xxl")
        self._outer.setContentsMargins(edge, edge, edge, edge)
        body = self._body = QWidget(self)
        column = QVBoxLayout(body)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(look.scale.space("xl"))
        step = self.steps[self._at]
        page = self.page = step.make(self.draft, self.bench, look)
        page.changed.connect(self._answered)
        page.next_asked.connect(self.on)
        column.addLayout(self._head(look))
        column.addWidget(page, 1)
        column.addLayout(self._foot(look))
        self._outer.addWidget(body)
        body.show()
        if self._full is not None:
            self._full.raise_()
        self._answered()

    def _head(self, look: Style) -> QVBoxLayout:
        column = QVBoxLayout()
        column.setSpacing(look.scale.space("l"))
        row = QHBoxLayout()
        row.addWidget(ScreenMark(look, "setup.mark"))
        row.addStretch(1)
        self.where = label(look, "", Role.NUMBER, "heading", theme.TEXT_SOFT)
        self.where.setWordWrap(False)
        row.addWidget(self.where)
        column.addLayout(row)
        self.title: QLabel = label(look, "", Role.TITLE, "display")
        column.addWidget(self.title)
        return column

    def _foot(self, look: Style) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(look.scale.space("l"))
        self.back_button = big_button(look, look.t("setup.back"))
        self.back_button.clicked.connect(self.back)
        self.next_button = big_button(look, look.t("setup.next"), ButtonLook.PRIMARY)
        self.next_button.clicked.connect(self.on)
        row.addWidget(self.back_button)
        row.addStretch(1)
        row.addWidget(self.next_button)
        return row

    def _answered(self) -> None:
        """Something may be different now: the language, the title, whether one can go on."""
        page = self.page
        if page is None:
            return
        if page.look.texts.language is not self.draft.language:
            self._build()
            return
        if isinstance(page, SummaryPage) and page.written is not None:
            self._written = True
            self.next_button.setText(page.look.t("setup.close"))
        self.title.setText(page.title)
        self.where.setText(f"{self._at + 1} / {len(self.steps)}")
        self.next_button.set_usable(not page.why_not())
        self.back_button.set_usable(not self._written)
        self.back_button.setVisible(bool(self._at) or not self.bench.stay)
        self.back_button.setText(page.look.t("setup.back" if self._at else "setup.leave"))

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002  Qt's signature
        painter = smooth(self)
        painter.fillRect(self.rect(), QColor(theme.TABLE))
        scale = scale_for(max(1, self.width()), max(1, self.height()))
        line = scale.px(3)
        painter.setBrush(QColor(theme.PANEL))
        painter.setPen(QPen(QColor(theme.LINE), line))
        inside = QRectF(self.rect()).adjusted(4 * line, 4 * line, -4 * line, -4 * line)
        painter.drawRoundedRect(inside, scale.radius("panel"), scale.radius("panel"))
        painter.end()
