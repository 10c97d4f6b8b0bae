"""For all tests of screens: see kits.ui.garbage."""

from kits.ui.garbage import end_of_the_widgets, garbage_of_the_module

__all__ = ["end_of_the_widgets", "garbage_of_the_module"]
