"""Players of 3x3 that several rooms share: policies, baselines and stored agents."""
