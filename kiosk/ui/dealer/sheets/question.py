"""A sheet that asks page by page and sends one command at the end, never before."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QWidget

from kiosk.console.commands import AnyCommand
from kiosk.ui.dealer.sheets.authority import AuthorisePage
from kiosk.ui.dealer.sheets.find import FindPage
from kiosk.ui.dealer.sheets.flow import (
    Amount,
    AskResult,
    Authorise,
    Choose,
    Find,
    Flow,
    NewPin,
    Own,
    Page,
    Plain,
    SecretPage,
    Who,
    Write,
)
from kiosk.ui.dealer.sheets.names import WhoPage
from kiosk.ui.dealer.sheets.new_pin import NewPinPage
from kiosk.ui.dealer.sheets.pages import AmountPage, ChoosePage, PageWidget, PlainPage, ResultPage
from kiosk.ui.dealer.sheets.sheet import Notes, Sheet
from kiosk.ui.dealer.sheets.write import WritePage, field_of
from kiosk.ui.kit.style import Style
from kiosk.ui.kit.touch_button import ButtonLook


@dataclass(frozen=True)
class People:
    """Who can stand for a command: all supervisors, and those of them who are shift managers."""

    supervisors: tuple[str, ...] = ()
    managers: tuple[str, ...] = ()


def make_page(page: Page, people: People, look: Style) -> PageWidget:
    """The widget of a page."""
    match page:
        case Choose():
            return ChoosePage(page, look)
        case Find():
            return FindPage(page, look)
        case Write():
            return WritePage(page, look)
        case Amount():
            return AmountPage(page, look)
        case Who():
            return WhoPage(page, look)
        case NewPin():
            return NewPinPage(look)
        case AskResult():
            return ResultPage(page, look)
        case Own():
            return page.make(look)
        case Authorise():
            names = people.managers if page.manager else people.supervisors
            shown = names if page.names is None else page.names
            return AuthorisePage(shown, look, page.prompt, manager=page.manager)
        case Plain():
            return PlainPage(page, look)


class Question(Sheet):
    """Asks a flow. `answered` carries the command; the sheet stays until it is done or refused."""

    answered = Signal(object)

    def __init__(self, flow: Flow, people: People, look: Style, parent: QWidget | None = None) -> None:
        super().__init__(look, flow.title, parent, wide=flow.wide)
        self._flow = flow
        self._people = people
        self._answers: dict[str, object] = {}
        self._at = 0
        self._name = ""
        self._waiting = False
        self._pages: dict[str, PageWidget] = {}
        self.page: PageWidget = PageWidget(look)
        self.notes = Notes(look)
        self.body.addWidget(self.notes)
        self.back = self.answer_button(look.t("dealer.sheet.back"))
        self.back.clicked.connect(self.go_back)
        self.go = self.answer_button("", "Enter", ButtonLook.PRIMARY, stretch=5)
        self.go.clicked.connect(self.confirm)
        self._turn(0)

    @property
    def waiting(self) -> bool:
        """Whether the command is sent and not yet answered."""
        return self._waiting

    @property
    def pages(self) -> tuple[Page, ...]:
        """The pages as they follow from the answers so far."""
        return self._flow.pages(self._answers)

    def renew(self, flow: Flow) -> None:
        """The same question at a later moment: amounts and pages may have changed, what was answered stays."""
        self._flow = flow
        pages = self.pages
        for page in pages:
            if page.name in self._pages:
                self._pages[page.name].renew(page)
        at = min(self._at, len(pages) - 1)
        if pages[at].name == self._name:
            self._refresh()
            self.fit()
        else:
            self._turn(at)  # it has become a matter for a supervisor, or is none any more

    def _turn(self, at: int) -> None:
        self._at = at
        page = self.pages[at]
        self._name = page.name
        self.page.hide()
        if page.name not in self._pages:
            made = make_page(page, self._people, self.look)
            made.changed.connect(self._entered)
            self._pages[page.name] = made
            self.body.addWidget(made)
        self.page = self._pages[page.name]
        self.page.show()
        (field_of(self.page) or self).setFocus()
        self._entered()

    def _entered(self) -> None:
        """Something on the page has changed: an older refusal is no longer about it."""
        self._refresh()
        self.say("")

    def _refresh(self) -> None:
        """Say anew what happens and what is missing."""
        page = self.pages[self._at]
        if not isinstance(page, SecretPage) and not self.page.missing():
            self._answers[page.name] = self.page.answer()
        pages = self.pages
        self.notes.show_texts(self._flow.effect(self._answers))
        last = self._at == len(pages) - 1
        steps = self.look.t("dealer.sheet.step", step=self._at + 1, steps=len(pages))
        self.place_words.setText(steps if len(pages) > 1 else "")
        self.back.setVisible(self._at > 0)
        self._show_go(self.page.missing(), last=last)

    def _show_go(self, missing: str, *, last: bool) -> None:
        text = self._flow.confirm(self._answers) if last else self.look.t("dealer.sheet.next")
        kind = ButtonLook.DANGER if last and self._flow.danger else ButtonLook.PRIMARY
        if self._waiting:
            self.go.tell(text, "", self.look.t("dealer.sheet.sent"), kind)
            self.go.second = self.go.why
        else:
            self.go.tell(text, missing, missing, kind)

    def confirm(self) -> None:
        """The next page; on the last one, send."""
        if self._waiting:
            return
        if missing := self.page.missing():
            self.say(missing)
            return
        pages = self.pages
        if self._at < len(pages) - 1:
            self._turn(self._at + 1)
            return
        answers = dict(self._answers)
        for page in pages:
            if isinstance(page, SecretPage):
                answers[page.name] = self._pages[page.name].answer()
        command: AnyCommand = self._flow.command(answers)
        self._waiting = True
        self._show_go("", last=True)
        self.answered.emit(command)

    def go_back(self) -> None:
        """The page before; what was entered stays, a PIN does not."""
        self.page.forget()
        if self._at > 0 and not self._waiting:
            self._turn(self._at - 1)

    def refused(self, why: str) -> None:
        """The console has not done it: say why, and let it be tried again."""
        self._waiting = False
        self.page.forget()
        self._show_go(self.page.missing(), last=True)
        self.say(why)

    def forget(self) -> None:
        """Forget every PIN."""
        for page in self._pages.values():
            page.forget()

    def press(self, event: QKeyEvent) -> bool:
        return not self._waiting and self.page.press(event)
