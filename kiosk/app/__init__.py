"""The only place that builds things from a configuration."""
