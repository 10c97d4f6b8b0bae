"""The cabinet: its doors, key switches and tower lamp, over a small I/O board with a battery (docs/cabinet.md)."""
