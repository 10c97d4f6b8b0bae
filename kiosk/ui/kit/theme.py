"""The look as data: colours with their use, sizes, durations, and the scale of a screen.

Everything is designed at 1920x1080 (portrait: 1080x1920) in design px and scaled by one factor. Nothing else
in the screens names a colour. Contrast follows WCAG 2: 4.5 to 1 for text, 3 to 1 for controls (standards:
Player).
"""

from dataclasses import dataclass

# Table and panels
TABLE_LIGHT = "#0d4432"  # middle of the felt behind the board
TABLE = "#062019"  # the felt everywhere else, and at the edges of the board
BAR_TOP = "#061b16"  # top bar
BAR_BOTTOM = "#070d0b"  # bottom bar with the money and the chips
PANEL = "#071d17"  # side panel, windows
PANEL_RAISED = "#0f2c24"  # a row, a field or an unchosen tab on a panel
SCRIM = "#030a08"  # laid over the table behind a window

# Spots of the board
CELL_EVEN_MONEY = "#0b4231"  # Big, Small, Odd, Even
CELL_PLAIN = "#0a3327"  # totals, doubles, dominoes, four numbers, singles
CELL_TRIPLE = "#33231f"  # triples: a warm dark
CELL_PANEL = "#07251d"  # the 48 spots of the left panel
CELL_WON = "#e4c15a"  # an own spot that has won in a round with a gain; gold is for nothing less
CELL_EVEN = "#cfcbbd"  # an own spot that has won in a round without a gain
CELL_EVEN_EDGE = "#ffffff"  # its border
CELL_WON_EDGE = "#fff0b8"  # its border
CELL_WON_GLOW = "#f3d57a"  # its glow
LINE = "#8c7a42"  # gold hairline around a spot
LINE_BRIGHT = "#c9a24b"  # gold line that must be seen: frames, chosen things
CHIP_PLACE = "#4d6a55"  # faint ring where a chip will land

# Type
TEXT = "#f7f0e0"  # warm white, names and figures
TEXT_SOFT = "#c2cfc7"  # labels, second lines
ODDS = "#e8cd86"  # odds on the board
GOLD_TEXT = "#f5d97a"  # money won, headings in gold
TEXT_ON_GOLD = "#1d1606"  # on won spots and gold buttons
TEXT_ON_GOLD_SOFT = "#4a3a0c"  # second lines there
TEXT_OFF = "#8b9a93"  # a control that cannot be used now: still readable

# Phases and signs
BETTING = "#0f6b3f"  # ribbon: place your bets
BETTING_TRACK = "#094529"  # time bar, empty part
BETTING_BAR = "#f0d58a"  # time bar, time left
URGENT = "#a3281f"  # ribbon: the last five seconds
CLOSED = "#8c1f28"  # ribbon: no more bets; dangers
NEUTRAL = "#20242e"  # ribbon: play, result
OFFLINE = "#6b3a0a"  # ribbon: connection lost, void
BIG_RED = "#a5303a"  # badge Big
SMALL_BLUE = "#275a92"  # badge Small
TRIPLE_GOLD = "#c9a24b"  # badge Triple
WARN = "#ffb547"  # a spot below its minimum; notice: refusal
INFORMATION = "#8cc4ff"  # notice: information
SUCCESS = "#74d99f"  # notice: success
FAULT = "#ff8a76"  # notice: fault
LOCKED = "#2b3130"  # ribbon of a locked seat
LOCKED_SCRIM = "#262b2a"  # grey over the board of a locked seat

# Controls
BUTTON = "#0b1713"  # face of a quiet button
BUTTON_EDGE = "#6f8479"  # its border
BUTTON_DOWN = "#17362b"  # pressed
BUTTON_OFF_EDGE = "#62746b"  # border of a button that cannot be used now
PRIMARY = "#c9a24b"  # Collect, the chosen tab
PRIMARY_DOWN = "#a9863a"  # pressed
FOCUS = "#fff0b8"  # focus ring
PRESS = "#ffffff"  # laid over a touched spot at PRESS_ALPHA

# Chips: body by value in dollars; what is not listed takes the colour of the next lower value
CHIP_BODIES = {
    1: "#596170",
    5: "#b01f2a",
    10: "#1c56a3",
    25: "#1b7540",
    100: "#14161b",
    500: "#5f2585",
    1000: "#8a5a00",
    5000: "#8c2357",
}
PAID_PLAQUE = "#171204"  # ground of what a spot has paid or lost
PAID_TEXT = "#f5d97a"  # amount there that belongs to a gain
CHIP_EDGE = "#f4efe3"  # edge spots
CHIP_TEXT = "#ffffff"  # amount on a chip
CHIP_RIM_PLACED = "#d9e2dc"  # light rim: placed, not yet sent
CHIP_RIM_REGISTERED = "#ffd65c"  # solid rim: registered

DIM_ALPHA = 0.25  # black over the board while no bets are taken
PRESS_ALPHA = 0.16  # white over a touched spot

# Durations, ms (player-screen: calm, 150 to 300, eased; the play is the only show)
CHIP_LAND_MS = 150
CHIP_LEAVE_MS = 200
WIN_LIGHT_MS = 300
PAYOUT_GROW_MS = 300
FADE_MS = 200
LAND_MS = 300  # one piece of the play coming to rest
PRESS_FADE_MS = 150
LONG_PRESS_MS = 500

# Type scale, design px
TYPE_PX = {
    "caption": 16,
    "small": 17,
    "body": 19,
    "label": 21,
    "heading": 26,
    "title": 32,
    "money": 38,
    "display": 44,
    "hero": 72,
}
SPACE_PX = {"xs": 4, "s": 8, "m": 12, "l": 18, "xl": 24, "xxl": 36}
RADIUS_PX = {"cell": 8, "button": 10, "panel": 14, "badge": 7}

MIN_TOUCH_PX = 44  # smallest side of anything that can be touched, at every size (standards: Player)
MIN_TEXT_PX = 12
"""Smallest text, screen px: its capitals are 9 dots high, the least for reading (ISO 9241-303). At 10 px they are 7."""
MIN_TEXT_DESIGN_PX = 16
"""Smallest text on larger screens, design px: on the 24-inch panel 4.4 mm, capitals 3.2 mm, seen from 600 mm under 18
minutes of arc, a Chinese character under 22 (asked for: 16 and 20)."""


def _channels(colour: str) -> tuple[int, int, int]:
    if len(colour) != 7 or not colour.startswith("#"):
        raise ValueError(f"colour {colour!r}: expected the form #rrggbb")
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def blend(front: str, back: str, alpha: float) -> str:
    """The colour seen when `front` lies over `back` with `alpha` (0 to 1)."""
    mixed = (
        round(f * alpha + b * (1 - alpha)) for f, b in zip(_channels(front), _channels(back), strict=True)
    )
    return "#" + "".join(f"{channel:02x}" for channel in mixed)


def least_text_px(factor: float) -> int:
    """The smallest text where one design px is `factor` screen px."""
    return max(MIN_TEXT_PX, round(MIN_TEXT_DESIGN_PX * factor))


@dataclass(frozen=True)
class Scale:
    """How large one design px is on this screen.

    `px` rounds to whole pixels, at least 1; `touch` gives at least MIN_TOUCH_PX, `text` at least `least_text`.
    """

    factor: float
    portrait: bool = False

    def px(self, design_px: float) -> int:
        return max(1, round(design_px * self.factor))

    def touch(self, design_px: float) -> int:
        return max(MIN_TOUCH_PX, self.px(design_px))

    def text(self, design_px: float) -> int:
        return max(self.least_text, self.px(design_px))

    @property
    def least_text(self) -> int:
        """The smallest text of this screen, px."""
        return least_text_px(self.factor)

    def space(self, name: str) -> int:
        return self.px(SPACE_PX[name])

    def radius(self, name: str) -> int:
        return self.px(RADIUS_PX[name])


def scale_for(width_px: int, height_px: int) -> Scale:
    """The scale of a screen of this size: 1.0 at 1920x1080 and at 1080x1920."""
    if width_px < 1 or height_px < 1:
        raise ValueError(f"screen of {width_px}x{height_px} px: expected at least 1x1")
    if height_px > width_px:
        return Scale(min(width_px / 1080, height_px / 1920), portrait=True)
    return Scale(min(width_px / 1920, height_px / 1080))
