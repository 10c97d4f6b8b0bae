"""A new shoe that was put in and not recorded, in the middle of a round: with a supervisor."""

from __future__ import annotations

from kiosk.console.commands import NewShoe
from kiosk.console.view import DeskView
from kiosk.ui.dealer.game_part import Wrong
from kiosk.ui.dealer.sheets.flow import Authorise, Flow, authority_of
from kiosk.ui.kit.texts import Texts


def shoe_not_recorded(rule: str) -> Wrong:
    """By that rule of the game nothing else would be left than the void."""
    return Wrong("dealer.shoe.title", "dealer.shoe.does", rule, command="NewShoe", flow=_flow)


def _flow(view: DeskView, texts: Texts) -> Flow:
    return Flow(
        texts.get("dealer.shoe.title"),
        lambda _: (),
        lambda _: (Authorise(),),
        lambda answers: NewShoe(authority_of(answers), view.round),
        lambda _: texts.get("dealer.shoe.confirm"),
    )
