"""Kinds of figures about genetic algorithms."""
