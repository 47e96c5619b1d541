"""Benchmarks of Post (1999), each named as the figure that its times are drawn in."""

from tttcore.engines.genies.benchmarks import ByBoard

figure_1_dimensions = ByBoard(along="dimensions", boards=[(4, dimensions) for dimensions in range(2, 13)])
figure_2_edge = ByBoard(along="edge", boards=[(edge, 3) for edge in (4, 5, 6, 8, 10, 12, 15, 20, 30, 50, 70, 100)])
