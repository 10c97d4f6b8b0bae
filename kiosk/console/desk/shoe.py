"""The shoe at the desk: what it reads is entered as the game asks for it, by the same command as a dealer's tap.

What a seat alone may see, and what lies face down for all, is entered at once: nobody at the table knows more than the
shoe (Stud S28). What lies open is only proposed, for the dealer sees it. What was read and could not be entered is put
aside, and the dealer is told; by hand it can always be entered.
"""

from __future__ import annotations

from typing import NamedTuple

from kiosk.cards import DECK, WITH_JOKER
from kiosk.console import commands as c
from kiosk.console.desk import count
from kiosk.console.desk.core import Core
from kiosk.console.desk.feed import BY_HAND
from kiosk.console.desk.rules import next_of, why_not
from kiosk.console.view import Next
from kiosk.games.game import NOBODY, TABLE, BadFacts, Enter, Fact
from kiosk.table.round import Phase

_DEALT = (Phase.CLOSED, Phase.PLAY)
_DECIDED = (Phase.RESULT, Phase.ENDED, Phase.VOID)


class _Asked(NamedTuple):
    """What is asked for: how many cards are drawn for it; 0: none. `open`: the dealer says which of them lies open."""

    drawn: int
    open: bool = False


def follow(core: Core) -> c.EnterResult | None:
    """Take what the shoe has told; the next entry that it gives, or None."""
    feed = core.shoe
    if not feed.connected:
        return None
    feed.take_told(core.say)
    if core.silent_log or core.archive_fault or core.service.fenced:
        return None
    feed.begin(core.table.number if core.phase in _DEALT else 0, core.table.number)
    # The last card may have been entered as the result.
    feed.look_at_entered((*core.table.entered, *core.table.facts[len(core.table.dealt) :]))
    feed.proposed, feed.deals, feed.alone, asked = (), False, "", _asked(core)
    feed.proposed_at = len(core.table.entered)
    if asked is None:
        feed.want(0)
        _put_strays_aside(core)
        return None
    if core.asks or next_of(core) is not Next.ENTER_RESULT or why_not(core, c.EnterResult) is not None:
        return None
    if asked.open and asked.drawn == 1 and isinstance(core.asked, Enter):
        feed.alone = core.asked.fact
    if feed.again_to and feed.cards and not core.config.settings.game.decks(core.config.settings.layout):
        _told_again(core)
    if feed.doubted:
        feed.want(0)
        return None
    command = _next(core, asked)
    feed.deals = asked.drawn > 0 or bool(feed.proposed)
    feed.want(max(0, asked.drawn - len(feed.cards)) if command is None else 0)
    return command


def _asked(core: Core) -> _Asked | None:
    """None where the game asks for no card now."""
    asked, dealt = core.asked, core.phase in _DEALT
    if not dealt or core.table.act or core.table.deciding or not isinstance(asked, Enter):
        return None
    if asked.audience != TABLE:
        return _Asked(1)
    known: tuple[Fact, ...] = core.service.known
    down = any((fact.at, fact.audience) == (asked.at, NOBODY) for fact in known)
    if down and core.config.settings.game.stands(core.config.settings.layout, known):
        return _Asked(0, open=True)  # it lies there already, and is turned
    for card in DECK:
        if (hidden := _hidden_behind(core, asked, card)) is not None:
            return _Asked(1 + hidden, open=True)
    return None


def _hidden_behind(core: Core, asked: Enter, card: str) -> int | None:
    """How many lie face down at the same place after that open card; None where no such card can lie there."""
    known: tuple[Fact, ...] = (*core.service.known, Fact(asked.fact, (card,), asked.at))
    count = 0
    game, layout = core.config.settings.game, core.config.settings.layout
    try:
        while isinstance(more := game.agenda(layout, known), Enter) and more.audience == NOBODY:
            if more.at != asked.at:
                break
            known, count = (*known, Fact(more.fact, (), more.at, NOBODY)), count + 1
    except BadFacts:
        return None
    return count


def _next(core: Core, asked: _Asked) -> c.EnterResult | None:
    feed, asks = core.shoe, core.asked
    if not isinstance(asks, Enter):
        return None
    if not asked.open:
        return _for_its_eyes(core, asks) if feed.cards else None
    if not asked.drawn:
        feed.proposed = _shown(core, asks, tuple(card for at, card in feed.kept if at == asks.at))
    elif feed.alone and _entered_before(core):
        return None
    elif len(feed.cards) >= asked.drawn:
        # The last card that is dealt to the Dealer lies face up (Stud 3.10); of a hand the dealer says which.
        feed.proposed = _shown(core, asks, (feed.cards[asked.drawn - 1][1],))
        if feed.alone and not feed.proposed:
            _not_entered(core, *feed.cards[0])
    return None


def _told_again(core: Core) -> None:
    """Put aside what an earlier program has entered of the cards that wait: they come before all others, in the order
    in which they lie. Where what lies last lies face down for all, only a card before it that is known tells which."""
    feed = core.shoe
    again = [card for number, card in feed.cards if number <= feed.again_to]
    feed.again_to = 0
    lying = [fact.values[0] if fact.values else "" for fact in core.service.known if _is_card(fact)]
    down = len(lying) - max((at for at, card in enumerate(lying, 1) if card), default=0)
    known = max((at for at, card in enumerate(again, 1) if card and card in lying), default=0)
    if known:
        feed.put_aside(min(len(again), known + down))
    elif again and down:
        feed.doubt(core.say)


def _is_card(fact: Fact) -> bool:
    return fact.audience == NOBODY or bool(fact.values and fact.values[0] in WITH_JOKER)


def _entered_before(core: Core) -> bool:
    """Put aside what an earlier program has entered of the cards that lie open: the newest that lie there are those."""
    feed, lying = core.shoe, list(core.config.settings.game.drawn(core.service.known))
    again = [card for number, card in feed.cards if number <= feed.again_to]
    feed.again_to = 0
    count = next((n for n in range(len(again), 0, -1) if lying[-n:] == again[:n]), 0)
    if count:
        feed.put_aside(count)
    return count > 0


def _shown(core: Core, asks: Enter, cards: tuple[str, ...]) -> tuple[Fact, ...]:
    """These open cards as facts, when they can all be true and none is missing."""
    facts = tuple(Fact(asks.fact, (card,), asks.at) for card in cards)
    return facts if facts and _can_be(core, facts) else ()


def _for_its_eyes(core: Core, first: Enter) -> c.EnterResult | None:
    """The cards that are next, as many as belong to the same place."""
    feed, facts = core.shoe, tuple[Fact, ...]()
    settings = core.config.settings
    for number, card in feed.cards:
        asks = settings.game.agenda(settings.layout, (*core.service.known, *facts))
        if not isinstance(asks, Enter) or (asks.at, asks.audience) != (first.at, first.audience):
            break
        down = asks.audience == NOBODY
        fact = Fact(asks.fact, () if down else (card,), asks.at, asks.audience)
        good = down or (bool(card) and _can_be(core, (*facts, fact)))
        if good and not (down and number <= feed.again_to):
            facts = (*facts, fact)
        elif facts:
            break
        else:
            _not_entered(core, number, card)
            return None
    feed.giving = facts
    return c.EnterResult(facts)


def _not_entered(core: Core, number: int, card: str) -> None:
    """The first card that waits. What an earlier program may have entered, and cannot lie again, it has."""
    feed = core.shoe
    if card == BY_HAND:
        return
    if number <= feed.again_to and card:
        feed.put_aside(1)
    else:
        feed.by_hand(core.say, "shoe-lies" if card else "shoe-misread")


def _can_be(core: Core, facts: tuple[Fact, ...]) -> bool:
    settings = core.config.settings
    try:
        settings.game.agenda(settings.layout, (*core.service.known, *facts))
    except BadFacts:
        return False
    return True


def _put_strays_aside(core: Core) -> None:
    """A card that nobody asked for is dealt to nobody; the dealer is told, and says what is done about it.

    Where the shoe goes on from round to round, and the round can take it no more, it is counted; not what an earlier
    program may have entered.
    """
    if core.shoe.cards:
        core.shoe.tell(core.say, "shoe-stray")
    while core.shoe.cards:
        number, card = core.shoe.cards[0]
        new = card in DECK and number > core.shoe.again_to
        if new and core.phase in _DECIDED and count.decks(core):
            core.shoe.stray()
        else:
            core.shoe.put_aside(1)
