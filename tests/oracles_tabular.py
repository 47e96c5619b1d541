"""Plain twin of self-play, written from the listings of mrugala2020, section 2: dictionaries, copies, scanning.

A state is a dictionary of the cells (x, y) that players 1 and 2 have marked, in the order of their marks. Estimates are
kept under the state itself, or under what a reading would have of it; every state that is thought of enters them, as
listed. Chance is a function without arguments that gives fractions, such as `Words(7)` or `random.Random(7).random`.
"""

from contextlib import contextmanager
from functools import partial

DIRECTIONS = [(0, 1), (1, 0), (1, 1), (1, -1)]
SYMMETRIES = [
    lambda x, y: (x, y),
    lambda x, y: (-y, x),
    lambda x, y: (-x, -y),
    lambda x, y: (y, -x),
    lambda x, y: (-x, y),
    lambda x, y: (x, -y),
    lambda x, y: (y, x),
    lambda x, y: (-y, -x),
]
OPENINGS = {"centred": [-1, 0, 1], "python": [0, 1, 2, 3]}


class Words:
    """Fractions from the upper 53 bits of SplitMix64's words (Steele et al. 2014)."""

    def __init__(self, state):
        self.state = state

    def __call__(self):
        self.state = (self.state + 0x9E3779B97F4A7C15) % 2**64
        word = self.state
        word = (word ^ word >> 30) * 0xBF58476D1CE4E5B9 % 2**64
        word = (word ^ word >> 27) * 0x94D049BB133111EB % 2**64
        return ((word ^ word >> 31) >> 11) / 2**53


def in_a_row(state, cell, need):
    """True if the mark in a cell is one of `need` in a row."""
    x, y = cell
    for across, up in DIRECTIONS:
        row = 1
        for way in (1, -1):
            distance = way
            while state.get((x + distance * across, y + distance * up)) == state[cell]:
                row += 1
                distance += way
        if row >= need:
            return True
    return False


def lines(limiter, need):
    """All rows of `need` cells on the square from -`limiter` to `limiter`."""
    span = range(-limiter, limiter + 1)
    rows = [
        [(x + step * across, y + step * up) for step in range(need)]
        for x in span
        for y in span
        for across, up in DIRECTIONS
    ]
    return [row for row in rows if all(abs(x) <= limiter and abs(y) <= limiter for x, y in row)]


def players_turn(state):
    return 1 + len(state) % 2


def sequence(state):
    """The marks of a state in turns, in some order."""
    own = {player: [cell for cell, owner in state.items() if owner == player] for player in (1, 2)}
    return [own[1 + turn % 2][turn // 2] for turn in range(len(state))]


def played(marks):
    """The state that marks in turn lead to."""
    return {cell: 1 + turn % 2 for turn, cell in enumerate(marks)}


def canonical(state, *, moved):
    """The least of a state's images by the eight symmetries; `moved` so that its least coordinates are 0."""
    images = []
    for image in SYMMETRIES:
        marks = [(*image(x, y), player) for (x, y), player in state.items()]
        left, low = (min(x for x, _, _ in marks), min(y for _, y, _ in marks)) if moved else (0, 0)
        images.append(tuple(sorted((x - left, y - low, player) for x, y, player in marks)))
    return min(images)


class Player:
    """Estimates and trajectory of one learner."""

    def __init__(self, limiter):
        self.estimations = {}
        self.learnt = {}  # of the keys that were fed a reward: a state of each
        self.states = []
        self.limiter = limiter


class Twin:
    """Both learners; `recipe` as in a study's file."""

    def __init__(self, recipe, chance):
        self.recipe, self.chance = recipe, chance
        self.board, self.need = recipe["board"], recipe["need"]
        self.finite = self.board["name"] == "finite"
        self.limiter = (self.board["size"] - 1) // 2 if self.finite else self.board["limiter"]
        self.lines = lines(self.limiter, self.need) if self.finite else []
        self.players = {1: Player(self.limiter), 2: Player(self.limiter)}

    def train(self, games):
        """Counts of `games` games: won by "first", "drawn", won by "second"; "marks" made; games whose area "grown"."""
        return self.count(games, self.move, self.reward)

    def play_match(self, kinds, games, chance):
        """The same of games in which nothing is explored or learnt, between players of two kinds, see `reply`."""
        with self.untouched():
            return self.count(games, partial(self.reply, kinds, chance), lambda winner: None)

    def count(self, games, choose, finish):
        tally = dict.fromkeys(("first", "drawn", "second", "marks", "grown"), 0)
        for _ in range(games):
            winner, marks, grown = self.play(choose)
            finish(winner)
            tally[{1: "first", 2: "second", None: "drawn"}[winner]] += 1
            tally["marks"] += marks
            tally["grown"] += grown
        return tally

    @contextmanager
    def untouched(self):
        """Limiters are what they were, afterwards."""
        before = {number: player.limiter for number, player in self.players.items()}
        yield
        for number, player in self.players.items():
            player.limiter = before[number]

    def begin(self):
        if self.board.get("limits") == "reset":
            for player in self.players.values():
                player.limiter = self.limiter

    def play(self, choose):
        """One game: who has won, the number of marks, and whether the area grew."""
        self.begin()
        before = [player.limiter for player in self.players.values()]
        state, winner = {}, None
        while winner is None and not self.drawn(state):
            number = players_turn(state)
            cell = choose(state, number)
            state = {**state, cell: number}
            winner = number if self.wins(state, cell) else None
        return winner, len(state), before != [player.limiter for player in self.players.values()]

    def wins(self, state, cell):
        """True if the mark in a cell, the last one, has won."""
        return in_a_row(state, cell, self.need)

    def drawn(self, state):
        """True if a state that nobody has won is a tie."""
        if self.finite and self.board["tie"] == "dead":
            return all({1, 2} <= {state.get(cell) for cell in line} for line in self.lines)
        return self.finite and len(state) == self.board["size"] ** 2

    def candidates(self, state, number, chance):
        """Cells that a player thinks of, in order."""
        if self.board["name"] == "smarter":
            return self.neighbours(state, chance)
        player = self.players[number]
        while not self.finite and self.too_small(state, player.limiter):
            player.limiter += self.limiter
        span = range(-player.limiter, player.limiter + 1)
        return [(i, j) for i in span for j in span if (i, j) not in state]

    def too_small(self, state, limiter):
        if self.board["grows"] == "edge":
            return any(max(abs(x), abs(y)) >= limiter for x, y in state)
        span = range(-limiter, limiter + 1)
        return all((i, j) in state for i in span for j in span)

    def neighbours(self, state, chance):
        if not state:
            span = OPENINGS[self.board["opening"]]
            return [[(i, j) for i in span for j in span][int(chance() * len(span) ** 2)]]
        span = range(-self.limiter, self.limiter + 1)
        near = [(x + i, y + j) for x, y in state for i in span for j in span if (x + i, y + j) not in state]
        return near if self.board["duplicates"] else list(dict.fromkeys(near))

    def key(self, state):
        """Key of a state's estimate."""
        match self.recipe["key"]:
            case "owned":
                return frozenset(state.items())
            case "unowned":
                return frozenset(state)
            case "python":
                return hash(frozenset(state.items()))
            case "python-unowned":
                return hash(frozenset(state))
            case "canonical":
                return canonical(state, moved=not self.finite)

    def initial(self, state, cell):
        """Estimate of a state that was not met before, after a mark in a cell."""
        values = self.recipe["initial"]
        if self.wins(state, cell):
            return values["win"]
        return values["draw"] if self.drawn(state) else values["open"]

    def estimates(self, state, number, cells):
        """Keys and estimates of the states after marks in `cells`; the new ones enter the estimations."""
        estimations, keys = self.players[number].estimations, []
        for cell in cells:
            after = {**state, cell: number}
            key = self.key(after)
            keys.append(key)
            if key not in estimations:
                estimations[key] = self.initial(after, cell)
        return keys, [estimations[key] for key in keys]

    def move(self, state, number):
        """The listing's move: a random one now and then, otherwise a best one."""
        player, cells = self.players[number], self.candidates(state, number, self.chance)
        keys, values = self.estimates(state, number, cells)
        explores = self.chance() < self.recipe["exploration"]
        chosen = int(self.chance() * len(cells)) if explores else self.best(values, self.chance)
        player.states.append((keys[chosen], {**state, cells[chosen]: number}))
        if explores and self.recipe["explored"] == "forgets":
            player.states.clear()
        return cells[chosen]

    def best(self, values, chance):
        """Place of a largest value."""
        largest = max(values)
        if self.recipe["ties"] == "first" or values.count(largest) == 1:
            return values.index(largest)
        places = [place for place, value in enumerate(values) if value == largest]
        return places[int(chance() * len(places))]

    def reward(self, winner):
        for number, player in self.players.items():
            result = "draw" if winner is None else "win" if winner == number else "loss"
            self.feed_reward(player, self.recipe["rewards"][result])

    def feed_reward(self, player, reward):
        """Back through what a player moved into, which is then forgotten."""
        target = reward
        for key, state in reversed(player.states):
            value = player.estimations[key]
            value += self.recipe["step"] * (target - value)
            player.estimations[key] = value
            player.learnt[key] = state
            if self.recipe["target"] == "moving":
                target = value
        player.states.clear()

    def reply(self, kinds, chance, state, number):
        """A move that nothing is learnt from.

        By kind: a best one ("learned"); any ("random"); one that wins, else one where the other would win, else any
        ("careful").
        """
        cells = self.candidates(state, number, chance)
        if kinds[number - 1] == "learned":
            return cells[self.best([self.known(state, number, cell) for cell in cells], chance)]
        if kinds[number - 1] == "careful":
            rows = [
                [cell for cell in cells if in_a_row({**state, cell: owner}, cell, self.need)]
                for owner in (number, 3 - number)
            ]
            cells = rows[0] or rows[1] or cells
        return cells[int(chance() * len(cells))]

    def known(self, state, number, cell):
        """Estimate of the state after a mark in a cell, without entering it."""
        after = {**state, cell: number}
        found = self.players[number].estimations.get(self.key(after))
        return self.initial(after, cell) if found is None else found

    def asked(self, marks):
        """Candidates of the player to move after `marks`, at the beginning of a game, and their estimates."""
        state = played(marks)
        number = players_turn(state)
        with self.untouched():
            self.begin()
            cells = self.candidates(state, number, self.chance)
        return cells, [self.known(state, number, cell) for cell in cells]


class Listing(Twin):
    """The same, not a bit thriftier than the listings, to be timed.

    A next state is made and hashed anew wherever `nextState(i, j).getHash()` is printed. Whether a state is an end is
    found out from its marks alone, starting from each of them, as it doesn't know which one is new.
    """

    def estimates(self, state, number, cells):
        estimations, keys = self.players[number].estimations, []
        for cell in cells:
            keys.append(self.key({**state, cell: number}))
            if self.key({**state, cell: number}) not in estimations:
                estimations[self.key({**state, cell: number})] = self.initial({**state, cell: number}, cell)
        return keys, [estimations[key] for key in keys]

    def wins(self, state, cell):
        return any(
            all(state.get((x + step * across, y + step * up)) == owner for step in range(self.need))
            for (x, y), owner in state.items()
            for across, up in DIRECTIONS
        )
