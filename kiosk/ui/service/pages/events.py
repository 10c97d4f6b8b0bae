"""Events: what happened, by time, kind and severity; acknowledged by name."""

from __future__ import annotations

from dataclasses import dataclass, replace

from PySide6.QtWidgets import QHBoxLayout, QWidget

from kiosk.local_time import shown
from kiosk.seat.events import EventAcknowledged
from kiosk.seat.roles import Right
from kiosk.store.event_list import EventFilter, ListedEvent
from kiosk.ui.kit import theme
from kiosk.ui.kit.fonts import Role
from kiosk.ui.kit.style import Style, label
from kiosk.ui.kit.touch_button import ButtonLook, TouchButton
from kiosk.ui.service import words
from kiosk.ui.service.desk import Desk
from kiosk.ui.service.page import Page
from kiosk.ui.service.table import Column, Row, Table

PAGE_LENGTH = 100

_COLOURS = {"fault": theme.WARN, "warning": theme.WARN, "attention": theme.GOLD_TEXT}
_DAYS = (1, 7, 30, 0)


@dataclass(frozen=True)
class Kinds:
    """A group of kinds: its title and the beginnings of the kinds in it."""

    title: str
    prefixes: tuple[str, ...]


GROUPS = (
    Kinds("service.group_all", ()),
    Kinds("service.group_doors", ("door-", "cabinet-")),
    Kinds(
        "service.group_staff",
        ("staff-", "service-", "setting", "lock-", "period-", "configuration-", "seat-"),
    ),
    Kinds(
        "service.group_money",
        (
            "hand",
            "paid-",
            "amount-",
            "ticket-",
            "credit-",
            "open-item",
            "receipt-",
            "audit-",
            "print-",
            "note-",
        ),
    ),
    Kinds("service.group_devices", ("acceptor-", "printer-", "cabinet-", "test-")),
    Kinds(
        "service.group_machine", ("power-", "link-", "software-", "clock-", "round-", "result-", "record-")
    ),
)


class EventsPage(Page):
    """The list with its filters; a touch shows one event whole."""

    def __init__(self, desk: Desk, look: Style, parent: QWidget | None = None) -> None:
        super().__init__(desk, look, parent)
        self.filter = EventFilter(limit=PAGE_LENGTH)
        self._group = 0
        self._days = 0
        self._events: list[ListedEvent] = []
        self._chosen: ListedEvent | None = None
        row = QHBoxLayout()
        row.setSpacing(look.scale.space("s"))
        self.kind = self._turner(row)
        self.severity = self._turner(row)
        self.time = self._turner(row)
        row.addStretch(1)
        self.older = self._turner(row)
        self.older.setText(look.t("service.events_older"))
        self.kind.clicked.connect(self._next_group)
        self.severity.clicked.connect(self._next_severity)
        self.time.clicked.connect(self._next_time)
        self.older.clicked.connect(self._older)
        self.column.addLayout(row)
        self.table = Table(
            look,
            (
                Column(look.t("service.event_time"), 1.5),
                Column(look.t("service.event_severity"), 0.9),
                Column(look.t("service.event_what"), 2.2),
                Column(look.t("service.event_detail"), 3.0),
            ),
        )
        self.table.tapped.connect(self._tapped)
        self.column.addWidget(self.table, 1)
        bottom = QHBoxLayout()
        self.detail = label(look, "", Role.BODY, "body")
        bottom.addWidget(self.detail, 1)
        self.acknowledge = self.button(look.t("service.acknowledge"), ButtonLook.PRIMARY)
        self.acknowledge.clicked.connect(self._acknowledge)
        bottom.addWidget(self.acknowledge)
        self.column.addLayout(bottom)
        self._ask()

    def _turner(self, row: QHBoxLayout) -> TouchButton:
        made = self.button("")
        row.addWidget(made)
        return made

    # --- filters ------------------------------------------------------------------------------------------------

    def _next_group(self) -> None:
        self._group = (self._group + 1) % len(GROUPS)
        self._ask()

    def _next_severity(self) -> None:
        severities = ["", *words.SEVERITIES]
        now = severities.index(self.filter.severity)
        self.filter = replace(self.filter, severity=severities[(now + 1) % len(severities)])
        self._ask()

    def _next_time(self) -> None:
        self._days = (self._days + 1) % len(_DAYS)
        self._ask()

    def _older(self) -> None:
        if self._events:
            self.filter = replace(self.filter, before=self._events[-1].id)
            self._ask(keep_place=True)

    def _ask(self, *, keep_place: bool = False) -> None:
        from datetime import UTC, timedelta

        look = self.look
        days = _DAYS[self._days]
        since = ""
        if days:
            since = f"{self.desk.clock.now().astimezone(UTC) - timedelta(days=days):%Y-%m-%dT%H:%M:%SZ}"
        before = self.filter.before if keep_place else 0
        self.filter = replace(self.filter, prefixes=GROUPS[self._group].prefixes, since=since, before=before)
        self.kind.setText(look.t("service.filter_kind", kind=look.t(GROUPS[self._group].title)))
        severity = self.filter.severity
        chosen = words.severity_words(look, severity) if severity else look.t("service.group_all")
        self.severity.setText(look.t("service.filter_severity", severity=chosen))
        told = look.t("service.filter_days", days=days) if days else look.t("service.filter_ever")
        self.time.setText(told)
        wanted = self.filter
        self.desk.ask(lambda store: store.listed_events(wanted), self._answered, self)

    def _answered(self, events: list[ListedEvent]) -> None:
        self._events = events
        self._choose(None)
        self.older.set_usable(len(events) == PAGE_LENGTH)
        self.table.set_rows([self._row(event) for event in events], tappable=True)
        if not events:
            self.detail.setText(self.look.t("service.no_events"))

    def _row(self, event: ListedEvent) -> Row:
        look = self.look
        mark = "✓ " if event.acknowledged_by else ""
        colour = _COLOURS.get(event.severity, theme.TEXT)
        return Row(
            (
                shown(event.at),
                words.severity_words(look, event.severity),
                mark + words.event_words(look, event.kind),
                words.detail_words(self.look, event.detail),
            ),
            theme.TEXT_SOFT if event.acknowledged_by else colour,
        )

    # --- one event ----------------------------------------------------------------------------------------------

    def _tapped(self, index: int) -> None:
        self._choose(self._events[index])

    def _choose(self, event: ListedEvent | None) -> None:
        self._chosen = event
        may = event is not None and not event.acknowledged_by and self.desk.may(Right.ACKNOWLEDGE_EVENT)
        self.acknowledge.setVisible(may)
        if event is None:
            self.detail.setText(self.look.t("service.events_hint"))
            return
        at = shown(event.at, form="%Y-%m-%d %H:%M:%S")
        lines = [f"#{event.id} · {at} · {event.kind}", words.detail_words(self.look, event.detail)]
        if event.acknowledged_by:
            by = self.look.t(
                "service.acknowledged", by=event.acknowledged_by, at=shown(event.acknowledged_at)
            )
            lines.append(by)
        self.detail.setText("\n".join(line for line in lines if line))

    def _acknowledge(self) -> None:
        if self._chosen is not None:
            self.desk.model.send(EventAcknowledged(self._chosen.id, self.desk.by))
            self._ask(keep_place=True)
