"""What is written on the spots of a box."""

from kiosk.ui.kit.texts import Texts
from kiosk.ui.terminal.board.face import BoardFaces, SpotFace, Tone

_SPOTS = {
    "initial": (
        "blackjack.initial_name",
        Tone.EVEN_MONEY,
        ("blackjack.initial_pays", "blackjack.initial_pays_brief"),
    ),
    "pair": ("blackjack.pair_name", Tone.PANEL, ("blackjack.pair_pays",)),
    "under": ("blackjack.under_name", Tone.PANEL, ("blackjack.even_pays",)),
    "over": ("blackjack.over_name", Tone.PANEL, ("blackjack.even_pays",)),
    "insurance": (
        "blackjack.insurance_name",
        Tone.PLAIN,
        ("blackjack.insurance_pays", "blackjack.insurance_pays_brief"),
    ),
}


def board_faces(texts: Texts) -> BoardFaces:
    """The words of every spot that lies on the board: its name, and what it pays."""
    spots = {
        spot: SpotFace(
            "side" if tone is Tone.PANEL else spot,
            tone,
            tuple(texts.get(key) for key in odds),
            name=texts.get(name),
        )
        for spot, (name, tone, odds) in _SPOTS.items()
    }
    return BoardFaces(spots, {}, lambda _painter, _rect, _figure: None)
