"""Builds the Debian packages: the locked tree, its manifest, its list of parts, and four .deb files."""
