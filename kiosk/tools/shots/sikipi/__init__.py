"""Pictures of Si Ki Pi."""
