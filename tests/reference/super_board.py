"""Naive oracle of Super tic-tac-toe, from its rules: signs on lists, owners by board, the strategy by its history."""

ROWS = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


def has_line(nine, sign):
    return any(all(nine[place] == sign for place in row) for row in ROWS)


class Game:
    """A game after some moves, each a (board, cell) pair."""

    def __init__(self, rule, moves=()):
        self.rule = rule
        self.boards = [[" "] * 9 for _ in range(9)]
        self.owners = [" "] * 9
        self.history, self.sent, self.result = [], None, None
        for move in moves:
            self._play(*move)

    @property
    def turn(self):
        return "XO"[len(self.history) % 2]

    @property
    def key(self):
        return "".join(map("".join, self.boards)) + "".join(self.owners) + str(self.sent)

    def options(self):
        """Pairs that may be marked, in rising order."""
        if self.result is not None:
            return []
        return [
            (board, cell)
            for board in range(9)
            for cell in range(9)
            if self._playable(board) and self.boards[board][cell] == " " and self.sent in (None, board)
        ]

    def apply(self, move):
        """Another game, a move further."""
        assert move in self.options(), move
        other = Game(self.rule)
        other.boards = [list(board) for board in self.boards]
        other.owners, other.history = list(self.owners), list(self.history)
        other.sent, other.result = self.sent, self.result
        other._play(*move)
        return other

    def _playable(self, board):
        return " " in self.boards[board] and (self.rule == "open" or self.owners[board] == " ")

    def _play(self, board, cell):
        sign = self.turn
        self.boards[board][cell] = sign
        self.history.append((board, cell))
        if self.owners[board] == " " and has_line(self.boards[board], sign):
            self.owners[board] = sign
        if has_line(self.owners, sign):
            self.result = sign
        elif not any(self._playable(each) for each in range(9)):
            more = self.owners.count("X") - self.owners.count("O")
            self.result = ("X" if more > 0 else "O") if more and self.rule == "majority" else "draw"
        self.sent = cell if self._playable(cell) else None


def perft(game, depth):
    """Ways to go on for `depth` plies; games that end before aren't counted."""
    return sum(perft(game.apply(move), depth - 1) for move in game.options()) if depth else 1


def centre_first(game):
    """Move of X: centres until O has marked eight times, then the cell that O marked last, or the opposite one."""
    if not game.history:
        return 4, 4
    if len(game.history) < 16:
        return game.sent, 4
    last = game.history[15][1]
    board = 8 - last if game.sent is None else game.sent
    return board, last if game.boards[board][last] == " " else 8 - last


def every_reply(game, known):
    """(games, shortest, longest) of all games from a position before X, which all have to be won by X."""
    if game.key not in known:
        moved = game.apply(centre_first(game))
        if moved.result is not None:
            assert moved.result == "X"
            known[game.key] = 1, len(moved.history), len(moved.history)
        else:
            branches = [every_reply(moved.apply(reply), known) for reply in moved.options()]
            games, shortest, longest = zip(*branches, strict=True)
            known[game.key] = sum(games), min(shortest), max(longest)
    return known[game.key]


def may_go_on(game):
    """Pairs among which X chooses who marks the centre of the board that it is sent to whenever it is free."""
    options = game.options()
    return [(game.sent, 4)] if (game.sent, 4) in options else options


def nought_forces(game, marks):
    """True if O, who moves, wins with at most `marks` marks against all of `may_go_on`; by trying everything."""
    if marks == 0:
        return False
    for move in game.options():
        moved = game.apply(move)
        if moved.result == "O":
            return True
        if moved.result is None and all(nought_forces(moved.apply(reply), marks - 1) for reply in may_go_on(moved)):
            return True
    return False
