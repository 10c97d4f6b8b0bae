"""Rounds decided anew: damaged equipment, a wrong result, a Void by mistake. No round but the named."""

from __future__ import annotations

from collections.abc import Callable

from kiosk.console.commands import (
    WRONG_RESULT,
    WRONG_VOID,
    AnyCommand,
    Authority,
    CorrectResult,
    DamagedEquipment,
)
from kiosk.console.view import DeskView, RoundLine
from kiosk.games import game
from kiosk.games.game import Fact
from kiosk.table.round import EARLIER_ROUNDS, Phase
from kiosk.ui.dealer.game_part import game_part
from kiosk.ui.dealer.sheets.flow import (
    Answers,
    AskResult,
    Authorise,
    Choose,
    Find,
    Flow,
    Option,
    Page,
    Plain,
    Write,
    authority_of,
    facts_of,
    int_of,
    text_of,
    tuple_of,
)
from kiosk.ui.dealer.sheets.flows import has_result
from kiosk.ui.kit.reasons import void_words
from kiosk.ui.kit.texts import Texts

_NOBODY = Authority("")


def _line(view: DeskView, number: int) -> RoundLine | None:
    return next((line for line in view.last_rounds if line.number == number), None)


def round_option(view: DeskView, line: RoundLine, texts: Texts) -> Option:
    """A round with its result; a void one with the word for it."""
    key = "dealer.rounds.this" if line.number == view.round else "dealer.rounds.round"
    shown = game_part(view.game).text(line.facts)
    detail = texts.get("dealer.rounds.void") if line.void_reason else shown
    return Option(line.number, texts.get(key, number=line.number), detail)


def lines_of(view: DeskView) -> tuple[RoundLine, ...]:
    """Every round that the table knows, this one with them as soon as it has opened; newest first."""
    lines = {line.number: line for line in view.last_rounds}
    if view.round and view.round not in lines:
        lines[view.round] = RoundLine(view.round, view.facts, view.void_reason)
    return tuple(lines[number] for number in sorted(lines, reverse=True))


def _older(view: DeskView, texts: Texts) -> Callable[[int], Option] | None:
    """The option of a round past the seats' reach, as far as the archive goes."""
    if not view.oldest:
        return None

    def made(number: int) -> Option:
        why = "" if number >= view.oldest else texts.get("dealer.why.unknown_round", number=number)
        return Option(
            number, texts.get("dealer.rounds.round", number=number), texts.get("dealer.rounds.old"), why
        )

    return made


def _is_old(view: DeskView, number: int) -> bool:
    return 0 < number < view.round - EARLIER_ROUNDS


def damaged_flow(view: DeskView, texts: Texts) -> Flow:
    """Damaged equipment: the rounds played with it; a supervisor stands for those that are over (rule 5.4)."""
    options = tuple(round_option(view, line, texts) for line in lines_of(view) if not line.void_reason)
    pick = Find(
        "rounds",
        texts.get("dealer.damaged.pick" if options else "dealer.damaged.none"),
        options,
        many=True,
        missing=texts.get("dealer.damaged.missing"),
        older=_older(view, texts),
    )

    def needs(answers: Answers) -> bool:
        this = view.round in tuple_of(answers, "rounds") and view.void_needs_supervisor
        return has_result(view) or this or any(number != view.round for number in tuple_of(answers, "rounds"))

    def effect(answers: Answers) -> tuple[str, ...]:
        named = tuple_of(answers, "rounds")
        numbers = texts.listed(map(str, sorted(named)))
        if not named:
            return (texts.get("dealer.why.no_rounds"),)
        said = [texts.get("dealer.damaged.effect", rounds=numbers)]
        goes_on = view.round not in named and view.phase not in (Phase.VOID, Phase.ENDED)
        if goes_on:
            said.append(texts.get("dealer.damaged.goes_on", number=view.round))
        if needs(answers):
            said.append(texts.get("dealer.damaged.effect_earlier"))
        if any(_is_old(view, number) for number in named):
            said.append(texts.get("dealer.rounds.old_effect"))
        return tuple(said)

    def confirm(answers: Answers) -> str:
        count = len(tuple_of(answers, "rounds"))
        if count == 1:
            return texts.get("dealer.damaged.confirm_one")
        return texts.get("dealer.damaged.confirm", count=count)

    return Flow(
        void_words(game(view.game).void_reasons.damaged, texts),
        effect,
        lambda answers: (pick, Authorise()) if needs(answers) else (pick, Plain()),
        lambda answers: DamagedEquipment(tuple_of(answers, "rounds"), authority_of(answers)),
        confirm,
        danger=True,
    )


def correct_flow(view: DeskView, texts: Texts) -> Flow:
    """The result of a round as it really was: for a wrong result (rules 5.5 and 5.6) or a Void by mistake."""
    part = game_part(view.game)
    lines = tuple(line for line in lines_of(view) if line.takes_result or _is_this(view, line))
    options = tuple(round_option(view, line, texts) for line in lines)
    preset = (lines[0].number,) if lines else ()
    pick = Find("round", texts.get("dealer.correct.pick"), options, preset=preset, older=_older(view, texts))

    def number_in(answers: Answers) -> int:
        return int_of(answers, "round") or (preset[0] if preset else 0)

    def line_in(answers: Answers) -> RoundLine:
        number = number_in(answers)
        facts = view.facts if number == view.round else ()
        return _line(view, number) or RoundLine(number, facts)

    def pages(answers: Answers) -> tuple[Page, ...]:
        line = line_in(answers)
        now = part.result(line.facts)
        missing = texts.get(part.words.missing)
        old = texts.get("dealer.correct.in_archive") if _is_old(view, line.number) else ""
        asked = AskResult(
            f"result-{line.number}-{now}", missing, view.game, now, part.result(line.facts_shown), old
        )
        why = _why(line, texts)
        own = (Write("words", texts.get("dealer.void.write")),) if answers.get(why.name) == "" else ()
        return (pick, asked, why, *own, Authorise())

    def result_in(answers: Answers) -> tuple[Fact, ...]:
        return facts_of(answers, pages(answers)[1].name)

    def command(answers: Answers) -> AnyCommand:
        return CorrectResult(
            result_in(answers),
            authority_of(answers) or _NOBODY,
            number_in(answers),
            text_of(answers, pages(answers)[2].name) or text_of(answers, "words"),
        )

    def effect(answers: Answers) -> tuple[str, ...]:
        line = line_in(answers)
        said = [texts.get("dealer.correct.effect", number=line.number)]
        if line.void_reason:
            said.append(texts.get("dealer.correct.void", reason=void_words(line.void_reason, texts)))
        if line.number != view.round:
            said.append(texts.get("dealer.correct.later"))
        if _is_old(view, line.number):
            said[0] = texts.get("dealer.rounds.old_effect")
        return tuple(said)

    return Flow(
        texts.get("dealer.correct.title"),
        effect,
        pages,
        command,
        lambda answers: texts.get(
            "dealer.correct.confirm", number=number_in(answers), facts=part.text(result_in(answers))
        ),
        danger=True,
    )


def _is_this(view: DeskView, line: RoundLine) -> bool:
    return line.number == view.round and view.correctable


def _why(line: RoundLine, texts: Texts) -> Choose:
    """Why the round is decided anew: from a short list, or in own words."""
    known = WRONG_VOID if line.void_reason else WRONG_RESULT
    key = "dealer.correct.wrong_void" if line.void_reason else "dealer.correct.wrong_result"
    options = (Option(known, texts.get(key)), Option("", texts.get("dealer.void.other")))
    return Choose(f"reason-{known}", texts.get("dealer.correct.why"), options, preset=known)
