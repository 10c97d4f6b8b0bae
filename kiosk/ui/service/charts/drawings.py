"""Which charts stand on which tab, made of a seat's series."""

from collections.abc import Sequence
from enum import StrEnum

from PySide6.QtCore import Qt

from kiosk.store.statistics import Figures, Per, Series
from kiosk.ui.kit.style import Style
from kiosk.ui.service.charts.kinds import KindOfMoney
from kiosk.ui.service.charts.layers import BLUE, GOLD, WHITE, Bars, Layer, Line, Plot, Range, stacked
from kiosk.ui.service.charts.ticks import Kind


class Tab(StrEnum):
    """The charts that stand together."""

    TURNOVER = "turnover"
    HOLD = "hold"
    MONEY = "money"
    UPTIME = "uptime"


def has_something(tab: Tab, series: Series) -> bool:
    """Whether there is anything to draw on that tab."""
    if tab is Tab.MONEY:
        return any(one.money_in or one.money_out for one in _figures(series))
    if tab is Tab.UPTIME:
        return any(bucket.minutes or bucket.figures.faults for bucket in series.buckets)
    return any(one.rounds or one.turnover for one in _figures(series))


def turnover_plot(look: Style, series: Series) -> Plot:
    """Turnover of every bucket."""
    daily = series.per is Per.DAY
    title = look.t("service.charts.chart_turnover_day" if daily else "service.charts.chart_turnover_hour")
    turnover = tuple(float(one.turnover) for one in _figures(series))
    return Plot(title, Kind.MONEY, (Bars(turnover, BLUE),))


def win_plot(look: Style, series: Series) -> Plot:
    """The win of every bucket before its theory."""
    daily = series.per is Per.DAY
    title = look.t("service.charts.chart_win_day" if daily else "service.charts.chart_win_hour")
    figures = [one if one.rounds or one.turnover else None for one in _figures(series)]
    layers: tuple[Layer, ...] = (
        Range(
            tuple(one.band.low if one else None for one in figures),
            tuple(one.band.high if one else None for one in figures),
            look.t("service.charts.legend_band"),
        ),
        Bars(
            tuple(float(one.win) if one else 0.0 for one in figures),
            GOLD,
            look.t("service.charts.legend_win"),
        ),
        _theory(look, tuple(one.expected if one else None for one in figures)),
    )
    return Plot(title, Kind.MONEY, layers)


def cumulative_plot(look: Style, series: Series) -> Plot:
    """The win from the period's beginning on, before theory, whose band widens with every round."""
    whole = series.cumulative
    layers: tuple[Layer, ...] = (
        Range(
            tuple(one.band.low for one in whole),
            tuple(one.band.high for one in whole),
            look.t("service.charts.legend_band"),
            grows=True,
        ),
        _theory(look, tuple(one.expected for one in whole), grows=True),
        Line(
            tuple(float(one.win) for one in whole),
            GOLD,
            look.t("service.charts.legend_win"),
            symbol="o",
            grows=True,
        ),
    )
    return Plot(look.t("service.charts.chart_cumulative"), Kind.MONEY, layers)


def hold_plot(look: Style, series: Series) -> Plot:
    """The hold of every bucket before its theory."""
    daily = series.per is Per.DAY
    title = look.t("service.charts.chart_hold_day" if daily else "service.charts.chart_hold_hour")
    bands = [one.hold_band for one in _figures(series)]
    layers: tuple[Layer, ...] = (
        Range(
            tuple(band.low if band else None for band in bands),
            tuple(band.high if band else None for band in bands),
            look.t("service.charts.legend_band"),
            clipped=True,
        ),
        _theory(look, tuple(one.expected_hold for one in _figures(series))),
        Line(
            tuple(one.hold for one in _figures(series)),
            GOLD,
            look.t("service.charts.legend_hold"),
            symbol="o",
        ),
    )
    return Plot(title, Kind.SHARE, layers)


def money_plot(look: Style, series: Series, kinds: Sequence[KindOfMoney]) -> Plot:
    """Money in, the kinds on each other, and money out as a line before it."""
    daily = series.per is Per.DAY
    title = look.t("service.charts.chart_money_day" if daily else "service.charts.chart_money_hour")
    rows = [tuple(float(_of(one, kind.cents)) for one in _figures(series)) for kind in kinds]
    bars = [
        Bars(row, kind.colour, base=base, pattern=kind.pattern)
        for row, base, kind in zip(rows, stacked(rows), kinds, strict=True)
    ]
    out = Line(
        tuple(float(one.money_out) for one in _figures(series)),
        WHITE,
        look.t("service.charts.legend_out"),
        symbol="o",
    )
    return Plot(title, Kind.MONEY, (*bars, out))


def uptime_plot(look: Style, series: Series) -> Plot:
    """The share of each bucket in which the seat could be played, and was up but could not; the rest it was off."""
    daily = series.per is Per.DAY
    title = look.t("service.charts.chart_uptime_day" if daily else "service.charts.chart_uptime_hour")
    playable = tuple(bucket.playable or 0.0 for bucket in series.buckets)
    up = tuple(
        max(0.0, (bucket.up or 0.0) - share) for bucket, share in zip(series.buckets, playable, strict=True)
    )
    layers = (
        Bars(playable, GOLD, look.t("service.charts.legend_playable")),
        Bars(up, BLUE, look.t("service.charts.legend_up"), playable, Qt.BrushStyle.BDiagPattern),
    )
    return Plot(title, Kind.SHARE, layers, full=True)


def faults_plot(look: Style, series: Series) -> Plot:
    """The faults of every bucket."""
    daily = series.per is Per.DAY
    title = look.t("service.charts.chart_faults_day" if daily else "service.charts.chart_faults_hour")
    return Plot(title, Kind.COUNT, (Bars(tuple(float(one.faults) for one in _figures(series)), BLUE),))


def _theory(look: Style, values: tuple[float | None, ...], *, grows: bool = False) -> Line:
    name = look.t("service.charts.legend_theory")
    return Line(values, WHITE, name, Qt.PenStyle.DashLine, grows=grows)


def _figures(series: Series) -> list[Figures]:
    return [bucket.figures for bucket in series.buckets]


def _of(figures: Figures, cents: int) -> int:
    return cents * figures.notes.get(cents, 0) if cents else figures.tickets_in
