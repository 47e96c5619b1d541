"""Kinds of figures about Genies."""
