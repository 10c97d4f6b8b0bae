"""What the work area says above the button: a title and a line, for every next action."""

from __future__ import annotations

from dataclasses import dataclass

from kiosk.console.view import DeskView, Next
from kiosk.games.game import Settle
from kiosk.money import short_dollars
from kiosk.table.round import Phase
from kiosk.ui.dealer.game_part import game_part
from kiosk.ui.dealer.seats.faces import names, unsettled
from kiosk.ui.dealer.work.primary import Inputs, counts_by_hand
from kiosk.ui.kit.reasons import void_words
from kiosk.ui.kit.texts import Texts


@dataclass(frozen=True)
class Story:
    """A title, the line below it, and whether the line is a warning."""

    title: str
    line: str = ""
    warning: bool = False


def story(view: DeskView, inputs: Inputs, texts: Texts) -> Story:
    """The words of this moment."""
    say = texts.get
    match view.next:
        case Next.OPEN_TABLE:
            return Story(say("dealer.work.table_closed_title"), say("dealer.work.table_closed_detail"))
        case Next.NEW_SHOE:
            detail = say("dealer.work.shoe_detail", decks=view.shoe.decks if view.shoe is not None else 0)
            return Story(say("dealer.work.shoe_title"), detail, warning=True)
        case Next.OPEN_BETS:
            return _ready(view, texts)
        case Next.HURRY_UP | Next.CLOSE_BETS:
            title = say("dealer.work.hurried_title" if view.hurried else "dealer.work.betting_title")
            return Story(title, say("dealer.work.betting_detail"))
        case Next.START_ACT | Next.NAME_BOXES | Next.OPEN_DECISIONS | Next.ENTER_DECISIONS | Next.PAY_INTERIM:
            if view.waits_for:
                waited = say("dealer.work.waits_for", seats=names(view.waits_for, texts, 12))
                return Story(say("dealer.work.closed_title"), waited, warning=True)
            all_closed = "dealer.work.closed_all" if view.next is Next.START_ACT else "dealer.work.goes_on"
            return Story(say("dealer.work.closed_title"), say(all_closed))
        case Next.CLOSE_DECISIONS if (told := game_part(view.game).decide_words(view, texts)) is not None:
            return Story(*told)
        case Next.CLOSE_DECISIONS:
            waited = (
                say("dealer.work.waits_for", seats=names(view.waits_for, texts, 12)) if view.waits_for else ""
            )
            return Story(say("dealer.work.deciding_title"), waited or say("dealer.work.all_decided"))
        case Next.REVEAL:
            return Story(say("dealer.work.reveal_title"), say("dealer.work.reveal"))
        case Next.END_ACT:
            words = game_part(view.game).words
            key = words.by_hand if counts_by_hand(view) else words.device_counts
            return Story(say(words.playing), say(key))
        case Next.ENTER_RESULT:
            return _enter(view, inputs, texts)
        case Next.ANSWER_BETTING:
            return Story(say("dealer.work.betting_ask_title"), say("dealer.work.betting_ask"), warning=True)
        case Next.VOID_RUN:
            return Story(say("dealer.work.run_title"), run_words(view.game, view.ran, texts), warning=True)
        case Next.END_ROUND:
            return _result(view, texts)
        case Next.VOID_DUE:
            detail = say("dealer.work.void_detail", times=view.times)
            return Story(say("dealer.work.void_title"), detail, warning=True)
        case Next.ANSWER_INTERRUPTION:
            return Story(say("dealer.work.question_title"), say("dealer.work.question"), warning=True)
        case Next.TAKE_OVER:
            return Story(say("dealer.work.fenced_title"), say("dealer.work.fenced_detail"), warning=True)
        case Next.WAIT:
            return Story(say("dealer.work.wait_title"), say("dealer.work.wait_detail"), warning=True)


def _ready(view: DeskView, texts: Texts) -> Story:
    say = texts.get
    if view.phase is Phase.VOID and view.round:
        reason = void_words(view.void_reason, texts)
        title = say("dealer.work.void_last", number=view.round, reason=reason)
        return Story(title, say("dealer.work.stakes_back"), warning=True)
    if view.automatic_by:
        return Story(say("dealer.work.automatic_title", name=view.automatic_by))
    if view.auto:
        return Story(say("dealer.work.auto_title"))
    seconds = view.betting_ms // 1000
    return Story(say("dealer.work.open_title"), say("dealer.work.open_detail", seconds=seconds))


def run_words(game: str, reason: str, texts: Texts) -> str:
    """Why a run of the device leaves only the void."""
    known = game_part(game).words.ran
    return texts.get(known[reason]) if reason in known else void_words(reason, texts)


def _enter(view: DeskView, inputs: Inputs, texts: Texts) -> Story:
    say = texts.get
    if isinstance(view.asked, Settle):
        return Story(say("dealer.work.settle_title"), say("dealer.work.settle_detail"))
    if (of_game := game_part(view.game).enter_words(view, inputs.entry, texts)) is not None:
        return Story(*of_game, warning=inputs.entry.proposed)
    if inputs.entry.proposed:
        proposed = say("dealer.work.proposed", times=view.times)
        return Story(say("dealer.work.enter_title"), proposed, warning=True)
    if inputs.entry.facts:
        return Story(say("dealer.work.enter_title"), say("dealer.work.confirm_hint", times=view.times))
    return Story(say("dealer.work.enter_title"), say("dealer.work.enter_detail"))


def _result(view: DeskView, texts: Texts) -> Story:
    say = texts.get
    title = say("dealer.work.result_title", number=view.round)
    if view.corrected:
        title = f"{title} · {say('dealer.work.corrected')}"
    elif view.result_by:
        title = f"{title} · {say('dealer.work.automatic', name=view.result_by)}"
    waiting = [seat.name for seat in unsettled(view.seats)]
    if waiting:
        line = say("dealer.work.settling", count=len(waiting), seats=names(waiting, texts))
        return Story(title, line, warning=True)
    return Story(title, say("dealer.work.settled" if view.exposure.staked else "dealer.work.no_stakes"))


def pays_words(view: DeskView, texts: Texts) -> tuple[str, str]:
    """What the result pays, and the House's result of it."""
    due = sum(seat.due or 0 for seat in view.seats)
    paid = max(view.paid, due)
    house = view.exposure.staked - paid
    return (
        texts.get("dealer.work.pays", cents=short_dollars(paid)),
        texts.get("dealer.work.house", cents=short_dollars(house)),
    )
