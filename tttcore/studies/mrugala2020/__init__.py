"""Mrugała et al. (2020): tabular reinforcement learning on finite and infinite boards."""
