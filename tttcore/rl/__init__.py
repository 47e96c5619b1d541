"""Reinforcement learning: the games as environments of PettingZoo, and stored agents as players in them."""
