"""What every part of the window wears: the scale of the screen and the words of a language."""

from dataclasses import dataclass

from PySide6.QtGui import QFont

from kiosk.ui.kit import theme
from kiosk.ui.kit.fonts import Role, font
from kiosk.ui.kit.texts import Language, Texts
from kiosk.ui.kit.theme import Scale


@dataclass(frozen=True)
class Dress:
    """Scale and texts. A new one is handed to every part when size or language change."""

    scale: Scale
    texts: Texts

    @property
    def language(self) -> Language:
        """The language that the texts are in."""
        return self.texts.language

    def say(self, key: str, **values: object) -> str:
        """The text of a key; as Texts.get."""
        return self.texts.get(key, **values)

    def font(self, role: Role, design_px: float) -> QFont:
        """The font of a role at a size in design px."""
        return font(role, self.scale.text(design_px), self.texts.language)

    def type(self, role: Role, name: str) -> QFont:
        """The font of a role at a size of the theme's type scale, as "body"."""
        return self.font(role, theme.TYPE_PX[name])

    def px(self, design_px: float) -> int:
        """Screen px of design px."""
        return self.scale.px(design_px)
