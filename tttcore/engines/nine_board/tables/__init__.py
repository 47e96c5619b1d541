"""Kinds of tables about nine-board games."""
