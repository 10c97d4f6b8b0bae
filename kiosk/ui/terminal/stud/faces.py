"""What is written on the three spots of a box."""

from kiosk.games.stud.layout import Felt
from kiosk.games.stud.paytable import ANTE, BET, JACKPOT
from kiosk.ui.kit.texts import Texts
from kiosk.ui.terminal.board.face import BoardFaces, SpotFace, Tone


def board_faces(felt: Felt, texts: Texts) -> BoardFaces:
    """The words of every spot: its name, and what it is for."""
    best = max(felt.pay_table.pays.values())
    lines = {
        ANTE: (texts.get("stud.ante_pays", odds=felt.pay_table.ante_pays),),
        BET: (texts.get("stud.bet_pays", odds=best), texts.get("stud.bet_pays_brief")),
        JACKPOT: (texts.get("stud.jackpot_pays"), texts.get("stud.jackpot_pays_brief")),
    }
    names = {ANTE: "stud.ante_name", BET: "stud.bet_name", JACKPOT: "stud.jackpot_name"}
    spots = {
        spot: SpotFace(
            spot, Tone.PANEL if spot == JACKPOT else Tone.EVEN_MONEY, odds, name=texts.get(names[spot])
        )
        for spot, odds in lines.items()
    }
    return BoardFaces(spots, {}, lambda _painter, _rect, _figure: None)
