"""For all tests of screens: see screen_garbage."""

from screen_garbage import end_of_the_widgets, garbage_of_the_module

__all__ = ["end_of_the_widgets", "garbage_of_the_module"]
