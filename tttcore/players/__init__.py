"""Players of 3x3 that several packages share: policies, baselines, solvers and stored agents."""
