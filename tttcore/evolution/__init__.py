"""Swappable operators of evolutionary algorithms and the loops that run them."""
