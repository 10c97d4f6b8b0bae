"""The pictures of the work area: the time that is left, the count of the act, the result and what it pays."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from kiosk.console.view import DeskView, Next, RoundLine
from kiosk.money import short_dollars
from kiosk.ui.dealer import palette
from kiosk.ui.dealer.game_part import game_part
from kiosk.ui.dealer.pen import CENTRE, LEFT, Icon, icon, panel, width_of, write
from kiosk.ui.dealer.seats.faces import present, with_bets
from kiosk.ui.dealer.work.primary import Inputs, counts_by_hand, shared_prize, times_so_far
from kiosk.ui.dealer.work.story import pays_words, story
from kiosk.ui.kit import theme
from kiosk.ui.kit.fonts import Role
from kiosk.ui.kit.style import Style

_URGENT_MS = 5_000


def paint_body(
    painter: QPainter, rect: QRectF, view: DeskView, inputs: Inputs, left_ms: int | None, look: Style
) -> None:
    """Paint what belongs to the next action; entry keys and answers are widgets of their own."""
    match view.next:
        case Next.OPEN_BETS | Next.NEW_SHOE:
            _last_round(painter, rect, view, look)
        case Next.HURRY_UP | Next.CLOSE_BETS | Next.ANSWER_BETTING | Next.CLOSE_DECISIONS:
            _betting(painter, rect, view, left_ms, look)
        case Next.START_ACT:
            _closing(painter, rect, view, look)
        case Next.END_ACT:
            _counting(painter, rect, view, inputs, look)
        case Next.ENTER_RESULT if view.jackpot is not None and shared_prize(view) is not None:
            label, value = look.t("dealer.prize.shows"), short_dollars(view.jackpot.cents)
            _figure(painter, _well(painter, rect, look), label, value, look, theme.GOLD_TEXT, 76)
        case Next.REVEAL:
            game_part(view.game).paint_result(painter, _well(painter, rect, look), view.play, look, 150)
        case Next.END_ROUND:
            _result(painter, rect, view, look)
        case Next.TAKE_OVER | Next.WAIT | Next.VOID_DUE | Next.VOID_RUN:
            _message(painter, rect, view, inputs, look)
        case _:
            pass


def _well(painter: QPainter, rect: QRectF, look: Style) -> QRectF:
    """A raised field; answers the room inside."""
    panel(painter, rect, look, palette.FIELD, radius=12)
    pad = look.scale.px(22)
    return rect.adjusted(pad, pad * 0.6, -pad, -pad * 0.6)


def _figure(
    painter: QPainter, rect: QRectF, label: str, value: str, look: Style, colour: str, size: float
) -> None:
    """A label over a large value."""
    upper = QRectF(rect.x(), rect.y(), rect.width(), rect.height() * 0.36)
    write(painter, upper, label, look, Role.BODY, 20, theme.TEXT_SOFT, LEFT)
    lower = QRectF(rect.x(), upper.bottom(), rect.width(), rect.height() - upper.height())
    write(painter, lower, value, look, Role.MONEY, size, colour, LEFT)


def _last_round(painter: QPainter, rect: QRectF, view: DeskView, look: Style) -> None:
    room = _well(painter, rect, look)
    last = _newest(view)
    if last is None:
        write(painter, room, look.t("dealer.work.no_last"), look, Role.STRONG, 26, theme.TEXT_SOFT, CENTRE)
        return
    label = QRectF(room.x(), room.y(), room.width(), look.scale.px(28))
    write(painter, label, look.t("dealer.work.last_result", number=last.number), look, colour=theme.TEXT_SOFT)
    below = room.adjusted(0, label.height() + look.scale.px(4), 0, 0)
    turnover = (look.t("dealer.figures.turnover"), short_dollars(last.turnover), theme.TEXT)
    paid = (look.t("dealer.figures.paid"), short_dollars(last.paid), theme.GOLD_TEXT)
    if game_part(view.game).result_is_wide(last.facts):
        above, line = _with_line_below(below, look)
        game_part(view.game).paint_result(painter, above, last.facts, look, 140)
        written = [(f"{name} {value}", colour) for name, value, colour in (turnover, paid)]
        _line(painter, line, written, look)
        return
    words = game_part(view.game).paint_result(painter, below, last.facts, look, 140)
    _pair(painter, _beside(room, words, look), turnover, paid, look)


def _beside(room: QRectF, words: QRectF, look: Style) -> QRectF:
    """What is left of a room on the right of a result."""
    left = words.right() + look.scale.px(20)
    return QRectF(left, words.y(), room.right() - left, words.height())


def _with_line_below(room: QRectF, look: Style) -> tuple[QRectF, QRectF]:
    """Room for a result that is as wide as the well, and the line below it for its sums."""
    high = look.scale.px(40)
    return room.adjusted(0, 0, 0, -high), QRectF(room.x(), room.bottom() - high, room.width(), high)


def _line(painter: QPainter, rect: QRectF, written: Sequence[tuple[str, str]], look: Style) -> None:
    """Sums with their colours in one line."""
    for number, (text, colour) in enumerate(written):
        part = rect.width() / len(written)
        at = QRectF(rect.x() + number * part, rect.y(), part - look.scale.px(12), rect.height())
        write(painter, at, text, look, Role.MONEY, 30, colour, LEFT)


def _pair(
    painter: QPainter, rect: QRectF, one: tuple[str, str, str], other: tuple[str, str, str], look: Style
) -> None:
    half = rect.height() / 2
    for number, (label, value, colour) in enumerate((one, other)):
        row = QRectF(rect.x(), rect.y() + number * half, rect.width(), half)
        _figure(painter, row, label, value, look, colour, 30)


def _newest(view: DeskView) -> RoundLine | None:
    newest_first = sorted(view.last_rounds, key=lambda line: -line.number)
    part = game_part(view.game)
    return next((line for line in newest_first if part.result(line.facts)), None)


def _betting(painter: QPainter, rect: QRectF, view: DeskView, left_ms: int | None, look: Style) -> None:
    scale = look.scale
    left = view.left_ms if left_ms is None else left_ms
    left = left or 0
    bar_height = scale.px(24)
    bar = QRectF(rect.x(), rect.bottom() - bar_height, rect.width(), bar_height)
    room = QRectF(rect.x(), rect.y(), rect.width(), rect.height() - bar_height - scale.px(14))
    half = (room.width() - scale.px(14)) / 2
    time = _well(painter, QRectF(room.x(), room.y(), half, room.height()), look)
    urgent = left <= _URGENT_MS
    colour = palette.DANGER_TEXT if urgent else theme.TEXT
    deciding = view.next is Next.CLOSE_DECISIONS
    if left == 0:
        over = look.t("dealer.work.decide_time_up" if deciding else "dealer.work.time_up")
        write(painter, time, over, look, Role.TITLE, 34, colour, CENTRE, wrap=True)
    else:
        seconds = str(-(-left // 1000))
        width = width_of(look, seconds, Role.MONEY, 104)
        write(
            painter,
            QRectF(time.x(), time.y(), width + 2, time.height()),
            seconds,
            look,
            Role.MONEY,
            104,
            colour,
        )
        after = QRectF(
            time.x() + width + scale.px(16), time.y(), time.right() - time.x() - width, time.height()
        )
        write(painter, after, look.t("dealer.work.time_left"), look, Role.BODY, 28, theme.TEXT_SOFT)
    stakes = _well(painter, QRectF(room.x() + half + scale.px(14), room.y(), half, room.height()), look)
    _stakes(painter, stakes, view, look)
    whole = view.deciding_ms if deciding else view.betting_ms
    share = min(1.0, left / whole) if whole else 0.0
    _bar(painter, bar, share, theme.URGENT if urgent else theme.BETTING_BAR, look)


def _stakes(painter: QPainter, rect: QRectF, view: DeskView, look: Style) -> None:
    staked = short_dollars(view.exposure.staked)
    upper = QRectF(rect.x(), rect.y(), rect.width(), rect.height() * 0.76)
    _figure(painter, upper, look.t("dealer.work.registered"), staked, look, theme.GOLD_TEXT, 52)
    lower = QRectF(rect.x(), upper.bottom(), rect.width(), rect.height() - upper.height())
    bets = look.t("dealer.work.seats_bet", count=len(with_bets(view.seats)))
    if boxes := [seat for seat in view.seats if seat.deciding]:
        count = sum(seat.decided for seat in boxes)
        bets = look.t("dealer.work.decided_count", count=count, boxes=len(boxes))
    write(painter, lower, bets, look, Role.BODY, 20, theme.TEXT_SOFT)


def _bar(painter: QPainter, rect: QRectF, share: float, colour: str, look: Style) -> None:
    panel(painter, rect, look, theme.BETTING_TRACK, radius=12)
    if share > 0:
        filled = QRectF(rect.x(), rect.y(), max(rect.height(), rect.width() * share), rect.height())
        panel(painter, filled, look, colour, radius=12)


def _closing(painter: QPainter, rect: QRectF, view: DeskView, look: Style) -> None:
    scale = look.scale
    here = present(view.seats)
    shown = sum(seat.close_shown for seat in here)
    bar = QRectF(rect.x(), rect.bottom() - scale.px(24), rect.width(), scale.px(24))
    room = QRectF(rect.x(), rect.y(), rect.width(), rect.height() - bar.height() - scale.px(14))
    half = (room.width() - scale.px(14)) / 2
    left = _well(painter, QRectF(room.x(), room.y(), half, room.height()), look)
    count = f"{shown} / {len(here)}"
    all_show = shown == len(here)
    side = scale.px(56)
    sign = QRectF(left.x(), left.center().y() - side / 2, side, side)
    icon(painter, sign, Icon.CHECK if all_show else Icon.RING, palette.WELL_TEXT if all_show else theme.WARN)
    words = left.adjusted(side + scale.px(20), 0, 0, 0)
    _figure(
        painter,
        words,
        look.t("dealer.work.shown"),
        count,
        look,
        theme.TEXT,
        60,
    )
    right = _well(painter, QRectF(room.x() + half + scale.px(14), room.y(), half, room.height()), look)
    _stakes(painter, right, view, look)
    _bar(painter, bar, shown / len(here) if here else 1.0, theme.BETTING_BAR, look)


def _counting(painter: QPainter, rect: QRectF, view: DeskView, inputs: Inputs, look: Style) -> None:
    scale = look.scale
    count = times_so_far(view, inputs)
    said = game_part(view.game).words
    by_hand = counts_by_hand(view)
    side = min(rect.height(), scale.px(150))
    figure_left = rect.x() + side + scale.px(14) if by_hand else rect.x()
    box = QRectF(figure_left, rect.center().y() - side / 2, scale.px(220), side)
    panel(painter, box, look, palette.FIELD, theme.LINE_BRIGHT if count >= view.least else "", radius=12)
    write(painter, box, str(count), look, Role.MONEY, 110, theme.TEXT, CENTRE)
    after = box.right() + scale.px(28) + (side + scale.px(14) if by_hand else 0)
    words = QRectF(after, box.y(), rect.right() - after, side)
    upper = QRectF(words.x(), words.y(), words.width(), words.height() * 0.46)
    write(painter, upper, look.t(said.times), look, Role.BODY, 28, theme.TEXT_SOFT)
    lower = QRectF(words.x(), upper.bottom(), words.width(), words.height() - upper.height())
    if count >= view.least:
        valid = look.t(said.times_enough, times=count)
        write(painter, lower, valid, look, Role.STRONG, 38, palette.WELL_TEXT, LEFT)
    else:
        needed = look.t(said.times_left, count=view.least - count)
        write(painter, lower, needed, look, Role.STRONG, 32, theme.WARN, LEFT, wrap=True)


def _result(painter: QPainter, rect: QRectF, view: DeskView, look: Style) -> None:
    room = _well(painter, rect, look)
    part = game_part(view.game)
    if not part.result(view.facts):
        return
    pays, house = pays_words(view, look.texts)
    negative = view.exposure.staked < max(view.paid, sum(seat.due or 0 for seat in view.seats))
    house_colour = palette.DANGER_TEXT if negative else theme.TEXT
    if part.result_is_wide(view.facts):
        above, line = _with_line_below(room, look)
        part.paint_result(painter, above, view.facts, look, 150)
        _line(painter, line, [(pays, theme.GOLD_TEXT), (house, house_colour)], look)
        return
    sums = _beside(room, part.paint_result(painter, room, view.facts, look, 150), look)
    upper = QRectF(sums.x(), sums.y(), sums.width(), sums.height() * 0.56)
    write(painter, upper, pays, look, Role.MONEY, 40, theme.GOLD_TEXT, LEFT)
    lower = QRectF(sums.x(), upper.bottom(), sums.width(), sums.height() - upper.height())
    write(painter, lower, house, look, Role.MONEY, 26, house_colour, LEFT)


def _message(painter: QPainter, rect: QRectF, view: DeskView, inputs: Inputs, look: Style) -> None:
    """A full message instead of a picture: nothing can be done here but read it."""
    scale = look.scale
    taller = rect.adjusted(0, -scale.px(30), 0, 0)
    panel(painter, taller, look, palette.CARE, theme.WARN, radius=12)
    side = scale.px(72)
    sign = QRectF(taller.x() + scale.px(28), taller.center().y() - side / 2, side, side)
    icon(painter, sign, Icon.CARE, theme.WARN)
    words = taller.adjusted(side + scale.px(64), scale.px(16), -scale.px(28), -scale.px(16))
    said = story(view, inputs, look.texts).line
    if view.next is Next.WAIT:
        health = view.health
        servers = look.t("dealer.work.servers", reachable=health.reachable, members=health.members)
        foot = QRectF(words.x(), words.bottom() - scale.px(34), words.width(), scale.px(34))
        write(painter, foot, servers, look, Role.STRONG, 22, theme.WARN)
        words = words.adjusted(0, 0, 0, -scale.px(40))
    write(painter, words, said, look, Role.BODY, 24, theme.TEXT, LEFT, wrap=True)
