"""Statistics of runs of tabular learners."""
