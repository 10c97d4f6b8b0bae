"""The side panel's page of Casino Stud Poker: what hands pay, with the own one lit."""

from __future__ import annotations

from collections.abc import Collection

from kiosk.cards.poker import category_of
from kiosk.games.stud.layout import Felt
from kiosk.games.stud.paytable import BET, JACKPOT
from kiosk.money import short_dollars
from kiosk.seat.context import Context
from kiosk.seat.state import SeatState
from kiosk.ui.kit.style import Style
from kiosk.ui.kit.texts import Texts
from kiosk.ui.terminal.cards.pay_table import PayRow, PaySection
from kiosk.ui.terminal.last_round import may_win
from kiosk.ui.terminal.stud.seen import seen
from kiosk.ui.terminal.stud.words import ROWS, prize_words, row_of


def pay_sections(
    felt: Felt, texts: Texts, rank: int | None, lit: Collection[str] = (BET, JACKPOT)
) -> tuple[PaySection, ...]:
    """What a BET pays (rule 4.1) and what the jackpot does (rule 4.2).

    Lit are the rows that such a hand reaches, of these bets.
    """
    reached = row_of(category_of(rank)) if rank is not None else None
    bets = tuple(
        PayRow(
            texts.get(key),
            texts.get("felt.to_one", odds=felt.pay_table.pays[category]),
            BET in lit and category is reached,
        )
        for category, key in ROWS.items()
    )
    prizes = tuple(
        PayRow(texts.get(key), words, JACKPOT in lit and category is reached)
        for category, key in ROWS.items()
        if (words := prize_words(felt, category, texts))
    )
    most = texts.get("stud.most", cents=short_dollars(felt.pay_table.most_won))
    return (
        PaySection(texts.get("stud.pays_title"), bets, most),
        PaySection(texts.get("stud.prizes_title"), prizes, texts.get("stud.prizes_note")),
    )


def sections_now(context: Context, state: SeatState, look: Style) -> tuple[PaySection, ...]:
    """Lit is what the own Hand reaches, as long as it plays; once it is settled, what has won."""
    if not isinstance(context.layout, Felt):
        return ()
    round_ = seen(context, state)
    rank = None if round_.out else round_.own_rank
    lit = [spot for spot in (BET, JACKPOT) if may_win(state, spot)]
    return pay_sections(context.layout, look.texts, rank, lit)
