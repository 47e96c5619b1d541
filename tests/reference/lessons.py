"""Matchboxes that go on learning from stored beads, in plain Python, game by game, given all random fractions.

Written from the docstrings of a recipe of matchboxes over positions of 3x3; it shares the engine's reference alone,
and no code with the page.
"""

from tttcore.engines.matchboxes.reference import after_moves, alike, bead_moves
from tttcore.games.classic import ClassicPosition

EMPTY, WHOLE = ClassicPosition(), 9


class Pupil:
    """A machine of a recipe, from the beads of its boxes on; as yet unopened boxes have their first ones."""

    def __init__(self, recipe):
        self.recipe, self.boxes = recipe, {}
        self.merged, self.seat = recipe["symmetry"] != "separate", ("first", "second").index(recipe["seat"])

    def shared(self, position):
        """The position that a box stands for."""
        return alike(position) if self.merged else position

    def first(self, position):
        start, own = self.recipe["start"], sum(mark != 0 for mark in position.board) // 2
        return [start[min(own, len(start) - 1)]] * len(bead_moves(self.shared(position), self.recipe))

    def box(self, position):
        """Beads, a number for each of `bead_moves`; nothing where the machine doesn't draw."""
        if len(bead_moves(self.shared(position), self.recipe)) == 1 and self.recipe["forced"] == "free":
            return None
        return self.boxes.setdefault(self.shared(position), self.first(position))

    def cells(self, position):
        """Beads of each cell: the first that leads to the position after, of all beads that stand for this."""
        after, found = after_moves(position, self.merged), {}
        box = self.box(position)
        if box is not None and not any(box) and self.recipe["empty"] == "refilled":
            box = self.first(position)
        for place, number in zip(bead_moves(self.shared(position), self.recipe), box or [1], strict=False):
            cell = position.legal_moves()[after.index(place)]
            found[cell] = found.get(cell, 0) + number
        return {cell: number for cell, number in found.items() if number}

    def store(self, position, beads):
        """Fill the box of a position with stored beads, by cell."""
        box = self.box(position)
        if box is None:
            return
        after, left = after_moves(position, self.merged), dict(enumerate(beads))
        for at, place in enumerate(bead_moves(self.shared(position), self.recipe)):
            box[at] = int(left.pop(position.legal_moves()[after.index(place)], 0))

    def play(self, fractions):
        """Play a game against random moves and learn: the cells marked, and the result."""
        position, cells, opened, result = EMPTY, [], [], None
        while position.winner is None and not result:
            share = fractions[len(cells)]
            if position.current_player != self.seat:
                cell = position.legal_moves()[int(share * len(position.legal_moves()))]
            elif not (offered := self.cells(position)):
                result = "resigned"
                continue
            else:
                cell = self.drawn(position, offered, share)
                if self.box(position) is not None:
                    opened.append((position, cell))
            cells.append(cell)
            position = position.apply(cell)
        result = result or ("draw" if position.winner == 0 else "win" if position.winner == self.seat + 1 else "loss")
        self.learn(opened, "loss" if result == "resigned" else result)
        return cells, result

    def drawn(self, position, offered, share):
        """The cell of a bead, of which those for the same position after are in a row, by its marks."""
        places = sorted(offered, key=lambda cell: self.order(position, cell))
        bag = [cell for cell in places for _ in range(offered[cell])]
        return bag[int(share * len(bag))]

    def order(self, position, cell):
        return alike(position.apply(cell)).board if self.merged else cell

    def results(self, position=EMPTY, known=None):
        """Chances to win, draw and lose against random moves; a machine without beads has lost."""
        known = {} if known is None else known
        if position in known:
            return known[position]
        weights = (
            dict.fromkeys(position.legal_moves(), 1) if position.current_player != self.seat else self.cells(position)
        )
        if position.winner is not None:
            found = [float(position.winner == wanted) for wanted in (self.seat + 1, 0, 2 - self.seat)]
        elif not weights:
            found = [0.0, 0.0, 1.0]
        else:
            after = [(weight, self.results(position.apply(cell), known)) for cell, weight in weights.items()]
            found = [sum(weight * each[place] for weight, each in after) / sum(weights.values()) for place in range(3)]
        known[position] = found
        return found

    def learn(self, opened, result):
        changes = self.recipe[result]
        for move, (position, cell) in enumerate(opened):
            box = self.box(position)
            if not any(box):
                box[:] = self.first(position)
            if self.recipe["learns"] == "last" and move < len(opened) - 1:
                continue
            after = self.shared(position.apply(cell)) if self.merged else position.apply(cell)
            beads = bead_moves(self.shared(position), self.recipe)
            place = next(at for at, number in enumerate(box) if number and beads[at] == after)
            box[place] = max(0, box[place] + changes[min(move, len(changes) - 1)])
