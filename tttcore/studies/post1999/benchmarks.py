"""Benchmarks of Post (1999), each named as the figure that its times are drawn in."""

from tttcore.engines.genies.benchmarks import ByBoard

figure_1_dimensions = ByBoard(edge=4, dimensions=[2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12], xlabel="Dimensions")
figure_2_edge = ByBoard(edge=[4, 5, 6, 8, 10, 12, 15, 20, 30, 50, 70, 100], dimensions=3, xlabel="Cells along an edge")
