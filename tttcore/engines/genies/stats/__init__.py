"""Statistics of runs of Genies."""
