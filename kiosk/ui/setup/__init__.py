"""The first run on the seat's own screen: one question a page, by touch."""
