"""A floor of real processes, everything that can befall it, and proxies that hurt its lines."""
