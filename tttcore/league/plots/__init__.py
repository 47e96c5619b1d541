"""Figures of the league of 3x3."""
