"""Kinds of figures for studies of any engine."""
