"""Figures for studies of any engine."""
