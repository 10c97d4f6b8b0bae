"""Which colours stand on which, on every screen, and how contrast is measured."""

from dataclasses import dataclass

from kiosk.ui.dealer import palette
from kiosk.ui.kit import theme
from kiosk.ui.kit.sicbo.dice import DIE_FACE, PIP_BLACK, PIP_RED
from kiosk.ui.kit.theme import blend


def _luminance(colour: str) -> float:
    def linear(channel: int) -> float:
        part = channel / 255
        return part / 12.92 if part <= 0.04045 else float(((part + 0.055) / 1.055) ** 2.4)

    red, green, blue = (linear(channel) for channel in (int(colour[at : at + 2], 16) for at in (1, 3, 5)))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(front: str, back: str) -> float:
    """The WCAG 2 contrast ratio of two colours, 1 to 21."""
    light, dark = sorted((_luminance(front), _luminance(back)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@dataclass(frozen=True)
class Pair:
    """A foreground colour that is used on a background colour, and where."""

    front: str
    back: str
    use: str


_GREENS = (theme.TABLE_LIGHT, theme.TABLE, theme.BAR_TOP, theme.BAR_BOTTOM, theme.PANEL, theme.PANEL_RAISED)
_CELLS = (theme.CELL_EVEN_MONEY, theme.CELL_PLAIN, theme.CELL_TRIPLE, theme.CELL_PANEL)


def _dimmed(colour: str) -> str:
    return blend("#000000", colour, theme.DIM_ALPHA)


TEXT_PAIRS: tuple[Pair, ...] = (
    *(Pair(theme.TEXT, back, "text on table and panels") for back in _GREENS),
    *(Pair(theme.TEXT_SOFT, back, "labels on table and panels") for back in _GREENS),
    *(Pair(theme.GOLD_TEXT, back, "money won, gold headings") for back in (*_GREENS, theme.NEUTRAL)),
    *(Pair(theme.ODDS, back, "captions of the board") for back in (theme.TABLE_LIGHT, theme.TABLE)),
    *(
        Pair(front, back, "names and odds of spots")
        for front in (theme.TEXT, theme.ODDS, theme.TEXT_SOFT)
        for back in _CELLS
    ),
    *(
        Pair(_dimmed(front), _dimmed(back), "names and odds while closed")
        for front in (theme.TEXT, theme.ODDS, theme.TEXT_SOFT)
        for back in _CELLS
    ),
    *(
        Pair(_dimmed(front), _dimmed(back), "captions of the board while closed")
        for front in (theme.TEXT, theme.ODDS)
        for back in (theme.TABLE_LIGHT, theme.TABLE)
    ),
    *(
        Pair(theme.TEXT, blend(theme.PRESS, back, theme.PRESS_ALPHA), "name of a touched spot")
        for back in _CELLS
    ),
    Pair(theme.TEXT_ON_GOLD, theme.CELL_WON, "name and odds of a won spot"),
    Pair(theme.TEXT_ON_GOLD_SOFT, theme.CELL_WON, "second lines of a won spot"),
    Pair(theme.TEXT_ON_GOLD, theme.PRIMARY, "gold button"),
    Pair(theme.TEXT_ON_GOLD, theme.PRIMARY_DOWN, "gold button, pressed"),
    Pair(theme.TEXT_ON_GOLD, theme.TRIPLE_GOLD, "badge Triple"),
    Pair(theme.TEXT, theme.BIG_RED, "badge Big"),
    Pair(theme.TEXT, theme.SMALL_BLUE, "badge Small"),
    *(
        Pair(theme.TEXT, back, "ribbon")
        for back in (theme.BETTING, theme.URGENT, theme.CLOSED, theme.NEUTRAL, theme.OFFLINE, theme.LOCKED)
    ),
    Pair(theme.TEXT, theme.BUTTON, "button"),
    Pair(theme.TEXT, theme.BUTTON_DOWN, "button, pressed"),
    *(
        Pair(theme.TEXT_OFF, back, "what cannot be used now")
        for back in (theme.BUTTON, theme.BAR_TOP, theme.BAR_BOTTOM, theme.PANEL)
    ),
    *(
        Pair(kind, back, "notices")
        for kind in (theme.WARN, theme.INFORMATION, theme.SUCCESS, theme.FAULT)
        for back in (theme.PANEL, theme.BAR_BOTTOM, theme.NEUTRAL, theme.BUTTON)
    ),
    *(
        Pair(theme.TEXT_ON_GOLD, kind, "sign of a notice")
        for kind in (theme.WARN, theme.INFORMATION, theme.SUCCESS, theme.FAULT, theme.GOLD_TEXT)
    ),
    *(Pair(theme.CHIP_TEXT, body, "amount on a chip") for body in theme.CHIP_BODIES.values()),
    Pair(theme.PAID_TEXT, theme.PAID_PLAQUE, "amount that a spot has paid"),
    Pair(theme.TEXT, theme.PAID_PLAQUE, "amount that came back without a gain"),
    *(
        Pair(
            theme.TEXT_SOFT, _dimmed(blend(theme.PAID_PLAQUE, back, 110 / 255)), "amount that a spot has lost"
        )
        for back in _CELLS
    ),
    Pair(theme.TEXT_ON_GOLD, theme.CELL_EVEN, "name and odds of a won spot without a gain"),
    Pair(theme.TEXT_ON_GOLD_SOFT, theme.CELL_EVEN, "second lines of a won spot without a gain"),
    Pair(theme.TEXT_ON_GOLD, theme.WARN, "sign of a spot below its minimum"),
)

CONTROL_PAIRS: tuple[Pair, ...] = (
    *(
        Pair(theme.LINE, back, "border of a spot")
        for back in (theme.CELL_PLAIN, theme.CELL_PANEL, theme.TABLE)
    ),
    *(
        Pair(theme.BUTTON_EDGE, back, "border of a button")
        for back in (theme.BUTTON, theme.BAR_TOP, theme.BAR_BOTTOM, theme.PANEL)
    ),
    *(
        Pair(theme.BUTTON_OFF_EDGE, back, "border of a button that is off")
        for back in (theme.BUTTON, theme.BAR_BOTTOM, theme.PANEL)
    ),
    *(Pair(theme.PRIMARY, back, "gold button") for back in (theme.BAR_BOTTOM, theme.PANEL, theme.BAR_TOP)),
    *(Pair(theme.FOCUS, back, "focus ring") for back in (*_GREENS, *_CELLS)),
    *(Pair(theme.WARN, back, "mark of a spot below its minimum") for back in _CELLS),
    *(Pair(theme.CHIP_RIM_PLACED, back, "rim of a placed chip") for back in _CELLS),
    *(Pair(theme.CHIP_RIM_REGISTERED, back, "rim of a registered chip") for back in _CELLS),
    *(Pair(theme.CHIP_EDGE, body, "edge spots of a chip") for body in theme.CHIP_BODIES.values()),
    Pair(theme.PAID_PLAQUE, theme.CELL_WON, "plaque on a won spot"),
    Pair(theme.PAID_PLAQUE, theme.CELL_EVEN, "plaque on a won spot without a gain"),
    *(Pair(theme.TEXT, back, "frame of a spot that won without a chip") for back in _CELLS),
    *(Pair(pip, DIE_FACE, "pips") for pip in (PIP_BLACK, PIP_RED)),
    *(Pair(DIE_FACE, back, "dice") for back in (*_CELLS, theme.NEUTRAL)),
    Pair(theme.BETTING_BAR, theme.BETTING_TRACK, "time bar"),
    Pair(theme.BETTING_BAR, theme.BETTING, "time bar"),
)


DEALER_TEXT_PAIRS: tuple[Pair, ...] = (
    *(
        Pair(theme.TEXT, back, "names and amounts")
        for back in (palette.WELL, palette.CARE, palette.DANGER, palette.PANEL, palette.FIELD, palette.DONE)
    ),
    *(
        Pair(theme.TEXT_SOFT, back, "labels")
        for back in (
            palette.WELL,
            palette.CARE,
            palette.DANGER,
            palette.PANEL,
            palette.FIELD,
            palette.FAINT,
            palette.GROUND,
        )
    ),
    *(
        Pair(palette.WELL_TEXT, back, "in order")
        for back in (palette.WELL, palette.PANEL, palette.FIELD, theme.BAR_TOP)
    ),
    *(
        Pair(theme.WARN, back, "needs a look")
        for back in (palette.CARE, palette.PANEL, palette.FIELD, theme.BAR_TOP)
    ),
    *(
        Pair(palette.DANGER_TEXT, back, "needs somebody")
        for back in (palette.DANGER, palette.PANEL, palette.FIELD, theme.BUTTON, theme.BAR_TOP)
    ),
    *(
        Pair(theme.GOLD_TEXT, back, "money that is paid")
        for back in (palette.WELL, palette.CARE, palette.DANGER, palette.PANEL, palette.FIELD)
    ),
    *(Pair(theme.TEXT_OFF, back, "not now, not there") for back in (palette.FAINT, palette.PANEL)),
    Pair(theme.TEXT_ON_GOLD, theme.PRIMARY, "the step and the button of now"),
    Pair(theme.TEXT, theme.URGENT, "the button of a void"),
)
DEALER_CONTROL_PAIRS: tuple[Pair, ...] = (
    *(
        Pair(palette.DANGER_EDGE, back, "border of a rare command, of a seat")
        for back in (palette.DANGER, palette.PANEL, theme.BUTTON)
    ),
    *(Pair(theme.WARN, back, "border of a seat") for back in (palette.CARE, palette.PANEL)),
    Pair(palette.WELL_EDGE, palette.PANEL, "border of a seat"),
    Pair(palette.FAINT_EDGE, palette.PANEL, "border of a seat that is not there"),
    *(
        Pair(theme.FOCUS, back, "focus ring")
        for back in (palette.WELL, palette.CARE, palette.DANGER, palette.FAINT, palette.PANEL, theme.BUTTON)
    ),
    Pair(theme.PRIMARY, palette.PANEL, "the button of now"),
)
