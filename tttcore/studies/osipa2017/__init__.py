"""Osipa (2017): minimax on 3x3, alpha-beta on nine boards, Super tic-tac-toe."""
