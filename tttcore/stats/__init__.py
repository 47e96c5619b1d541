"""Statistics from samples to tidy tables, for any engine."""
