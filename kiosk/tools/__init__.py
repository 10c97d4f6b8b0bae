"""What makes pictures and pages out of the program: no play needs it."""
