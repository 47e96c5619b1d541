"""Engine of tabular reinforcement learning: two players learn from games against each other."""
