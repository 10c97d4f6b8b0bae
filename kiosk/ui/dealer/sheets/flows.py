"""Every rare command as a flow: its question, what happens to the stakes, and the command that is sent."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from kiosk.console.commands import (
    AnyCommand,
    AutoDealing,
    EnterResult,
    GoOnWithout,
    Interrupted,
    PayByHand,
    TakeOver,
    Void,
)
from kiosk.console.view import DealingState, DeskView, SeatView
from kiosk.money import short_dollars
from kiosk.table.round import Phase
from kiosk.ui.dealer.game_part import game_part
from kiosk.ui.dealer.seats.faces import names, with_bets
from kiosk.ui.dealer.sheets.flow import (
    NOBODY,
    Answers,
    Authorise,
    Choose,
    Flow,
    Option,
    Page,
    Plain,
    Write,
    authority_of,
    text_of,
)
from kiosk.ui.dealer.words import asks_boxes, no_does_words, why_words
from kiosk.ui.dealer.work.story import run_words
from kiosk.ui.kit.reasons import void_reasons, void_words
from kiosk.ui.kit.texts import Texts

Make = Callable[[DeskView, Texts], Flow]
"""Makes a question of what the console shows now."""
_DECIDED = (Phase.RESULT, Phase.ENDED)


def has_result(view: DeskView) -> bool:
    """Whether this round has a result that a void takes back."""
    return view.phase in _DECIDED and view.round > 0


def _always(*said: str) -> Callable[[Answers], tuple[str, ...]]:
    return lambda _: tuple(said)


def _void_effect(view: DeskView, texts: Texts) -> tuple[str, ...]:
    stakes = texts.get(
        "dealer.void.effect",
        number=view.round,
        cents=short_dollars(view.exposure.staked),
        seats=len(with_bets(view.seats)),
    )
    if has_result(view):
        return (stakes, texts.get("dealer.void.effect_later", number=view.round))
    if not view.void_needs_supervisor:
        return (stakes,)
    return (
        stakes,
        texts.get(game_part(view.game).words.stands if view.dealer else "dealer.void.effect_nobody"),
    )


def void_flow(view: DeskView, texts: Texts) -> Flow:
    """Void with a reason from the list or in own words (rules 5.3 and 5.9)."""
    other = ""
    reasons = tuple(Option(reason, void_words(reason, texts)) for reason in void_reasons(view.game))
    own = Option(other, texts.get("dealer.void.other"))

    def pages(answers: Answers) -> tuple[Page, ...]:
        made: list[Page] = [Choose("reason", texts.get("dealer.void.why"), (*reasons, own))]
        if answers.get("reason") == other:
            made.append(Write("words", texts.get("dealer.void.write")))
        if view.void_needs_supervisor:
            made.append(Authorise())
        return tuple(made)

    def command(answers: Answers) -> AnyCommand:
        reason = text_of(answers, "reason") or text_of(answers, "words")
        return Void(reason, authority_of(answers), view.round)

    confirm = texts.get("dealer.void.confirm", number=view.round)
    effect = _void_effect(view, texts)
    title = texts.get("dealer.void.title", number=view.round)
    return Flow(title, _always(*effect), pages, command, lambda _: confirm, danger=True)


def _void_for(view: DeskView, texts: Texts, reason: str, title: str, why: str) -> Flow:
    pages: tuple[Page, ...] = (Authorise(),) if view.void_needs_supervisor else (Plain(),)
    confirm = texts.get("dealer.void.confirm", number=view.round)
    return Flow(
        title,
        _always(*([why] if why else []), *_void_effect(view, texts)),
        lambda _: pages,
        lambda answers: Void(reason, authority_of(answers), view.round),
        lambda _: confirm,
        danger=True,
    )


def not_flat_flow(view: DeskView, texts: Texts) -> Flow:
    """A die that does not lie flat (rules 3.7 and 5.3.2)."""
    title, why = texts.get("dealer.void.not_flat_title"), texts.get("dealer.void.not_flat")
    return _void_for(view, texts, game_part(view.game).faulty, title, why)


def void_for_flow(view: DeskView, texts: Texts, reason: str) -> Flow:
    """The round must be void: the next action asks for it, with a supervisor where the dice may lie."""
    title, why = void_words(reason, texts), run_words(view.game, reason, texts)
    return _void_for(view, texts, reason, title, "" if why == title else why)


def interrupted_flow(view: DeskView, texts: Texts) -> Flow:
    """The question of rule 5.1, with what each answer does."""
    already = texts.get("dealer.why.decided_already") if view.decided_already else ""
    no_does = no_does_words(view, texts)
    needs_supervisor = view.void_needs_supervisor or asks_boxes(view)
    question = Choose(
        "decided",
        texts.get("dealer.work.question"),
        (
            Option(True, texts.get("dealer.work.yes"), texts.get("dealer.work.yes_does")),
            Option(False, texts.get("dealer.work.no"), no_does, already),
        ),
    )

    def pages(answers: Answers) -> tuple[Page, ...]:
        needs = answers.get("decided") is False and needs_supervisor
        return (question, Authorise()) if needs else (question,)

    def confirm(answers: Answers) -> str:
        if answers.get("decided") is False:
            if asks_boxes(view):
                return texts.get("dealer.interrupted.confirm_asks", number=view.round)
            return texts.get("dealer.interrupted.confirm_open", number=view.round)
        return texts.get("dealer.interrupted.confirm_decided")

    return Flow(
        texts.get("dealer.interrupted.title"),
        _always(texts.get("dealer.interrupted.effect")),
        pages,
        lambda answers: Interrupted(answers.get("decided") is True, view.round, authority_of(answers)),
        confirm,
        danger=True,
    )


def ask_boxes_flow(view: DeskView, texts: Texts) -> Flow:
    """Nothing is decided, and every player says whether bets stay; a supervisor stands for it."""
    confirm = texts.get("dealer.interrupted.confirm_asks", number=view.round)
    return Flow(
        texts.get("dealer.interrupted.title"),
        _always(no_does_words(view, texts)),
        lambda _: (Authorise(),),
        lambda answers: Interrupted(False, view.round, authority_of(answers)),
        lambda _: confirm,
    )


def pay_flow(view: DeskView, texts: Texts, seat: SeatView) -> Flow:
    """Pay a seat that is gone by hand, from the console's books."""
    cents, number = short_dollars(seat.payable), seat.payable_round or view.round
    effect = [texts.get("dealer.pay.effect", cents=cents, round=number)]
    if seat.takes_back:
        back, rounds = short_dollars(seat.takes_back), ", ".join(map(str, seat.takes_back_rounds))
        effect.append(texts.get("dealer.pay.takes_back", cents=back, rounds=rounds))
    confirm = texts.get("dealer.pay.confirm", cents=cents)
    return Flow(
        texts.get("dealer.pay.title", seat=seat.name),
        _always(*effect),
        lambda _: (Authorise(),),
        lambda answers: PayByHand(seat.name, number, authority_of(answers) or NOBODY),
        lambda _: confirm,
    )


def auto_flow(view: DeskView, texts: Texts) -> Flow:
    """Switch the automatic dealer. Where money is played for, a supervisor alone lets results do without the dealer."""
    say = texts.get
    if view.auto:
        title, effect = say("dealer.auto.off_title"), say("dealer.auto.off_effect")
        confirm = say("dealer.auto.off_confirm")
        return Flow(
            title, _always(effect), lambda _: (Plain(),), lambda _: AutoDealing(False), lambda _: confirm
        )
    title, effect = say("dealer.auto.on_title"), say("dealer.auto.on_effect")
    confirm = say("dealer.auto.on_confirm")
    none = say("dealer.auto.results_none") if view.device.state is DealingState.NONE else ""
    who = Choose(
        "automatic",
        say("dealer.auto.ask"),
        (
            Option(False, say("dealer.auto.results_dealer"), say("dealer.auto.results_dealer_does")),
            Option(True, say("dealer.auto.results_auto"), say("dealer.auto.results_auto_does"), none),
        ),
        preset=False,
    )

    def pages(answers: Answers) -> tuple[Page, ...]:
        if view.demonstration:
            return (Plain(),)
        return (who, Authorise()) if answers.get("automatic") is True else (who,)

    return Flow(
        title,
        _always(effect),
        pages,
        lambda answers: AutoDealing(True, authority_of(answers)),
        lambda _: confirm,
    )


def enter_flow(view: DeskView, texts: Texts, command: EnterResult) -> Flow:
    """Enter what a seat alone may see, with a supervisor (Stud S28)."""
    said = game_part(view.game).text(command.facts)
    return Flow(
        texts.get("dealer.enter.title"),
        _always(texts.get("dealer.enter.effect"), said),
        lambda _: (Authorise(),),
        lambda answers: replace(command, authority=authority_of(answers) or NOBODY),
        lambda _: texts.get("dealer.enter.confirm"),
    )


def take_over_flow(texts: Texts) -> Flow:
    """Take the table back from another console, with a supervisor."""
    return Flow(
        texts.get("dealer.take.title"),
        _always(texts.get("dealer.take.effect")),
        lambda _: (Authorise(),),
        lambda answers: TakeOver(authority_of(answers) or NOBODY),
        lambda _: texts.get("dealer.take.confirm"),
        danger=True,
    )


def go_on_flow(view: DeskView, texts: Texts) -> Flow:
    """Stop waiting for the seats that do not answer (rules 5.2 and 5.3.3)."""
    effect = texts.get("dealer.goon.effect", seats=names(view.waits_for, texts, 20))
    return Flow(
        texts.get("dealer.goon.title"),
        _always(effect),
        lambda _: (Plain(),),
        lambda _: GoOnWithout(),
        lambda _: texts.get("dealer.goon.confirm"),
    )


SHOE = "Shoe"
"""The one rare command about the shoe: its cover card in a round, between two rounds a new shoe."""


def rare_command(view: DeskView, name: str) -> str:
    """The command type that a rare command is for this game."""
    if name == SHOE:
        return "CoverCard" if view.phase not in (Phase.ENDED, Phase.VOID) else "NewShoe"
    if name == "CorrectResult" and "CorrectFact" in view.may:
        return "CorrectFact"
    if name != "NotFlat":
        return name
    return "NoteIrregularity" if game_part(view.game).wrongs(view) else "Void"


def why_not_words(view: DeskView, command: str, texts: Texts) -> str:
    """Why a rare command cannot be given now; nothing when it can."""
    if command in view.may:
        return ""
    if view.why_not is not None and view.why_not.key in ("fenced", "no-answer", "auto", "no-dealer"):
        return why_words(view.why_not, texts)
    return texts.get("dealer.why.phase")
