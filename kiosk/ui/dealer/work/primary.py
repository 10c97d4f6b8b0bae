"""The one obvious next action: what its button says, whether it can be done, and what it sends."""

from __future__ import annotations

from dataclasses import dataclass

from kiosk.console.commands import (
    AnyCommand,
    CloseBets,
    CloseDecisions,
    EndAct,
    EndRound,
    EnterDecisions,
    EnterResult,
    HurryUp,
    Interrupted,
    NameBoxes,
    NewShoe,
    OpenBets,
    OpenDecisions,
    PayInterim,
    Refusal,
    ResumeBetting,
    Reveal,
    StartAct,
    Void,
)
from kiosk.console.view import DealingState, DeskView, Next
from kiosk.games.game import NOBODY, TABLE, Enter, Settle
from kiosk.ui.dealer.game_part import Entry, GamePart, game_part
from kiosk.ui.dealer.words import asks_boxes, why_words
from kiosk.ui.kit.reasons import OF_THE_TABLE
from kiosk.ui.kit.texts import Texts
from kiosk.ui.kit.touch_button import ButtonLook

INTERRUPTED = "technical interruption"
assert INTERRUPTED in OF_THE_TABLE  # noqa: S101  the seats translate it


@dataclass(frozen=True)
class Inputs:
    """What the dealer has entered and nobody has been told yet."""

    entry: Entry
    times: int = 0
    decided: bool | None = None


@dataclass(frozen=True)
class Primary:
    """The largest button. ``why``: it cannot be done yet. ``take_over`` and ``opens_table``: it asks for a supervisor.

    ``authorise``: so does its command, and the ``prize`` of that box, and that every box is asked (``asks_boxes``).
    ``void``: it asks before the round is void for this reason. ``second`` stands below the text.
    """

    text: str
    command: AnyCommand | None = None
    why: str = ""
    kind: ButtonLook = ButtonLook.PRIMARY
    take_over: bool = False
    void: str = ""
    second: str = ""
    opens_table: bool = False
    authorise: bool = False
    prize: str = ""
    asks_boxes: bool = False


_PLAIN: dict[Next, tuple[str, AnyCommand]] = {
    Next.NEW_SHOE: ("dealer.do.new_shoe", NewShoe()),
    Next.OPEN_BETS: ("dealer.do.open_bets", OpenBets()),
    Next.HURRY_UP: ("dealer.do.hurry_up", HurryUp()),
    Next.CLOSE_BETS: ("dealer.do.close_bets", CloseBets()),
    Next.NAME_BOXES: ("dealer.do.next", NameBoxes()),
    Next.OPEN_DECISIONS: ("dealer.do.next", OpenDecisions()),
    Next.CLOSE_DECISIONS: ("dealer.do.close_decisions", CloseDecisions()),
    Next.ENTER_DECISIONS: ("dealer.do.next", EnterDecisions()),
    Next.REVEAL: ("dealer.do.reveal", Reveal()),
    Next.PAY_INTERIM: ("dealer.do.next", PayInterim()),
    Next.END_ROUND: ("dealer.do.end_round", EndRound()),
    Next.ANSWER_BETTING: ("dealer.do.answer_go_on", ResumeBetting()),
}


def counts_by_hand(view: DeskView) -> bool:
    """Whether the dealer counts the act, because no device does: none is there, or this run is not its own."""
    return view.device.state is not DealingState.RUNNING


def times_so_far(view: DeskView, inputs: Inputs) -> int:
    """The count that stands large: the device's or the dealer's."""
    return inputs.times if counts_by_hand(view) else max(view.device.times, view.times)


def shared_prize(view: DeskView) -> Enter | None:
    """The prize that is asked for, where the jackpot that tables share says what it is: nobody types it."""
    asked = view.asked
    shared = view.jackpot is not None and isinstance(asked, Enter) and asked.share is not None
    return asked if shared and isinstance(asked, Enter) else None


def primary(view: DeskView, inputs: Inputs, texts: Texts) -> Primary:
    """The next action of this moment."""
    made = _made(view, inputs, texts)
    if view.why_not is None:
        return made
    return Primary(made.text, None, why_words(view.why_not, texts), made.kind)


def _made(view: DeskView, inputs: Inputs, texts: Texts) -> Primary:
    if view.next in _PLAIN:
        key, command = _PLAIN[view.next]
        return Primary(texts.get(key), command)
    part = game_part(view.game)
    match view.next:
        case Next.START_ACT:
            return Primary(texts.get(part.words.start), StartAct())
        case Next.END_ACT:
            return _end_act(part, view, inputs, texts)
        case Next.ENTER_RESULT:
            return _enter_result(part, inputs.entry, view, texts)
        case Next.VOID_RUN:
            return Primary(texts.get("dealer.do.void_run"), void=view.ran, kind=ButtonLook.DANGER)
        case Next.VOID_DUE if view.void_needs_supervisor:
            return Primary(texts.get("dealer.do.void_run"), void=view.ran, kind=ButtonLook.DANGER)
        case Next.VOID_DUE:
            command = Void(view.ran, round=view.round)
            return Primary(texts.get(part.words.void_due), command, kind=ButtonLook.DANGER)
        case Next.ANSWER_INTERRUPTION:
            return _answer(view, inputs.decided, texts)
        case Next.OPEN_TABLE:
            return Primary(texts.get("dealer.people.open"), opens_table=True)
        case Next.TAKE_OVER:
            return Primary(texts.get("dealer.do.take_over"), take_over=True, kind=ButtonLook.DANGER)
        case _:
            return Primary(texts.get("dealer.do.wait"), why=why_words(Refusal("no-answer"), texts))


def _end_act(part: GamePart, view: DeskView, inputs: Inputs, texts: Texts) -> Primary:
    count = times_so_far(view, inputs)
    if count == 0 and counts_by_hand(view):
        return Primary(texts.get(part.words.count_first), why=texts.get(part.words.by_hand))
    kind = ButtonLook.PRIMARY if count >= view.least else ButtonLook.DANGER
    return Primary(texts.get(part.words.ended, times=count), EndAct(count), kind=kind)


def _enter_result(part: GamePart, entry: Entry, view: DeskView, texts: Texts) -> Primary:
    """The dealer confirms both: what lies, and that the act was a valid one (Sic Bo 3.6 and 3.7).

    What a seat alone may see is entered with a supervisor (Stud S28).
    """
    if isinstance(view.asked, Settle):
        return Primary(texts.get("dealer.do.settle"), EnterResult((), round=view.round))
    if view.jackpot is not None and (prize := shared_prize(view)) is not None:
        box = view.jackpot.claims
        said = texts.get("dealer.do.confirm_prize", box=box or prize.at)
        if not box:
            return Primary(said, why=texts.get("dealer.prize.waits"))
        return Primary(said, second=texts.get("dealer.do.with_supervisor"), prize=box)
    if not entry.facts:
        title, _ = enter_words(part, entry, view, texts)
        return Primary(texts.get("dealer.do.confirm_none"), why=title)
    said = texts.get(part.words.entered, facts=part.text(entry.facts))
    entered = EnterResult(entry.facts, round=view.round, first=len(view.play))
    secret = any(fact.audience not in (TABLE, NOBODY) for fact in entry.facts)
    if secret and not view.demonstration:
        with_whom = texts.get("dealer.do.with_supervisor")
        return Primary(said, entered, second=with_whom, authorise=True)
    counted = texts.get(part.words.counted, times=view.times) if part.words.counted else ""
    return Primary(said, entered, second=counted)


def enter_words(part: GamePart, entry: Entry, view: DeskView, texts: Texts) -> tuple[str, str]:
    """What is entered next, as a title and a line."""
    of_game = part.enter_words(view, entry, texts)
    return of_game or (texts.get("dealer.work.enter_title"), texts.get("dealer.work.enter_detail"))


def _answer(view: DeskView, decided: bool | None, texts: Texts) -> Primary:
    if decided is None:
        return Primary(texts.get("dealer.do.answer_first"), why=texts.get("dealer.work.question"))
    if decided:
        return Primary(texts.get("dealer.do.answer_decided"), Interrupted(True, view.round))
    if asks_boxes(view):
        return Primary(texts.get("dealer.do.answer_asks"), asks_boxes=True)
    if view.void_needs_supervisor:
        return Primary(texts.get("dealer.do.answer_void"), void=INTERRUPTED, kind=ButtonLook.DANGER)
    return Primary(texts.get("dealer.do.answer_open"), Interrupted(False, view.round), kind=ButtonLook.DANGER)
