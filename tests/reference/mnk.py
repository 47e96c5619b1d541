"""Plain oracles of the solvers of m,n,k-games: every reply is searched, and rows are found by walking."""

STEPS = ((0, 1), (1, 0), (1, 1), (1, -1))


def walk(start, step, need):
    """Cells of the row that begins somewhere."""
    return [(start[0] + place * step[0], start[1] + place * step[1]) for place in range(need)]


def rows(size, need):
    """All rows of a board, as sets of cells numbered row by row."""
    board = [(down, right) for down in range(size) for right in range(size)]
    walked = (walk(start, step, need) for start in board for step in STEPS)
    return {frozenset(down * size + right for down, right in row) for row in walked if set(row) <= set(board)}


def value(size, lines, marks, known):
    """1, 0 or -1 as the first player, nobody or the second wins with best play; `known` remembers."""
    first, second = frozenset(marks[::2]), frozenset(marks[1::2])
    if (first, second) not in known:
        if any(line <= first for line in lines):
            found = 1
        elif any(line <= second for line in lines):
            found = -1
        else:
            free = [cell for cell in range(size**2) if cell not in first | second]
            after = [value(size, lines, [*marks, cell], known) for cell in free]
            found = (min if len(marks) % 2 else max)(after, default=0)
        known[first, second] = found
    return known[first, second]


def completing(own, other, need):
    """Cells that complete a row of `own`, on a board without an edge."""
    return gaps(own, other, need, 1)


def gaps(own, other, need, missing):
    """Free cells of rows that hold only marks of `own`, all but `missing`, which isn't all."""
    cells = set()
    for x, y in own:
        for step in STEPS:
            for back in range(need):
                free = set(walk((x - back * step[0], y - back * step[1]), step, need)) - own
                if len(free) == missing and not free & other:
                    cells |= free
    return cells


PASS = (1000, 1000)
AREA = {(x, y) for x in range(-6, 7) for y in range(-6, 7)}


def wins(own, other, need, marks):
    """True if the player to move, with `own`, completes a row with at most `marks`, whatever the other does.

    All marks are near (0, 0). The other marks anywhere around it, or so far off that it is a pass.
    """
    if completing(own, other, need):
        return marks > 0
    forced = completing(other, own, need)
    if marks < 2 or len(forced) > 1:
        return False
    threats_first = forced or [*gaps(own, other, need, 2), *(AREA - own - other if marks > 2 else ())]
    return any(_holds(own | {cell}, other, need, marks - 1) for cell in threats_first)


def _holds(own, other, need, marks):
    if completing(other, own, need):
        return False
    prevents = completing(own, other, need)
    if not prevents and not wins(own, other | {PASS}, need, marks):
        return False
    return all(wins(own, other | {reply}, need, marks) for reply in (prevents or AREA) - own - other)
