"""Pages that show the results to people."""
