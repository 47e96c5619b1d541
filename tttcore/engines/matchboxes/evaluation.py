"""Exact results of a machine of matchboxes against a policy, by going through every game that can happen."""

import numpy as np

from tttcore.games.game_graph import DRAWN, FIRST_WON, GOES_ON
from tttcore.pipeline.jit import kernel


@kernel
def results_against(boxes, beads, replies, is_first, refilled, ends):
    """Fill (3,) `ends` with the chances to win, draw and lose.

    A machine that comes to an empty box resigns, or draws from its first beads if boxes are refilled. Nodes are in the
    order of plies, so that one pass forwards is enough; chances add up in that order, to the same bits everywhere.
    """
    node_results, is_own, has_box, moves, start = boxes
    reached = np.zeros(node_results.size)
    reached[0] = 1.0
    ends[:] = 0.0
    for node in range(node_results.size):
        chance = reached[node]
        if chance == 0.0:
            continue
        if node_results[node] != GOES_ON:
            won = (node_results[node] == FIRST_WON) == is_first
            ends[1 if node_results[node] == DRAWN else 0 if won else 2] += chance
        elif not is_own[node]:
            number = 0
            while number < replies.shape[1] and replies[node, number] >= 0:
                number += 1
            for reply in range(number):
                reached[replies[node, reply]] += chance / number
        elif not has_box[node]:
            reached[moves[node, 0]] += chance
        else:
            held = beads[node]
            if held.sum() == 0 and refilled:
                held = start[node]
            total = held.sum()
            if total == 0:
                ends[2] += chance
            for move in range(held.size):
                if held[move] > 0:
                    reached[moves[node, move]] += chance * held[move] / total
