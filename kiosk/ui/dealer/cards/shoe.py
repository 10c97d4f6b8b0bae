"""What was said of the shoe wrongly, or not at all, and is put right with a supervisor."""

from __future__ import annotations

from collections.abc import Callable

from kiosk.console.commands import Authority, CoverCardBack, NewShoe
from kiosk.console.view import DeskView
from kiosk.ui.dealer.game_part import Wrong
from kiosk.ui.dealer.sheets.flow import Authorise, Flow, authority_of
from kiosk.ui.kit.texts import Texts


def shoe_not_recorded(rule: str) -> Wrong:
    """By that rule of the game nothing else would be left than the void."""
    return Wrong("dealer.shoe.title", "dealer.shoe.does", rule, command="NewShoe", flow=_new_shoe)


def cover_card_by_mistake(rule: str) -> Wrong:
    """By that rule of the game it would be shuffled after the round."""
    title, does = "dealer.shoe.cover_title", "dealer.shoe.cover_does"
    return Wrong(title, does, rule, command="CoverCardBack", flow=_cover_card_back)


def _new_shoe(view: DeskView, texts: Texts) -> Flow:
    say = texts.get
    return _with_supervisor(view, say("dealer.shoe.title"), say("dealer.shoe.confirm"), NewShoe)


def _cover_card_back(view: DeskView, texts: Texts) -> Flow:
    say = texts.get
    title, confirm = say("dealer.shoe.cover_title"), say("dealer.shoe.cover_confirm")
    return _with_supervisor(view, title, confirm, CoverCardBack)


def _with_supervisor(
    view: DeskView,
    title: str,
    confirm: str,
    makes: Callable[[Authority | None, int], NewShoe | CoverCardBack],
) -> Flow:
    return Flow(
        title,
        lambda _: (),
        lambda _: (Authorise(),),
        lambda answers: makes(authority_of(answers), view.round),
        lambda _: confirm,
    )
