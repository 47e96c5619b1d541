"""Kinds of figures about nine-board games."""
