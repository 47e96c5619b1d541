"""The listings of mrugala2020 to the letter: the plain reference of self-play, without what it saves."""

from tttcore.engines.tabular.reference import DIRECTIONS, SelfPlay, drawn, key_of


class Listing(SelfPlay):
    """A next state is made and hashed anew wherever `nextState(i, j).getHash()` is printed.

    Whether a state is an end is found out from its marks alone, starting from each of them, as it doesn't know which
    one is new.
    """

    def values_after(self, state, number, cells):
        values, keys = self.players[number].values, []
        for cell in cells:
            keys.append(self.key_of({**state, cell: number}))
            if self.key_of({**state, cell: number}) not in values:
                values[self.key_of({**state, cell: number})] = self.initial_value({**state, cell: number}, cell)
        return keys, [values[key] for key in keys]

    def key_of(self, state):
        return key_of(self.recipe.key, state, finite=self.finite)

    def status_of(self, state, last):
        wins = any(
            all(state.get((x + step * across, y + step * up)) == owner for step in range(self.recipe.need))
            for (x, y), owner in state.items()
            for across, up in DIRECTIONS
        )
        return "win" if wins else "draw" if drawn(self.board, state, self.recipe.need) else "open"
