"""A newer version of the software and the way back, offline, with the money as it was. See docs/update.md."""
