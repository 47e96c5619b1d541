"""Benchmarks of Osipa (2017), each named as the figure that its times are drawn in."""

from tttcore.engines.nine_board.benchmarks import ByMove, ByPlayer

figure_1_times = ByMove(treatment="described", games=100)
times_of_players = ByPlayer(treatment="league", games=3)
