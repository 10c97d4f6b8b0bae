"""Something went wrong: what, as the dealer says it, and what the game's rules make of it, with who stands for it."""

from __future__ import annotations

from kiosk.console.commands import AnyCommand, CorrectResult, EnterIrregularity, NoteIrregularity
from kiosk.console.view import DeskView
from kiosk.games.game import HOLDS, Fact
from kiosk.table.round import Phase
from kiosk.ui.dealer.game_part import Wrong, game_part
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
from kiosk.ui.dealer.sheets.flows import Make, interrupted_flow, void_for_flow, why_not_words
from kiosk.ui.dealer.sheets.manager import record_flow
from kiosk.ui.kit.texts import Texts

_SETTLED_BY: dict[str, Make] = {"Interrupted": interrupted_flow, "RecordDecision": record_flow}
_DECIDED = (Phase.RESULT, Phase.ENDED)
TABLE_ITSELF = ""
"""Where an irregularity lies that is of no box."""
_BOXES, _WORDS = "boxes", "words"


def irregular_flow(view: DeskView, texts: Texts) -> Flow:
    """What may have gone wrong at this moment; what is picked is settled on the pages that follow."""
    say = texts.get
    known = {wrong.title: wrong for wrong in game_part(view.game).wrongs(view)}
    options = tuple(
        Option(title, say(title), wrong.rule, _why_not(view, wrong, texts)) for title, wrong in known.items()
    )
    # At another moment something else may have gone wrong: it is another page then.
    what = Choose(" ".join(known), say("dealer.irregular.what"), options, columns=3)

    def flow(answers: Answers) -> Flow | None:
        wrong = known.get(text_of(answers, what.name))
        return _settled(view, texts, wrong) if wrong is not None else None

    def pages(answers: Answers) -> tuple[Page, ...]:
        found = flow(answers)
        return (what, *(found.pages(answers) if found is not None else (Plain(),)))

    def effect(answers: Answers) -> tuple[str, ...]:
        wrong, found = known.get(text_of(answers, what.name)), flow(answers)
        if wrong is None or found is None:
            return (say("dealer.irregular.pick"),)
        return (say(wrong.effect), *found.effect(answers))

    def command(answers: Answers) -> AnyCommand:
        found = flow(answers)
        return found.command(answers) if found is not None else NoteIrregularity("")

    def confirm(answers: Answers) -> str:
        found = flow(answers)
        return found.confirm(answers) if found is not None else say("dealer.sheet.next")

    return Flow(say("dealer.irregular.title"), effect, pages, command, confirm, danger=True, wide=True)


def _why_not(view: DeskView, wrong: Wrong, texts: Texts) -> str:
    """Why that cannot be entered now; nothing when it can."""
    if not wrong.fact:
        return why_not_words(view, wrong.command or "NoteIrregularity", texts)
    if not _boxes(view, wrong):
        return texts.get("dealer.irregular.no_box")
    return why_not_words(view, "CorrectResult" if view.phase in _DECIDED else "EnterIrregularity", texts)


def _settled(view: DeskView, texts: Texts, wrong: Wrong) -> Flow:
    if wrong.fact:
        return _boxes_flow(view, texts, wrong)
    if wrong.command == "Void":
        return void_for_flow(view, texts, wrong.reason)
    if wrong.flow is not None:
        return wrong.flow(view, texts)
    if wrong.command:
        return _SETTLED_BY[wrong.command](view, texts)
    return Flow(
        texts.get(wrong.title),
        lambda _: (texts.get("dealer.irregular.note"),),
        lambda _: (Plain(),),
        lambda _: NoteIrregularity(wrong.reason, view.round),
        lambda _: texts.get("dealer.irregular.confirm_note"),
    )


def _boxes(view: DeskView, wrong: Wrong) -> tuple[str, ...]:
    """Where it may be entered now. After the result: each box that was dealt to and has it not yet."""
    if view.phase not in _DECIDED:
        return tuple(offered.at for offered in view.irregularities if offered.fact == wrong.fact)
    there = {fact.at for fact in view.facts if fact.name == wrong.fact}
    dealt = (str(box) for fact in view.facts if fact.name == HOLDS for box in fact.values)
    return tuple(box for box in dealt if box not in there)


def _boxes_flow(view: DeskView, texts: Texts, wrong: Wrong) -> Flow:
    """At which boxes, why where that is not said yet, and a supervisor. What is of the whole table has no box."""
    say, boxes = texts.get, _boxes(view, wrong)
    where = Choose(
        f"{_BOXES} {wrong.title}",
        say("dealer.irregular.where"),
        tuple(Option(box, say("dealer.irregular.box", box=box)) for box in boxes),
        many=True,
        missing=say("dealer.irregular.no_box_yet"),
        preset=boxes if wrong.every else None,
    )

    of_table = boxes == (TABLE_ITSELF,)

    def picked(answers: Answers) -> tuple[str, ...]:
        if of_table:
            return boxes
        found = answers.get(where.name, ())
        return tuple(str(box) for box in found) if isinstance(found, tuple) else ()

    def pages(_: Answers) -> tuple[Page, ...]:
        own = () if wrong.reason else (Write(_WORDS, say("dealer.void.write")),)
        return (*(() if of_table else (where,)), *own, Authorise())

    def command(answers: Answers) -> AnyCommand:
        why = wrong.reason or text_of(answers, _WORDS)
        facts = tuple(Fact(wrong.fact, (why,), box) for box in picked(answers))
        authority = authority_of(answers)
        if view.phase in _DECIDED:
            return CorrectResult((*view.facts, *facts), authority or NOBODY, view.round, why)
        return EnterIrregularity(facts[0], authority, view.round, tuple(fact.at for fact in facts[1:]))

    def confirm(answers: Answers) -> str:
        said = say(wrong.title) if of_table else texts.listed(picked(answers))
        return say("dealer.irregular.confirm", boxes=said)

    return Flow(say(wrong.title), lambda _: (), pages, command, confirm, danger=True)
