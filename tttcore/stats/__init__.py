"""Statistics for any engine: pure functions from samples and traces to tidy tables."""
