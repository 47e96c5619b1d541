"""Kinds of figures for studies of genetic algorithms."""
