"""What only the demonstration has: its window, its drawer."""
