"""Naive oracle of proofs: memoised minimax over results."""


def winner(position, known):
    """Winner with best play, 1 or 2, or 0 for a draw; `known` is the memo."""
    if position.winner is not None:
        return position.winner
    if position not in known:
        own, other = position.mover + 1, 2 - position.mover
        found = set()
        for move in position.moves():
            found.add(winner(position.after(move), known))
            if own in found:
                break
        known[position] = next(result for result in (own, 0, other) if result in found)
    return known[position]
