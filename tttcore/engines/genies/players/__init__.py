"""Players on n^d boards: linear evaluators, fixed strategies and lookahead."""
