"""Kinds of tables about genetic algorithms."""
