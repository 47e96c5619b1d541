"""Post (1999): Genies, linear evaluators that evolve on n^d boards."""
