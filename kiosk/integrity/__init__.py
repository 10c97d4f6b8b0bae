"""What proves that the installed software is what was approved."""
