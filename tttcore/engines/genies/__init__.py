"""Engine of Genies: linear evaluators that evolve on n^d boards (Post 1999)."""
