"""Kinds of figures that studies of any engine can ask for."""
