"""The moments and sheets of the dealer's screen at a table of Sic Bo."""

from __future__ import annotations

from functools import partial

from msgspec.structs import replace

from kiosk.console.commands import Refusal
from kiosk.console.view import DealingState
from kiosk.tools.shots.dealer import Act, DealerScene, StillDeskClock, keys
from kiosk.tools.shots.sicbo import dealer_samples as samples
from kiosk.ui.dealer.sheets.authority import AuthorisePage
from kiosk.ui.dealer.sheets.find import FindPage
from kiosk.ui.dealer.sheets.names import Names
from kiosk.ui.dealer.sheets.pages import AmountPage, ChoosePage, ResultPage
from kiosk.ui.dealer.sheets.question import Question
from kiosk.ui.dealer.sheets.write import WritePage
from kiosk.ui.dealer.window import DealerWindow


def _count(tumbles: int) -> Act:
    def act(window: DealerWindow) -> None:
        for _ in range(tumbles):
            window.parts.work.count_asked.emit(1)

    return act


def _command(name: str, pages: int = 0) -> Act:
    """Open the question of a rare command, and answer so many of its pages."""

    def act(window: DealerWindow) -> None:
        window.parts.commands.ask(name)
        for _ in range(pages):
            answer_page(window)

    return act


def answer_page(window: DealerWindow) -> None:
    """Answer the page of the open question as a hand would, and go on."""
    sheet = window.sheet
    if not isinstance(sheet, Question):
        return
    match sheet.page:
        case ChoosePage() | FindPage():
            sheet.page.pick(0)
        case WritePage():
            for letter in "the tumbler was opened":
                sheet.page.type(letter)
        case ResultPage():
            for value in (3, 5, 4):
                sheet.page.add(value)
        case AmountPage():
            sheet.page.type("12500")
        case AuthorisePage():
            sheet.page.choose(0)
            sheet.page.type("4821")
        case _:
            pass
    sheet.confirm()


def _half(act: Act) -> Act:
    """The last page filled in and not yet confirmed."""

    def both(window: DealerWindow) -> None:
        act(window)
        sheet = window.sheet
        if isinstance(sheet, Question) and isinstance(sheet.page, AuthorisePage):
            sheet.page.choose(0)
            sheet.page.type("4821")

    return both


def _own_reason(window: DealerWindow) -> None:
    window.parts.commands.ask("Void")
    sheet = window.sheet
    if isinstance(sheet, Question) and isinstance(sheet.page, ChoosePage):
        sheet.page.pick(len(sheet.page.rows) - 1)
        sheet.confirm()
        if isinstance(sheet.page, WritePage):
            for letter in "a player touched the tumbler":
                sheet.page.type(letter)


def _wrong_pin(window: DealerWindow) -> None:
    _command("CorrectResult", 4)(window)
    window._model.refused.emit(Refusal("wrong-pin"))  # noqa: SLF001  what the console would answer


def _pay(window: DealerWindow) -> None:
    window.sheets.open_seat("20")
    if window.sheet is not None:
        window.sheet.confirm()


def _dice_of_sheet(window: DealerWindow) -> None:
    window.parts.commands.ask("CorrectResult")
    sheet = window.sheet
    if isinstance(sheet, Question):
        sheet.confirm()
    if isinstance(sheet, Question) and isinstance(sheet.page, ResultPage):
        for value in (3, 5, 4):
            sheet.page.add(value)


def _next(window: DealerWindow) -> None:
    clock = window._clock  # noqa: SLF001  the picture's own clock
    if isinstance(clock, StillDeskClock):
        clock.ms += 1_000
    window.next()


def _automatic(window: DealerWindow) -> None:
    window.parts.bar.auto_asked.emit()
    sheet = window.sheet
    if isinstance(sheet, Question) and isinstance(sheet.page, ChoosePage):
        sheet.page.pick(1)
        sheet.confirm()


def _new_pin(window: DealerWindow) -> None:
    window.parts.bar.table_asked.emit()
    sheet = window.sheets.sheet
    if isinstance(sheet, Question) and isinstance(sheet.page, ChoosePage):
        sheet.page.pick(3)
        sheet.confirm()
        sheet.page.findChildren(Names)[0].choose(0)
        sheet.confirm()


SCENES: tuple[DealerScene, ...] = (
    DealerScene("ready", samples.table),
    DealerScene("betting", samples.betting),
    DealerScene("hurried", samples.hurried),
    DealerScene("closed-waiting", samples.waiting),
    DealerScene("closed", samples.closed),
    DealerScene("tumbling", samples.tumbling),
    DealerScene("tumbling-by-hand", lambda: samples.tumbling(state=DealingState.NONE), _count(3)),
    DealerScene("enter-two", samples.entering, keys(3, 5)),
    DealerScene("enter-three", samples.entering, keys(3, 5, 3)),
    DealerScene("enter-proposed", lambda: samples.entering(recognised=(4, 4, 4))),
    DealerScene("result-settling", samples.result),
    DealerScene("result", lambda: samples.with_items(samples.result(settled=True))),
    DealerScene("void", samples.void),
    DealerScene("void-tumbles", samples.too_few),
    DealerScene("void-run", samples.ran_again),
    DealerScene("betting-asked", samples.betting_asked),
    DealerScene("result-automatic", lambda: samples.automatic(samples.result(settled=True))),
    DealerScene("demonstration", lambda: replace(samples.table(), demonstration=True)),
    DealerScene("interrupted", samples.interrupted),
    DealerScene("fenced", samples.fenced),
    DealerScene("no-answer", samples.no_answer),
    DealerScene("notice", samples.betting, lambda window: window.parts.commands.ask("CorrectResult")),
    *(DealerScene(f"seats-{count}", partial(samples.closed, count)) for count in (1, 2, 6, 12, 40)),
    DealerScene("sheet-void", samples.entering, _command("Void")),
    DealerScene("sheet-void-run", samples.ran_again, _half(_next)),
    DealerScene("sheet-void-words", samples.entering, _own_reason),
    DealerScene("sheet-not-flat", samples.entering, _command("NotFlat")),
    DealerScene("sheet-damaged", samples.entering, _command("DamagedEquipment")),
    DealerScene("sheet-interrupted", samples.betting, _command("Interrupted")),
    DealerScene("sheet-correct-round", samples.table, _command("CorrectResult")),
    DealerScene("sheet-correct", samples.result, _dice_of_sheet),
    DealerScene("sheet-correct-pin", samples.result, _half(_command("CorrectResult", 3))),
    DealerScene("sheet-wrong-pin", samples.result, _wrong_pin),
    DealerScene("sheet-record", lambda: samples.with_items(samples.table()), _command("RecordDecision")),
    DealerScene(
        "sheet-record-amount",
        lambda: samples.with_items(samples.table()),
        _command("RecordDecision", 3),
    ),
    DealerScene("sheet-seat", samples.result, lambda window: window.sheets.open_seat("07")),
    DealerScene("sheet-seat-pay", samples.result, lambda window: window.sheets.open_seat("20")),
    DealerScene("sheet-pay", samples.result, _half(_pay)),
    DealerScene(
        "sheet-items", lambda: samples.with_items(samples.table()), lambda window: window.sheets.open_items()
    ),
    DealerScene("sheet-alerts", samples.no_answer, lambda window: window.sheets.open_alerts()),
    DealerScene("sheet-sign-on", samples.table, lambda window: window.parts.bar.dealer_asked.emit()),
    DealerScene("sheet-table", samples.table, lambda window: window.parts.bar.table_asked.emit()),
    DealerScene("sheet-new-pin", samples.table, _new_pin),
    DealerScene("table-closed", samples.table_closed),
    DealerScene("sheet-auto", samples.table, lambda window: window.parts.bar.auto_asked.emit()),
    DealerScene("sheet-auto-pin", samples.table, _half(_automatic)),
    DealerScene("sheet-go-on", samples.waiting, lambda window: window.parts.work.go_on_asked.emit()),
    DealerScene("sheet-take-over", samples.fenced, _half(_next)),
)
