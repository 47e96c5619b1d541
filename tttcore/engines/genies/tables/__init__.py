"""Kinds of tables about Genies."""
