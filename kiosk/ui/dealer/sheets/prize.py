"""A Hand that has won a share of the jackpot: staff have looked at it, and pay it or not (Stud 4.4 and 4.5)."""

from __future__ import annotations

from fractions import Fraction

from kiosk.console.commands import AnyCommand, ConfirmPrize, DenyPrize
from kiosk.console.view import DeskView, JackpotView
from kiosk.money import dollars, short_dollars
from kiosk.ui.dealer.sheets.flow import (
    NOBODY,
    Answers,
    Authorise,
    Choose,
    Flow,
    Option,
    Page,
    Write,
    authority_of,
    text_of,
)
from kiosk.ui.kit.texts import Texts

_PAY, _FIRST, _DENY = "pay", "first", "deny"
_CONFIRM = {
    _PAY: "dealer.prize.confirm_pay",
    _FIRST: "dealer.prize.confirm_first",
    _DENY: "dealer.prize.confirm_deny",
}
_NOT_SO, _NO_BET = "the hand is another than was read", "the bet on the jackpot was not valid"


def prize_flow(view: DeskView, texts: Texts, box: str) -> Flow:
    """Pay it, pay it before another that waits (rule 4.5.2), or refuse it with a reason."""
    say, jackpot = texts.get, view.jackpot or JackpotView("", 0)
    values = {"box": box, "cents": short_dollars(jackpot.cents), "share": _percent(jackpot.share)}
    waits = _other(jackpot.before, texts)
    first = Option(_FIRST, say("dealer.prize.first"), say("dealer.prize.first_does", other=waits))
    decide = Choose(
        f"decide {waits}",
        say("dealer.prize.ask"),
        (
            Option(_PAY, say("dealer.prize.pay"), say("dealer.prize.pay_does", share=values["share"])),
            *((first,) if waits else ()),
            Option(_DENY, say("dealer.prize.deny"), say("dealer.prize.deny_does")),
        ),
        preset=None if waits else _PAY,
    )
    why = Choose(
        "why",
        say("dealer.prize.why"),
        (
            Option(_NOT_SO, say("dealer.prize.not_so")),
            Option(_NO_BET, say("dealer.prize.no_bet")),
            Option("", say("dealer.void.other")),
        ),
    )
    own = Write("words", say("dealer.void.write"))

    def pages(answers: Answers) -> tuple[Page, ...]:
        match answers.get(decide.name):
            case "first":
                return (decide, own, Authorise())
            case "deny" if answers.get(why.name) == "":
                return (decide, why, own, Authorise())
            case "deny":
                return (decide, why, Authorise())
            case _:
                return (decide, Authorise())

    def command(answers: Answers) -> AnyCommand:
        authority, words = authority_of(answers) or NOBODY, text_of(answers, own.name)
        match answers.get(decide.name):
            case "deny":
                return DenyPrize(box, authority, text_of(answers, why.name) or words, view.round)
            case "first":
                return ConfirmPrize(box, authority, True, words, view.round)
            case _:
                return ConfirmPrize(
                    box, authority, round=view.round, registered=jackpot.registered is not None
                )

    def effect(_: Answers) -> tuple[str, ...]:
        if jackpot.registered is not None:
            return (say("dealer.prize.registered", box=box, cents=dollars(jackpot.registered)),)
        said = [say("dealer.prize.effect", **values)]
        if waits:
            said.append(say("dealer.prize.unsure" if jackpot.unsure else "dealer.prize.behind", other=waits))
        return tuple(said)

    def confirm(answers: Answers) -> str:
        return say(_CONFIRM[text_of(answers, decide.name) or _PAY], box=box)

    return Flow(say("dealer.prize.title", box=box), effect, pages, command, confirm)


def _other(claim: str, texts: Texts) -> str:
    """A claim that waits, `table/round/claimed-box`, in words; as it came where it is none."""
    table, _, rest = claim.partition("/")
    number, _, box = rest.partition("/")
    box = box.partition("-")[2]
    return texts.get("dealer.prize.other", table=table, round=number, box=box) if box else claim


def _percent(share: str) -> str:
    """A share as its per cent; as it came where it is none."""
    try:
        return f"{float(Fraction(share)) * 100:g} %"
    except (ValueError, ZeroDivisionError):
        return share
