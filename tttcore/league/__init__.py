"""Leagues: every player of the runs against every other, board by board, and their rankings; 3x3 has exact results."""
