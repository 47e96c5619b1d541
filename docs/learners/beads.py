"""Matchboxes: beads in a box for each board, one of which is drawn; after a game, beads of its moves come or go."""

from tttcore.learner import Learner, free


class Beads(Learner):
    """As Michie's machine, but with a box for every board, and a box without beads gets its first ones again."""

    win: int = 3
    draw: int = 1
    loss: int = -1

    def start(self):
        self.boxes = {}

    def cells(self, board):
        return self.boxes.get(board) or dict.fromkeys(free(board), 4 - (9 - board.count(".")) // 2 or 1)

    def end(self, moves, board, result):
        for before, cell in moves:
            box = self.boxes[before] = dict(self.cells(before))
            box[cell] = max(0, box[cell] + (self.draw, self.win, self.loss)[result])
            if not any(box.values()):
                del self.boxes[before]
