"""The pages of Help that are Sic Bo's: its bets and their limits."""

from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QWidget

from kiosk.games.sicbo import SicBoLayout
from kiosk.money import short_dollars
from kiosk.seat.context import Context
from kiosk.table.records import Limits
from kiosk.ui.kit import theme
from kiosk.ui.kit.fonts import Role
from kiosk.ui.kit.sicbo.spot_words import kind_words
from kiosk.ui.kit.style import Style, label
from kiosk.ui.terminal.help.pages import Ground, page
from kiosk.ui.terminal.sicbo.help_bet import BetCard, BetPicture
from kiosk.ui.terminal.sicbo.help_facts import BetGroup, bet_groups, limit_of


def bets_page(look: Style, context: Context, layout: SicBoLayout, limits: Limits | None) -> QWidget:
    """Every bet of the layout: rule, odds, edge, limits, example."""
    cards = [BetCard(look, context.game, layout, group, limits) for group in bet_groups(layout)]
    intro = label(look, look.t("help.intro_bets"), Role.BODY, "label", theme.TEXT_SOFT)
    return page(look, intro, *cards)


def limits_page(look: Style, layout: SicBoLayout, limits: Limits | None) -> QWidget:
    """The smallest and largest stake for each kind of bet, for the seat, and the unit (rule 3.3)."""
    if limits is None:
        return page(look, label(look, look.t("help.limits_later"), Role.BODY, "heading"))
    intro = label(look, look.t("help.intro_limits"), Role.BODY, "label", theme.TEXT_SOFT)
    table = QWidget()
    grid = QGridLayout(table)
    grid.setContentsMargins(0, 0, 0, 0)
    grid.setSpacing(look.scale.space("m"))
    columns = 1 if look.scale.portrait else 2
    groups = bet_groups(layout)
    rows = -(-len(groups) // columns)
    for index, group in enumerate(groups):
        grid.addWidget(_limit_row(look, group, limits), index % rows, index // rows)
    seat = label(
        look, look.t("help.limit_seat", cents=short_dollars(limits.seat_maximum)), Role.STRONG, "heading"
    )
    unit = label(look, look.t("help.limit_unit", cents=short_dollars(limits.unit)), Role.BODY, "label")
    return page(look, intro, seat, unit, table)


def _limit_row(look: Style, group: BetGroup, limits: Limits) -> QWidget:
    made = Ground(look)
    row = QHBoxLayout(made)
    pad = look.scale.space("s")
    row.setContentsMargins(pad, pad, look.scale.space("l"), pad)
    row.setSpacing(look.scale.space("l"))
    row.addWidget(BetPicture(look, group))
    row.addWidget(label(look, kind_words(group.spots, look.texts), Role.STRONG, "label"), 1)
    limit = limit_of(limits, group)
    text = "–"
    if limit is not None:
        minimum, maximum = short_dollars(limit.minimum), short_dollars(limit.maximum)
        text = look.t("help.limit_range", minimum=minimum, maximum=maximum)
    amount = label(look, text, Role.NUMBER, "label", theme.ODDS)
    amount.setWordWrap(False)
    row.addWidget(amount)
    return made
