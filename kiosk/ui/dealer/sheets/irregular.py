"""Something went wrong that the game's rules settle: what, at which box, why, and who stands for it."""

from __future__ import annotations

from kiosk.console.commands import AnyCommand, EnterIrregularity
from kiosk.console.view import DeskView
from kiosk.games.game import Fact
from kiosk.ui.dealer.game_part import game_part
from kiosk.ui.dealer.sheets.flow import (
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

_OWN = ""
"""The reason that is written instead of picked."""


def irregular_flow(view: DeskView, texts: Texts) -> Flow:
    """Enter one of the irregularities that the console offers now, with a supervisor."""
    say, known = texts.get, game_part(view.game).words.irregular
    names = tuple(dict.fromkeys(offered.fact for offered in view.irregularities))
    kinds = tuple(
        Option(name, say(known[name].title), say(known[name].effect)) for name in names if name in known
    )

    def boxes(name: str) -> tuple[Option, ...]:
        return tuple(
            Option(offered.at, say("dealer.irregular.box", box=offered.at))
            for offered in view.irregularities
            if offered.fact == name
        )

    def pages(answers: Answers) -> tuple[Page, ...]:
        name = text_of(answers, "kind")
        made: list[Page] = [Choose("kind", say("dealer.irregular.what"), kinds)]
        if name in known:
            reasons = tuple(Option(reason, say(key)) for reason, key in known[name].reasons.items())
            own = Option(_OWN, say("dealer.void.other"))
            made += [
                Choose("box", say("dealer.irregular.where"), boxes(name)),
                Choose("reason", say("dealer.irregular.why"), (*reasons, own)),
            ]
        if answers.get("reason") == _OWN:
            made.append(Write("words", say("dealer.void.write")))
        return (*made, Authorise())

    def command(answers: Answers) -> AnyCommand:
        why = text_of(answers, "reason") or text_of(answers, "words")
        fact = Fact(text_of(answers, "kind"), (why,), text_of(answers, "box"))
        return EnterIrregularity(fact, authority_of(answers), view.round)

    def effect(answers: Answers) -> tuple[str, ...]:
        name = text_of(answers, "kind")
        return (say(known[name].effect),) if name in known else (say("dealer.irregular.effect"),)

    return Flow(
        say("dealer.irregular.title"),
        effect,
        pages,
        command,
        lambda _: say("dealer.irregular.confirm"),
        danger=True,
    )
