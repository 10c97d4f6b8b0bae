"""What the charts say in words: amounts, shares, days, what lies under the finger, and the verdict on the hold."""

from datetime import datetime

from kiosk.money import MINUS, dollars, short_dollars
from kiosk.store.statistics import LEAST_ROUNDS, Bucket, Figures, Per, Series, Verdict
from kiosk.ui.kit.style import Style

NONE = "–"  # where there is nothing to say

_MONTHS = (
    "service.charts.month_1",
    "service.charts.month_2",
    "service.charts.month_3",
    "service.charts.month_4",
    "service.charts.month_5",
    "service.charts.month_6",
    "service.charts.month_7",
    "service.charts.month_8",
    "service.charts.month_9",
    "service.charts.month_10",
    "service.charts.month_11",
    "service.charts.month_12",
)


def percent(share: float | None) -> str:
    """A share of 1.0 with two decimals: "2.78%"; a dash for None."""
    if share is None:
        return NONE
    text = f"{abs(share) * 100:,.2f}%"
    return f"{MINUS}{text}" if share < 0 and text != "0.00%" else text


def short_date(look: Style, at: datetime) -> str:
    """Day and month."""
    return look.t("service.charts.date_short", day=at.day, month=look.t(_MONTHS[at.month - 1]))


def when(look: Style, bucket: Bucket, per: Per) -> str:
    """The bucket's day, or its day and hours."""
    at = bucket.start
    date = look.t("service.charts.date", day=at.day, month=look.t(_MONTHS[at.month - 1]), year=at.year)
    if per is Per.DAY:
        return date
    hours = {"start": f"{at:%H:%M}", "end": f"{bucket.end:%H:%M}"}
    return look.t("service.charts.at_hour", date=date, **hours)


def kind_name(look: Style, cents: int) -> str:
    """The name of a kind of money: notes of so many cents, tickets for 0."""
    if not cents:
        return look.t("service.charts.tickets")
    return look.t("service.charts.notes", amount=short_dollars(cents))


def summary(look: Style, total: Figures) -> str:
    """The period in one line: turnover, win, hold, theory, rounds."""
    return look.t(
        "service.charts.summary",
        turnover=dollars(total.turnover),
        win=dollars(total.win),
        hold=percent(total.hold),
        theory=percent(total.expected_hold),
        rounds=f"{total.rounds:,}",
    )


def verdict(look: Style, total: Figures) -> str:
    """Whether the win is what chance and theory allow, with the sign that says it without colour."""
    band = total.band
    low, high = dollars(round(band.low)), dollars(round(band.high))
    match total.verdict:
        case Verdict.WITHIN:
            return look.t("service.charts.within", low=low, high=high)
        case Verdict.ABOVE:
            return look.t("service.charts.above", high=high)
        case Verdict.BELOW:
            return look.t("service.charts.below", low=low)
        case Verdict.TOO_FEW:
            return look.t("service.charts.too_few", least=LEAST_ROUNDS)


def money_summary(look: Style, total: Figures) -> str:
    """What went in and out in the period."""
    return look.t(
        "service.charts.summary_money",
        money_in=dollars(total.money_in),
        notes=dollars(total.notes_in),
        tickets=dollars(total.tickets_in),
        money_out=dollars(total.money_out),
    )


def uptime_summary(look: Style, series: Series) -> str:
    """For how much of the time the seat was up, and its faults."""
    minutes = sum(bucket.minutes for bucket in series.buckets)
    total = series.total
    return look.t(
        "service.charts.summary_uptime",
        up=percent(min(1.0, total.minutes_up / minutes) if minutes else None),
        playable=percent(min(1.0, total.minutes_playable / minutes) if minutes else None),
        faults=f"{total.faults:,}",
    )


def turnover_at(look: Style, series: Series, index: int) -> str:
    """Turnover and win of a bucket, beside theory."""
    bucket = series.buckets[index]
    figures = bucket.figures
    return look.t(
        "service.charts.read_turnover",
        when=when(look, bucket, series.per),
        turnover=dollars(figures.turnover),
        win=dollars(figures.win),
        expected=dollars(round(figures.expected)),
        low=dollars(round(figures.band.low)),
        high=dollars(round(figures.band.high)),
        rounds=f"{figures.rounds:,}",
    )


def hold_at(look: Style, series: Series, index: int) -> str:
    """The hold of a bucket beside theory, and the win from the period's beginning to its end."""
    bucket, whole = series.buckets[index], series.cumulative[index]
    words = {
        "when": when(look, bucket, series.per),
        "win": dollars(whole.win),
        "expected": dollars(round(whole.expected)),
        "low_win": dollars(round(whole.band.low)),
        "high_win": dollars(round(whole.band.high)),
    }
    band = bucket.figures.hold_band
    if band is None:
        return look.t("service.charts.read_no_hold", **words)
    return look.t(
        "service.charts.read_hold",
        hold=percent(bucket.figures.hold),
        theory=percent(bucket.figures.expected_hold),
        low=percent(band.low),
        high=percent(band.high),
        **words,
    )


def money_at(look: Style, series: Series, index: int) -> str:
    """Money in and out of a bucket, by kind."""
    bucket = series.buckets[index]
    figures = bucket.figures
    kinds = [f"{count:,} × {kind_name(look, cents)}" for cents, count in sorted(figures.notes.items())]
    if figures.tickets_in:
        kinds.append(look.t("service.charts.read_tickets", amount=dollars(figures.tickets_in)))
    words = {
        "when": when(look, bucket, series.per),
        "money_in": dollars(figures.money_in),
        "money_out": dollars(figures.money_out),
    }
    if not kinds:
        return look.t("service.charts.read_no_money", **words)
    return look.t("service.charts.read_money", kinds=look.texts.listed(kinds), **words)


def uptime_at(look: Style, series: Series, index: int) -> str:
    """For how much of a bucket the seat was up, and its faults."""
    bucket = series.buckets[index]
    return look.t(
        "service.charts.read_uptime",
        when=when(look, bucket, series.per),
        up=percent(bucket.up),
        playable=percent(bucket.playable),
        faults=f"{bucket.figures.faults:,}",
    )
