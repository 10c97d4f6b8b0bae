"""What lies over the screen: questions that are answered step by step, and lists."""
