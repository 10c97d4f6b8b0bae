"""Pages on which one of several is chosen: language, time zone, the seat's part on a USB drive, layout."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import Qt

from kiosk import local_time
from kiosk.faults import EnvironmentFault
from kiosk.ops.setup.provided import Provided
from kiosk.ops.setup.usb_drives import Offer
from kiosk.ops.setup.zone import UTC, zone_of, zones
from kiosk.resources import layout_names
from kiosk.ui.kit import theme
from kiosk.ui.kit.game_names import game_name, layout_words
from kiosk.ui.kit.style import Style, recolour
from kiosk.ui.kit.texts import Language
from kiosk.ui.setup.choice import Choice, Option
from kiosk.ui.setup.draft import Bench, Draft
from kiosk.ui.setup.page import SetupPage

REGIONS = {
    "Africa": "setup.region_africa",
    "America": "setup.region_america",
    "Antarctica": "setup.region_antarctica",
    "Arctic": "setup.region_arctic",
    "Asia": "setup.region_asia",
    "Atlantic": "setup.region_atlantic",
    "Australia": "setup.region_australia",
    "Europe": "setup.region_europe",
    "Indian": "setup.region_indian",
    "Pacific": "setup.region_pacific",
}


class LanguagePage(SetupPage):
    """The language of the set-up, and of the seat when nobody chooses another. Asked in both."""

    def __init__(self, draft: Draft, bench: Bench, look: Style) -> None:
        super().__init__(draft, bench, look)
        self.choice = Choice(look, columns=1 if look.scale.portrait else 2, rows=2, tallest_px=2_000)
        self.choice.chosen.connect(self._choose)
        self.choice.show_options(
            (
                Option(Language.EN, look.t("setup.language_en")),
                Option(Language.ZH, look.t("setup.language_zh")),
            ),
            draft.language,
        )
        self.note(look.t("setup.language_note"))
        self.column.addWidget(self.choice, 1)

    @property
    def title(self) -> str:
        return self.look.t("setup.language_title")

    def _choose(self, language: Language) -> None:
        self.draft.language = language
        self.changed.emit()


class ZonePage(SetupPage):
    """The part of the world, then the place. Without a choice the machine keeps what it has."""

    def __init__(self, draft: Draft, bench: Bench, look: Style) -> None:
        super().__init__(draft, bench, look)
        root = bench.seat.root
        self._now = draft.time_zone or zone_of(root)
        self._region = ""
        self._fault = ""
        try:
            self._zones = zones(root)
        except EnvironmentFault as fault:
            self._zones, self._fault = (), self.reason(fault)
        self._time = self.note("")
        self.choice = Choice(
            look, columns=2 if look.scale.portrait else 4, rows=8 if look.scale.portrait else 5
        )
        self.choice.chosen.connect(self._choose)
        self.column.addWidget(self.choice, 1)
        self._show()

    @property
    def title(self) -> str:
        return self.look.t("setup.zone_title")

    def why_not(self) -> str:
        return "" if self._now else self._fault or self.look.t("setup.zone_missing")

    def back(self) -> bool:
        if not self._region:
            return False
        self._region = ""
        self._show()
        return True

    def leave(self) -> None:
        self.draft.time_zone = self._now

    def _choose(self, value: str) -> None:
        if not self._region and value != UTC:
            self._region = value
        else:
            self._now = value
        self._show()
        self.changed.emit()

    def _show(self) -> None:
        look = self.look
        self._time.setText(
            look.t("setup.zone_now", zone=self._now, time=_time_in(self._now))
            if self._now
            else look.t("setup.zone_none")
        )
        recolour(self._time, theme.GOLD_TEXT if self._now else theme.WARN)
        if self._region:
            names = [zone for zone in self._zones if zone.startswith(f"{self._region}/")]
            places = [Option(zone, zone.split("/", 1)[1].replace("_", " ")) for zone in names]
            self.choice.show_options(places, self._now)
            return
        there = {zone.split("/")[0] for zone in self._zones}
        regions = [Option(name, look.t(key)) for name, key in REGIONS.items() if name in there]
        self.choice.show_options((*regions, Option(UTC, UTC)), self._now.split("/")[0])


def _time_in(zone: str) -> str:
    found = local_time.zone_named(zone)
    return f"{local_time.now(found):%H:%M}" if found is not None else "?"


class UsbDrivePage(SetupPage):
    """The USB drive with what `kiosk provision` wrote: which seat this is to be, with its certificates."""

    def __init__(self, draft: Draft, bench: Bench, look: Style) -> None:
        super().__init__(draft, bench, look)
        self._busy = False
        self.note(look.t("setup.usb_drive_note"))
        self.choice = Choice(
            look, columns=2 if look.scale.portrait else 4, rows=6 if look.scale.portrait else 3
        )
        self.choice.chosen.connect(self._choose)
        self.column.addWidget(self.choice, 1)
        self.again = self.button(look.t("setup.look_again"))
        self.again.clicked.connect(self.look_for)
        self.column.addWidget(self.again, 0, Qt.AlignmentFlag.AlignLeft)
        self.say("")
        self._show()

    @property
    def title(self) -> str:
        return self.look.t("setup.usb_drive_title")

    def shown(self) -> None:
        if self.draft.offers is None:
            self.look_for()

    def why_not(self) -> str:
        if self._busy:
            return self.look.t("setup.looking")
        return "" if self.draft.provided is not None else self.look.t("setup.usb_drive_missing")

    def look_for(self) -> None:
        """Look at all USB drives."""
        if self._busy:
            return
        self._begin(self.look.t("setup.looking"))
        self.bench.slow(self.bench.offers, self._found)

    def _begin(self, words: str) -> None:
        self._busy = True
        self.say(words, theme.TEXT_SOFT)
        self.changed.emit()

    def _found(self, found: Any) -> None:  # noqa: ANN401 - an answer or an exception
        self._busy = False
        if isinstance(found, tuple):
            self.draft.offers = found
            self.say("" if found else self.look.t("setup.usb_drive_none"))
        else:
            self.draft.offers = ()
            self.say(self.reason(found))
        self._show()
        self.changed.emit()

    def _choose(self, offer: Offer) -> None:
        if self._busy:
            return
        self.draft.offer, self.draft.provided = offer, None
        self._begin(self.look.t("setup.usb_drive_checking"))
        self.bench.slow(lambda: self.bench.take(offer), self._taken)

    def _taken(self, found: Any) -> None:  # noqa: ANN401 - as above
        self._busy = False
        if isinstance(found, Provided):
            self.draft.take(found)
            self._say_taken(found)
        else:
            self.draft.offer = None
            self.say(self.look.t("setup.usb_drive_bad", reason=self.reason(found)))
            self._show()
        self.changed.emit()

    def _say_taken(self, found: Provided) -> None:
        words = self.look.t("setup.usb_drive_good", day=found.expires)
        self.say(" ".join((words, *found.warnings)), theme.WARN if found.warnings else theme.GOLD_TEXT)

    def _show(self) -> None:
        look = self.look
        self.choice.show_options(
            [
                Option(
                    offer,
                    look.t("setup.usb_drive_seat", table=offer.table or "?", seat=offer.seat),
                    offer.usb_drive.label or offer.usb_drive.device,
                )
                for offer in self.draft.offers or ()
            ],
            self.draft.offer,
        )
        if self.draft.provided is not None and not self._busy:
            self._say_taken(self.draft.provided)


class LayoutPage(SetupPage):
    """Which of the boards of its game this seat plays."""

    def __init__(self, draft: Draft, bench: Bench, look: Style) -> None:
        super().__init__(draft, bench, look)
        self.note(look.t("setup.layout_note", game=game_name(draft.game, look.texts)))
        self.choice = Choice(look, columns=1 if look.scale.portrait else 3, rows=3, tallest_px=520)
        self.choice.chosen.connect(self._choose)
        self.choice.show_options(
            [
                Option(name, look.t("setup.layout", name=name), layout_words(draft.game, name, look.texts))
                for name in layout_names(draft.game)
            ],
            draft.layout,
        )
        self.column.addWidget(self.choice, 1)

    @property
    def title(self) -> str:
        return self.look.t("setup.layout_title")

    def why_not(self) -> str:
        return "" if self.draft.layout else self.look.t("setup.layout_missing")

    def _choose(self, name: str) -> None:
        self.draft.layout = name
        self.changed.emit()
