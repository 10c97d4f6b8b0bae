"""One card, decision or amount that was entered wrongly: where it lies, what it really is, and what that changes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from kiosk.console.commands import WRONG_RESULT, WRONG_VOID, AnyCommand, CorrectFact, CorrectResult
from kiosk.console.view import RoundLine
from kiosk.games.game import Decide, Enter, Fact
from kiosk.ui.dealer.cards.felt_page import FeltPage
from kiosk.ui.dealer.cards.mender import Mender
from kiosk.ui.dealer.cards.mending import Lies, felt_of, nets
from kiosk.ui.dealer.sheets.flow import (
    NOBODY,
    Answers,
    Authorise,
    Choose,
    Find,
    Flow,
    Option,
    Own,
    Page,
    Write,
    authority_of,
    facts_of,
    int_of,
    text_of,
)
from kiosk.ui.dealer.sheets.redecide import round_option
from kiosk.ui.kit.reasons import void_words
from kiosk.ui.kit.settlement_words import signed
from kiosk.ui.kit.texts import Texts

_MOST_MISSING = 12  # hands and prizes that one correction may ask for


@dataclass(frozen=True)
class _Said:
    """What has been answered so far: the round, what lies wrongly, what lies there really, the facts then and what they
    lack."""

    line: RoundLine
    lies: Lies | None = None
    fact: Fact | None = None
    facts: tuple[Fact, ...] = ()
    lacks: Enter | None = None


def correct_flow(mender: Mender) -> Flow:
    """See the module; a supervisor stands for it."""
    say, lines, view = mender.texts.get, mender.lines, mender.view
    pick = Find(
        "round",
        say("dealer.correct.pick"),
        tuple(round_option(view, line, mender.texts) for line in lines),
        preset=(lines[0].number,) if lines else (),
    )
    # Each touch asks several times what lies there then, and the round is dealt from its first card for it.
    dealt = lru_cache(_MOST_MISSING + 1)(mender.dealt)

    def walk(answers: Answers) -> Iterator[tuple[Page, _Said]]:
        """The pages one after the other, each with what is known when it is answered."""
        number = int_of(answers, pick.name) or (lines[0].number if lines else 0)
        line = next((one for one in lines if one.number == number), RoundLine(number))
        said = _Said(line)
        yield pick, said
        facts = mender.facts(line)
        choices = () if mender.is_play(line) else tuple(mender.choices)
        felt = felt_of(mender.game, facts, choices, hidden=mender.is_play(line), amounts=view.jackpot is None)
        picture = _felt_page(mender, number, felt, facts)
        at = answers.get(picture.name)
        lies = next((one for there in felt.values() for one in there if one.at == at and one.can), None)
        said = _Said(line, lies)
        yield picture, said
        if lies is None:
            return
        right = mender.right(lies, number)
        fact = mender.corrected(lies, answers.get(right.name))
        if fact is None:
            yield right, said
            return
        changed = (*facts[: lies.at], fact, *facts[lies.at + 1 :])
        if mender.is_play(line):
            yield right, _Said(line, lies, fact, changed)
            yield Authorise(), _Said(line, lies, fact, changed)
            return
        made, lacks = dealt(changed)
        yield right, _Said(line, lies, fact, made, lacks)
        for _ in range(_MOST_MISSING):
            if lacks is None:
                break
            page = mender.missing(made, changed, lacks, number)
            given = answers.get(page.name)
            more = (
                (Fact(lacks.fact, (given,), lacks.at),)
                if isinstance(given, int)
                else facts_of(answers, page.name)
            )
            changed = (*changed, *more)
            made, lacks = dealt(changed) if more else (made, lacks)
            yield page, _Said(line, lies, fact, made, lacks)
            if not more:
                return
        done = _Said(line, lies, fact, made, lacks)
        why = _why(line, mender.texts)
        yield why, done
        if answers.get(why.name) == "":
            yield Write("words", say("dealer.void.write")), done
        yield Authorise(), done

    def last(answers: Answers) -> _Said:
        return list(walk(answers))[-1][1]

    def pages(answers: Answers) -> tuple[Page, ...]:
        found = [page for page, _ in walk(answers)]
        return tuple(found if isinstance(found[-1], Authorise) else [*found, Authorise()])

    def effect(answers: Answers) -> tuple[str, ...]:
        return _effect(mender, last(answers))

    def command(answers: Answers) -> AnyCommand:
        said, authority = last(answers), authority_of(answers)
        if said.lies is not None and said.fact is not None and mender.is_play(said.line):
            return CorrectFact(said.lies.at, said.fact, authority, view.round, said.lies.fact)
        why = text_of(answers, _why(said.line, mender.texts).name) or text_of(answers, "words")
        return CorrectResult(said.facts, authority or NOBODY, said.line.number, why)

    def confirm(answers: Answers) -> str:
        said = last(answers)
        if said.lies is None or said.fact is None:
            return say("dealer.cards.correct_title")
        return say("dealer.mend.confirm", was=mender.lies(said.lies), now=mender.said(said.fact))

    return Flow(say("dealer.cards.correct_title"), effect, pages, command, confirm, danger=True, wide=True)


def _felt_page(mender: Mender, number: int, felt: Mapping[str, list[Lies]], facts: Sequence[Fact]) -> Own:
    def words_of(lies: Lies) -> str:
        return "" if mender.game.is_card(lies.fact) else mender.lies(lies)

    # When more was entered it is another picture.
    return Own(
        f"felt {number} {hash(tuple(facts))}", lambda look: FeltPage(felt, mender.place, words_of, look)
    )


def _why(line: RoundLine, texts: Texts) -> Choose:
    known = WRONG_VOID if line.void_reason else WRONG_RESULT
    key = "dealer.correct.wrong_void" if line.void_reason else "dealer.mend.wrong_entry"
    options = (Option(known, texts.get(key)), Option("", texts.get("dealer.void.other")))
    return Choose(f"reason-{known}", texts.get("dealer.correct.why"), options, preset=known)


# --- what it changes


def _effect(mender: Mender, said: _Said) -> tuple[str, ...]:
    say, line = mender.texts.get, said.line
    if said.lies is None or said.fact is None:
        return tuple(_before(mender, line))
    now = say(
        "dealer.mend.becomes",
        place=mender.place(said.lies.place),
        was=mender.lies(said.lies),
        now=mender.said(said.fact),
    )
    if mender.is_play(line):
        return (now, *_in_play(mender))
    if not said.facts:
        return (now, say("dealer.mend.not_so"))
    if said.lacks is not None:
        return (now, say("dealer.mend.lacks", place=mender.place(said.lacks.at)))
    return (now, *_who_gets_what(mender, said))


def _before(mender: Mender, line: RoundLine) -> Iterator[str]:
    say = mender.texts.get
    if mender.is_play(line):
        yield from _in_play(mender)
        return
    yield say("dealer.correct.effect", number=line.number)
    if line.void_reason:
        yield say("dealer.correct.void", reason=void_words(line.void_reason, mender.texts))
    if line.number != mender.view.round:
        yield say("dealer.correct.later")


def _in_play(mender: Mender) -> Iterator[str]:
    """Who has seen it, and what is decided anew."""
    view, say = mender.view, mender.texts.get
    deciding = isinstance(view.asked, Decide)
    seen = deciding or any(fact.name in mender.choices for fact in view.play)
    yield say("dealer.mend.seen" if seen else "dealer.mend.unseen")
    if deciding:
        yield say("dealer.mend.anew")
    yield say("dealer.mend.not_settled")


def _net(nets: Mapping[str, int], box: str) -> str:
    return signed(nets.get(box, 0), short=True)


def _who_gets_what(mender: Mender, said: _Said) -> Iterator[str]:
    """For each box what it wins or loses now, and what then."""
    say, stakes, line = mender.texts.get, mender.stakes(said.line), said.line
    was = nets(mender.rules, mender.layout, stakes, () if line.void_reason else line.facts)
    now = nets(mender.rules, mender.layout, stakes, said.facts)
    changes = [box for box in stakes if was.get(box) != now.get(box)]
    if changes:
        told = (say("dealer.mend.gets", box=box, was=_net(was, box), now=_net(now, box)) for box in changes)
        yield " · ".join(told)
    else:
        yield say("dealer.mend.nobody")
    if changes:
        yield say("dealer.mend.booked")
    if line.number != mender.view.round:
        yield say("dealer.correct.later")
